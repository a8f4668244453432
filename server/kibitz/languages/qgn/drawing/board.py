"""Boards as text, oriented as the game server has them: lines of pieces of text, each with the action it comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.core.values import Span
from kibitz.languages.qgn.drawing import battle, hexes, land, lines, paths, pieces
from kibitz.languages.qgn.game.kinds.carcassonne.play import Carcassonne
from kibitz.languages.qgn.game.kinds.indigo import Indigo
from kibitz.languages.qgn.game.kinds.lines import Board
from kibitz.languages.qgn.game.kinds.onitama import Onitama
from kibitz.languages.qgn.game.kinds.quill.play import Quill
from kibitz.languages.qgn.game.kinds.stratego import Stratego
from kibitz.languages.qgn.game.kinds.tsuro import Tsuro
from kibitz.languages.qgn.game.position import Details, Position

Cell = tuple[int, int]
Sources = Mapping[Cell, Span]
"""The action that made each cell what it is."""
Line = list[tuple[str, Span | None]]


def board(
    position: Position, sources: Sources, teams: Sequence[str], hidden: bool = False
) -> list[Line] | None:
    """The board of a game with hands and scores, None where nothing is known of it. `hidden`: units of stratego are shown
    by their teams only."""
    if isinstance(position, Board):
        return lines.draw(position, sources)
    if isinstance(position, Onitama):
        return pieces.onitama(position, sources, teams)
    if isinstance(position, Stratego):
        return pieces.stratego(position, sources, hidden)
    if isinstance(position, Indigo):
        return hexes.draw(position, sources, teams)
    if isinstance(position, Tsuro):
        return paths.draw(position, sources, teams)
    if isinstance(position, Quill):
        return battle.draw(position.table, sources, teams)
    return land.draw(position, sources, teams) if isinstance(position, Carcassonne) else None


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
