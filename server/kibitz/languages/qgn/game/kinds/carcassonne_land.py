"""The land of carcassonne by the server's rules: tiles, and their roads, cities and farms.

A tile is seven letters: the sides (top, right, bottom, left), the centre, whether its cities are connected, and the
banner. Each side has two halves of farmland, `a` before `b` clockwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from kibitz.core.bounds import CACHED_VALUES
from kibitz.core.memory import latest
from kibitz.languages.qgn.game.position import Cell, sides_turned

ROAD, FARM, CITY, CLOISTER = "r", "f", "c", "m"
SIDES = ("t", "r", "b", "l")
HALVES = tuple(f"{side}{half}" for side in SIDES for half in "ab")
SIDE_NAMES = ("top", "right", "bottom", "left")
BEYOND = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The neighbours of a cell at its sides, as x and y; y grows upwards."""


START = "crfrnff"
AMOUNTS = {
    "ffffmff": 4, "ffrfmff": 2, "ccccntt": 1, "ccfcntf": 3, "ccfcntt": 1, "ccrcntf": 1, "ccrcntt": 2, "cffcntf": 3,
    "cffcntt": 2, "crrcntf": 3, "crrcntt": 2, "fcfcntf": 1, "fcfcntt": 2, "cffcnff": 2, "cfcfnff": 3, "cfffnff": 5,
    "cfrrnff": 3, "crrfnff": 3, "crrrnff": 3, "crfrnff": 3, "rfrfnff": 8, "ffrrnff": 9, "frrrnff": 4, "rrrrnff": 1,
}  # fmt: skip
"""The tiles, and the number of each."""


def sides_with(tile: str, what: str) -> list[int]:
    """Return the numbers of the sides of a kind."""
    return [side for side in range(4) if tile[side] == what]


def across(side: int) -> int:
    """Return the side of the next tile that touches a side."""
    return (side + 2) % 4


ACROSS_HALF = (5, 4, 7, 6, 1, 0, 3, 2)
"""The half side of the next tile that touches each half side. Halves are counted clockwise from the top."""


@latest(CACHED_VALUES)
def city_sides(tile: str, side: int) -> tuple[int, ...]:
    """Return the other sides of the city at a side."""
    return tuple(one for one in sides_with(tile, CITY) if one != side) if tile[5] == "t" else ()


@latest(CACHED_VALUES)
def road_sides(tile: str, side: int) -> tuple[int, ...]:
    """Return the other side of the road at a side, or nothing if the road ends at a crossing."""
    others = tuple(one for one in sides_with(tile, ROAD) if one != side)
    return others if len(others) == 1 else ()


@latest(CACHED_VALUES)
def farm_halves(tile: str, half: int) -> tuple[int, ...]:
    """Return the half sides of the same farmland, by the server's rules, this one last."""
    side = half // 2
    if tile[4] == CLOISTER:
        found = [one for one in range(8) if one != half]
    else:
        found = _beside_farm(tile, half) if tile[side] == FARM else _beside_road(tile, side, half % 2)
    return (*found, half)


def halves_of(side: int) -> list[int]:
    """Return the two halves of a side."""
    return [side * 2, side * 2 + 1]


def beside_side(tile: str, side: int) -> list[int]:
    """Return the half sides of farmland at the two adjacent sides; a side with a road has only the nearer one."""
    found = list[int]()
    for neighbour, near in (((side + 1) % 4, 0), ((side + 3) % 4, 1)):
        if tile[neighbour] == ROAD:
            found.append(neighbour * 2 + near)
        elif tile[neighbour] == FARM:
            found += halves_of(neighbour)
    return found


def _beside_farm(tile: str, half: int) -> list[int]:
    side = half // 2
    clockwise, opposite = (side + 1) % 4, across(side)
    found = [side * 2 + 1 - half % 2, *beside_side(tile, side)]
    beside = {tile[clockwise], tile[(side + 3) % 4]}
    if beside == {ROAD} or (beside == {CITY} and tile[5] == "t"):
        return found
    if tile[opposite] == ROAD and ROAD in beside:
        found.append(opposite * 2 + (1 if tile[clockwise] == ROAD else 0))
    elif tile[opposite] in {ROAD, FARM}:
        found += halves_of(opposite)
    return found


def _beside_road(tile: str, side: int, which: int) -> list[int]:
    """Return the half sides from one side of a road around the tile, up to the next road."""
    step = 1 if which else 3
    found = list[int]()
    for number in (1, 2, 3):
        other = (side + step * number) % 4
        if tile[other] == ROAD:
            return [*found, other * 2 + 1 - which]
        if tile[other] == FARM:
            found += halves_of(other)
    return found


ALL_TILES = tuple(tile for tile, amount in AMOUNTS.items() for _ in range(amount))
TURNED = frozenset(one for tile in AMOUNTS for one in sides_turned(tile))
"""All tiles in all positions."""
Tiles = Mapping[Cell, str]
"""The tiles by their x to the right and y upwards, from the start tile."""
FARMER, KNIGHT, THIEF, MONK = "f", "k", "t", "m"
NEEDS = {FARMER: FARM, KNIGHT: CITY, THIEF: ROAD, MONK: CLOISTER}
"""The part of a tile that each token needs."""
PLACES: Mapping[str, tuple[str, ...]] = {FARMER: HALVES, KNIGHT: SIDES, THIEF: SIDES, MONK: ()}
"""The places of each token on a tile."""


