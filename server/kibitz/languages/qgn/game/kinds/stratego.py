"""Stratego: two armies, each hidden from the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

from kibitz.core.bounds import SOME
from kibitz.core.memory import latest
from kibitz.languages.qgn.game.chance import Chance
from kibitz.languages.qgn.game.position import (
    AFTER_THE_END,
    OUT_OF_TURN,
    Act,
    Cell,
    Details,
    Move,
    Position,
    Refusal,
    in_rows,
    place,
    refused,
    with_changes,
)

RANKS = (
    "flag", "bomb", "spy", "scout", "miner", "sergeant", "lieutenant", "captain", "major", "colonel", "general", "marshal",
)  # fmt: skip
"""The units, each of which beats those before it; for exceptions see :func:`kibitz.languages.qgn.game.kinds.stratego._met`."""
SIGNS = ("F", "B", "S", "2", "3", "4", "5", "6", "7", "8", "9", "10")
"""The ranks as text: flag, bomb and spy, then the numbers from scout to marshal."""
FLAG, BOMB, SPY, SCOUT, MINER, MARSHAL = 0, 1, 2, 3, 4, 11
UNKNOWN = 12
"""The rank of an unknown unit; without a seed the setup is unknown."""
MOVED = 13
"""The rank of an unknown unit that has moved."""
EMPTY, WATER, UNSURE = -1, -2, -3
"""Cells without a unit, cells of water, and cells after a fight of unknown result."""


class Setup(NamedTuple):
    """A variant: its board, its armies, and the server's weights of rows for units, counted from the team's end."""

    size: int
    water: tuple[Cell, ...]
    amounts: tuple[int, ...]
    """The number of units of each rank of a team."""
    rows: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
    """The randomly placed ranks, in order, each with rows and their weights, lowest weight first."""


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
    """Return the rows in which a team begins, on a board of a given size."""
    return range(size // 2 - 1) if team == 0 else range(size // 2 + 1, size)


def with_water(setup: Setup, cells: Sequence[Unit | int]) -> tuple[Unit | int, ...]:
    water = {row * setup.size + column for row, column in setup.water}
    return tuple(WATER if number in water else content for number, content in enumerate(cells))


@latest(SOME)
def set_up(setup: Setup, seed: int) -> tuple[Unit | int, ...]:
    """Return the server's setup of the armies: some ranks at random, the teams in turn, the others in order."""
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
    """Draw a row, by its weight, and a column until their cell is free."""
    while True:
        number, chance = chance.below(len(rows))
        column, chance = chance.below(size)
        place = (rows[number] if team == 0 else size - 1 - rows[number]) * size + column
        if cells[place] == EMPTY:
            return place, chance


AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))


