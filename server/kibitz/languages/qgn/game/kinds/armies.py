"""The armies of Stratego: the units, the variants, and how the server sets the units up from the seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.core.bounds import SOME
from kibitz.core.memory import latest
from kibitz.languages.qgn.game.chance import Chance

Cell = tuple[int, int]
RANKS = (
    "flag", "bomb", "spy", "scout", "miner", "sergeant", "lieutenant", "captain", "major", "colonel", "general", "marshal",
)  # fmt: skip
"""The units, each of which beats those before it; what the exceptions are, see :func:`kibitz.languages.qgn.game.kinds.stratego._fought`."""
FLAG, BOMB, SPY, SCOUT, MINER, MARSHAL = 0, 1, 2, 3, 4, 11
UNKNOWN = 12
"""A unit of which only the team is known: nobody knows the set-up without a seed."""
MOVED = 13
"""The same, of a unit that has moved."""
EMPTY, WATER, UNSURE = -1, -2, -3
"""Cells without a unit, cells where none can be, and cells where nobody knows who has won a fight."""


class Setup(NamedTuple):
    """A variant: its board, its armies, and how likely the server puts units into which rows, counted from its end."""

    size: int
    water: tuple[Cell, ...]
    amounts: tuple[int, ...]
    """How many units of each rank a team has."""
    rows: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
    """The ranks that are placed by chance, in order: each with rows and their weights, the lighter ones first."""


SETUPS = {
    "classic": Setup(
        10,
        tuple((row, column) for row in (4, 5) for column in (2, 3, 6, 7)),
        (1, 6, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1),
        (
            (FLAG, ((2, 1), (1, 4), (0, 5))),
            (BOMB, ((3, 1), (2, 2), (1, 3), (0, 4))),
            (MINER, ((2, 1), (1, 4), (0, 5))),
            (SCOUT, ((1, 1), (2, 4), (3, 5))),
        ),
    ),
    "quick_battle": Setup(
        8,
        tuple((row, column) for row in (3, 4) for column in (2, 5)),
        (1, 2, 1, 2, 2, 0, 0, 0, 0, 0, 1, 1),
        (
            (FLAG, ((1, 5), (0, 5))),
            (BOMB, ((2, 2), (1, 4), (0, 4))),
            (MINER, ((2, 1), (1, 4), (0, 5))),
            (SCOUT, ((0, 1), (1, 4), (2, 5))),
        ),
    ),
}


class Unit(NamedTuple):
    """A unit on the board."""

    team: int
    rank: int

    @property
    def name(self) -> str:
        return RANKS[self.rank] if self.rank < len(RANKS) else "unit"


def rows_of(size: int, team: int) -> range:
    """The rows in which a team begins, on a board of so many."""
    return range(size // 2 - 1) if team == 0 else range(size // 2 + 1, size)


def with_water(setup: Setup, cells: Sequence[Unit | int]) -> tuple[Unit | int, ...]:
    water = {row * setup.size + column for row, column in setup.water}
    return tuple(WATER if number in water else content for number, content in enumerate(cells))


@latest(SOME)
def set_up(setup: Setup, seed: int) -> tuple[Unit | int, ...]:
    """The armies as the server sets them up: some ranks by chance, one of each team in turn, the others in order."""
    cells: list[Unit | int] = list(with_water(setup, [EMPTY] * setup.size**2))
    left, chance = list(setup.amounts), Chance(seed)
    for rank, weights in setup.rows:
        rows = [row for row, weight in weights for _ in range(weight)]
        for _ in range(setup.amounts[rank]):
            for team in (0, 1):
                place, chance = _drawn(setup.size, rows, team, cells, chance)
                cells[place] = Unit(team, rank)
        left[rank] = 0
    rest = [rank for rank, amount in enumerate(left) for _ in range(amount)]
    for team in (0, 1):
        ranks = iter(rest)
        for row in rows_of(setup.size, team):
            for place in range(row * setup.size, (row + 1) * setup.size):
                if cells[place] == EMPTY and (rank_left := next(ranks, None)) is not None:
                    cells[place] = Unit(team, rank_left)
    return tuple(cells)


def _drawn(
    size: int, rows: Sequence[int], team: int, cells: Sequence[Unit | int], chance: Chance
) -> tuple[int, Chance]:
    """A free place, drawn until there is one: the row, of which the likelier ones are there more often, then the column."""
    while True:
        number, chance = chance.below(len(rows))
        column, chance = chance.below(size)
        place = (rows[number] if team == 0 else size - 1 - rows[number]) * size + column
        if cells[place] == EMPTY:
            return place, chance
