"""Follows games that are won by pieces in a line: tictactoe and connect4. Knows no places in the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kibitz.languages.qgn.games import Lines

Trouble = Literal["turn-order", "cell-taken", "column-full", "after-the-end"]
FREE = -1


@dataclass(frozen=True, slots=True)
class Board:
    """A position. `cells` hold the team of the piece on them, row by row from the top, or :data:`FREE`."""

    lines: Lines
    teams: int
    cells: tuple[int, ...]
    turn: int = 0
    """Whose turn it is: the teams take turns in the order of their indices."""
    winner: int | None = None
    late: bool = False
    """Whether something has been played after the end."""

    @property
    def full(self) -> bool:
        return FREE not in self.cells

    @property
    def over(self) -> bool:
        return self.winner is not None or self.full

    def at(self, row: int, column: int) -> int:
        return self.cells[row * self.lines.columns + column]


def empty(lines: Lines, teams: int) -> Board:
    """The position before the first action."""
    return Board(lines, teams, (FREE,) * (lines.rows * lines.columns))


def free(board: Board) -> list[tuple[int, ...]]:
    """The details of the actions that are possible: cells that are free, or columns that are not full."""
    if board.over:
        return []
    rows, columns = range(board.lines.rows), range(board.lines.columns)
    if board.lines.falls:
        return [(column,) for column in columns if board.at(0, column) == FREE]
    return [(row, column) for row in rows for column in columns if board.at(row, column) == FREE]


def play(board: Board, team: int, details: Sequence[int]) -> tuple[Board, Trouble | None]:
    """The position after an action and what was wrong with it; `details` must be of the right number and range."""
    if board.over:
        return replace(board, late=True), None if board.late else "after-the-end"
    trouble: Trouble | None = "turn-order" if team != board.turn else None
    after = replace(board, turn=(team + 1) % board.teams)
    row, column = (_lowest(board, details[0]), details[0]) if board.lines.falls else (details[0], details[1])
    if row is None or board.at(row, column) != FREE:
        return after, "column-full" if board.lines.falls else "cell-taken"
    at = row * board.lines.columns + column
    after = replace(after, cells=(*board.cells[:at], team, *board.cells[at + 1 :]))
    return (replace(after, winner=team) if _wins(after, row, column) else after), trouble


def _lowest(board: Board, column: int) -> int | None:
    return next((row for row in reversed(range(board.lines.rows)) if board.at(row, column) == FREE), None)


def _wins(board: Board, row: int, column: int) -> bool:
    """Whether the piece on a cell stands in a line that is long enough."""
    team = board.at(row, column)
    return any(
        1 + _run(board, team, row, column, down, right) + _run(board, team, row, column, -down, -right)
        >= board.lines.line
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


def _run(board: Board, team: int, row: int, column: int, down: int, right: int) -> int:
    """How many pieces of a team follow a cell in a direction."""
    count = 0
    while True:
        row, column = row + down, column + right
        inside = 0 <= row < board.lines.rows and 0 <= column < board.lines.columns
        if not inside or board.at(row, column) != team:
            return count
        count += 1
