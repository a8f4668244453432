"""Candidates for mistakes in the setup, the trades and the result."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from string import digits

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import LONG
from kibitz.core.candidates import Candidate
from kibitz.core.slips import one_slip_away
from kibitz.core.values import Diagnostic, Edit, Span
from kibitz.languages.pfn.check.sums import durations
from kibitz.languages.pfn.features._cursor import Cursor, cursor_at, placed_trades, record_of
from kibitz.languages.pfn.features._round import came_to, round_state
from kibitz.languages.pfn.game.figgie import (
    Number,
    Outcome,
    chips,
    facts,
    in_order,
    partner,
    read_card,
    suit_of,
    with_sign,
    wrong_banks,
)
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.record import Hand, Record
from kibitz.languages.pfn.text.tables import BANK, EVENTS, number, text
from kibitz.languages.pfn.text.trades import Trade

Candidates = Iterator[Candidate]

SURE, LIKELY, POSSIBLE, AIRY = 1.0, 3.0, 5.0, 20.0
"""Costs of candidates, as negative logarithms of their probability: demanded by the record, one of a few, one of many, and
a value without any evidence, which is never clear.
"""


class Wrong:
    """A finding in a round, and the round; offsets are those of the document."""

    def __init__(self, analysis: Analysis, finding: Diagnostic) -> None:
        self.analysis, self.finding = analysis, finding

    @cached_property
    def record(self) -> Record:
        return record_of(self.analysis)

    @cached_property
    def here(self) -> Cursor:
        """The cursor at the finding."""
        return cursor_at(self.analysis, self.finding.span.start)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The computed end of the round."""
        return came_to(self.analysis)

    @cached_property
    def trades(self) -> list[Written]:
        """All trades."""
        found = placed_trades(self.analysis)
        return [Written(trade, place.start, place.text) for place, _, trade in found]

    @cached_property
    def number(self) -> int | None:
        """The number of the trade with the finding."""
        at = self.finding.span.start
        return next((one for one, trade in enumerate(self.trades) if trade.span.holds(at)), None)

    @property
    def trade(self) -> Written | None:
        """The trade with the finding, or None."""
        return None if self.number is None else self.trades[self.number]

    @cached_property
    def line(self) -> tuple[int, str]:
        """The start of the line where the finding begins, and its text without the line end."""
        return self.line_at(self.finding.span.start)

    def line_at(self, offset: int) -> tuple[int, str]:
        """Return the start of the line around an offset, and its text without the line end."""
        start, source = self.here.place.start, self.here.source
        first = source.rfind("\n", 0, max(offset - start, 0)) + 1
        return start + first, source[first:].split("\n", 1)[0].rstrip("\r")

    def text(self, span: Span) -> str:
        return self.analysis.document.text(*span)


class Written:
    """A trade as it is written."""

    def __init__(self, trade: Trade, start: int, source: str) -> None:
        """`start` is the start of its chunk, and `source` the text of the chunk."""
        self.trade, self.start, self.source = trade, start, source

    @cached_property
    def span(self) -> Span:
        """The place from its header or `{` to its last value or `}`."""
        table = self.trade.table
        if table.header is not None or not table.leaves:
            return table.span.shifted(self.start)
        first, last = table.leaves[0].key.start, table.leaves[-1].span.end
        opened, closed = self.source.rfind("{", 0, first), self.source.find("}", last) + 1
        return Span(max(opened, 0), max(closed, last)).shifted(self.start)

    def place(self, key: str) -> Span | None:
        """Return the place of a value without its quotes, or None if the key has no value."""
        leaf = self.trade.table.get(key)
        return None if leaf is None or leaf.node is None else leaf.plain.span.shifted(self.start)


def change(title: str, cost: float, *edits: Edit) -> Candidate:
    """Return a candidate that the record supports."""
    return Candidate(tuple(sorted(edits)), cost, title, "known")


def nearest_first(written: str, words: Iterable[str]) -> Iterator[tuple[str, float]]:
    """Yield the words that may be meant, each with its cost by the spelling."""
    for word in words:
        yield word, LIKELY if one_slip_away(written, word) else POSSIBLE


def like(card: str, written: str) -> str:
    """Return a card, with a suit sign if the written text has one."""
    return card if written.isascii() else with_sign(card)


_CARD = re.compile(r"[^\W\d_][0-9]+|[♠♣♥♦][0-9]+")
_BETWEEN = re.compile(r"""["']?,\s*["']?""")
MOST_MISSING = 3
"""The maximum number of cards without an owner that are candidates."""


# The deck


