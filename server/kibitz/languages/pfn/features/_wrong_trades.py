"""What may have been meant in the trades: one that stands twice, at another place, or is another one."""

from __future__ import annotations

from itertools import pairwise
from string import digits

from kibitz.core.bounds import LONG
from kibitz.core.slips import one_slip_away
from kibitz.core.values import Edit, Span
from kibitz.languages.pfn.features._standing import standing
from kibitz.languages.pfn.features._wrong import (
    AIRY,
    LIKELY,
    SURE,
    Candidates,
    Written,
    Wrong,
    change,
    like,
    nearest_first,
)
from kibitz.languages.pfn.game.figgie import Number, chips, facts, suit_of
from kibitz.languages.pfn.game.outcome import wrong_banks


def stands_twice(wrong: Wrong) -> Candidates:
    """A trade that stands twice in a row, numbered on or not."""
    at = wrong.number
    for one in (at, None if at is None else at + 1):
        if one is None or not 0 < one < len(wrong.trades):
            continue
        first, second = wrong.trades[one - 1 : one + 1]
        if _play(first) == _play(second):
            edits = [Edit(first.span.end, second.span.end, "")]
            if first.trade.number != second.trade.number:
                edits += _numbered(wrong, one + 1, (second.trade.number or 0))
            yield change(f"Delete {second.trade.title}: it stands twice", SURE, *edits)


def _play(one: Written) -> tuple[object, ...]:
    trade = one.trade
    return trade.buyer, trade.seller, trade.card, trade.price


def _numbered(wrong: Wrong, first: int, number: int) -> list[Edit]:
    """Numbers one by one from a trade on."""
    edits = []
    for right, one in enumerate(wrong.trades[first:], number):
        span = one.place("TradeIndex")
        if span is not None and one.trade.number != right:
            edits.append(Edit(*span, str(right)))
    return edits


def numbers(wrong: Wrong) -> Candidates:
    """The number that is due; if others behind it are off as well, all of them."""
    at = wrong.number
    if at is None or (span := wrong.trades[at].place("TradeIndex")) is None:
        return
    yield change("", LIKELY, Edit(*span, str(due(wrong, at))))
    edits = _numbered(wrong, at, due(wrong, at))
    if len(edits) > 1:
        yield change(f"Number the trades from {due(wrong, at)} on", LIKELY, *edits)


def due(wrong: Wrong, at: int) -> int:
    """The number that a trade should have by the one before."""
    return (wrong.trades[at - 1].trade.number or 0) + 1 if at else 1


def order(wrong: Wrong) -> Candidates:
    """Two trades in a row in each other's place."""
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
            yield change(f"Swap {other.title} and {one.title}", SURE, edit)


def times(wrong: Wrong) -> Candidates:
    """The time with a digit that was left out, between those of the trades around it."""
    at = wrong.number
    if not at or (span := wrong.trades[at].place("T")) is None:
        return
    written = wrong.text(span)
    low = wrong.trades[at - 1].trade.time or 0
    behind = wrong.trades[at + 1].trade.time if at + 1 < len(wrong.trades) else None
    high = behind or wrong.record.terms.duration or facts().seconds
    point = written.find(".") % (len(written) + 1)
    for text in {
        f"{written[:place]}{digit}{written[place:]}" for place in range(point + 1) for digit in digits
    }:
        if low < float(text) < high:
            away = abs(2 * float(text) - low - high) / (high - low)
            yield change("", LIKELY + away, Edit(*span, text))


def suit(wrong: Wrong) -> Candidates:
    """The suit of the card, if that is the seller's, and the card of the suit, if the seller has one of this number."""
    one = wrong.trade
    if one is None or one.trade.card is None or (span := one.place("Suit")) is None:
        return
    card, own = one.trade.card, _held(wrong, one)
    name = suit_of(card).name
    yield change(f"Change `Suit` to `{name}`", SURE if card in own else LIKELY, Edit(*span, name))
    place = one.place("Card") or span
    for other in own:
        if suit_of(other) == one.trade.suit and other[1:] == card[1:]:
            yield change("", LIKELY, Edit(*place, like(other, wrong.text(place))))


def card(wrong: Wrong) -> Candidates:
    """A card of the seller, of the suit that is named."""
    one = wrong.trade
    if one is None or (span := one.place("Card")) is None:
        return
    written = wrong.text(span)
    own = [like(held, written) for held in _held(wrong, one) if one.trade.suit in {None, suit_of(held)}]
    for name, cost in nearest_first(written, own):
        yield change("", cost, Edit(*span, name))


def _held(wrong: Wrong, one: Written) -> list[str]:
    """The cards that the seller of a trade may have before it."""
    analysis = wrong.analysis
    place = analysis.document.place_at(one.start)
    inside = [other for other in wrong.trades if other.start == one.start]
    now = standing(analysis, place, inside.index(one))
    seller = one.trade.seller
    return [name for name, owner in now.cards.owners.items() if seller is None or owner.may_be(seller)]


def buyer(wrong: Wrong) -> Candidates:
    """Another buyer of a trade that somebody makes with himself; another seller is a slip at the finding."""
    one = wrong.trade
    if one is not None:
        for player in wrong.record.players:
            if player != one.trade.buyer:
                yield from _changed(one, "Buyer", player)


def sums(wrong: Wrong) -> Candidates:
    """Another price, buyer or seller of one trade, with which two banks that are wrong by as much are right."""
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
        # A trade that was lost makes the sums wrong, too: any price would do then.
        cost = LIKELY if one_slip_away(old, value) or old == "0" else AIRY
        title = f"Change the {key.lower()} of {one.trade.title} to `{value}`"
        yield change(title, cost, Edit(*span, value))._replace(airy=cost == AIRY)
