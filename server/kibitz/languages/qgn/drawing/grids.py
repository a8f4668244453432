"""Context of all drawings, and boards of rows and columns as text. Each piece of text has the action of its cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

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
