"""Carcassonne as text and as a drawing, with y upwards as on the server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby

from kibitz.core.scene import Item, Path, Rect, Shape, Text, measure
from kibitz.core.words import plural
from kibitz.languages.qgn.drawing.drawn import (
    Cell,
    Drawing,
    Drawn,
    Line,
    beside,
    disc,
    grid,
    held,
    labels,
    noted,
    place_name,
    square,
)
from kibitz.languages.qgn.game.kinds.carcassonne import NAMES, Carcassonne
from kibitz.languages.qgn.game.kinds.carcassonne_land import (
    CITY,
    CLOISTER,
    FARMER,
    KNIGHT,
    MONK,
    ROAD,
    SIDE_NAMES,
    THIEF,
    Token,
    sides_with,
)

SIDES = ((0, 1), (1, 2), (2, 1), (1, 0))
"""The place of each side in the three lines of three characters of a tile."""
CORNERS = ((0, 0), (0, 2), (0, 2), (2, 2), (2, 2), (2, 0), (2, 0), (0, 0))
"""The place of each half of a side in these lines."""


def as_text(game: Carcassonne, drawing: Drawing) -> list[Line]:
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
    for team, (points, left, tile) in enumerate(zip(game.points, game.left, game.held, strict=True)):
        has = f"{drawing.name(team)}: {plural(points, 'point')}, {plural(left, 'token')}"
        stand = [
            f"{NAMES[one.kind]} at {one.cell[0]}, {one.cell[1]}" for one in game.tokens if one.team == team
        ]
        yield " · ".join([has, *[f"holds {tile}"] * bool(tile), *stand])


TILE = 84.0
HALF = TILE / 2
MARGIN = 34.0
Point = tuple[float, ...]
LEAST_WIDTH = 420.0
"""Minimum width of the drawing, in pixels."""
_OUT = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The directions of the sides top, right, bottom and left."""
_FREE = square(TILE, "line dashed faint", 4, 6)
_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_CLOISTER = "M-14 14V-2L0-14 14-2V14ZM0-14V-22M-5-18H5"
_BANNER = "M-8-9H8V2Q8 8 0 12-8 8-8 2Z"
_BENT = {1: 0.35, 2: -0.2, 3: -0.2}
"""The bend of a wall by the number of sides that it passes, as a share of half a tile.

It counts from the middle of the tile towards these sides; negative values bend away from them.
"""
_FIGURES = {
    KNIGHT: "M-11-12H11V3Q11 11 0 15-11 11-11 3Z",
    THIEF: "M0-15 14 0 0 15-14 0Z",
    FARMER: "M-11-9H11A9 9 0 0 1 11 9H-11A9 9 0 0 1-11-9Z",
    MONK: "M-11 13V-3L0-14 11-3V13Z",
}
"""The shapes of tokens: a shield, a rhombus, a lying figure, a house."""


def as_scene(game: Carcassonne, drawing: Drawing) -> Drawn:
    """Draw the land, with y upwards as on the server, and below it points and tokens."""
    beside_tiles = set() if game.over else _beside(game)
    rows, columns = extent({*game.tiles, *beside_tiles})
    width = max(MARGIN + len(columns) * TILE, LEAST_WIDTH)
    left = (width + MARGIN - len(columns) * TILE) / 2
    items = [*labels(columns, TILE, left, True, 18), *labels(rows, TILE, MARGIN, False, left - 14)]
    tokens = list[Item]()
    for down, y in enumerate(rows):
        for right, x in enumerate(columns):
            at = (left + (right + 0.5) * TILE, MARGIN + (down + 0.5) * TILE)
            if (x, y) in beside_tiles:
                items.append(Item("", (_FREE,), *at, place=place_name((x, y))))
            if (x, y) in game.tiles:
                items.append(_tile(game, drawing, (x, y), *at))
                tokens += [_token(token, drawing, *at) for token in game.tokens if token.cell == (x, y)]
    items += tokens
    below = MARGIN + len(rows) * TILE + 30
    for team, line in enumerate(team_lines(game, drawing)):
        has = line.partition(" ")[2].partition(" · ")[0]
        items.append(beside(drawing, team, has, 4, below, width))
        below += 22
        if tile := game.held[team]:
            items += held(drawing, team, [(tile, _ground(tile))], 32, below + 10)
            below += 48
    if game.tokens:
        items += _legend(below + 6)
        below += 34
    return Drawn(items, width, below - 14)


def _beside(game: Carcassonne) -> set[Cell]:
    """Return the free cells next to tiles."""
    around = {(x + right, y - down) for x, y in game.tiles for right, down in _OUT}
    return around - game.tiles.keys()


def _ground(tile: str) -> list[Shape]:
    """Return the parts of a tile."""
    # Keep the edge inside the tile, so that shapes on the tile cover it.
    shapes: list[Shape] = [square(TILE, "soft-green edge-grey", 0.5)]
    shapes += _cities(tile)
    shapes += _roads(tile)
    if tile[4] == CLOISTER:
        shapes.append(Path(_CLOISTER, "plate edge-ink thick"))
    if tile[6] == "t":
        shapes.append(Path(_BANNER, "fill-blue", *_banner_at(tile)))
    return shapes