class Token(NamedTuple):
    """A token on the board."""

    cell: Cell
    team: int
    kind: str
    side: int
    """The number of the side; for farmers that of the half side; -1 for monks."""

    @property
    def details(self) -> tuple[str, ...]:
        """The kind and the place of the token, as in its action."""
        return (self.kind, *PLACES[self.kind][self.side :][:1])


class Region(NamedTuple):
    """A road, a city or a farm."""

    what: str
    parts: Mapping[Cell, Collection[int]]
    """The sides of its tiles; for farms half sides."""
    complete: bool

    def tokens(self, tokens: Iterable[Token]) -> list[Token]:
        """Return the tokens on it."""
        alike = [one for one in tokens if NEEDS[one.kind] == self.what]
        return [one for one in alike if one.side in self.parts.get(one.cell, ())]


def beyond(cell: Cell, side: int) -> Cell:
    """Return the neighbour of a cell at a side."""
    return cell[0] + BEYOND[side][0], cell[1] + BEYOND[side][1]


def around(cell: Cell) -> list[Cell]:
    """Return the eight cells around a cell."""
    return [(cell[0] + right, cell[1] + up) for right in (-1, 0, 1) for up in (-1, 0, 1) if right or up]


def region(tiles: Tiles, cell: Cell, kind: str, side: int) -> Region:
    """Return the region of a token of a kind."""
    return _farm(tiles, cell, side) if kind == FARMER else _linked(tiles, cell, side, NEEDS[kind])


def _linked(tiles: Tiles, cell: Cell, side: int, what: str) -> Region:
    """Return a road or a city.

    Each tile is entered once; if another side reaches it again, that side is added. Cities are searched depth first,
    roads breadth first.
    """
    sides_of, following = (city_sides, -1) if what == CITY else (road_sides, 0)
    parts: dict[Cell, list[int]] = {}
    waiting, entered, complete = [(cell, side)], {cell}, True
    while waiting:
        here, start = waiting.pop(following)
        sides = parts[here] = [*sides_of(tiles[here], start), start]
        for one in sides:
            other, entry = beyond(here, one), across(one)
            if other not in tiles:
                complete = False
            elif other not in entered:
                waiting.append((other, entry))
                entered.add(other)
            elif other in parts and entry not in parts[other]:
                parts[other].append(entry)
        if not waiting and (what == ROAD or tiles[here][5] != "t"):
            # The last tile may close a circle with another of its sides.
            for one in sides_with(tiles[here], what):
                if one not in sides and across(one) in parts.get(beyond(here, one), ()):
                    sides.append(one)
    return Region(what, parts, complete)


def _farm(tiles: Tiles, cell: Cell, half: int) -> Region:
    parts: dict[Cell, set[int]] = {}
    waiting, entered = [(cell, half)], {(cell, half)}
    for here, start in waiting:
        halves, (x, y) = farm_halves(tiles[here], start), here
        parts.setdefault(here, set()).update(halves)
        for one in halves:
            right, up = BEYOND[one // 2]
            # The server remembers the half by which it left, so it does not enter the first tile again opposite to it.
            entry = (x + right, y + up), one
            if entry not in entered and entry[0] in tiles:
                waiting.append((entry[0], ACROSS_HALF[one]))
                entered.add(entry)
    return Region(FARM, parts, False)


def city_points(city: Region, tiles: Tiles) -> int:
    """Return one point for each tile and each banner, doubled if the city is complete."""
    worth = sum(2 if tiles[cell][6] == "t" else 1 for cell in city.parts)
    return worth * 2 if city.complete else worth


def farm_points(farm: Region, cities: Iterable[Region], tiles: Tiles) -> int:
    """Return three points for each complete city that touches the farm."""
    return 3 * sum(_touches(farm.parts, city, tiles) for city in cities)


def _touches(farm: Mapping[Cell, Collection[int]], city: Region, tiles: Tiles) -> bool:
    return any(
        half in farm[cell]
        for cell, sides in city.parts.items()
        if cell in farm
        for side in sides
        for half in _beside_city(tiles[cell], side)
    )


def _beside_city(tile: str, side: int) -> list[int]:
    """Return the half sides of farmland that touch the city at a side of a tile."""
    opposite, found = across(side), beside_side(tile, side)
    beside = (tile[(side + 1) % 4], tile[(side + 3) % 4])
    if beside in {(ROAD, ROAD), (CITY, ROAD), (ROAD, CITY)}:
        return found
    if tile[opposite] == FARM:
        found += halves_of(opposite)
    elif tile[opposite] == ROAD and ROAD in beside:
        found.append(opposite * 2 + (1 if beside[0] == ROAD else 0))
    return found
