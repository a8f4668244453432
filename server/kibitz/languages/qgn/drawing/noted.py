"""A board in one line, for rows: what lies where, in the words of the notation and of the pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from kibitz.core.bounds import MANY
from kibitz.core.memory import latest
from kibitz.languages.qgn.drawing import battle
from kibitz.languages.qgn.drawing.pieces import PAWNS, unit
from kibitz.languages.qgn.game.kinds.carcassonne.land import FARMER, MONK, Token
from kibitz.languages.qgn.game.kinds.carcassonne.play import Carcassonne
from kibitz.languages.qgn.game.kinds.carcassonne.tile import HALVES, SIDES
from kibitz.languages.qgn.game.kinds.indigo import Indigo
from kibitz.languages.qgn.game.kinds.lines import Board
from kibitz.languages.qgn.game.kinds.onitama import SIZE, Onitama
from kibitz.languages.qgn.game.kinds.quill.play import Quill
from kibitz.languages.qgn.game.kinds.stratego import Stratego
from kibitz.languages.qgn.game.kinds.tsuro import Tsuro
from kibitz.languages.qgn.game.position import Position

T = TypeVar("T")


def noted(position: Position) -> str | None:
    """Boards with cells row by row from the top, `/` between the rows: `. 0 1/…`. Others as the details of the actions that laid
    the tiles, and behind ` | ` what stands on them: `1.0.ABCDEFGH … | 0:1.0.C`. None where nothing is known of the board."""
    if isinstance(position, Board):
        width, rows = position.lines.columns, range(position.lines.rows)
        mask = (1 << width) - 1
        return "/".join(
            [
                _pieces_in(width, tuple([team >> row * width & mask for team in position.pieces]))
                for row in rows
            ]
        )
    if isinstance(position, Onitama):
        return _grid(position.pawns, SIZE, PAWNS.__getitem__)
    if isinstance(position, Stratego):
        return _grid(position.cells, position.size, unit)
    if isinstance(position, Quill):
        return battle.noted(position.table)
    if isinstance(position, (Tsuro, Indigo, Carcassonne)):
        tiles, pieces = _tiles(position), _pieces(position)
        return f"{' '.join(map(_dotted, tiles))} | {' '.join(pieces)}".strip()
    return None


def _grid(cells: tuple[T, ...], width: int, sign: Callable[[T], str]) -> str:
    return "/".join([_row(sign, cells[at : at + width]) for at in range(0, len(cells), width)])


@latest(MANY)
def _row(sign: Callable[[T], str], cells: tuple[T, ...]) -> str:
    """A row of a board, most of which have not changed since the last action."""
    return " ".join(map(sign, cells))


@latest(MANY)
def _pieces_in(width: int, teams: tuple[int, ...]) -> str:
    """A row of pieces, those of each team as the bits of a number."""
    owners = (
        next((str(team) for team, cells in enumerate(teams) if cells >> column & 1), ".")
        for column in range(width)
    )
    return " ".join(owners)


def _dotted(details: tuple[object, ...]) -> str:
    return ".".join(map(str, details))


def _tiles(game: Tsuro | Indigo | Carcassonne) -> Iterator[tuple[object, ...]]:
    """The tiles as the details of their actions."""
    if isinstance(game, Tsuro):
        return ((*laid.cell, laid.tile) for laid in game.laid)
    if isinstance(game, Indigo):
        return ((tile, *cell) for cell, tile in game.tiles)
    return ((*cell, *tile) for cell, tile in game.tiles.items())


def _pieces(game: Tsuro | Indigo | Carcassonne) -> Iterator[str]:
    """Tokens behind the index of their team, gems behind their colour."""
    if isinstance(game, Tsuro):
        return (
            f"{team}:{_dotted((*game.tokens[team].cell, game.tokens[team].notch))}"
            for team in sorted(game.alive)
        )
    if isinstance(game, Indigo):
        return (f"{gem.color}:{_dotted((*gem.cell, gem.edge))}".rstrip(".") for gem in game.gems if gem.runs)
    return (f"{token.team}:{_dotted((*token.cell, token.kind, *_side(token)))}" for token in game.tokens)


def _side(token: Token) -> tuple[str, ...]:
    """Where on its tile a token stands."""
    return () if token.kind == MONK else ((HALVES if token.kind == FARMER else SIDES)[token.side],)
