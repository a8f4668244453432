"""How a round went: the price of each suit over time, goal cards and gains of each player.

What has been drawn of a round stays where it is when the round goes on: the scales are those of the whole record, and each
trade adds what is its own. So a replay holds each line once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.scene import Circle, Item, Path, Shape, Text, fit
from kibitz.core.suits import suit as sign_of
from kibitz.core.values import Span
from kibitz.languages.pfn.features._beliefs import percent
from kibitz.languages.pfn.features._round import (
    CHANCE,
    Point,
    Sold,
    course,
    is_known,
    learning,
    points,
    suit_sold,
)
from kibitz.languages.pfn.features._round import progress as course_until
from kibitz.languages.pfn.game.figgie import Number, Suit, chips, facts, signed
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.record import Record

WIDTH, EDGE = 940.0, 20.0
HEIGHT = 170.0
LEFT, RIGHT = EDGE + 36, WIDTH - 250
ROW = 26.0
HIGH = 44.0
"""How high a curve is that tells chances."""
LINES = {"S": "edge-ink", "C": "edge-grey dashed", "H": "edge-red", "D": "edge-orange dashed"}
SIGNS = {"S": "fill-ink", "C": "fill-grey", "H": "fill-red", "D": "fill-orange"}
CROWD = 60
"""From so many trades on their signs are smaller."""

Drawn = tuple[list[Item], float]
"""Items, and how high they are together."""


class _Scale(NamedTuple):
    """What a length in a chart means."""

    least: Number
    most: Number
    start: float
    end: float

    def __call__(self, value: Number) -> float:
        return self.start + (value - self.least) / ((self.most - self.least) or 1) * (self.end - self.start)


def prices(reader: Reader, analysis: Analysis, until: int) -> Drawn:
    """The prices up to an offset: a line for each suit, its sign at each trade."""
    everything = _priced(course(analysis, reader))
    shown = [(point, span) for point, span in everything if span.start < until]
    if not everything:
        # A very long round is charted by its latest trades.
        shown = [(point, Span(0, 0)) for point in points(reader, analysis, until)]
        everything = shown
    if not shown:
        return [], 0
    times, amounts = [point.time for point, _ in everything], [point.price for point, _ in everything]
    across = _Scale(min(times), max(times), LEFT + 8, RIGHT - 8)
    down = _Scale(0, max(*amounts, 1), 34 + HEIGHT, 44)
    now = [point.time for point, _ in shown]
    head = f"Prices from {chips(min(now))} to {chips(max(now))} s"
    items = [Item(head, (Text(EDGE, 18, head, 15, "start", "ink bold"),)), _frame(across, down)]
    items += _lines(shown, across, down, 8.0 if len(everything) > CROWD else 11.0)
    items += _legend([point for point, _ in shown])
    return items, HEIGHT + 62


def _priced(sold: Sequence[Sold]) -> list[tuple[Point, Span]]:
    found = []
    for one in sold:
        time, price, suit = one.trade.time, one.trade.price, suit_sold(one.trade)
        if time is not None and price is not None and suit is not None:
            found.append((Point(time, price, suit), one.span))
    return found


def _frame(across: _Scale, down: _Scale) -> Item:
    """The axes with their ends."""
    right = RIGHT - LEFT
    lines = "".join(f"M{LEFT:.0f} {down(down.most * part / 4):.1f}h{right:.0f}" for part in range(5))
    shapes: list[Shape] = [Path(lines, "line")]
    for part in (0, 2, 4):
        price = down.most * part / 4
        shapes.append(fit(LEFT - 6, down(price) + 4, chips(price), 34, 12, "end", "dim"))
    bottom = down.start + 18
    shapes.append(Text(across.start, bottom, f"{chips(across.least)} s", 12, "start", "dim"))
    if across.most > across.least:
        shapes.append(Text(across.end, bottom, f"{chips(across.most)} s", 12, "end", "dim"))
    return Item("", tuple(shapes))


def _lines(shown: list[tuple[Point, Span]], across: _Scale, down: _Scale, size: float) -> Iterator[Item]:
    last: dict[Suit, tuple[float, float]] = {}
    for number, (point, span) in enumerate(shown):
        time, price, suit = point
        x, y = across(time), down(price)
        shapes: list[Shape] = []
        if (before := last.get(suit)) is not None:
            line = f"M{before[0]:.1f} {before[1]:.1f}L{x:.1f} {y:.1f}"
            shapes.append(Path(line, f"hollow {LINES[suit.letter]}"))
        shapes.append(sign_of(suit.letter, x, y, size, SIGNS[suit.letter]))
        if number == len(shown) - 1:
            shapes.append(Path("M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z", "hollow edge-gold thick", x, y))
        last[suit] = x, y
        name = f"{suit.name} for {chips(price)} at {chips(time)} s"
        yield Item(name, tuple(shapes), span=span if span.end else None, classes="price")


def _legend(shown: list[Point]) -> Iterator[Item]:
    """What each suit cost, and costs."""
    y = 58.0
    for suit in facts().suits:
        mine = [point.price for point in shown if point.suit == suit]
        if mine:
            spread = chips(mine[0]) if min(mine) == max(mine) else f"{chips(min(mine))}–{chips(max(mine))}"
            words = f"{spread}, last {chips(mine[-1])}"
            line = Path("M0 0h26", f"hollow {LINES[suit.letter]} thick", 0, -5)
            shapes = (line, sign_of(suit.letter, 13, -5, 14, SIGNS[suit.letter]))
            yield Item(f"{suit.name}: {words}", (*shapes, fit(38, 0, words, 190, 14)), RIGHT + 22, y)
        y += 34


def progress(reader: Reader, analysis: Analysis, record: Record, until: int) -> Drawn:
    """How many goal cards each player had over time, and what each had gained by trading."""
    if not (shown := course_until(reader, analysis, until)):
        return [], 0
    now = [one.trade.time or 0 for one in shown]
    ends = f"from {chips(now[0])} to {chips(now[-1])} s"
    middle = WIDTH / 2
    # What is known of the whole record gives the scale.
    known = [*filter(is_known, course(analysis, reader))]
    left = _rows(
        record, shown, known, lambda one, player: (one.held or {}).get(player, 0), chips, EDGE, middle - 16
    )
    right = _rows(
        record, shown, known, lambda one, player: one.nets.get(player) or 0, signed, middle + 16, WIDTH - EDGE
    )
    heads = [(f"Goal cards {ends}", EDGE), (f"Gained by trading {ends}", middle + 16)]
    items = [Item(head, (Text(x, 18, head, 15, "start", "ink bold"),)) for head, x in heads]
    return [*items, *left, *right], 34 + ROW * len(record.players)


def chances(reader: Reader, analysis: Analysis, until: int) -> Drawn:
    """How likely the goal suit was over time, a line for each who could tell."""
    shown, told = learning(reader, analysis, until)
    if not told:
        return [], 0
    times, whole = [one.trade.time or 0 for one in shown], course(analysis, reader)
    across = _Scale(whole[0].trade.time or 0, whole[-1].trade.time or 0, EDGE + 142, WIDTH - EDGE - 60)
    head = f"{CHANCE} from {chips(times[0])} to {chips(times[-1])} s"
    items = [Item(head, (Text(EDGE, 18, head, 15, "start", "ink bold"),))]
    for row, (name, values) in enumerate(told.items()):
        down, last = _Scale(0, 1, 72 + HIGH * row, 44 + HIGH * row), percent(values[-1])
        middle = down(0.5) + 5
        items += [Item("", (fit(EDGE, middle, name, 90, 14),)), _from_0_to_1(across, down)]
        items += _steps([*zip(times, values, strict=True)], across, down)
        place = fit(WIDTH - EDGE, middle, last, 54, 14, "end", "ink bold")
        items.append(Item(f"{name}: {last}", (place,)))
    return items, 38 + HIGH * len(told)


def _from_0_to_1(across: _Scale, down: _Scale) -> Item:
    """The lines of what cannot be and of what is certain."""
    left, right = across.start - 6, across.end - across.start + 12
    lines = "".join(f"M{left:.0f} {down(one):.1f}h{right:.0f}" for one in (0, 1))
    ends = [fit(left - 4, down(one) + 4, percent(one), 34, 11, "end", "dim") for one in (0, 1)]
    return Item("", (Path(lines, "line"), *ends))


def _rows(
    record: Record,
    shown: Sequence[Sold],
    known: Sequence[Sold],
    value: Callable[[Sold, str], Number],
    words: Callable[[Number], str],
    start: float,
    end: float,
) -> Iterator[Item]:
    """A line for each player: a step wherever the value changes, and what it is at last."""
    everything = [value(one, player) for one in known for player in record.players]
    times = [one.trade.time or 0 for one in known]
    across = _Scale(min(times), max(times), start + 86, end - 60)
    for row, player in enumerate(record.players):
        y = 34 + ROW * row
        down = _Scale(min(everything), max(everything), y + ROW - 5, y + 5)
        last = words(value(shown[-1], player))
        yield Item("", (fit(start, y + 18, player, 80, 14),))
        yield from _steps([(one.trade.time or 0, value(one, player)) for one in shown], across, down)
        yield Item(f"{player}: {last}", (fit(end, y + 18, last, 54, 14, "end", "ink bold"),))


def _steps(values: list[tuple[Number, Number]], across: _Scale, down: _Scale) -> Iterator[Item]:
    """A step for each change of a value, with a dot where it is at last."""
    time, value = values[0]
    x, y = across(time), down(value)
    yield Item("", (_dot(x, y),))
    for later, changed in values[1:]:
        if changed != value:
            new_x, new_y = across(later), down(changed)
            step = Path(f"M{x:.0f} {y:.1f}H{new_x:.0f}V{new_y:.1f}", "hollow edge-blue thick")
            yield Item("", (step, _dot(new_x, new_y)))
            x, y, value = new_x, new_y, changed
    if (now := across(values[-1][0])) > x:
        # Up to now it has stayed what it is.
        yield Item("", (Path(f"M{x:.0f} {y:.1f}H{now:.0f}", "hollow edge-blue thick"),))


def _dot(x: float, y: float) -> Circle:
    return Circle(round(x), y, 2.5, "fill-blue")
