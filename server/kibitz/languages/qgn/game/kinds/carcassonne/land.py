"""Roads, cities and farms: what hangs together on the tiles that lie, as the server has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from kibitz.languages.qgn.game.chance import Chance
from kibitz.languages.qgn.game.kinds.carcassonne.tile import (
    BEYOND,
    CITY,
    FARM,
    ROAD,
    START,
    across,
    across_half,
    beside_side,
    city_sides,
    farm_halves,
    halves_of,
    road_sides,
    sides_with,
)

Cell = tuple[int, int]
"""x to the right and y upwards, from the tile that lies there from the start."""
Tiles = Mapping[Cell, str]
FARMER, KNIGHT, THIEF, MONK = "f", "k", "t", "m"
NEEDS = {FARMER: FARM, KNIGHT: CITY, THIEF: ROAD, MONK: "m"}
"""On what each token stands."""


class Token(NamedTuple):
    """A token on the board."""

    cell: Cell
    team: int
    kind: str
    side: int
    """The number of the side, for farmers of its half; -1 for monks."""


class Region(NamedTuple):
    """A road, a city or a farm."""

    what: str
    parts: tuple[tuple[Cell, tuple[int, ...]], ...]
    """The tiles that it takes in, with their sides, for farms the halves of these."""
    complete: bool

    def tokens(self, tokens: Iterable[Token]) -> list[Token]:
        """Those that stand on it."""
        parts = dict(self.parts)
        return [one for one in tokens if NEEDS[one.kind] == self.what and one.side in parts.get(one.cell, ())]


def beyond(cell: Cell, side: int) -> Cell:
    """The cell at a side of one."""
    return cell[0] + BEYOND[side][0], cell[1] + BEYOND[side][1]


def around(cell: Cell) -> list[Cell]:
    """The eight cells around one."""
    return [(cell[0] + right, cell[1] + up) for right in (-1, 0, 1) for up in (-1, 0, 1) if right or up]


def region(tiles: Tiles, cell: Cell, kind: str, side: int) -> Region:
    """What a token of a kind would stand on."""
    return _farm(tiles, cell, side) if kind == FARMER else _linked(tiles, cell, side, NEEDS[kind])


def _linked(tiles: Tiles, cell: Cell, side: int, what: str) -> Region:
    """A road or a city. Each tile is entered once; where it is met again by another side, that side belongs to it, too.
    Of a city what was found last is looked at first."""
    sides_of, following = (city_sides, -1) if what == CITY else (road_sides, 0)
    parts: dict[Cell, list[int]] = {}
    waiting, entered, complete = [(cell, side)], {cell}, True
    while waiting:
        here, start = waiting.pop(following)
        sides = parts[here] = [*sides_of(tiles[here], start), start]
        for one in sides:
            other = beyond(here, one)
            if other not in tiles:
                complete = False
            elif other not in entered:
                waiting.append((other, across(one)))
                entered.add(other)
            elif other in parts and across(one) not in parts[other]:
                parts[other].append(across(one))
        if not waiting and (what == ROAD or tiles[here][5] != "t"):
            # The last tile may close the way round by a side of its own.
            for one in sides_with(tiles[here], what):
                if one not in sides and across(one) in parts.get(beyond(here, one), ()):
                    sides.append(one)
    return Region(what, tuple((one, tuple(found)) for one, found in parts.items()), complete)


def _farm(tiles: Tiles, cell: Cell, half: int) -> Region:
    parts: dict[Cell, dict[int, None]] = {}
    waiting, entered = [(cell, half)], {(cell, half)}
    while waiting:
        here, start = waiting.pop(0)
        halves = [*farm_halves(tiles[here], start), start]
        parts.setdefault(here, {}).update(dict.fromkeys(halves))
        for one in halves:
            other = beyond(here, one // 2)
            # The server remembers by which half it left, and so does not come back into the first tile opposite to it.
            if other in tiles and (other, one) not in entered:
                waiting.append((other, across_half(one)))
                entered.add((other, one))
    return Region(FARM, tuple((one, tuple(found)) for one, found in parts.items()), False)


def city_points(city: Region, tiles: Tiles) -> int:
    """A point for each tile and each banner, two where the city is complete."""
    worth = sum(2 if tiles[cell][6] == "t" else 1 for cell, _ in city.parts)
    return worth * 2 if city.complete else worth


def farm_points(farm: Region, cities: Iterable[Region], tiles: Tiles) -> int:
    """Three points for each complete city that the farm touches."""
    parts = dict(farm.parts)
    return 3 * sum(_touches(parts, city, tiles) for city in cities)


def _touches(farm: Mapping[Cell, tuple[int, ...]], city: Region, tiles: Tiles) -> bool:
    return any(
        half in farm[cell]
        for cell, sides in city.parts
        if cell in farm
        for side in sides
        for half in _beside_city(tiles[cell], side)
    )


def _beside_city(tile: str, side: int) -> list[int]:
    """The halves of farmland that touch the city at a side of a tile."""
    opposite, found = across(side), beside_side(tile, side)
    beside = (tile[(side + 1) % 4], tile[(side + 3) % 4])
    if beside in {(ROAD, ROAD), (CITY, ROAD), (ROAD, CITY)}:
        return found
    if tile[opposite] == FARM:
        found += halves_of(opposite)
    elif tile[opposite] == ROAD and ROAD in beside:
        found.append(opposite * 2 + (1 if beside[0] == ROAD else 0))
    return found


def best(tokens: Iterable[Token]) -> tuple[int, ...]:
    """The teams with the most tokens."""
    count = Counter(token.team for token in tokens)
    most = max(count.values(), default=0)
    return tuple(sorted(team for team, number in count.items() if number == most))


UNKNOWN = ""
"""An unknown tile in a hand."""


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
    """The rest of the deck, drawn from its end; None if it is unknown."""
    held: tuple[str | None, ...]
    """The tile of each team, None where there is none."""
    chance: Chance
    last: Cell = (0, 0)
    """The place of the last tile."""
    tiles: Mapping[Cell, str] = field(default_factory=lambda: {(0, 0): START}, hash=False)
    """The tiles by where they lie, in order, that of the start among them."""
    token_due: bool = False
    """Whether the team that has laid a tile may put a token onto it."""
    turn: int = 0
    tokens: tuple[Token, ...] = ()
    left: tuple[int, ...] = ()
    """The number of tokens that each team has left."""
    scores: tuple[int, ...] = ()
    cities: tuple[Region, ...] = ()
    """Those that are complete, for the farms."""
    over: bool = False
    free: tuple[tuple[Cell, str], ...] = free_after((), (0, 0), START)
    """The cells beside tiles, each with what its sides would touch: top, right, bottom, left, a blank for nothing."""