def _tile(game: Carcassonne, drawing: Drawing, cell: Cell, x: float, y: float) -> Item:
    tile = game.tiles[cell]
    shapes = _ground(tile)
    if drawing.fresh(cell):
        shapes.append(square(TILE, "hollow edge-gold thicker", 2))
    parts = {"r": "road", "c": "city", "f": "field"}
    sides = ", ".join(f"{side} {parts[what]}" for side, what in zip(SIDE_NAMES, tile, strict=False))
    extra = [", cloister"] * (tile[4] == CLOISTER) + [", banner"] * (tile[6] == "t")
    name = f"{cell[0]}, {cell[1]}: {sides}{''.join(extra)}"
    return Item(name, tuple(shapes), x, y, drawing.sources.get(cell), "tile", place_name(cell))


def _cities(tile: str) -> list[Shape]:
    """Return the cities of a tile: one over all connected sides, or one at each side.

    Walls are only between a city and land, not between parts of a city.
    """
    sides = sides_with(tile, CITY)
    together = [sides] if tile[5] == "t" and len(sides) > 1 else [[side] for side in sides]
    return [shape for one in together for shape in _city(one)]


def _city(sides: list[int]) -> Iterator[Shape]:
    """Yield a city over some sides: its ground, and a wall past each stretch of other sides."""
    ground, walls = f"M{_point(_corner(sides[0]))}", ""
    around = [(sides[0] + number) % 4 for number in range(4)]
    for inside, stretch in groupby(around, sides.__contains__):
        passed = list(stretch)
        if inside:
            ground += "".join(f"L{_point(_corner(side + 1))}" for side in passed)
            continue
        bend = _BENT[len(passed)] * HALF
        near = tuple(sum(_OUT[side][axis] for side in passed) * bend for axis in (0, 1))
        wall = f"Q{_point(near)} {_point(_corner(passed[-1] + 1))}"
        ground += wall
        walls += f"M{_point(_corner(passed[0]))}{wall}"
    yield Path(f"{ground}Z", "soft-orange")
    if walls:
        yield Path(walls, "hollow edge-orange thick")


def _corner(number: int) -> Point:
    return _CORNERS[number % 4][0] * HALF, _CORNERS[number % 4][1] * HALF


def _point(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def _roads(tile: str) -> list[Shape]:
    """Return the roads of a tile.

    Two sides make one road. Three or more end at a crossing in the middle. A single one ends at the cloister, or at
    the wall of a city over all other sides.
    """
    sides = sides_with(tile, ROAD)
    ends = [(_OUT[side][0] * HALF, _OUT[side][1] * HALF) for side in sides]
    if not sides:
        return []
    if len(sides) == 2:
        data = f"M{_point(ends[0])}Q0 0 {_point(ends[1])}"
    else:
        inner = 0.12 if tile[5] != "t" else 0.5 + _BENT[1] / 2
        data = "".join(f"M{_point((x, y))}L{_point((x * inner, y * inner))}" for x, y in ends)
    shapes: list[Shape] = [Path(data, "hollow edge-ink road"), Path(data, "hollow edge-paper street")]
    if len(sides) > 2:
        shapes.append(Rect(-7, -7, 14, 14, "fill-grey", 3))
    return shapes


def _banner_at(tile: str) -> tuple[float, float]:
    """Return the place of the banner in its city, away from the place of a token."""
    sides = sides_with(tile, CITY)
    x, y = (sum(_OUT[side][axis] for side in sides) / len(sides) for axis in (0, 1))
    if x and y:
        # Two adjacent sides: place it in the corner.
        return x * HALF * 1.25, y * HALF * 1.25
    return x * HALF * 0.4 - (18 if not x else 0), y * HALF * 0.4 - (18 if not y and x else 0)


def _token(token: Token, drawing: Drawing, x: float, y: float) -> Item:
    """Return a token at its place."""
    if token.kind == MONK:
        right, down = 0.0, 2.0
    elif token.kind == FARMER:
        side, half = divmod(token.side, 2)
        corner = _corner(side + half)
        right, down = corner[0] * 0.66, corner[1] * 0.66
    else:
        right, down = _OUT[token.side][0] * HALF * 0.66, _OUT[token.side][1] * HALF * 0.66
    kind = NAMES[token.kind]
    name = f"{kind} of {drawing.name(token.team)} at {token.cell[0]}, {token.cell[1]}"
    return Item(name, tuple(_figure(token.kind, drawing, token.team, right, down)), x, y, classes=kind)


def _figure(kind: str, drawing: Drawing, team: int, x: float, y: float) -> Iterator[Shape]:
    """Yield the shape of a token in the colour of its team, with the team's index."""
    yield Path(_FIGURES[kind], f"fill-{drawing.colour(team)} edge-paper", x, y)
    yield disc(drawing, team, 11, x, y)[1]


def _legend(y: float) -> Iterator[Item]:
    """Yield the names of the tokens' shapes."""
    x = 4.0
    for kind, figure in _FIGURES.items():
        yield Item(NAMES[kind], (Path(figure, "fill-grey", 22, 0), Text(48, 5, NAMES[kind], 14)), x, y)
        x += 62 + measure(NAMES[kind], 14)
