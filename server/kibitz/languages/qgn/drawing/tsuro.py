"""Tsuro as text, each tile with the ends of its paths, and as a drawing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from textwrap import wrap

from kibitz.core.scene import Circle, Item, Path, Shape, Text, fit
from kibitz.core.words import plural
from kibitz.languages.qgn.drawing.drawn import (
    MARGIN,
    Drawing,
    Drawn,
    Line,
    disc,
    grid,
    held,
    middle,
    noted,
    place_name,
    square,
    squares,
    whose,
)
from kibitz.languages.qgn.game.kinds.tsuro import NOTCHES, SIZE, UNDETERMINED, Laid, Tsuro
from kibitz.languages.qgn.game.position import place

PATHS = "wxyz"
"""The letters of unused paths; a used path shows the index of its team."""
EMPTY = ("       ", "       ", "  ·    ", "       ")


def as_text(game: Tsuro, drawing: Drawing) -> list[Line]:
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
        held = ", ".join(game.hand_of(team))
        score = f" · {plural(points[team], 'point')}" if points is not None else ""
        yield f"{drawing.name(team)}: {state}{score}" + (f" · holds {held}" if held else "")
    if game.is_undetermined:
        yield UNDETERMINED


TILE = 84.0
_THIRD = TILE / 6
_ENDS = dict(
    zip(
        NOTCHES,
        (
            (-_THIRD, -TILE / 2), (_THIRD, -TILE / 2), (TILE / 2, -_THIRD), (TILE / 2, _THIRD),
            (_THIRD, TILE / 2), (-_THIRD, TILE / 2), (-TILE / 2, _THIRD), (-TILE / 2, -_THIRD),
        ),
        strict=True,
    )
)  # fmt: skip
"""The positions of the notches of a tile, relative to its middle."""


def as_scene(game: Tsuro, drawing: Drawing) -> Drawn:
    """Draw the board, and next to it the teams' hands and points."""
    side = SIZE * TILE
    items = squares(SIZE, SIZE, TILE, corner=8)
    grid = "".join(
        f"M{MARGIN} {MARGIN + at * TILE}h{side}M{MARGIN + at * TILE} {MARGIN}v{side}" for at in range(1, SIZE)
    )
    items.append(Item("", (Path(grid, "line"),)))
    laid_at = {laid.cell for laid in game.laid}
    items += [
        Item("", (square(TILE, "hollow"),), *_at(cell), place=place_name(cell))
        for cell in product(range(SIZE), range(SIZE))
        if cell not in laid_at
    ]
    items += [_tile(laid, drawing) for laid in game.laid]
    for team, token in enumerate(game.tokens):
        if team in game.alive:
            name = f"{drawing.name(team)} at {place(token.cell)}, notch {token.notch}"
            # Draw it inside its tile, so that it is visible at the edge of the board.
            inside = [coordinate * 0.84 for coordinate in _ENDS[token.notch]]
            items.append(
                Item(name, tuple(disc(drawing, team, 11, *inside)), *_at(token.cell), classes="token")
            )
    hands, height = _hands(game, drawing, MARGIN + side + 26)
    return Drawn([*items, *hands], MARGIN + side + 26 + 220, max(MARGIN + side, height))


def _at(cell: tuple[int, int]) -> tuple[float, float]:
    return middle(cell, TILE)


def _tile(laid: Laid, drawing: Drawing) -> Item:
    taken = dict(laid.paths)
    edge = "edge-gold thicker" if drawing.fresh(laid.cell) else ""
    shapes: list[Shape] = [square(TILE, f"plate {edge}".rstrip(), 1, 5)]
    shapes += _paths(laid.tile)
    numbers: list[Shape] = []
    for start, end in _pairs(laid.tile):
        team = taken.get(start + end, taken.get(end + start))
        if team is not None:
            shapes.append(Path(_curve(start, end), f"hollow edge-{drawing.colour(team)} thicker round"))
            x, y = _halfway(start, end)
            numbers.append(Text(x, y + 4, str(team), 11, "middle", "ink bold"))
            numbers.insert(0, Circle(x, y, 7, "paper"))
    takers = ", ".join(sorted({drawing.name(team) for team in taken.values()}))
    name = f"{place(laid.cell)}: {laid.tile}" + (f", taken by {takers}" if takers else "")
    return Item(name, (*shapes, *_apart(numbers)), *_at(laid.cell), drawing.sources.get(laid.cell), "tile")


def _apart(shapes: list[Shape]) -> list[Shape]:
    """Return shapes without overlapping numbers: at each place only the first number is kept."""
    seen: list[tuple[float, float]] = []
    kept: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Text):
            if any(abs(shape.x - x) < 14 and abs(shape.y - y) < 14 for x, y in seen):
                continue
            seen.append((shape.x, shape.y))
        kept.append(shape)
    return kept


def _pairs(tile: str) -> list[tuple[str, str]]:
    return [(tile[at], tile[at + 1]) for at in range(0, len(tile), 2)]


def _paths(tile: str) -> list[Shape]:
    data = "".join(_curve(start, end) for start, end in _pairs(tile))
    return [Path(data, "hollow edge-grey thick round")]


def _curve(start: str, end: str) -> str:
    """Return a path from notch to notch that leaves both at a right angle."""
    (x1, y1), (x2, y2) = _ENDS[start], _ENDS[end]
    (a1, b1), (a2, b2) = _pulled(x1, y1), _pulled(x2, y2)
    return f"M{x1:.1f} {y1:.1f}C{a1:.1f} {b1:.1f} {a2:.1f} {b2:.1f} {x2:.1f} {y2:.1f}"


def _pulled(x: float, y: float) -> tuple[float, float]:
    """Return the control point of a path at a notch."""
    return (x, y * 0.36) if abs(y) > abs(x) else (x * 0.36, y)


def _halfway(start: str, end: str) -> tuple[float, float]:
    (x1, y1), (x2, y2) = _ENDS[start], _ENDS[end]
    (a1, b1), (a2, b2) = _pulled(x1, y1), _pulled(x2, y2)
    return (x1 + 3 * a1 + 3 * a2 + x2) / 8, (y1 + 3 * b1 + 3 * b2 + y2) / 8


def _hands(game: Tsuro, drawing: Drawing, x: float) -> tuple[list[Item], float]:
    """Return the token, points and hand of each team."""
    items: list[Item] = []
    y = MARGIN + 14
    for team, line in zip(range(game.teams), team_lines(game, drawing), strict=False):
        items.append(Item(line, tuple(whose(drawing, team, 190, 15)), x, y))
        state = line.partition(": ")[2].partition(" · holds ")[0]
        items.append(Item("", (fit(0, 20, state, 216, 13, "start", "dim"),), x, y))
        y += 32
        hand = [(tile, [square(TILE, "plate", 1, 5), *_paths(tile)]) for tile in game.hand_of(team)]
        items += held(drawing, team, hand, x, y + 22, named=False)
        y += 66 if hand else 18
    for line in wrap(UNDETERMINED, 32) if game.is_undetermined else ():
        items.append(Item(line, (fit(0, 0, line, 216, 13, "start", "dim"),), x, y))
        y += 18
    return items, y
