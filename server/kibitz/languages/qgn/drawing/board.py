"""Boards as text, oriented as the game server has them: lines of pieces of text, each with the action it comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kibitz.languages.qgn.drawing import battle, hexes, land, lines, paths, pieces
from kibitz.languages.qgn.drawing.grids import Cell, Drawing, Line
from kibitz.languages.qgn.game.kinds.carcassonne.play import Carcassonne
from kibitz.languages.qgn.game.kinds.indigo import Indigo
from kibitz.languages.qgn.game.kinds.lines import Board
from kibitz.languages.qgn.game.kinds.onitama import Onitama
from kibitz.languages.qgn.game.kinds.quill.play import Quill
from kibitz.languages.qgn.game.kinds.stratego import Stratego
from kibitz.languages.qgn.game.kinds.tsuro import Tsuro
from kibitz.languages.qgn.game.position import Details, Position

DRAWN: Mapping[type, Callable[[Any, Drawing], list[Line]]] = {
    Board: lines.draw,
    Carcassonne: land.draw,
    Indigo: hexes.draw,
    Onitama: pieces.onitama,
    Quill: battle.draw,
    Stratego: pieces.stratego,
    Tsuro: paths.draw,
}


def board(position: Position, drawing: Drawing) -> list[Line] | None:
    """The board of a game with hands and scores, None where nothing is known of it."""
    draw = DRAWN.get(type(position))
    return None if draw is None else draw(position, drawing)


def plain(position: Position, teams: Sequence[str]) -> list[str]:
    """The same as plain lines; none where nothing is known of it."""
    drawn = board(position, Drawing({}, teams)) or ()
    return ["".join(text for text, _ in line).rstrip() for line in drawn]


def cells(before: Position, after: Position, sign: str, details: Details) -> list[Cell]:
    """The cells that an action made what they are."""
    if isinstance(before, Board) and isinstance(after, Board):
        changed = after.taken & ~before.taken
        return [divmod(changed.bit_length() - 1, before.lines.columns)] if changed else []
    if isinstance(before, (Onitama, Stratego)):
        numbers = list(map(int, details[:4]))
        return [(numbers[0], numbers[1])] * (sign == "s") + [(numbers[2], numbers[3])]
    if isinstance(before, Quill):
        return battle.changed(before.table, after.table) if isinstance(after, Quill) else []
    if isinstance(before, Indigo):
        return [(int(details[1]), int(details[2]))]
    if isinstance(before, (Tsuro, Carcassonne)) and len(details) > 2:
        at = details[:2] if sign != "o" else details[1:3]
        return [(int(at[0]), int(at[1]))]
    return []
