"""Shared by all drawings: their context, teams and colours, cells, grids of text, and text next to a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kibitz.core.scene import Circle, Item, Rect, Shape, Text, fit
from kibitz.core.values import Span

Cell = tuple[int, int]
Sources = Mapping[Cell, Span]
"""The last action that changed each cell."""
Line = list[tuple[str, Span | None]]
NAMED = {
    "red": "red", "blue": "blue", "green": "green", "yellow": "yellow", "gold": "yellow", "orange": "orange",
    "purple": "purple", "pink": "purple", "teal": "teal", "cyan": "teal", "black": "ink", "grey": "grey", "gray": "grey",
}  # fmt: skip
"""Colours by the names of teams, which are colours on the game server."""
ORDER = ("red", "yellow", "blue", "green", "purple", "teal", "orange", "grey")


class Drawing(NamedTuple):
    """The context of a drawing."""

    sources: Sources
    teams: Sequence[str]
    last: Span | None = None
    """The span of the last action."""
    hidden: bool = False
    """Whether units of stratego show only their team."""

    def colour(self, team: int) -> str:
        """Return the colour of a team's name, or else a colour that no other team has."""
        named = [NAMED.get(name.lower()) for name in self.teams]
        if team < len(named) and (own := named[team]) is not None and named.index(own) == team:
            return own
        free = [colour for colour in ORDER if colour not in named] or list(ORDER)
        before = sum(1 for other in named[:team] if other is None or named.count(other) > 1)
        return free[before % len(free)]

    def name(self, team: int) -> str:
        """Return the index and name of a team: `0 red`."""
        return f"{team} {self.teams[team]}" if team < len(self.teams) else str(team)

    def fresh(self, cell: Cell) -> bool:
        """Return whether the last action has changed a cell."""
        return self.last is not None and self.sources.get(cell) == self.last


def grid(
    drawing: Drawing,
    rows: Iterable[int],
    columns: Sequence[int],
    cell: Callable[[Cell], Sequence[str]],
    label: str = " {}",
    head: str = "  {}",
    middle: int = 0,
    upright: bool = False,
) -> list[Line]:
    """Draw cells in rows and columns, each of one or more lines.

    `label` and `head` format the number of a row, in line `middle` of its cells, and of a column. With `upright`,
    cells are x and y.
    """
    blank = " " * len(label.format(0))
    drawn: list[Line] = [[(blank + "".join(map(head.format, columns)), None)]]
    for row in rows:
        cells = [(column, row) if upright else (row, column) for column in columns]
        for number, texts in enumerate(zip(*map(cell, cells), strict=True)):
            lead = label.format(row) if number == middle else blank
            drawn.append([(lead, None), *zip(texts, map(drawing.sources.get, cells), strict=True)])
    return drawn


def noted(lines: Iterable[str]) -> list[Line]:
    """Return lines without an action."""
    return [[(line, None)] for line in lines]


class Drawn(NamedTuple):
    """A board with the text next to it, from its top left corner."""

    items: list[Item]
    width: float
    height: float


def place_name(cell: Cell) -> str:
    """Return the name of a playable cell."""
    return f"{cell[0]},{cell[1]}"


def disc(drawing: Drawing, team: int, radius: float, x: float = 0, y: float = 0) -> list[Shape]:
    """Return a piece of a team with its index."""
    colour = drawing.colour(team)
    ink = "onlight" if colour == "yellow" else "onstrong"
    text = Text(x, y + radius * 0.36, str(team), radius, "middle", f"{ink} bold")
    return [Circle(x, y, radius, f"fill-{colour}"), text]


Hand = Sequence[tuple[str, Sequence[Shape]]]
"""Tiles in notation, each with its shapes."""


def held(drawing: Drawing, team: int, hand: Hand, x: float, y: float, named: bool = True) -> Iterator[Item]:
    """Yield the tiles in a team's hand, small and in a row. `named` adds the letters of each tile."""
    for number, (tile, shapes) in enumerate(hand):
        small = [_smaller(shape) for shape in shapes]
        if named:
            small.append(fit(26, 5, tile, 66, 13, "start", "dim"))
        name = f"{drawing.name(team)} holds {tile}"
        yield Item(name, tuple(small), x + 24 + (118 if named else 52) * number, y, classes="held")


SMALL = 0.5
"""Scale of tiles in hands."""


def _smaller(shape: Any) -> Shape:
    lengths = {"x", "y", "width", "height", "round", "scale", "radius", "size"} & {*shape._fields}
    smaller: Shape = shape._replace(**{name: getattr(shape, name) * SMALL for name in lengths})
    return smaller


def beside(drawing: Drawing, team: int, line: str, x: float, y: float, room: float) -> Item:
    """Return a line of text about a team after the team's disc."""
    return Item(line, (*disc(drawing, team, 9, 10, -5), fit(28, 0, line, room - 28, 14)), x, y)


MARGIN = 26.0
"""Width of the margin for the numbers of rows and columns, in pixels."""


def squares(rows: int, columns: int, size: float, ground: str = "wood", corner: float = 0) -> list[Item]:
    """Return the ground of a board of squares, and the numbers of its rows and columns."""
    return [
        Item("", (Rect(MARGIN, MARGIN, columns * size, rows * size, ground, corner),)),
        *labels(range(columns), size, MARGIN, True, 18),
        *labels(range(rows), size, MARGIN, False, 14),
    ]


def middle(cell: Cell, size: float) -> tuple[float, float]:
    """Return the middle of a square."""
    return MARGIN + (cell[1] + 0.5) * size, MARGIN + (cell[0] + 0.5) * size


def square(size: float, classes: str, inset: float = 0, corner: float = 0) -> Rect:
    """Return a square around the middle of a cell, smaller by `inset` on each side."""
    return Rect(inset - size / 2, inset - size / 2, size - 2 * inset, size - 2 * inset, classes, corner)


def whose(drawing: Drawing, team: int, room: float, size: float = 14) -> list[Shape]:
    """Return the disc of a team and its name."""
    return [*disc(drawing, team, 9, 10, -5), fit(26, 0, drawing.name(team), room, size, "start", "ink bold")]


def labels(numbers: Sequence[int], step: float, start: float, across: bool, at: float) -> Iterator[Item]:
    """Yield the numbers of columns or of rows."""
    for place, number in enumerate(numbers):
        along = start + (place + 0.5) * step
        x, y = (along, at) if across else (at, along + 5)
        yield Item("", (Text(x, y, str(number), 13, "middle", "dim"),))
