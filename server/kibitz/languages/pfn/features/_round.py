"""The state of a round at each trade: hands, banks, beliefs and payouts. A question mark is unknown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.memory import kept_with
from kibitz.core.rows import plain
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.pfn.check.sums import amount, counted, gained, may_trade, total
from kibitz.languages.pfn.features._cursor import cursor_at, reader_of, trades_of
from kibitz.languages.pfn.game.beliefs import Beliefs, Seen
from kibitz.languages.pfn.game.figgie import (
    Number,
    Outcome,
    PayoutRule,
    Suit,
    chips,
    facts,
    number_of,
    suit_names,
    suit_of,
    with_sign,
)
from kibitz.languages.pfn.game.play import Cards, Move, RoundState
from kibitz.languages.pfn.game.round import Deal, Terms
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import EVENTS, Source
from kibitz.languages.pfn.text.tables import number as number_of_leaf
from kibitz.languages.pfn.text.trades import Ended, Trade, Usual


class ReadTrade(NamedTuple):
    """A trade, as far as it is readable, with its place."""

    span: Span
    number: int | None
    time: Number | None
    buyer: str | None
    seller: str | None
    suit: str | None
    card: str | None
    price: Number | None
    move: Move

    @classmethod
    def of(cls, trade: Trade, terms: Terms, start: int) -> ReadTrade:
        """Return a trade that was read in a chunk at `start`."""
        number = trade.number if plain(trade.number) is not None else None
        suit = trade.suit and trade.suit.name
        span = trade.table.span.shifted(start)
        return cls(
            span, number, plain(trade.time), trade.buyer, trade.seller, suit, trade.card, plain(trade.price),
            trade.move(terms),
        )  # fmt: skip

    @classmethod
    def usual(cls, trade: Usual, span: Span) -> ReadTrade:
        """Return a trade that no rule reports."""
        card, price = trade.card, amount(trade.price)
        suit = suit_of(card)
        move = Move(trade.buyer, trade.seller, suit.letter, card, price)
        return cls(span, trade.number, trade.time, trade.buyer, trade.seller, suit.name, card, price, move)


_ENDS_WITH_PRICE = re.compile(r"^Price = \d+\s*\Z", re.MULTILINE)
"""The end of most trades: a whole price in the last line."""


@kept_with
def trades(analysis: Analysis) -> tuple[ReadTrade, ...]:
    """Return the trades of a round, in order. They are cached because rows, sums and worths all need them."""
    found: list[ReadTrade] = []
    reader, terms = reader_of(analysis), analysis.context.terms
    for place in analysis.document.places():
        known = reader.usual(place.text) if _ENDS_WITH_PRICE.search(place.text) else None
        if known is not None and terms.plays(known.buyer) and terms.plays(known.seller):
            end = place.start + len(place.text.rstrip())
            found.append(ReadTrade.usual(known, Span(place.start, end)))
        elif may_trade(place.text):
            read = trades_of(analysis, place.chunk)
            found += [ReadTrade.of(one, terms, place.start) for one in read if one.table.leaves]
    return tuple(found)


BLOCKS_READ = 16
"""The maximum number of blocks to read completely. In longer records, kibitz reads only blocks with unknown sums."""


def round_state(analysis: Analysis, place: Place, number: int) -> RoundState:
    """Return the state before the `number`-th trade of a chunk."""
    record: Record = analysis.context
    chunks = analysis.document.blocks[place.block].chunks[: place.number]
    sums = total(analysis.aggregates[: place.block]).then(counted(reader_of(analysis), chunks))
    nets = gained(sums, record.players)
    now = RoundState(analysis.state_before(place).round.cards, nets, final(analysis).stake)
    for trade in trades_of(analysis, place.chunk)[:number]:
        now = after(record.terms, now, trade, place)
    return now


def beginning(analysis: Analysis) -> RoundState:
    """Return the state before the first trade: the cards as dealt, and the chips after the ante."""
    record: Record = analysis.context
    return RoundState(
        Cards(record.terms.dealt, untold=record.terms.untold),
        dict.fromkeys(record.players, 0),
        final(analysis).stake,
    )


def after(terms: Terms, now: RoundState, trade: Trade, place: Place) -> RoundState:
    """Return the state after one more trade."""
    return now.after(trade.move(terms), Source(place.chunk.anchor, trade.place("Card")))


def trades_before(analysis: Analysis, place: Place, number: int) -> Iterator[Trade]:
    """Yield the trades before one of a chunk, the latest first."""
    for at in analysis.document.until(place):
        yield from reversed(trades_of(analysis, at.chunk)[: number if at is place else None])


def final(analysis: Analysis) -> RoundState:
    """Return the state after the last trade."""
    return _ended(analysis)[0]


def came_to(analysis: Analysis) -> Outcome | None:
    """Return the end of the round, or None if it is unknown."""
    return _ended(analysis)[1]


@kept_with
def _ended(analysis: Analysis) -> tuple[RoundState, Outcome | None]:
    """Return the final standing, with the stakes by the payout rule of the record, and the end of the round or None."""
    record: Record = analysis.context
    nets = gained(total(analysis.aggregates), record.players)
    now = RoundState(analysis.state_behind.round.cards, nets, 0)
    end = record.outcome(now)
    return now._replace(stake=record.payout_rule(end).stake(len(nets))), end


def sales(analysis: Analysis, card: str, last: Place) -> Iterator[Trade]:
    """Yield the trades of a card up to a chunk, the latest first."""
    for place in analysis.document.until(last):
        if card in place.text or with_sign(card) in place.text:
            yield from (one for one in reversed(trades_of(analysis, place.chunk)) if one.card == card)


def in_the_way(analysis: Analysis) -> str:
    """Return why the payout of a round with a complete deal is unknown: the first trade that cannot be read.

    Return an empty string for other reasons.
    """
    record: Record = analysis.context
    if not record.deal.complete or record.goal is None or came_to(analysis) is not None:
        return ""
    document, aggregates = analysis.document, analysis.aggregates
    long = len(document.blocks) > BLOCKS_READ
    for block, aggregate in zip(document.blocks, aggregates, strict=True):
        for chunk in () if long and not aggregate.unknown else block.chunks:
            for trade in trades_of(analysis, chunk):
                move = trade.move(record.terms)
                if trade.table.leaves and (
                    None in move[:2] or move.price is None or move.card is move.suit is None
                ):
                    return f"{trade.title} is unreadable"
    return "a trade is impossible"


def standing_at(analysis: Analysis, time: Number) -> tuple[RoundState, int]:
    """Return the state at a time, and the offset of the first trade after it."""
    for place in analysis.document.places():
        for number, trade in enumerate(trades_of(analysis, place.chunk)):
            if trade.time is not None and trade.time > time:
                return round_state(analysis, place, number), place.start + trade.table.head.start
    return final(analysis), len(analysis.document)


MOST_TRADES = 300
"""The maximum number of trades in a round with beliefs. They take 3 ms after a key; four minutes of people have a third
of them."""
SPECTATOR = "a spectator"


def believed(deal: Deal, seen: Seen | None) -> Mapping[str, Beliefs]:
    """Return the beliefs of the players with known hands, and of a spectator."""
    watchers = [*((player, player) for player in deal.players), (SPECTATOR, None)]
    found = ((name, deal.beliefs(seen, player)) for name, player in watchers)
    return {name: beliefs for name, beliefs in found if beliefs is not None}


def likeliest(deal: Deal, seen: Seen | None, *, hidden: bool = False) -> str:
    """Return the suit that each holds for the goal: `P1 ♣ 49 %, a spectator ♠♣♥♦ 25 %`; of a spectator if hands are `hidden`."""
    said = []
    for name, beliefs in believed(deal, seen).items():
        goals = beliefs.goals
        most = max(goals.values())
        signs = "".join(suit_names()[suit].sign for suit, one in goals.items() if one == most)
        if name == SPECTATOR or not hidden:
            said.append(f"{name} {signs} {percent(most)}")
    return ", ".join(said)


def lines(deal: Deal, seen: Seen | None) -> Iterator[str]:
    """Yield a line for each player with the beliefs about all suits: `P1  ♠ 19 %, ♣ 49 %, ♥ 14 %, ♦ 19 %`."""
    for name, beliefs in believed(deal, seen).items():
        goals = [f"{suit_names()[suit].sign} {percent(one)}" for suit, one in beliefs.goals.items()]
        yield f"{name}  {', '.join(goals)}"


def percent(chance: float | Fraction) -> str:
    """Return a probability: `49 %`. Only certain facts are 0 % or 100 %."""
    return (
        "<1 %"
        if 0 < chance < 0.01
        else ">99 %"
        if 0.99 < chance < 1
        else f"{float(chance):.0%}".replace("%", " %")
    )


@dataclass(frozen=True)
class PlayedRound:
    """A round. Unknown values are None."""

    deal: Deal
    duration: Number | None
    trades: Sequence[ReadTrade]
    nets: Mapping[str, Number | None]
    """The chips that each player has gained by trading."""
    end: Outcome | None
    rule: PayoutRule

    @cached_property
    def sights(self) -> Sequence[Seen | None]:
        """The public facts before the first trade and after each one, or nothing if there are too many trades."""
        found: list[Seen | None] = [Seen.nothing(self.deal.players)]
        for trade in self.trades if len(self.trades) <= MOST_TRADES else ():
            found.append(found[-1] and found[-1].after(trade.move))
        return found if len(found) > len(self.trades) else ()

    @property
    def seen(self) -> Seen | None:
        """The public facts at the end."""
        return self.sights[-1] if self.sights else None

    def chance(self, player: str | None = None) -> float | None:
        """Return the final probability of the goal suit for a player or a spectator, from 0 to 1, or None if it is
        unknown."""
        goal, beliefs = self.deal.goal, self.deal.beliefs(self.seen, player)
        return None if goal is None or beliefs is None else beliefs.chance(goal)


@kept_with
def played(about: Analysis | Ended) -> PlayedRound:
    """Return a round of a document or of values. With values, the trades have no places."""
    if isinstance(about, Ended):
        made = [ReadTrade.usual(one, Span(0, 0)) for one in about.trades]
        return PlayedRound(about.deal, about.duration, made, about.nets, about.end, about.end.rule)
    record, end = about.context, came_to(about)
    rule = record.payout_rule(end)
    return PlayedRound(record.deal, record.terms.duration, trades(about), final(about).nets, end, rule)


EMPTY_CELL = "–"
WINS = "wins"
UNKNOWN = "?"


def bank_words(bank: Number | None) -> str:
    """Return a number of chips in words."""
    return UNKNOWN if bank is None else chips(bank)


def cells(now: RoundState, player: str, has: Iterable[str], suit: Suit | None) -> Iterator[tuple[str, str]]:
    """Yield a player's cards of a suit as they are shown, then a question mark for each unknown card."""
    for card in has:
        if suit is not None and card[0] == suit.letter:
            yield f"{number_of(card)}{'' if now.cards.owners[card].sure else UNKNOWN}", card
    yield from repeat((UNKNOWN, ""), hidden(now, player, suit))


