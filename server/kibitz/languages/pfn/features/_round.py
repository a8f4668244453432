"""How a round stands at a place, and how it came to that: what every picture of it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.values import Span
from kibitz.languages.pfn.check.tally import total
from kibitz.languages.pfn.features._beliefs import MOST_TRADES
from kibitz.languages.pfn.features._cursor import cursor_at, placed_trades, trades_of
from kibitz.languages.pfn.features._shown import UNKNOWN
from kibitz.languages.pfn.features._standing import beginning, final, standing, standing_at
from kibitz.languages.pfn.features._trades import Made, trades
from kibitz.languages.pfn.game.figgie import Number, Suit, chips
from kibitz.languages.pfn.game.play import Standing
from kibitz.languages.pfn.text.tables import EVENTS
from kibitz.languages.pfn.text.tables import number as number_of_leaf
from kibitz.languages.pfn.text.trades import Trade


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
