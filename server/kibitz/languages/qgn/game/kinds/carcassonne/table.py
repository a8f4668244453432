"""What lies on the table: the tiles and tokens, and what the teams hold."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field

from kibitz.languages.qgn.game.chance import Chance
from kibitz.languages.qgn.game.kinds.carcassonne.land import Cell, Region, Token, beyond
from kibitz.languages.qgn.game.kinds.carcassonne.tile import START, across

UNKNOWN = ""
"""A tile in a hand that nobody knows."""


def free_after(
    free: Iterable[tuple[Cell, str]], cell: Cell, tile: str, tiles: Container[Cell] = ()
) -> tuple[tuple[Cell, str], ...]:
    """The free cells and what they would touch, after a tile was laid beside some `tiles`."""
    found = dict(free)
    found.pop(cell, None)
    for side in range(4):
        if (other := beyond(cell, side)) not in tiles:
            touched, at = found.get(other, "    "), across(side)
            found[other] = touched[:at] + tile[side] + touched[at + 1 :]
    return tuple(found.items())


@dataclass(frozen=True)
class Table:
    """A game as it lies on the table."""

    teams: int
    deck: tuple[str, ...] | None
    """What is still to be drawn, from the end on; None where nobody knows."""
    held: tuple[str | None, ...]
    """The tile of each team, None where there is none."""
    chance: Chance
    last: Cell = (0, 0)
    """Where the last tile lies."""
    tiles: Mapping[Cell, str] = field(default_factory=lambda: {(0, 0): START}, hash=False)
    """The tiles by where they lie, in order, that of the start among them."""
    token_due: bool = False
    """Whether the team that has laid a tile may put a token onto it."""
    turn: int = 0
    tokens: tuple[Token, ...] = ()
    left: tuple[int, ...] = ()
    """How many tokens each team has in store."""
    scores: tuple[int, ...] = ()
    cities: tuple[Region, ...] = ()
    """Those that are complete, for the farms."""
    over: bool = False
    free: tuple[tuple[Cell, str], ...] = free_after((), (0, 0), START)
    """The cells beside tiles, each with what its sides would touch: top, right, bottom, left, a blank for nothing."""
