"""What is shown of a round at a place: hands, banks and payouts, with a question mark for the unknown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.pfn.check.sums import total
from kibitz.languages.pfn.features._cursor import cursor_at, placed_trades, trades_of
from kibitz.languages.pfn.features._round import (
    MOST_TRADES,
    Made,
    beginning,
    final,
    standing,
    standing_at,
    trades,
)
from kibitz.languages.pfn.game.figgie import Number, Outcome, Suit, chips, facts, number_of
from kibitz.languages.pfn.game.play import Standing
from kibitz.languages.pfn.text.tables import EVENTS
from kibitz.languages.pfn.text.tables import number as number_of_leaf
from kibitz.languages.pfn.text.trades import Trade

EMPTY_CELL = "–"
WINS = "wins"
UNKNOWN = "?"


def bank_words(bank: Number | None) -> str:
    """A number of chips."""
    return UNKNOWN if bank is None else chips(bank)


def hand_cell(now: Standing, player: str, suit: Suit | None) -> str:
    """The cards of a suit that a player has: `2 4? 7 ?` if another one may have the 4, and one card is not known.

    Without a suit those of which not even that is known.
    """
    mine = [card for card, one in now.cards.owners.items() if one.player == player]
    return " ".join(words for words, _ in cells(now, player, sorted(mine, key=number_of), suit))


def cells(now: Standing, player: str, has: Iterable[str], suit: Suit | None) -> Iterator[tuple[str, str]]:
    """The cards of a suit among those that a player has, as they are shown, and then a question mark for each that nobody knows."""
    for card in has:
        if suit is not None and card[0] == suit.letter:
            yield f"{number_of(card)}{'' if now.cards.owners[card].sure else UNKNOWN}", card
    yield from repeat((UNKNOWN, ""), hidden(now, player, suit))


def hidden(now: Standing, player: str, suit: Suit | None) -> int:
    """How many question marks stand for cards of a suit that nobody knows: one for each that was bought, one for a hand untold."""
    letter = suit and suit.letter
    untold = letter is not None and now.cards.is_untold(player, letter)
    return now.cards.hidden(player, letter) + untold


def held(now: Standing, player: str, suit: str) -> str:
    """How many cards of a suit, given by its name, a player has."""
    counts = now.cards.held(now.nets, suit)
    return UNKNOWN if counts is None or player not in counts else str(counts[player])


def suits_shown(now: Standing) -> list[Suit | None]:
    """The suits, and None where somebody has got a card of which nobody knows even that."""
    unknown = any(now.cards.hidden(player, None) for player in now.nets)
    return [*facts().suits, *([None] if unknown else [])]


def hand_words(now: Standing, player: str) -> str:
    """A hand on one line: `♠ 2 4 10  ♦ 1`."""
    cells = [(suit.sign, hand_cell(now, player, suit)) for suit in facts().suits]
    cells.append((UNKNOWN, hand_cell(now, player, None)))
    return "  ".join(f"{sign} {cell}" if sign != UNKNOWN else cell for sign, cell in cells if cell)


# What a round came to


def payout_words(end: Outcome) -> str:
    """`P1 420 (5 goal cards), P2 …`."""
    return ", ".join(
        f"{player} {chips(bank)} ({plural(end.paid[player].goal_cards, 'goal card')})"
        for player, bank in end.banks.items()
    )


def computed(end: Outcome) -> str:
    """How the result was found, which is only said where it is not the standard way."""
    rule = end.rule
    if rule == facts().standard:
        return "Computed"
    ante = "" if rule.ante else "no ante, "
    return f"Computed by the {rule.name} payout ({ante}{rule.pot} chips for the most goal cards)"


def payout_lines(end: Outcome, goal: str | None) -> Iterator[str]:
    """The payout, a line for each player."""
    yield f"Payout ({goal})"
    for player, words in payout_words_of(end).items():
        yield f"{player}  {words}"


def payout_words_of(end: Outcome) -> dict[str, str]:
    """What each player gets for goal cards, and what their banks are then: `70 + 100 → 452`."""
    return {
        player: f"{one.for_cards}{f' + {chips(one.bonus)}' if one.bonus else ''} → {chips(end.banks[player])}"
        for player, one in end.paid.items()
    }


class Point(NamedTuple):
    """A price at a time, and the trade that tells it."""

    time: Number
    price: Number
    suit: Suit
    span: Span


class Moment(NamedTuple):
    """What is shown."""

    title: str
    now: Standing
    """How things stand then."""
    until: int
    """The offset up to which trades count."""
    trade: Trade | None = None
    """The one that has just happened, if it is this that is shown."""
    begun: bool = False
    """Whether a trade is being written there, before which this is."""


def moment(analysis: Analysis, offset: int | None) -> Moment:
    """What is shown at an offset, or at the end."""
    end = len(analysis.document)
    if offset is not None:
        here = cursor_at(analysis, offset)
        if (found := here.trade) is not None:
            number, trade = found
            if _is_unfinished(trade):
                return _before(analysis, here.place, number, trade)
            time = f" at {chips(trade.time)} s" if trade.time is not None else ""
            now = standing(analysis, here.place, number + 1)
            read = None not in trade[2:]
            why = "is not finished" if _is_begun(trade) else "can't be read"
            unread = "" if read else f", which {why}: what it moved is marked {UNKNOWN}"
            until = here.place.start + trade.table.end
            return Moment(f"After {trade.title}{time}{unread}", now, until, trade)
        at = number_of_leaf(here.get("T")) if here.is_in(*EVENTS) else None
        if at is not None:
            now, until = standing_at(analysis, at)
            return Moment(f"At {chips(at)} s", now, until)
        if here.is_in("Deal"):
            return Moment("At the start", beginning(analysis), 0)
    place = analysis.document.place_at(end)
    trades = trades_of(analysis, place.chunk)
    if trades and _is_unfinished(trades[-1]):
        return _before(analysis, place, len(trades) - 1, trades[-1])
    return Moment("At the end of the record", final(analysis), end)


def _before(analysis: Analysis, place: Place, number: int, trade: Trade) -> Moment:
    """What is shown while a trade is written: the round before it, of which all is known that was."""
    title = f"Before {trade.title}, which is not finished"
    until = place.start + trade.table.head.start
    return Moment(title, standing(analysis, place, number), until, begun=True)


def _is_unfinished(trade: Trade) -> bool:
    """Whether it is not written yet who trades, or of which suit: any card may have moved."""
    missing = {name for name in _MOVING if (leaf := trade.table.get(name)) is None or leaf.begun}
    return not missing.isdisjoint({"Buyer", "Seller"}) or missing >= {"Suit", "Card"}


_MOVING = ("Buyer", "Seller", "Suit", "Card", "Price")
"""The keys that tell what a trade moves."""


def _is_begun(trade: Trade) -> bool:
    """Whether a key is not there yet, or nothing is written for it."""
    return any((leaf := trade.table.get(name)) is None or leaf.begun for name in _MOVING)


def points(analysis: Analysis, until: int) -> Iterator[Point]:
    """The latest prices before an offset."""
    document = analysis.document
    last = document.place_at(until).block
    first = max(0, last - MOST_TRADES // 64)
    span = Span(document.block_start(first), max(until, 1))
    for place, _, trade in placed_trades(analysis, span):
        at, (time, price, suit) = (
            trade.table.span.shifted(place.start), (trade.time, trade.price, trade.sold),
        )  # fmt: skip
        if at.start < until and time is not None and price is not None and suit is not None:
            yield Point(time, price, suit, at)


def charted(analysis: Analysis) -> Sequence[Made]:
    """Return the trades of a round that a chart shows as a whole, or none if they are too many."""
    return trades(analysis) if total(analysis.tallies).count <= MOST_TRADES else ()


def lasting(analysis: Analysis, shown: Sequence[Number]) -> tuple[Number, Number]:
    """Return when the round begins and ends in charts, in seconds; trades outside of its duration count."""
    times = [0, *shown, *(one.time for one in charted(analysis) if one.time is not None)]
    return min(times), max(analysis.context.terms.duration or 0, *times)


def spread(prices: Sequence[Number]) -> str:
    """What a suit cost, and costs: `5–9, last 7`."""
    low, high = chips(min(prices)), chips(max(prices))
    return f"{low if low == high else f'{low}–{high}'}, last {chips(prices[-1])}"


def stretch(times: tuple[Number, Number]) -> str:
    """`from 0 to 240 s`."""
    return f"from {chips(times[0])} to {chips(times[1])} s"


class Scale(NamedTuple):
    """What a length in a chart means."""

    least: Number
    most: Number
    start: float
    end: float

    def __call__(self, value: Number) -> float:
        return self.start + (value - self.least) / ((self.most - self.least) or 1) * (self.end - self.start)
