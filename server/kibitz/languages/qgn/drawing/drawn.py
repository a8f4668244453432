"""What the boards to be looked at have in common: teams and their colours, cells, and lines of text beside the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kibitz.core.scene import Circle, Item, Path, Rect, Shape, Text, fit
from kibitz.core.values import Span

Cell = tuple[int, int]
Sources = Mapping[Cell, Span]
NAMED = {
    "red": "red", "blue": "blue", "green": "green", "yellow": "yellow", "gold": "yellow", "orange": "orange",
    "purple": "purple", "pink": "purple", "teal": "teal", "cyan": "teal", "black": "ink", "grey": "grey", "gray": "grey",
}  # fmt: skip
"""Colours by the names of teams, which on the game server are colours."""
ORDER = ("red", "yellow", "blue", "green", "purple", "teal", "orange", "grey")


class Board(NamedTuple):
    """A board with all that is told beside it, from its left upper corner on."""

    items: list[Item]
    width: float
    height: float


class Drawing(NamedTuple):
    """What every board is drawn with."""

    sources: Sources
    teams: Sequence[str]
    last: Span | None
    """Where the last action stands."""
    hidden: bool = False

    def colour(self, team: int) -> str:
        """The colour of a team: that of its name, or one that no other team has."""
        named = [NAMED.get(name.lower()) for name in self.teams]
        if team < len(named) and (own := named[team]) is not None and named.index(own) == team:
            return own
        free = [colour for colour in ORDER if colour not in named] or list(ORDER)
        before = sum(1 for other in named[:team] if other is None or named.count(other) > 1)
        return free[before % len(free)]

    def name(self, team: int) -> str:
        """`0 red`."""
        return f"{team} {self.teams[team]}" if team < len(self.teams) else str(team)

    def fresh(self, cell: Cell) -> bool:
        """Whether the last action made a cell what it is."""
        return self.last is not None and self.sources.get(cell) == self.last


def place_name(cell: Cell) -> str:
    """What a cell is called where something can be played there."""
    return f"{cell[0]},{cell[1]}"


def disc(drawing: Drawing, team: int, radius: float, x: float = 0, y: float = 0) -> list[Shape]:
    """A piece of a team with its index."""
    colour = drawing.colour(team)
    ink = "onlight" if colour == "yellow" else "onstrong"
    text = Text(x, y + radius * 0.36, str(team), radius, "middle", f"{ink} bold")
    return [Circle(x, y, radius, f"fill-{colour}"), text]


Hand = Sequence[tuple[str, Sequence[Shape]]]
"""Tiles as the notation has them, and as they are drawn."""


def held(drawing: Drawing, team: int, hand: Hand, x: float, y: float, named: bool = True) -> Iterator[Item]:
    """The tiles that a team holds, small, beside each other; if `named` each with its letters, for whoever is to write them."""
    for number, (tile, shapes) in enumerate(hand):
        small = [_smaller(shape) for shape in shapes]
        if named:
            small.append(fit(26, 5, tile, 66, 13, "start", "dim"))
        name = f"{drawing.name(team)} holds {tile}"
        yield Item(name, tuple(small), x + 24 + (118 if named else 52) * number, y, classes="held")


SMALL = 0.5
"""How large tiles in hands are."""


def _smaller(shape: Shape) -> Shape:
    if isinstance(shape, Rect):
        x, y, width, height = (one * SMALL for one in (shape.x, shape.y, shape.width, shape.height))
        return shape._replace(x=x, y=y, width=width, height=height, round=shape.round * SMALL)
    if isinstance(shape, Path):
        return shape._replace(x=shape.x * SMALL, y=shape.y * SMALL, scale=shape.scale * SMALL)
    if isinstance(shape, Circle):
        return shape._replace(x=shape.x * SMALL, y=shape.y * SMALL, radius=shape.radius * SMALL)
    return shape._replace(x=shape.x * SMALL, y=shape.y * SMALL, size=shape.size * SMALL)


def beside(
    lines: Sequence[tuple[int | None, str]], drawing: Drawing, x: float, y: float, room: float
) -> Iterator[Item]:
    """Lines of text below each other, before those about a team its disc."""
    for number, (team, line) in enumerate(lines):
        shapes: list[Shape] = [] if team is None else disc(drawing, team, 9, 10, -5)
        shapes.append(fit(0 if team is None else 28, 0, line, room - 28, 14))
        yield Item(line, tuple(shapes), x, y + 22 * number)


def labels(count: int, step: float, start: float, across: bool, at: float) -> Iterator[Item]:
    """The numbers of columns, or of rows."""
    for number in range(count):
        middle = start + (number + 0.5) * step
        x, y = (middle, at) if across else (at, middle + 5)
        yield Item("", (Text(x, y, str(number), 13, "middle", "dim"),))
