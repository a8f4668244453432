"""How a round stands at a place, and how it came to that: what every picture of it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.memory import kept_with
from kibitz.core.values import Span
from kibitz.languages.pfn.features._beliefs import MOST_TRADES, believed, percent, sights
from kibitz.languages.pfn.features._cursor import cursor_at, placed_trades, trades_of
from kibitz.languages.pfn.features._shown import UNKNOWN
from kibitz.languages.pfn.features._standing import after, beginning, final, standing, standing_at
from kibitz.languages.pfn.game.beliefs import Seen
from kibitz.languages.pfn.game.figgie import Number, Suit, chips, signed
from kibitz.languages.pfn.game.play import Standing
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import EVENTS, RESULT
from kibitz.languages.pfn.text.tables import number as number_of_leaf
from kibitz.languages.pfn.text.trades import Trade

CHANCE = "Chance of the goal suit by what each had seen"


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


class Sold(NamedTuple):
    """A trade with the round behind it, or the beginning of the round, which has no trade."""

    span: Span
    time: Number
    trade: Trade | None
    held: dict[str, int] | None
    """How many goal cards each player has; None where that is not known."""
    nets: Mapping[str, Number | None]
    """What each has gained by trading."""
    seen: Seen | None
    """What everybody has seen; None where that is not known."""


@kept_with
def course(analysis: Analysis) -> tuple[Sold, ...]:
    """The beginning, and all trades that tell their time; nothing where they are too many.

    Who steps through a round asks again and again.
    """
    record: Record = analysis.context
    found = list(islice(placed_trades(analysis), MOST_TRADES + 1))
    if len(found) > MOST_TRADES:
        return ()
    now, seen = beginning(analysis), sights(analysis)

    def sold(span: Span, time: Number, trade: Trade | None, key: int) -> Sold:
        held = now.cards.held(now.nets, record.goal) if record.goal is not None else None
        return Sold(span, time, trade, held, now.nets, seen.get(key))

    told = [sold(Span(0, 0), 0, None, -1)]
    for place, _, trade in found:
        now = after(record.terms, now, trade, place)
        if trade.time is not None:
            span = trade.table.span.shifted(place.start)
            told.append(sold(span, trade.time, trade, span.start))
    return tuple(told)


def lasting(analysis: Analysis, shown: Sequence[Number] = ()) -> tuple[Number, Number]:
    """When the round begins and ends in pictures, whichever moment of it they show: where a trade lies outside, that counts."""
    times = [one.time for one in course(analysis)] or [0, *shown]
    return min(times), max([analysis.context.terms.duration or 0, *times])


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


class Curves(NamedTuple):
    """How something went over time: the same thing of several, from the beginning on."""

    head: str
    rows: Mapping[str, Sequence[tuple[Number, Number]]]
    """By name, times and values; each stays until the next one."""
    scale: tuple[Number, Number]
    """The least value and the most, whichever moment is shown."""
    words: Callable[[Number], str]


def progress(analysis: Analysis, until: int) -> list[Curves]:
    """How many goal cards each player had up to an offset, and what each had gained, where both are known at each trade."""
    record: Record = analysis.context
    shown = _shown(analysis, until)
    if not shown or record.goal is None or not record.deal.complete or not all(map(_is_known, shown)):
        return []
    known = [*filter(_is_known, course(analysis))]

    def of(head: str, words: Callable[[Number], str], value: Callable[[Sold, str], Number]) -> Curves:
        every = [value(one, player) for one in known for player in record.players]
        values = {player: [value(one, player) for one in shown] for player in record.players}
        return _curves(analysis, until, head, values, (min(every), max(every)), words)

    return [
        of("Goal cards", chips, lambda one, player: (one.held or {}).get(player, 0)),
        of("Gained by trading", signed, lambda one, player: one.nets.get(player) or 0),
    ]


def learning(analysis: Analysis, until: int) -> list[Curves]:
    """How likely the goal suit was up to an offset, to those of whom it can be told.

    Nothing where that is not known behind some trades, or nobody knows the goal suit.
    """
    record: Record = analysis.context
    goal, shown = record.goal, _shown(analysis, until)
    if goal is None or not shown:
        return []
    found = [believed(record.deal, one.seen) for one in shown]
    names = [name for name in found[0] if all(name in one for one in found)]
    values = {name: [one[name].chance(goal) for one in found] for name in names}
    return [_curves(analysis, until, CHANCE, values, (0, 1), percent)] if values else []


def _shown(analysis: Analysis, until: int) -> Sequence[Sold]:
    """The beginning and the trades before an offset; nothing where there are none."""
    shown = [one for one in course(analysis) if one.span.start < until]
    return shown if len(shown) > 1 else ()


def _curves(
    analysis: Analysis, until: int, head: str, values: Mapping[str, Sequence[Number]],
    scale: tuple[Number, Number], words: Callable[[Number], str],
) -> Curves:  # fmt: skip
    """Where the record tells how the round ended, its end belongs to the curves, too."""
    times, at = lasting(analysis), [one.time for one in _shown(analysis, until)]
    ended = until == len(analysis.document) and any(analysis.context.at(*RESULT))
    rows = {
        name: [*zip(at, some, strict=True), *([(times[1], some[-1])] if ended else [])]
        for name, some in values.items()
    }
    return Curves(f"{head} {stretch(times)}", rows, scale, words)


def _is_known(one: Sold) -> bool:
    """Whether it is known how many goal cards each player has behind a trade, and what each has gained."""
    return one.held is not None and one.held.keys() >= one.nets.keys() and None not in one.nets.values()