def goal_suits(wrong: Wrong) -> Candidates:
    """Write the goal suit that follows from the deck."""
    record = wrong.record
    goal = partner(record.deal.twelve or "") or record.goal
    if goal is None or record.deal.variant:
        return
    right = write.deck(goal)
    leaves = [leaf for table in ("DeckSetup", "Result") for leaf in record.leaves(table)]
    edits = [Edit(*leaf.plain.span, right[leaf.name]) for leaf in leaves if text(leaf) != right.get(leaf.name, text(leaf))]  # fmt: skip
    if edits:
        yield change(f"Change the goal suit to `{goal}`" if len(edits) > 1 else "", SURE, *edits)


# The deal


def undealt(record: Record) -> list[str]:
    """Return the undealt cards, if they are few."""
    missing = [card for card in record.deal.deck if card not in record.deal.dealt]
    return missing if len(missing) <= MOST_MISSING else []


def dealt_twice(wrong: Wrong) -> Candidates:
    """Remove one of two equal cards from a hand that is too large, or replace it by an undealt card."""
    record, finding = wrong.record, wrong.finding
    spans = [finding.span, *(one.span for one in finding.related)]
    for hand in record.hands:
        for at, (part, written) in enumerate(hand.cards):
            if part.span not in spans:
                continue
            if hand.size == record.deal.size + 1:
                title = f"Remove `{part.text}` from the hand of `{hand.player}`"
                yield change(title, SURE, _removed(hand, at))
            for card in undealt(record) if written is not None else ():
                [(_, cost)] = nearest_first(written or "", [card])
                cost += 0.0 if _sorted_with(hand, at, card) else LIKELY
                yield change("", cost, Edit(*part.bare, like(card, part.text)))


def _removed(hand: Hand, at: int) -> Edit:
    """Return the edit that removes a card from a hand, with the comma next to it."""
    parts = [part.span for part, _ in hand.cards]
    if len(parts) == 1:
        return Edit(*parts[0], "")
    return (
        Edit(parts[at].start, parts[at + 1].start, "")
        if at == 0
        else Edit(parts[at - 1].end, parts[at].end, "")
    )


def moved_card(wrong: Wrong) -> Candidates:
    """Move a card from a hand that is too large to the one that lacks it: the last one, or any of them."""
    record = wrong.record
    size = record.deal.size
    large = [hand for hand in record.hands if hand.size == size + 1 and len(hand.cards) > 1]
    small = [hand for hand in record.hands if hand.size == size - 1 and hand.cards]
    if len(large) != 1 or len(small) != 1 or large[0].leaf.span != wrong.finding.span:
        return
    cards = [part.text for part, _ in small[0].cards]
    for at, (part, card) in enumerate(large[0].cards):
        if card is None:
            continue
        places = [place for place in range(len(cards) + 1) if _sorted_with(small[0], place, card, grown=True)]
        place = places[0] if places else len(cards)
        gap = ", " if ", " in str(small[0].leaf.node and small[0].leaf.node.value) else ","
        start = small[0].cards[place][0].span.start if place < len(cards) else small[0].cards[-1][0].span.end
        text = part.text + gap if place < len(cards) else gap + part.text
        title = f"Move `{part.text}` to the hand of `{small[0].player}`"
        cost = LIKELY if at == len(large[0].cards) - 1 else POSSIBLE
        yield change(title, cost, _removed(large[0], at), Edit(start, start, text))


def swapped_hands(wrong: Wrong) -> Candidates:
    """Swap the hands of the seller and of the player who was dealt the card."""
    seller = wrong.trade.trade.seller if wrong.trade else None
    places = {one.span for one in wrong.finding.related}
    mine = next((hand for hand in wrong.record.hands if hand.player == seller), None)
    for hand in wrong.record.hands:
        if mine is not None and hand is not mine and any(part.span in places for part, _ in hand.cards):
            texts = [wrong.text(one.leaf.span) for one in (mine, hand)]
            edits = (Edit(*mine.leaf.span, texts[1]), Edit(*hand.leaf.span, texts[0]))
            title = f"Replace the hand of `{mine.player}` by that of `{hand.player}`, and the reverse"
            yield change(title, POSSIBLE, *edits)._replace(things=1)


def _sorted_with(hand: Hand, at: int, card: str, *, grown: bool = False) -> bool:
    """Return whether a hand is sorted with another card in a place, or with one more if it is `grown`."""
    cards = [written for _, written in hand.cards]
    cards[at : at + (not grown)] = [card]
    known = [one for one in cards if one is not None]
    return known == in_order(known)


def cards(wrong: Wrong) -> Candidates:
    """Separate cards without a comma between them, or write an undealt card."""
    for hand in wrong.record.hands:
        for part, _ in hand.cards:
            if part.span == wrong.finding.span:
                # Cards without a comma between them.
                pieces = [found[0] for found in _CARD.finditer(part.text)]
                rest = _CARD.sub("", part.text)
                if len(pieces) > 1 and all(map(read_card, pieces)) and not re.search(r"\w", rest):
                    gaps = Counter(_BETWEEN.findall(wrong.text(hand.leaf.span)))
                    gap = max(gaps, key=lambda one: gaps[one], default=",")
                    yield change("", SURE, Edit(*part.bare, gap.join(pieces)))
                for card, cost in nearest_first(part.text, undealt(wrong.record)):
                    yield change("", cost, Edit(*part.bare, like(card, part.text)))


