"""The board of indigo: nine rows of hexes, with tiles, gems and gateways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.core.values import Span
from kibitz.languages.qgn.game.kinds.indigo import GATEWAYS, MIDDLE, OWNERS, ROWS, TREASURES, WIDTHS, Indigo

Line = list[tuple[str, Span | None]]
WIDTH = 8
"""Columns of a cell."""


def draw(game: Indigo, sources: Mapping[tuple[int, int], Span], teams: Sequence[str]) -> list[Line]:
    """A row of tiles, and below it where gems lie: their colour and the edge. Treasure tiles stand in brackets."""
    drawn: list[Line] = []
    for row in range(ROWS):
        lead = " " * ((max(WIDTHS) - WIDTHS[row]) * WIDTH // 2)
        cells = [(row, column) for column in range(WIDTHS[row])]
        drawn.append(
            [
                (f"{row} {lead}", None),
                *((f"{_tile(game, cell):^{WIDTH}}", sources.get(cell)) for cell in cells),
            ]
        )
        gems = [_gems(game, cell) for cell in cells]
        drawn.append(
            [("  " + lead, None), *((f"{text:^{WIDTH}}", None) for text in gems)]
            if any(gems)
            else [("", None)]
        )
    points = " · ".join(f"{teams[team]} {score}" for team, score in enumerate(game.points))
    gates = ", ".join(
        f"{edges} {'+'.join(teams[team] for team in owners)}"
        for edges, owners in zip(GATEWAYS, OWNERS[game.teams], strict=True)
    )
    lines = [f"points: {points}", f"gateways: {gates}"]
    if game.deck is not None:
        hands = " · ".join(f"{teams[team]} {', '.join(hand) or '–'}" for team, hand in enumerate(game.hands))
        lines.append(f"hands: {hands}")
    drawn += [[(line, None)] for line in lines]
    return drawn


def _tile(game: Indigo, cell: tuple[int, int]) -> str:
    if cell == MIDDLE:
        return "(middle)"
    tile = game.tile_at(cell)
    return f"({tile})" if cell in TREASURES else tile or "·"


def _gems(game: Indigo, cell: tuple[int, int]) -> str:
    """The gems of a cell, as in `a:d`: amber at the edge `d`."""
    here = [gem for gem in game.gems if gem.cell == cell and gem.runs]
    if cell == MIDDLE:
        counts = {color: sum(gem.color == color for gem in here) for color in ("emerald", "sapphire")}
        return " ".join(f"{count}{color[0]}" for color, count in counts.items() if count)
    return " ".join(f"{gem.color[0]}:{gem.edge}" for gem in here)
