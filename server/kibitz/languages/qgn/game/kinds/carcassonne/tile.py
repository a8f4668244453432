"""A tile of carcassonne as seven letters.

The letters are the sides (top, right, bottom, left), the centre, whether its cities are connected, and the banner.
Each side has two halves of farmland, `a` before `b` clockwise.
"""

from __future__ import annotations

from functools import cache

from kibitz.core.bounds import CACHED_VALUES
from kibitz.core.memory import latest

ROAD, FARM, CITY, CLOISTER = "r", "f", "c", "m"
SIDES = ("t", "r", "b", "l")
HALVES = tuple(f"{side}{half}" for side in SIDES for half in "ab")
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


def across_half(half: int) -> int:
    """Return the half side of the next tile that touches a half side. Halves are counted clockwise from the top."""
    return across(half // 2) * 2 + 1 - half % 2


@latest(CACHED_VALUES)
def turned(tile: str) -> tuple[str, ...]:
    """Return a tile in its four positions, turned clockwise, itself first."""
    return tuple(tile[4 - turn : 4] + tile[: 4 - turn] + tile[4:] for turn in range(4))


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
    """Return the other half sides of the same farmland, by the server's rules."""
    if tile[4] == CLOISTER:
        return tuple(one for one in range(8) if one != half)
    side = half // 2
    return tuple(_beside_farm(tile, half) if tile[side] == FARM else _beside_road(tile, side, half % 2))


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


@cache
def all_tiles() -> tuple[str, ...]:
    return tuple(tile for tile, amount in AMOUNTS.items() for _ in range(amount))


@cache
def known_tiles() -> frozenset[str]:
    """Return all tiles in all positions."""
    return frozenset(one for tile in AMOUNTS for one in turned(tile))