def unnamed(wrong: Wrong) -> Candidates:
    """Write a player without a bank or a hand for a name that is not a player's."""
    record = wrong.record
    hands = {hand.player: hand.leaf for hand in record.hands}
    for named, tail in ((record.banks, BANK), (hands, "")):
        for name, leaf in named.items():
            if leaf.key == wrong.finding.span:
                left = [one for one in record.players if one not in named]
                for player, cost in nearest_first(name, left):
                    yield change("", cost, Edit(*leaf.key, write.key(player + tail)))


# The result, times


def winners(wrong: Wrong) -> Candidates:
    """Write the winners that follow from the round, or from the banks."""
    leaf, end = wrong.record.leaf("Result", "Winners"), wrong.outcome
    if leaf is None or leaf.node is None or leaf.node.kind != "array":
        return
    top = end.winners if end is not None and end.followed else wrong.record.richest
    right = [player for player in wrong.record.players if player in top]
    written = [part for part in leaf.parts if part.text not in right]
    if len(right) == len(leaf.parts) == 1 and written:
        yield change("", SURE, Edit(*written[0].bare, right[0]))
    elif right:
        array = write.value(right)
        yield change(f"Change `{wrong.text(leaf.span)}` to `{array}`", SURE, Edit(*leaf.span, array))


def duration(wrong: Wrong) -> Candidates:
    """Yield the duration in seconds if it is in minutes, and the usual one."""
    leaf = wrong.record.leaf("FiggieGame", "GameDuration")
    written = number(leaf)
    if leaf is not None and written is not None and written != facts().seconds:
        for seconds in durations(written):
            point = ".0" if "." in wrong.text(leaf.span) else ""
            yield change("", LIKELY, Edit(*leaf.span, f"{chips(seconds)}{point}"))


def event_types(wrong: Wrong) -> Candidates:
    """Write `Resume` after a `Pause`, and the reverse."""
    events = [one for one in wrong.record.at(*EVENTS) if one.get("T") is not None]
    paused = False
    for event in sorted(events, key=lambda one: number(one.get("T")) or 0):
        kind = event.get("Type")
        if kind is not None and kind.span == wrong.finding.span:
            yield change("", SURE, Edit(*kind.plain.span, "Resume" if paused else "Pause"))
        paused = text(kind) == "Pause" or (paused and text(kind) != "Resume")


def stands_twice(wrong: Wrong) -> Candidates:
    """Delete a trade that occurs twice in a row, numbered or not."""
    at = wrong.number
    for one in (at, None if at is None else at + 1):
        if one is None or not 0 < one < len(wrong.trades):
            continue
        first, second = wrong.trades[one - 1 : one + 1]
        if _play(first) == _play(second):
            edits = [Edit(first.span.end, second.span.end, "")]
            if first.trade.number != second.trade.number:
                edits += _numbered(wrong, one + 1, (second.trade.number or 0))
            yield change(f"Remove {second.trade.title}, which occurs twice", SURE, *edits)


def _play(one: Written) -> tuple[object, ...]:
    trade = one.trade
    return trade.buyer, trade.seller, trade.card, trade.price


def _numbered(wrong: Wrong, first: int, number: int) -> list[Edit]:
    """Return the edits that number the trades one by one from a trade on."""
    edits = []
    for right, one in enumerate(wrong.trades[first:], number):
        span = one.place("TradeIndex")
        if span is not None and one.trade.number != right:
            edits.append(Edit(*span, str(right)))
    return edits


def numbers(wrong: Wrong) -> Candidates:
    """Write the number that is due, or renumber all following trades if they are off as well."""
    at = wrong.number
    if at is None or (span := wrong.trades[at].place("TradeIndex")) is None:
        return
    yield change("", LIKELY, Edit(*span, str(due(wrong, at))))
    edits = _numbered(wrong, at, due(wrong, at))
    if len(edits) > 1:
        yield change(f"Replace the numbers of the trades from {due(wrong, at)} on", LIKELY, *edits)


def due(wrong: Wrong, at: int) -> int:
    """Return the number that follows the trade before."""
    return (wrong.trades[at - 1].trade.number or 0) + 1 if at else 1


