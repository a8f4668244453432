"""Indigo as text, nine rows of hexes, and as a drawing with paths, gems and gateways."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from kibitz.core.scene import Item, Path, Shape
from kibitz.languages.qgn.drawing.drawn import (
    Cell,
    Drawing,
    Drawn,
    Line,
    beside,
    disc,
    held,
    noted,
    place_name,
)
from kibitz.languages.qgn.game.kinds.indigo import (
    EDGES,
    GATEWAYS,
    MIDDLE,
    OWNERS,
    ROWS,
    TREASURES,
    WIDTHS,
    Gem,
    Indigo,
)
from kibitz.languages.qgn.game.position import place

WIDTH = 8
"""Width of a cell, in columns of text."""


def as_text(game: Indigo, drawing: Drawing) -> list[Line]:
    """Draw each row of tiles, and below it the colour and edge of each gem. Treasure tiles are in brackets."""
    teams = drawing.teams
    drawn: list[Line] = []
    for row, width in enumerate(WIDTHS):
        lead = " " * ((max(WIDTHS) - width) * WIDTH // 2)
        cells = [(row, column) for column in range(width)]
        tiles = [(f"{_tile_text(game, cell):^{WIDTH}}", drawing.sources.get(cell)) for cell in cells]
        gems = [_gems(game, cell) for cell in cells]
        below = "  " + lead + "".join(f"{text:^{WIDTH}}" for text in gems) if any(gems) else ""
        drawn += [[(f"{row} {lead}", None), *tiles], *noted([below])]
    points = " · ".join(f"{teams[team]} {score}" for team, score in enumerate(game.points))
    gates = ", ".join(
        f"{edges} {'+'.join(teams[team] for team in owners)}"
        for edges, owners in zip(GATEWAYS, OWNERS[game.teams], strict=True)
    )
    lines = [f"points: {points}", f"gateways: {gates}"]
    if game.deck is not None:
        hands = " · ".join(f"{teams[team]} {', '.join(hand) or '–'}" for team, hand in enumerate(game.hands))
        lines.append(f"hands: {hands}")
    return drawn + noted(lines)


def _tile_text(game: Indigo, cell: Cell) -> str:
    if cell == MIDDLE:
        return "(middle)"
    tile = game.tiles.get(cell)
    return f"({tile})" if cell in TREASURES else tile or "·"


def _gems(game: Indigo, cell: Cell) -> str:
    """Return the gems of a cell, as in `a:d`: amber at the edge `d`."""
    here = [gem for gem in game.gems if gem.cell == cell and gem.runs]
    if cell == MIDDLE:
        counts = {color: sum(gem.color == color for gem in here) for color in ("emerald", "sapphire")}
        return " ".join(f"{count}{color[0]}" for color, count in counts.items() if count)
    return " ".join(f"{gem.color[0]}:{gem.edge}" for gem in here)


RADIUS = 40.0
WIDE = RADIUS * 3**0.5
LEFT, TOP = 50.0, 78.0
GEMS = {
    "amber": ("gold", "M0-8 8 0 0 8-8 0Z"),
    "emerald": ("green", "M-7-7H7V7H-7Z"),
    "sapphire": ("blue", "M0-9 8.6-2.8 5.3 7.3-5.3 7.3-8.6-2.8Z"),
}
"""The colour and shape of each gem: ambers are diamonds, emeralds squares, the sapphire has five corners."""
_HEX = (
    "M"
    + "L".join(f"{RADIUS * sin(at * pi / 3):.1f} {-RADIUS * cos(at * pi / 3):.1f}" for at in range(6))
    + "Z"
)


def as_scene(game: Indigo, drawing: Drawing) -> Drawn:
    """Draw the board with its gateways, and below it points and hands."""
    cells = [(row, column) for row, width in enumerate(WIDTHS) for column in range(width)]
    # Draw the last tile and its ring over its neighbours.
    items: list[Item] = [_cell(game, drawing, cell) for cell in sorted(cells, key=drawing.fresh)]
    items += _gateways(game, drawing)
    items += [_gem(gem) for gem in game.gems if gem.runs and gem.cell != MIDDLE]
    items += _treasure(game)
    width = LEFT * 2 + max(WIDTHS) * WIDE
    y = TOP + (ROWS - 1) * RADIUS * 1.5 + RADIUS + 64
    for team, points in enumerate(game.points):
        line = f"{drawing.teams[team]}: points {points}"
        items.append(beside(drawing, team, line, LEFT, y, width - LEFT))
        y += 22
        if game.deck is not None and game.hands[team]:
            hand = [(tile, [Path(_HEX, "plate edge-grey"), _paths(tile)]) for tile in game.hands[team]]
            items += held(drawing, team, hand, LEFT + 28, y + 10)
            y += 48
    return Drawn(items, width, y - 12)


def _at(cell: Cell) -> tuple[float, float]:
    row, column = cell
    lead = (max(WIDTHS) - WIDTHS[row]) * WIDE / 2
    return LEFT + lead + (column + 0.5) * WIDE, TOP + row * RADIUS * 1.5


def _middle_of(edge: str, share: float = 1.0) -> tuple[float, float]:
    """Return the middle of a hex's edge, relative to the middle of the hex."""
    angle = (EDGES.index(edge) * 60 - 30) * pi / 180
    return WIDE / 2 * sin(angle) * share, -WIDE / 2 * cos(angle) * share


