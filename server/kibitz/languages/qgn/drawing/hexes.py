"""The board of indigo as text: nine rows of hexes, with tiles, gems and gateways."""

from __future__ import annotations

from kibitz.languages.qgn.drawing.grids import Cell, Drawing, Line, noted
from kibitz.languages.qgn.game.kinds.indigo import GATEWAYS, MIDDLE, OWNERS, TREASURES, WIDTHS, Indigo

WIDTH = 8
"""Width of a cell, in columns of text."""


def draw(game: Indigo, drawing: Drawing) -> list[Line]:
    """Draw each row of tiles, and below it the colour and edge of each gem. Treasure tiles are in brackets."""
    teams = drawing.teams
    drawn: list[Line] = []
    for row, width in enumerate(WIDTHS):
        lead = " " * ((max(WIDTHS) - width) * WIDTH // 2)
        cells = [(row, column) for column in range(width)]
        tiles = [(f"{_tile(game, cell):^{WIDTH}}", drawing.sources.get(cell)) for cell in cells]
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


def _tile(game: Indigo, cell: Cell) -> str:
    if cell == MIDDLE:
        return "(middle)"
    tile = game.tile_at(cell)
    return f"({tile})" if cell in TREASURES else tile or "·"


def _gems(game: Indigo, cell: Cell) -> str:
    """Return the gems of a cell, as in `a:d`: amber at the edge `d`."""
    here = [gem for gem in game.gems if gem.cell == cell and gem.runs]
    if cell == MIDDLE:
        counts = {color: sum(gem.color == color for gem in here) for color in ("emerald", "sapphire")}
        return " ".join(f"{count}{color[0]}" for color, count in counts.items() if count)
    return " ".join(f"{gem.color[0]}:{gem.edge}" for gem in here)