def order(wrong: Wrong) -> Candidates:
    """Swap two trades in a row."""
    at = wrong.number
    if at is None:
        return
    for first, second in pairwise(wrong.trades[max(at - 1, 0) : at + 2]):
        one, other = first.trade, second.trade
        if (one.number or 0) > (other.number or 0) and (one.time or 0) > (other.time or 0):
            text, between = wrong.text, Span(first.span.end, second.span.start)
            edit = Edit(
                first.span.start, second.span.end, text(second.span) + text(between) + text(first.span)
            )
            yield change(f"Move {other.title} above {one.title}", SURE, edit)


def times(wrong: Wrong) -> Candidates:
    """Yield the times that fit between the trades around, with two digits swapped or a missing one."""
    at = wrong.number
    if not at or (span := wrong.trades[at].place("T")) is None:
        return
    written = wrong.text(span)
    low = wrong.trades[at - 1].trade.time or 0
    behind = wrong.trades[at + 1].trade.time if at + 1 < len(wrong.trades) else None
    high = behind or wrong.record.terms.duration or facts().seconds
    point = written.find(".") % (len(written) + 1)
    turned = {
        f"{written[:place]}{written[place + 1]}{written[place]}{written[place + 2 :]}"
        for place in range(point - 1)
    }
    longer = {f"{written[:place]}{digit}{written[place:]}" for place in range(point + 1) for digit in digits}
    for time in turned | longer:
        if time[0] != "0" and low < float(time) < high:
            away = abs(2 * float(time) - low - high) / (high - low)
            yield change("", SURE if time in turned else LIKELY + away, Edit(*span, time))


def suit(wrong: Wrong) -> Candidates:
    """Write the suit of the card, or the seller's card of the suit with the same number."""
    one = wrong.trade
    if one is None or one.trade.card is None or (span := one.place("Suit")) is None:
        return
    card, own = one.trade.card, _held(wrong, one)
    name = suit_of(card).name
    yield change("", SURE if card in own else LIKELY, Edit(*span, name))
    place = one.place("Card") or span
    for other in own:
        if suit_of(other) == one.trade.suit and other[1:] == card[1:]:
            yield change("", LIKELY, Edit(*place, like(other, wrong.text(place))))


def card(wrong: Wrong) -> Candidates:
    """Write a card of the seller from the named suit."""
    one = wrong.trade
    if one is None or (span := one.place("Card")) is None:
        return
    written = wrong.text(span)
    own = [like(held, written) for held in _held(wrong, one) if one.trade.suit in {None, suit_of(held)}]
    for name, cost in nearest_first(written, own):
        yield change("", cost, Edit(*span, name))


def _held(wrong: Wrong, one: Written) -> list[str]:
    """Return the cards that the seller of a trade may have before it."""
    analysis = wrong.analysis
    place = analysis.document.place_at(one.start)
    inside = [other for other in wrong.trades if other.start == one.start]
    now = round_state(analysis, place, inside.index(one))
    seller = one.trade.seller
    return [name for name, owner in now.cards.owners.items() if seller is None or owner.may_be(seller)]


def buyer(wrong: Wrong) -> Candidates:
    """Write another buyer for a trade of a player with himself. Typos cover another seller."""
    one = wrong.trade
    if one is not None:
        for player in wrong.record.players:
            if player != one.trade.buyer:
                yield from _changed(one, "Buyer", player)


def sums(wrong: Wrong) -> Candidates:
    """Change the price, buyer or seller of one trade if that corrects two banks that are wrong by the same amount."""
    end = wrong.outcome if len(wrong.analysis.document) <= LONG else None
    if end is None:
        return
    written = wrong.record.written_banks
    off = {player: written[player] - end.banks[player] for player in wrong_banks(written, end.banks)}
    if len(off) == 2 and abs(sum(off.values())) <= 0.01:
        for one in wrong.trades:
            yield from _of_trade(one, off)


def _of_trade(one: Written, off: dict[str, Number]) -> Candidates:
    trade = one.trade
    price, buyer, seller = trade.paid, trade.buyer, trade.seller
    if price is None or buyer is None or seller is None:
        return
    if buyer in off and seller in off:
        right = price - off[buyer]
        if right >= 0 and right != price:
            yield from _changed(one, "Price", chips(right))
    for key, player, sign in (("Buyer", buyer, 1), ("Seller", seller, -1)):
        for other in off:
            if player in off and other not in (buyer, seller) and abs(off[player] - sign * price) < 0.01:
                yield from _changed(one, key, other)


def _changed(one: Written, key: str, value: str) -> Candidates:
    if (span := one.place(key)) is not None:
        leaf = one.trade.table.get(key)
        old = str(leaf.node.value) if leaf is not None and leaf.node is not None else ""
        # A missing trade makes the sums wrong as well, so that any price would do.
        cost = LIKELY if one_slip_away(old, value) or old == "0" else AIRY
        title = f"Change the {key.lower()} of {one.trade.title} to `{value}`"
        yield change(title, cost, Edit(*span, value))._replace(unsupported=cost == AIRY)