def hidden(now: RoundState, player: str, suit: Suit | None) -> int:
    """Return the number of unknown cards of a suit: those bought, and one for a hand that is not in the record."""
    letter = suit and suit.letter
    untold = letter is not None and now.cards.is_untold(player, letter)
    return now.cards.hidden(player, letter) + untold


def held(now: RoundState, player: str, suit: str) -> str:
    """Return how many cards of a suit, given by its name, a player has."""
    counts = now.cards.held(now.nets, suit)
    return UNKNOWN if counts is None or player not in counts else str(counts[player])


def suits_shown(now: RoundState) -> list[Suit | None]:
    """Return the suits, and None if a player has bought a card of an unknown suit."""
    unknown = any(now.cards.hidden(player, None) for player in now.nets)
    return [*facts().suits, *([None] if unknown else [])]


def hand_words(now: RoundState, player: str) -> str:
    """Return a hand on one line: `♠ 2 4? 10 ?  ♦ 1`, if another player may have the 4, and one card is unknown."""
    has, found = now.hands.get(player, ()), list[str]()
    for suit in suits_shown(now):
        if shown := [words for words, _ in cells(now, player, has, suit)]:
            found.append(" ".join([suit.sign, *shown] if suit else shown))
    return "  ".join(found)


# Payouts


