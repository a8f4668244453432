"""Carcassonne to be looked at: tiles with fields, roads, cities and cloisters, and the tokens on them."""

from __future__ import annotations

from kibitz.core.scene import Item, Path, Rect, Shape, Text
from kibitz.languages.qgn.drawing.drawn import Board, Cell, Drawing, beside, disc, held
from kibitz.languages.qgn.drawing.land import told
from kibitz.languages.qgn.game.kinds.carcassonne.land import FARMER, MONK, Token
from kibitz.languages.qgn.game.kinds.carcassonne.play import Carcassonne
from kibitz.languages.qgn.game.kinds.carcassonne.refused import NAMES
from kibitz.languages.qgn.game.kinds.carcassonne.tile import CITY, CLOISTER, ROAD, sides_with

TILE = 84.0
HALF = TILE / 2
MARGIN = 34.0
LEAST = 420.0
"""How wide the picture is at least."""
_OUT = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Where the sides top, right, bottom and left are."""
_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_CLOISTER = "M-14 14V-2L0-14 14-2V14ZM0-14V-22M-5-18H5"
_BANNER = "M-8-9H8V2Q8 8 0 12-8 8-8 2Z"


def draw(game: Carcassonne, drawing: Drawing) -> Board:
    """The land, y upwards as the server has it, and below it points and tokens."""
    columns = range(min(x for x, _ in game.tiles), max(x for x, _ in game.tiles) + 1)
    rows = range(max(y for _, y in game.tiles), min(y for _, y in game.tiles) - 1, -1)
    width = max(MARGIN + len(columns) * TILE, LEAST)
    left = (width + MARGIN - len(columns) * TILE) / 2
    items: list[Item] = []
    for number, x in enumerate(columns):
        items.append(Item("", (Text(left + (number + 0.5) * TILE, 18, str(x), 13, "middle", "dim"),)))
    for number, y in enumerate(rows):
        items.append(
            Item("", (Text(left - 14, MARGIN + (number + 0.5) * TILE + 5, str(y), 13, "middle", "dim"),))
        )
    for down, y in enumerate(rows):
        for right, x in enumerate(columns):
            if (x, y) in game.tiles:
                at = (left + (right + 0.5) * TILE, MARGIN + (down + 0.5) * TILE)
                items.append(_tile(game, drawing, (x, y), *at))
                items += [_token(token, drawing, *at) for token in game.tokens if token.cell == (x, y)]
    below = MARGIN + len(rows) * TILE + 30
    for team, line in enumerate(told(game, drawing.teams)):
        items += beside([(team, line.partition(" ")[2].partition(" · holds ")[0])], drawing, 4, below, width)
        below += 22
        if tile := game.held[team]:
            items += held(drawing, team, [(tile, _ground(tile))], 32, below + 10)
            below += 48
    return Board(items, width, below - 14)


def _ground(tile: str) -> list[Shape]:
    """What is on a tile."""
    shapes: list[Shape] = [Rect(-HALF, -HALF, TILE, TILE, "soft-green edge-grey")]
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
        shapes.append(Rect(-HALF + 2, -HALF + 2, TILE - 4, TILE - 4, "hollow edge-gold thicker"))
    parts = {"r": "road", "c": "city", "f": "field"}
    sides = ", ".join(
        f"{side} {parts[what]}" for side, what in zip(("top", "right", "bottom", "left"), tile, strict=False)
    )
    extra = [", cloister"] * (tile[4] == CLOISTER) + [", banner"] * (tile[6] == "t")
    name = f"{cell[0]}, {cell[1]}: {sides}{''.join(extra)}"
    return Item(name, tuple(shapes), x, y, drawing.sources.get(cell), "tile")


def _cities(tile: str) -> list[Shape]:
    """The cities of a tile: one over all sides that hang together, else one at each side."""
    sides = sides_with(tile, CITY)
    look = "soft-orange edge-orange thick"
    if len(sides) == 4:
        return [Rect(-HALF + 1, -HALF + 1, TILE - 2, TILE - 2, look)]
    if tile[5] == "t" and len(sides) > 1:
        return [Path(_joined(sides), look)]
    return [Path(_cap(side), look) for side in sides]


def _corner(number: int) -> tuple[float, float]:
    return _CORNERS[number % 4][0] * HALF, _CORNERS[number % 4][1] * HALF


def _cap(side: int) -> str:
    """A city at one side: a flat arch over it."""
    (x1, y1), (x2, y2) = _corner(side), _corner(side + 1)
    inner = tuple(-one * HALF * 0.05 for one in _OUT[side])
    return f"M{x1:.1f} {y1:.1f}Q{inner[0]:.1f} {inner[1]:.1f} {x2:.1f} {y2:.1f}Z"


def _joined(sides: list[int]) -> str:
    """A city over several sides: along these, and bent towards the middle past the others."""
    path = ""
    for side in range(4):
        (x1, y1), (x2, y2) = _corner(side), _corner(side + 1)
        path += f"{'L' if path else 'M'}{x1:.1f} {y1:.1f}"
        if side in sides:
            path += f"L{x2:.1f} {y2:.1f}"
        else:
            near = [one * HALF * 0.35 for one in _OUT[side]]
            path += f"Q{near[0]:.1f} {near[1]:.1f} {x2:.1f} {y2:.1f}"
    return path + "Z"


def _roads(tile: str) -> list[Shape]:
    """Two sides of road are one road; of one or of more, each ends in the middle."""
    sides = sides_with(tile, ROAD)
    ends = [(_OUT[side][0] * HALF, _OUT[side][1] * HALF) for side in sides]
    if not sides:
        return []
    if len(sides) == 2:
        (x1, y1), (x2, y2) = ends
        data = f"M{x1:.1f} {y1:.1f}Q0 0 {x2:.1f} {y2:.1f}"
    else:
        data = "".join(f"M{x:.1f} {y:.1f}L{x * 0.12:.1f} {y * 0.12:.1f}" for x, y in ends)
    shapes: list[Shape] = [Path(data, "hollow edge-ink road"), Path(data, "hollow edge-paper street")]
    if len(sides) > 2:
        shapes.append(Rect(-7, -7, 14, 14, "fill-grey", 3))
    return shapes


def _banner_at(tile: str) -> tuple[float, float]:
    """Where the banner is in its city: not where a token would stand."""
    sides = sides_with(tile, CITY)
    x = sum(_OUT[side][0] for side in sides) / len(sides) if sides else 0
    y = sum(_OUT[side][1] for side in sides) / len(sides) if sides else 0
    return x * HALF * 0.4 - (18 if not x else 0), y * HALF * 0.4 - (18 if not y and x else 0)


def _token(token: Token, drawing: Drawing, x: float, y: float) -> Item:
    """A token: its team, and the letter of what it is."""
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
    return Item(name, tuple(disc(drawing, token.team, 11, right, down)), x, y, classes=kind)
