"""Common parts of drawn boards: teams and their colours, cells, and text next to the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from kibitz.core.scene import Circle, Item, Rect, Shape, Text, fit
from kibitz.languages.qgn.drawing.grids import Cell, Drawing


class Board(NamedTuple):
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
