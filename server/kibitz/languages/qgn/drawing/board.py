"""The boards of games, as text and as drawings, oriented as on the server. Each piece of text has the action of its cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kibitz.languages.qgn.drawing import carcassonne, indigo, quill, squares, tsuro
from kibitz.languages.qgn.drawing.drawn import Drawing, Drawn, Line
from kibitz.languages.qgn.game.kinds.carcassonne import Carcassonne
from kibitz.languages.qgn.game.kinds.indigo import Indigo
from kibitz.languages.qgn.game.kinds.lines import Board
from kibitz.languages.qgn.game.kinds.onitama import Onitama
from kibitz.languages.qgn.game.kinds.quill.play import Quill
from kibitz.languages.qgn.game.kinds.stratego import Stratego
from kibitz.languages.qgn.game.kinds.tsuro import Tsuro
from kibitz.languages.qgn.game.position import Position

DRAWN: Mapping[type, tuple[Callable[[Any, Drawing], list[Line]], Callable[[Any, Drawing], Drawn]]] = {
    Board: (squares.lines_text, squares.lines_scene),
    Carcassonne: (carcassonne.as_text, carcassonne.as_scene),
    Indigo: (indigo.as_text, indigo.as_scene),
    Onitama: (squares.onitama_text, squares.onitama_scene),
    Quill: (quill.as_text, quill.as_scene),
    Stratego: (squares.stratego_text, squares.stratego_scene),
    Tsuro: (tsuro.as_text, tsuro.as_scene),
}
"""The functions that draw each kind of position; other kinds have no drawing."""


def board(position: Position | None, drawing: Drawing) -> list[Line] | None:
    """Return the board of a game as text, or None if it is unknown."""
    draw = DRAWN.get(type(position))
    return draw and draw[0](position, drawing)


def scene(position: Position | None, drawing: Drawing) -> Drawn | None:
    """Return the drawing of a game's board, or None if it is unknown."""
    draw = DRAWN.get(type(position))
    return draw and draw[1](position, drawing)


def plain(position: Position | None, teams: Sequence[str]) -> list[str]:
    """Return the board as plain lines, or no lines if it is unknown."""
    drawn = board(position, Drawing({}, teams)) or ()
    return ["".join(text for text, _ in line).rstrip() for line in drawn]