def _cell(game: Indigo, drawing: Drawing, cell: Cell) -> Item:
    tile = game.tiles.get(cell)
    special = cell == MIDDLE or cell in TREASURES
    ground = "soft-gold" if special else "plate" if tile else "wood faint"
    edge = "edge-gold thicker" if drawing.fresh(cell) else ""
    shapes: list[Shape] = [Path(_HEX, f"{ground} {edge}".rstrip())]
    name = place(cell)
    if cell == MIDDLE:
        name = "the treasure in the middle"
    elif cell in TREASURES and tile:
        shapes.append(Path(_curve(tile[0], tile[1]), "hollow edge-grey thick round"))
        name += f": treasure tile {tile}"
    elif tile:
        shapes.append(_paths(tile))
        name += f": {tile}"
    else:
        name = ""
    x, y = _at(cell)
    kind = "tile" if tile else ""
    return Item(name, tuple(shapes), x, y, drawing.sources.get(cell), kind, place_name(cell))


def _paths(tile: str) -> Path:
    """Return the paths of a tile."""
    data = "".join(_curve(tile[at], tile[at + 1]) for at in range(0, len(tile), 2))
    return Path(data, "hollow edge-teal thicker round")


def _curve(start: str, end: str) -> str:
    (x1, y1), (x2, y2) = _middle_of(start), _middle_of(end)
    return f"M{x1:.1f} {y1:.1f}Q0 0 {x2:.1f} {y2:.1f}"


def _gem(gem: Gem) -> Item:
    """Return a gem at an edge, drawn inside its cell so that gems of neighbouring cells do not overlap."""
    x, y = _at(gem.cell)
    right, down = _middle_of(gem.edge, 0.74) if gem.edge else (0.0, 0.0)
    return _jewel(gem, f"at {place(gem.cell)}, edge {gem.edge}", right, down, 1, x, y)


def _jewel(gem: Gem, where: str, right: float, down: float, scale: float, x: float, y: float) -> Item:
    colour, shape = GEMS[gem.color]
    path = Path(shape, f"fill-{colour}", right, down, scale)
    return Item(f"{gem.color} {where}", (path,), x, y, classes=gem.color)


def _treasure(game: Indigo) -> Iterator[Item]:
    """Yield the gems that are still in the middle."""
    here = [gem for gem in game.gems if gem.runs and gem.cell == MIDDLE]
    x, y = _at(MIDDLE)
    for number, gem in enumerate(here):
        angle = number * pi / 3
        right, down = (0.0, 0.0) if gem.color == "sapphire" else (21 * sin(angle), -21 * cos(angle))
        yield _jewel(gem, "in the middle", right, down, 0.8, x, y)


def _gateways(game: Indigo, drawing: Drawing) -> Iterator[Item]:
    """Yield the owners of each gateway, outside its middle, with the gems that have reached it."""
    centre = _at(MIDDLE)
    for (edges, cells), owners in zip(GATEWAYS.items(), OWNERS[game.teams], strict=True):
        middle = _at(cells[1])
        away = (middle[0] - centre[0], middle[1] - centre[1])
        length = (away[0] ** 2 + away[1] ** 2) ** 0.5
        x = middle[0] + away[0] / length * (RADIUS + 18)
        y = middle[1] + away[1] / length * (RADIUS + 14)
        shapes: list[Shape] = []
        for number, team in enumerate(owners):
            shapes += disc(drawing, team, 11, (number - (len(owners) - 1) / 2) * 24, 0)
        names = " and ".join(drawing.name(team) for team in owners)
        yield Item(f"gateway {edges} of {names}", tuple(shapes), x, y, classes="gateway")
        come = [gem for gem in game.gems if gem.gateway == edges]
        for number, gem in enumerate(come):
            right = (number - (len(come) - 1) / 2) * 17
            yield _jewel(gem, f"in the gateway {edges}", right, -20 if y < centre[1] else 20, 0.75, x, y)