def holding_words(now: RoundState, player: str, suit: Suit | None = None) -> str:
    """Return the chips of a player, and the number of cards of a suit: `P1: 315 chips, 3 ♠`."""
    words = f"{player}: {bank_words(now.banks[player])} chips"
    return words if suit is None else f"{words}, {held(now, player, suit.name)} {suit.sign}"


def trade_words(one: ReadTrade | Trade) -> str:
    """Return the public part of a trade: `P2 buys ♠ from P1 for 15`."""
    suit = suit_names().get(one.suit or "") if isinstance(one, ReadTrade) else one.sold
    price = UNKNOWN if one.price is None else chips(one.price)
    what = suit.sign if suit else "a card"
    return f"{one.buyer or UNKNOWN} buys {what} from {one.seller or UNKNOWN} for {price}"


def payout_words(end: Outcome) -> str:
    """Return the payout on one line: `P1 420 (5 goal cards), P2 …`."""
    return ", ".join(
        f"{player} {chips(bank)} ({plural(end.paid[player].goal_cards, 'goal card')})"
        for player, bank in end.banks.items()
    )


def computed(end: Outcome) -> str:
    """Return how the result was computed."""
    rule = end.rule
    if rule == facts().standard:
        return "Computed"
    ante = "" if rule.ante else "no ante, "
    return f"Computed by the {rule.name} payout ({ante}{rule.pot} chips for the majority)"


def payout_lines(end: Outcome, goal: str | None) -> Iterator[str]:
    """Yield a title and a line of the payout for each player."""
    yield f"Payout ({goal})"
    for player, words in payout_words_of(end).items():
        yield f"{player}  {words}"


