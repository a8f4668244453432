"""Boards to be looked at, oriented as the game server has them."""

from __future__ import annotations

from kibitz.languages.qgn.drawing import indigo_drawn, land_drawn, quill_drawn, squares, tsuro_drawn
from kibitz.languages.qgn.drawing.drawn import Board, Drawing
from kibitz.languages.qgn.game.kinds import lines
from kibitz.languages.qgn.game.kinds.carcassonne.play import Carcassonne
from kibitz.languages.qgn.game.kinds.indigo import Indigo
from kibitz.languages.qgn.game.kinds.onitama import Onitama
from kibitz.languages.qgn.game.kinds.quill.play import Quill
from kibitz.languages.qgn.game.kinds.stratego import Stratego
from kibitz.languages.qgn.game.kinds.tsuro import Tsuro
from kibitz.languages.qgn.game.position import Position


def board_of(position: Position, drawing: Drawing) -> Board | None:
    """The board of a game with hands and scores, None where nothing is known of it."""
    if isinstance(position, lines.Board):
        return squares.line_board(position, drawing)
    if isinstance(position, Onitama):
        return squares.onitama(position, drawing)
    if isinstance(position, Stratego):
        return squares.stratego(position, drawing)
    if isinstance(position, Indigo):
        return indigo_drawn.draw(position, drawing)
    if isinstance(position, Tsuro):
        return tsuro_drawn.draw(position, drawing)
    if isinstance(position, Quill):
        return quill_drawn.draw(position.table, drawing)
    return land_drawn.draw(position, drawing) if isinstance(position, Carcassonne) else None
