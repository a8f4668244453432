"""The board of tsuro: each tile with the ends of its paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.qgn.game.kinds.tsuro import NOTCHES, SIZE, UNDETERMINED, Laid, Tsuro

Line = list[tuple[str, Span | None]]
PATHS = "wxyz"
"""The paths of a tile that no token has taken; those that one has are shown by its team."""
EMPTY = ("      ", "      ", "  ·   ", "      ")


def draw(game: Tsuro, sources: Mapping[tuple[int, int], Span], teams: Sequence[str]) -> list[Line]:
    """Each tile as a square, at the sides of which equal letters are the two ends of a path."""
    laid = {one.cell: one for one in game.laid}
    drawn: list[Line] = [[("   " + "".join(f"{column:^7}" for column in range(SIZE)), None)]]
    for row in range(SIZE):
        blocks = [(_block(laid.get((row, column))), sources.get((row, column))) for column in range(SIZE)]
        for number in range(4):
            label = f" {row} " if number == 1 else "   "
            drawn.append([(label, None), *((f"{block[number]} ", source) for block, source in blocks)])
    drawn += [[(line, None)] for line in told(game, teams)]
    return drawn


def _block(laid: Laid | None) -> tuple[str, ...]:
    if laid is None:
        return EMPTY
    ends = {}
    taken = {notch: str(team) for path, team in laid.paths for notch in path}
    for number, sign in enumerate(PATHS):
        for notch in laid.tile[number * 2 : number * 2 + 2]:
            ends[notch] = taken.get(notch, sign)
    a, b, c, d, e, f, g, h = (ends[notch] for notch in NOTCHES)
    return f"+{a}--{b}+", f"{h}    {c}", f"{g}    {d}", f"+{f}--{e}+"


def told(game: Tsuro, teams: Sequence[str]) -> list[str]:
    """Where the tokens are, what the teams hold and have."""
    lines = []
    points = game.points
    for team, name in enumerate(teams):
        token = game.tokens[team]
        where = f"row {token.cell[0]}, column {token.cell[1]}, notch {token.notch}"
        state = where if team in game.alive else "out"
        held = ", ".join(game.hand(team))
        score = f" · {plural(points[team], 'point')}" if points is not None else ""
        lines.append(f"{team} {name}: {state}{score}" + (f" · holds {held}" if held else ""))
    return lines + [UNDETERMINED] * game.is_undetermined