def payout_words_of(end: Outcome) -> dict[str, str]:
    """Return each player's chips from the pot and final bank: `70 + 100 → 452`."""
    return {
        player: f"{one.for_cards}{f' + {chips(one.bonus)}' if one.bonus else ''} → {chips(end.banks[player])}"
        for player, one in end.paid.items()
    }


class Point(NamedTuple):
    """A price at a time, and its trade."""

    time: Number
    price: Number
    suit: Suit
    span: Span


class RoundMoment(NamedTuple):
    """The contents of a preview."""

    title: str
    now: RoundState
    """The state at that time."""
    until: int
    """The offset up to which trades count."""
    trade: Trade | None = None
    """The one that has just happened, if it is this that is shown."""
    begun: bool = False
    """Whether a trade is being written there, before which this is."""


def moment(analysis: Analysis, offset: int | None) -> RoundMoment:
    """Return the moment at an offset, or at the end."""
    end = len(analysis.document)
    if offset is not None:
        here = cursor_at(analysis, offset)
        if (found := here.trade) is not None:
            number, trade = found
            if _is_unfinished(trade):
                return _before(analysis, here.place, number, trade)
            time = f" at {chips(trade.time)} s" if trade.time is not None else ""
            now = round_state(analysis, here.place, number + 1)
            read = None not in trade[2:]
            why = "is not finished" if _unwritten(trade) else "is unreadable"
            unread = "" if read else f", which {why}: its effects are marked {UNKNOWN}"
            until = here.place.start + trade.table.end
            return RoundMoment(f"After {trade.title}{time}{unread}", now, until, trade)
        at = number_of_leaf(here.get("T")) if here.is_in(*EVENTS) else None
        if at is not None:
            now, until = standing_at(analysis, at)
            return RoundMoment(f"At {chips(at)} s", now, until)
        if here.is_in("Deal"):
            return RoundMoment("At the start", beginning(analysis), 0)
    place = analysis.document.place_at(end)
    trades = trades_of(analysis, place.chunk)
    if trades and _is_unfinished(trades[-1]):
        return _before(analysis, place, len(trades) - 1, trades[-1])
    return RoundMoment("At the end of the record", final(analysis), end)


def _before(analysis: Analysis, place: Place, number: int, trade: Trade) -> RoundMoment:
    """Return the moment before an unfinished trade."""
    title = f"Before {trade.title}, which is not finished"
    until = place.start + trade.table.head.start
    return RoundMoment(title, round_state(analysis, place, number), until, begun=True)


def _is_unfinished(trade: Trade) -> bool:
    """Return whether the players or the suit of a trade are not written yet: any card may have moved."""
    missing = _unwritten(trade)
    return not missing.isdisjoint({"Buyer", "Seller"}) or missing >= {"Suit", "Card"}


_MOVING = ("Buyer", "Seller", "Suit", "Card", "Price")
"""The keys that define the move of a trade."""


def _unwritten(trade: Trade) -> set[str]:
    """Return the keys of the move that are not there yet, or without a value."""
    return {name for name in _MOVING if (leaf := trade.table.get(name)) is None or leaf.begun}


def points(analysis: Analysis, until: int) -> Iterator[Point]:
    """Yield the prices before an offset; in a very long round the latest ones."""
    for one in [one for one in trades(analysis) if one.span.start < until][-MOST_TRADES:]:
        suit = suit_names().get(one.suit or "") or (suit_of(one.card) if one.card else None)
        if one.time is not None and one.price is not None and suit is not None:
            yield Point(one.time, one.price, suit, one.span)


def lasting(analysis: Analysis) -> tuple[Number, Number]:
    """Return when the round begins and ends in charts, in seconds; trades outside of its duration count."""
    times = [0, *(one.time for one in trades(analysis) if one.time is not None)]
    return min(times), max(analysis.context.terms.duration or 0, *times, 0)


def spread(prices: Sequence[Number]) -> str:
    """Return the range of prices of a suit and the last one: `5–9, last 7`."""
    low, high = chips(min(prices)), chips(max(prices))
    return f"{low if low == high else f'{low}–{high}'}, last {chips(prices[-1])}"


def stretch(times: tuple[Number, Number]) -> str:
    """Return the duration: `from 0 to 240 s`."""
    return f"from {chips(times[0])} to {chips(times[1])} s"


class Scale(NamedTuple):
    """The scale of an axis."""

    least: Number
    most: Number
    start: float
    end: float

    def __call__(self, value: Number) -> float:
        return self.start + (value - self.least) / ((self.most - self.least) or 1) * (self.end - self.start)
