"""Boards on which a line of pieces wins."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.core.values import Span
from kibitz.languages.qgn.game.kinds.lines import FREE, Board


def draw(board: Board, sources: Mapping[tuple[int, int], Span]) -> list[list[tuple[str, Span | None]]]:
    """A piece as the index of its team, with the numbers of rows and columns; those of the line that has won are starred."""
    won = set(board.line())
    lines: list[list[tuple[str, Span | None]]] = [
        [("  " + "".join(f" {column}" for column in range(board.lines.columns)), None)]
    ]
    for row in range(board.lines.rows):
        cells: list[tuple[str, Span | None]] = [(f" {row}", None)]
        for column in range(board.lines.columns):
            team = board.at(row, column)
            mark = "*" if (row, column) in won else " "
            cells.append((" ." if team == FREE else f"{mark}{team}", sources.get((row, column))))
        lines.append(cells)
    return lines
