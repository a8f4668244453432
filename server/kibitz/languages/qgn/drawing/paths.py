"""The board of tsuro as text: each tile with the ends of its paths."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.words import plural
from kibitz.languages.qgn.drawing.grids import Drawing, Line, grid, noted
from kibitz.languages.qgn.game.kinds.tsuro import NOTCHES, SIZE, UNDETERMINED, Laid, Tsuro
from kibitz.languages.qgn.game.position import place

PATHS = "wxyz"
"""The letters of unused paths; a used path shows the index of its team."""
EMPTY = ("       ", "       ", "  ·    ", "       ")


def draw(game: Tsuro, drawing: Drawing) -> list[Line]:
    """Draw each tile as a square; equal letters at its sides are the two ends of a path."""
    laid, rows = {one.cell: one for one in game.laid}, range(SIZE)
    drawn = grid(drawing, rows, rows, lambda cell: _block(laid.get(cell)), " {} ", "{:^7}", middle=1)
    return drawn + noted(team_lines(game, drawing))


def _block(laid: Laid | None) -> tuple[str, ...]:
    if laid is None:
        return EMPTY
    ends = {}
    taken = {notch: str(team) for path, team in laid.paths for notch in path}
    for number, sign in enumerate(PATHS):
        for notch in laid.tile[number * 2 : number * 2 + 2]:
            ends[notch] = taken.get(notch, sign)
    a, b, c, d, e, f, g, h = (ends[notch] for notch in NOTCHES)
    return f"+{a}--{b}+ ", f"{h}    {c} ", f"{g}    {d} ", f"+{f}--{e}+ "


def team_lines(game: Tsuro, drawing: Drawing) -> Iterator[str]:
    """Yield the token, hand and points of each team."""
    points = game.points
    for team, token in enumerate(game.tokens):
        state = f"{place(token.cell)}, notch {token.notch}" if team in game.alive else "out"
        held = ", ".join(game.hand(team))
        score = f" · {plural(points[team], 'point')}" if points is not None else ""
        yield f"{drawing.name(team)}: {state}{score}" + (f" · holds {held}" if held else "")
    if game.is_undetermined:
        yield UNDETERMINED
