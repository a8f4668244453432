"""The land of carcassonne as text, with y upwards as on the server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from kibitz.core.words import plural
from kibitz.languages.qgn.drawing.grids import Cell, Drawing, Line, grid, noted
from kibitz.languages.qgn.game.kinds.carcassonne.land import FARMER, MONK, Token
from kibitz.languages.qgn.game.kinds.carcassonne.play import NAMES, Carcassonne
from kibitz.languages.qgn.game.kinds.carcassonne.tile import CLOISTER

SIDES = ((0, 1), (1, 2), (2, 1), (1, 0))
"""The place of each side in the three lines of three characters of a tile."""
CORNERS = ((0, 0), (0, 2), (0, 2), (2, 2), (2, 2), (2, 0), (2, 0), (0, 0))
"""The place of each half of a side in these lines."""


def draw(game: Carcassonne, drawing: Drawing) -> list[Line]:
    """Draw each tile as four sides around its centre. A token is the index of its team; farmers are in corners."""
    rows, columns = extent(game.tiles)
    drawn = grid(drawing, rows, columns, partial(_block, game), "{:>3} ", "{:^4}", middle=1, upright=True)
    return drawn + noted(team_lines(game, drawing))


def extent(cells: Iterable[Cell]) -> tuple[range, range]:
    """Return the rows of some cells, highest first, and their columns."""
    xs, ys = zip(*cells, strict=True)
    return range(max(ys), min(ys) - 1, -1), range(min(xs), max(xs) + 1)


def _block(game: Carcassonne, cell: Cell) -> list[str]:
    tile = game.tiles.get(cell)
    if tile is None:
        return ["    "] * 3
    signs = [list("... ") for _ in range(3)]
    for side, (row, column) in enumerate(SIDES):
        signs[row][column] = tile[side]
    signs[1][1] = "M" if tile[4] == CLOISTER else "B" if tile[6] == "t" else "c" if tile[5] == "t" else "+"
    for token in game.tokens:
        if token.cell == cell:
            row, column = _stands(token)
            signs[row][column] = str(token.team)
    return list(map("".join, signs))


def _stands(token: Token) -> tuple[int, int]:
    if token.kind == MONK:
        return 1, 1
    return CORNERS[token.side] if token.kind == FARMER else SIDES[token.side]


def team_lines(game: Carcassonne, drawing: Drawing) -> Iterator[str]:
    """Yield the points, tokens in hand, tile and placed tokens of each team."""
    for team, (points, left, held) in enumerate(zip(game.scores, game.left, game.held, strict=True)):
        has = f"{drawing.name(team)}: {plural(points, 'point')}, {plural(left, 'token')}"
        stand = [
            f"{NAMES[one.kind]} at {one.cell[0]}, {one.cell[1]}" for one in game.tokens if one.team == team
        ]
        yield " · ".join([has, *[f"holds {held}"] * bool(held), *stand])
