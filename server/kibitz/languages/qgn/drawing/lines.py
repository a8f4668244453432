"""Boards with lines of pieces, as text."""

from __future__ import annotations

from kibitz.languages.qgn.drawing.grids import Cell, Drawing, Line, grid
from kibitz.languages.qgn.game.kinds.lines import FREE, Board


def draw(board: Board, drawing: Drawing) -> list[Line]:
    """Draw each piece as the index of its team, with the numbers of rows and columns. The winning line is starred."""
    won = set(board.line())

    def piece(cell: Cell) -> tuple[str]:
        team = board.at(*cell)
        return (" ." if team == FREE else f"{'*' if cell in won else ' '}{team}",)

    return grid(drawing, range(board.lines.rows), range(board.lines.columns), piece, head=" {}")
