"""How a round went: the price of each suit over time, goal cards and gains of each player.

What has been drawn of a round stays where it is when the round goes on: the scales are those of the whole record, and each
trade adds what is its own. So a replay holds each line once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.scene import Anchor, Circle, Item, Path, Shape, Text, fit
from kibitz.core.suits import suit as sign_of
from kibitz.languages.pfn.features._round import (
    Curves,
    Point,
    Scale,
    course,
    lasting,
    learning,
    points,
    spread,
    stretch,
)
from kibitz.languages.pfn.features._round import progress as course_until
from kibitz.languages.pfn.game.figgie import Number, Suit, chips, facts

WIDTH, EDGE = 820.0, 20.0
HEIGHT = 190.0
LEFT, RIGHT = EDGE + 40, WIDTH - 210
ROW, HIGH, TOP = 46.0, 28.0, 40.0
"""How far curves are apart, how high each is, and where the first one is."""
LABEL = 13.0
"""The size of what is written at axes: nothing is smaller."""
LINES = {"S": "edge-ink", "C": "edge-ink dashed", "H": "edge-red", "D": "edge-red dashed"}
CROWD = 60
"""The signs of more trades than these are smaller."""

Drawn = tuple[list[Item], float]
"""Items, and how high they are together."""


def colour(suit: Suit) -> str:
    """The one colour that a suit has in the whole picture: that of playing cards."""
    return "fill-ink" if suit.color == "Black" else "fill-red"


def prices(analysis: Analysis, until: int) -> Drawn:
    """The prices up to an offset: a line for each suit, its sign at each trade."""
    # A very long round is charted by its latest trades.
    everything = [*points(analysis, len(analysis.document) if course(analysis) else until)]
    shown = [point for point in everything if point.span.start < until]
    if not shown:
        return [], 0
    times = lasting(analysis, [point.time for point in everything])
    across = Scale(*times, LEFT + 8, RIGHT - 8)
    down = Scale(0, max(*[point.price for point in everything], 1), 34 + HEIGHT, 44)
    items = [_head(f"Prices {stretch(times)}", EDGE), _frame(across, down)]
    items += _lines(shown, across, down, 8.0 if len(everything) > CROWD else 12.0)
    items += _legend(shown)
    return items, HEIGHT + 64


def _head(words: str, x: float) -> Item:
    return Item(words, (Text(x, 18, words, 16, "start", "ink bold"),))


def _frame(across: Scale, down: Scale) -> Item:
    """The axes with their ends."""
    right = RIGHT - LEFT
    lines = "".join(f"M{LEFT:.0f} {down(down.most * part / 4):.1f}h{right:.0f}" for part in range(5))
    shapes: list[Shape] = [Path(lines, "line")]
    for part in (0, 2, 4):
        price = down.most * part / 4
        shapes.append(fit(LEFT - 6, down(price) + 5, chips(price), 38, LABEL, "end", "dim"))
    return Item("", (*shapes, *_clock(across, down.start + 20)))


def _clock(across: Scale, y: float) -> Iterator[Text]:
    """The beginning, the middle and the end of the time that an axis is for."""
    for part, anchor in _ANCHORS.items():
        time = across.least + (across.most - across.least) * part
        if part == 0 or across.most > across.least:
            yield Text(across(time), y, f"{chips(time)} s", LABEL, anchor, "dim")


_ANCHORS: dict[float, Anchor] = {0: "start", 0.5: "middle", 1: "end"}


def _lines(shown: list[Point], across: Scale, down: Scale, size: float) -> Iterator[Item]:
    last: dict[Suit, tuple[float, float]] = {}
    for number, (time, price, suit, span) in enumerate(shown):
        x, y = across(time), down(price)
        shapes: list[Shape] = []
        if (before := last.get(suit)) is not None:
            line = f"M{before[0]:.1f} {before[1]:.1f}L{x:.1f} {y:.1f}"
            shapes.append(Path(line, f"hollow {LINES[suit.letter]}"))
        shapes.append(sign_of(suit.letter, x, y, size, colour(suit)))
        if number == len(shown) - 1:
            shapes.append(Path("M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z", "hollow edge-gold thick", x, y))
        last[suit] = x, y
        name = f"{suit.name} for {chips(price)} at {chips(time)} s"
        yield Item(name, tuple(shapes), span=span, classes="price")


def _legend(shown: list[Point]) -> Iterator[Item]:
    """What each suit cost, and costs."""
    y = 54.0
    for suit in facts().suits:
        mine = [point.price for point in shown if point.suit == suit]
        if mine:
            words = spread(mine)
            line = Path("M0 0h34", f"hollow {LINES[suit.letter]} thick", 0, -5)
            name = Text(44, 0, suit.name, 15, "start", "ink bold")
            shapes = (line, sign_of(suit.letter, 17, -5, 16, colour(suit)), name, fit(44, 18, words, 140, 14))
            yield Item(f"{suit.name}: {words}", shapes, RIGHT + 14, y)
        y += 46


def progress(analysis: Analysis, until: int) -> Drawn:
    """How many goal cards each player had over time, and what each had gained by trading, side by side."""
    items: list[Item] = []
    height, middle = 0.0, WIDTH / 2
    places = (EDGE, middle - 14), (middle + 14, WIDTH - EDGE)
    for curves, place in zip(course_until(analysis, until), places, strict=False):
        drawn, height = _curves(curves, lasting(analysis), place, 40)
        items += drawn
    return items, height


def chances(analysis: Analysis, until: int) -> Drawn:
    """How likely the goal suit was over time, a line for each who could tell."""
    for curves in learning(analysis, until):
        return _curves(curves, lasting(analysis), (EDGE, WIDTH - EDGE), 100)
    return [], 0


def _curves(curves: Curves, times: tuple[Number, Number], place: tuple[float, float], room: float) -> Drawn:
    """A curve for each name, between two lines that tell the scale; `room` is that of the names."""
    (start, end), (head, rows, scale, words) = place, curves
    across = Scale(*times, start + room + 56, end - 62)
    items = [_head(head, start)]
    marks = dict.fromkeys((*scale, *([0] if scale[0] < 0 < scale[1] else [])))
    for row, (name, values) in enumerate(rows.items()):
        down = Scale(*scale, TOP + ROW * row + HIGH, TOP + ROW * row)
        middle, right = TOP + ROW * row + HIGH / 2 + 5, across.end - across.start + 12
        lines = "".join(f"M{across.start - 6:.0f} {down(one):.1f}h{right:.0f}" for one in marks)
        ends = (
            fit(across.start - 10, down(one) + 5, words(one), 46, LABEL, "end", "dim")
            for one in dict.fromkeys(scale)
        )
        items.append(Item("", (fit(start, middle, name, room, 15), Path(lines, "line"), *ends)))
        items += _steps(values, across, down)
        last = words(values[-1][1])
        items.append(Item(f"{name}: {last}", (fit(end, middle, last, 54, 15, "end", "ink bold"),)))
    bottom = TOP + ROW * len(rows)
    return [*items, Item("", tuple(_clock(across, bottom + 4)))], bottom + 8


def _steps(values: Sequence[tuple[Number, Number]], across: Scale, down: Scale) -> Iterator[Item]:
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
