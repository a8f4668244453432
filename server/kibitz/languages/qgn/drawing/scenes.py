"""Boards to be looked at, oriented as the game server has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kibitz.languages.qgn.drawing import indigo_drawn, land_drawn, quill_drawn, squares, tsuro_drawn
from kibitz.languages.qgn.drawing.drawn import Board
from kibitz.languages.qgn.drawing.grids import Drawing
from kibitz.languages.qgn.game.kinds import lines
from kibitz.languages.qgn.game.kinds.carcassonne.play import Carcassonne
from kibitz.languages.qgn.game.kinds.indigo import Indigo
from kibitz.languages.qgn.game.kinds.onitama import Onitama
from kibitz.languages.qgn.game.kinds.quill.play import Quill
from kibitz.languages.qgn.game.kinds.stratego import Stratego
from kibitz.languages.qgn.game.kinds.tsuro import Tsuro
from kibitz.languages.qgn.game.position import Position

DRAWN: Mapping[type, Callable[[Any, Drawing], Board]] = {
    lines.Board: squares.line_board,
    Carcassonne: land_drawn.draw,
    Indigo: indigo_drawn.draw,
    Onitama: squares.onitama,
    Quill: quill_drawn.draw,
    Stratego: squares.stratego,
    Tsuro: tsuro_drawn.draw,
}


def board_of(position: Position, drawing: Drawing) -> Board | None:
    """The board of a game with hands and scores, None where nothing is known of it."""
    draw = DRAWN.get(type(position))
    return None if draw is None else draw(position, drawing)