@dataclass(frozen=True)
class Stratego(Position):
    """A position."""

    size: int
    cells: tuple[Unit | int, ...]
    """The cells row by row from the top, where team 0 begins."""
    turn: int = 0
    started: bool = False
    """Whether a unit has moved; before that, units may change places."""
    over: bool = False
    winners: tuple[int, ...] = ()

    def at(self, cell: Cell) -> Unit | int:
        """Return the content of a cell."""
        return self.cells[cell[0] * self.size + cell[1]]

    def play(self, team: int, sign: str, details: Details) -> tuple[Stratego, Refusal | None]:
        start, end = _ends(details)
        if self.over:
            return self, AFTER_THE_END
        if not self._holds(start) or not self._holds(end):
            sides = f"the board of this variant has {self.size} rows and columns"
            return self._after(team, sign, {}), refused(sides)
        if sign == "s":
            return self._switched(team, start, end)
        return self._moved(team, start, end)

    def _holds(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.size and 0 <= cell[1] < self.size

    def _after(self, team: int, sign: str, changed: dict[Cell, Unit | int]) -> Stratego:
        cells = list(self.cells)
        for (row, column), content in changed.items():
            cells[row * self.size + column] = content
        if sign == "s":
            return with_changes(self, cells=tuple(cells))
        return with_changes(self, cells=tuple(cells), turn=1 - team, started=True)

    # Set-up

    def _switched(self, team: int, one: Cell, other: Cell) -> tuple[Stratego, Refusal | None]:
        unit, second = self.at(one), self.at(other)
        if self.started:
            problem = {"problem": "units change places before the first move only"}
            return self, Refusal("illegal-move", problem, lambda _, sign, __: sign == "m", "a move")
        if unit == UNSURE:
            return self, None
        if not isinstance(unit, Unit):
            return self, refused(f"there is no unit at {place(one)}", one)
        if other[0] not in rows_of(self.size, unit.team):
            return self, refused(f"{place(other)} is not on the side of team {unit.team}")
        if unit.team != team:
            return self, refused(f"the unit at {place(one)} is one of team {unit.team}", one)
        return self._after(team, "s", {one: second, other: unit}), None

    # Moves

    def _moved(self, team: int, start: Cell, end: Cell) -> tuple[Stratego, Refusal | None]:
        refusal = OUT_OF_TURN if team != self.turn else self._refused(team, start, end)
        unit = self.at(start)
        if unit == UNSURE:
            unit = Unit(team, MOVED)
        if not isinstance(unit, Unit) or unit.team != team or not self._enterable(team, self.at(end)):
            return self._after(team, "m", {}), refusal
        return self._landed(unit, start, end), refusal

    def _enterable(self, team: int, target: Unit | int) -> bool:
        return target != WATER and not (isinstance(target, Unit) and target.team == team)

    def _refused(self, team: int, start: Cell, end: Cell) -> Refusal | None:
        unit = self.at(start)
        if unit in {EMPTY, WATER}:
            return refused(f"there is no unit at {place(start)}", start)
        if isinstance(unit, Unit):
            if unit.team != team:
                return refused(f"the unit at {place(start)} is one of team {unit.team}", start)
            if unit.rank in {FLAG, BOMB}:
                return refused(f"the {unit.name} at {place(start)} can't move")
        rank = unit.rank if isinstance(unit, Unit) else MOVED
        if problem := self._too_far(rank, team, start, end):
            return refused(problem)
        if not self._enterable(team, self.at(end)):
            what = "water is" if self.at(end) == WATER else f"a unit of team {team} itself stands"
            return refused(f"{what} at {place(end)}", end)
        return None

    def _too_far(self, rank: int, team: int, start: Cell, end: Cell) -> str:
        down, right = abs(end[0] - start[0]), abs(end[1] - start[1])
        if rank in {SCOUT, UNKNOWN, MOVED}:
            if down > 1 and right > 1:
                return "a unit moves along a row or a column"
            rows, columns = self._reach(team, start) if down + right > 1 else ([end[0]], [end[1]])
            if end[0] in rows and end[1] in columns:
                return ""
            none = "the scout can't" if rank == SCOUT else "no unit can"
            return f"{none} pass from {place(start)} to {place(end)}"
        if down + right > 1:
            return "a unit moves one cell along a row or a column, and only scouts go further"
        return ""

    def _reach(self, team: int, start: Cell) -> tuple[list[int], list[int]]:
        """Return the rows and the columns that a scout reaches along its column and its row, its own first.

        The server checks the column for the vertical distance and the row for the horizontal one, so a scout may also
        go one cell aside.
        """
        rows, columns = [start[0]], [start[1]]
        for down, right in AROUND:
            row, column = start[0] + down, start[1] + right
            while self._holds((row, column)):
                content = self.at((row, column))
                if not self._enterable(team, content):
                    break
                (columns if right else rows).append(column if right else row)
                if isinstance(content, Unit):
                    break
                row, column = row + down, column + right
        return rows, columns

    def _landed(self, unit: Unit, start: Cell, end: Cell) -> Stratego:
        target = self.at(end)
        moved = Unit(unit.team, MOVED) if unit.rank == UNKNOWN else unit
        after = self._after(unit.team, "m", {start: EMPTY, end: _met(moved, target)})
        if isinstance(target, int) or max(target.rank, unit.rank) >= UNKNOWN:
            return after
        return after._ended(unit.team, target)

    def _ended(self, team: int, beaten: Unit) -> Stratego:
        """Return the game after a fight: it is over if the flag is taken, or if a team cannot move."""
        if beaten.rank == FLAG:
            return with_changes(self, over=True, winners=(team,))
        # Units in front are able first.
        able = tuple([one for one in (0, 1) if any(self.steps(one, 1 if one else -1))])
        return self if len(able) == 2 else with_changes(self, over=True, winners=able)

    def steps(self, team: int, order: int = 1) -> Iterator[tuple[Cell, Cell]]:
        """Yield all steps of one cell that a team may take, from the top or (-1) from the bottom."""
        cells = self.cells
        for (start, around), unit in zip(_beside(self.size)[::order], cells[::order], strict=True):
            if isinstance(unit, Unit) and unit.team == team and unit.rank not in {FLAG, BOMB}:
                for end, number in around:
                    if (target := cells[number]) == EMPTY or self._enterable(team, target):
                        yield start, end

    def moves(self, judged: bool = False) -> Iterator[Move]:
        for start, end in self._ways():
            why = "attacks" if isinstance(self.at(end), Unit) else ""
            yield Move("m", tuple(map(str, (*start, *end))), why)

    def moves_of(self, team: int, judged: bool = False) -> Iterator[Move]:
        yield from super().moves_of(team, judged)
        yield from self.switches(team)

    @property
    def is_known(self) -> bool:
        return not any(
            cell == UNSURE or (isinstance(cell, Unit) and cell.rank >= UNKNOWN) for cell in self.cells
        )

    def mobility(self, team: int) -> int | None:
        if not self.is_known:
            return None
        side, own = self._side(team), self._ways() if team == self.turn else ()
        return sum(1 for _ in own) + sum(isinstance(self.at(one), Unit) for one in side) * (len(side) - 1)

    def cells_after(self, act: Act, after: Position) -> Sequence[Cell]:
        ends = _ends(act.details)
        return ends if act.sign == "s" else ends[1:]

    def as_line(self) -> str:
        return in_rows(self.cells, self.size, sign)

    def in_words(self, act: Act) -> str:
        start, end = _ends(act.details)
        unit = self.at(start)
        return f"{'unit' if isinstance(unit, int) else unit.name} {start} to {end}"

    def _ways(self) -> Iterator[tuple[Cell, Cell]]:
        """Yield all moves of the team to move."""
        if self.over:
            return
        yield from self.steps(self.turn)
        for number, unit in enumerate(self.cells):
            if unit == Unit(self.turn, SCOUT):
                start = divmod(number, self.size)
                for end in sorted(product(*self._reach(self.turn, start))):
                    down, right = abs(end[0] - start[0]), abs(end[1] - start[1])
                    far = down + right > 1 and min(down, right) <= 1
                    if far and self._enterable(self.turn, self.at(end)):
                        yield start, end

    def _side(self, team: int) -> list[Cell]:
        """Return the cells whose units may change places, or nothing after the first move."""
        rows = () if self.started or self.over else rows_of(self.size, team)
        return [(row, column) for row in rows for column in range(self.size)]

    def switches(self, team: int) -> Iterator[Move]:
        """Yield the swaps of a team's units."""
        side = self._side(team)
        for one in side:
            if isinstance(self.at(one), Unit):
                yield from (Move("s", tuple(map(str, (*one, *other)))) for other in side if other != one)


def begin(variant: str, seed: int | None, **_rest: object) -> Stratego:
    """Return the position before the first action."""
    setup = SETUPS[variant]
    if seed is not None:
        return Stratego(setup.size, set_up(setup, seed))
    cells: list[Unit | int] = [EMPTY] * setup.size**2
    for team in (0, 1):
        side = [
            row * setup.size + column for row in rows_of(setup.size, team) for column in range(setup.size)
        ]
        for at in side:
            # With fewer units than cells, the free cells are unknown.
            cells[at] = Unit(team, UNKNOWN) if sum(setup.amounts) == len(side) else UNSURE
    return Stratego(setup.size, with_water(setup, cells))


def sign(content: Unit | int, hidden: bool = False) -> str:
    """Return the text of a cell: `F:0`, `.`, `~` or `??`."""
    if isinstance(content, Unit):
        rank = "?" if hidden or content.rank >= UNKNOWN else SIGNS[content.rank]
        return f"{rank}:{content.team}"
    return {EMPTY: ".", WATER: "~"}.get(content, "??")


def _ends(details: Details) -> tuple[Cell, Cell]:
    """Return the two cells of an action."""
    numbers = list(map(int, details))
    return (numbers[0], numbers[1]), (numbers[2], numbers[3])


def _met(unit: Unit, other: Unit | int) -> Unit | int:
    """Return the content of a cell after a unit has entered it."""
    if other == EMPTY:
        return unit
    if isinstance(other, int) or max(unit.rank, other.rank) >= UNKNOWN:
        return UNSURE
    if (unit.rank, other.rank) in {(SPY, MARSHAL), (MINER, BOMB)}:
        return unit
    if other.rank == BOMB:
        return other
    if unit.rank == other.rank:
        return EMPTY
    return unit if unit.rank > other.rank else other


@cache
def _beside(size: int) -> tuple[tuple[Cell, tuple[tuple[Cell, int], ...]], ...]:
    """Return the cells of a board, row by row, each with those next to it and their numbers."""
    cells = [divmod(number, size) for number in range(size * size)]
    beside = [[(row + down, column + right) for down, right in AROUND] for row, column in cells]
    return tuple(
        [
            (cell, tuple([(one, cells.index(one)) for one in ends if one in cells]))
            for cell, ends in zip(cells, beside, strict=True)
        ]
    )
