"""The land of carcassonne, y upwards as the server has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.qgn.game.kinds.carcassonne.land import FARMER, MONK, Token
from kibitz.languages.qgn.game.kinds.carcassonne.play import Carcassonne
from kibitz.languages.qgn.game.kinds.carcassonne.refused import NAMES
from kibitz.languages.qgn.game.kinds.carcassonne.tile import CLOISTER

Line = list[tuple[str, Span | None]]
SIDES = ((0, 1), (1, 2), (2, 1), (1, 0))
"""Where the sides of a tile are in its three lines of three characters."""
CORNERS = ((0, 0), (0, 2), (0, 2), (2, 2), (2, 2), (2, 0), (2, 0), (0, 0))
"""The same of the halves of its sides."""


def draw(game: Carcassonne, sources: Mapping[tuple[int, int], Span], teams: Sequence[str]) -> list[Line]:
    """Each tile as its four sides around its centre; a token as the index of its team, farmers in corners."""
    columns = range(min(x for x, _ in game.tiles), max(x for x, _ in game.tiles) + 1)
    rows = range(max(y for _, y in game.tiles), min(y for _, y in game.tiles) - 1, -1)
    drawn: list[Line] = [[("    " + "".join(f"{x:^4}" for x in columns), None)]]
    for y in rows:
        blocks = [(_block(game, (x, y)), sources.get((x, y))) for x in columns]
        for number in range(3):
            label = f"{y:>3} " if number == 1 else "    "
            drawn.append([(label, None), *((f"{block[number]} ", source) for block, source in blocks)])
    drawn += [[(line, None)] for line in told(game, teams)]
    return drawn


def _block(game: Carcassonne, cell: tuple[int, int]) -> tuple[str, str, str]:
    tile = game.tiles.get(cell)
    if tile is None:
        return "   ", "   ", "   "
    signs = [list(" . "), list(". ."), list(" . ")]
    signs[0][0] = signs[0][2] = signs[2][0] = signs[2][2] = "."
    for side, (row, column) in enumerate(SIDES):
        signs[row][column] = tile[side]
    signs[1][1] = "M" if tile[4] == CLOISTER else "B" if tile[6] == "t" else "c" if tile[5] == "t" else "+"
    for token in game.tokens:
        if token.cell == cell:
            row, column = _stands(token)
            signs[row][column] = str(token.team)
    return "".join(signs[0]), "".join(signs[1]), "".join(signs[2])


def _stands(token: Token) -> tuple[int, int]:
    if token.kind == MONK:
        return 1, 1
    return CORNERS[token.side] if token.kind == FARMER else SIDES[token.side]


def told(game: Carcassonne, teams: Sequence[str]) -> list[str]:
    """What each team has: points, tokens, the tile that it holds, and which tokens of its stand where."""
    lines = []
    for team, name in enumerate(teams):
        held = f" · holds {game.held[team]}" if game.held[team] else ""
        stand = [
            f"{NAMES[one.kind]} at {one.cell[0]}, {one.cell[1]}" for one in game.tokens if one.team == team
        ]
        lines.append(
            " · ".join(
                [
                    f"{team} {name}: {plural(game.scores[team], 'point')}, {plural(game.left[team], 'token')}{held}",
                    *stand,
                ]
            )
        )
    return lines
