"""What lies on the table: the tiles and tokens, and what the teams hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from kibitz.languages.qgn.game.chance import Chance
from kibitz.languages.qgn.game.kinds.carcassonne.land import Cell, Region, Token
from kibitz.languages.qgn.game.kinds.carcassonne.tile import START

UNKNOWN = ""
"""A tile in a hand that nobody knows."""


@dataclass(frozen=True)
class Table:
    """A game as it lies on the table."""

    teams: int
    deck: tuple[str, ...] | None
    """What is still to be drawn, from the end on; None where nobody knows."""
    held: tuple[str | None, ...]
    """The tile of each team, None where there is none."""
    chance: Chance
    laid: tuple[tuple[Cell, str], ...] = (((0, 0), START),)
    """The tiles in order, that of the start among them."""
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

    @cached_property
    def tiles(self) -> Mapping[Cell, str]:
        """The tiles by where they lie."""
        return dict(self.laid)

    @property
    def last(self) -> Cell:
        """Where the last tile lies."""
        return self.laid[-1][0]
