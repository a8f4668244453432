"""Roads, cities and farms: connected parts of the tiles, by the server's rules."""

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
"""The x to the right and the y upwards, from the start tile."""
Tiles = Mapping[Cell, str]
FARMER, KNIGHT, THIEF, MONK = "f", "k", "t", "m"
NEEDS = {FARMER: FARM, KNIGHT: CITY, THIEF: ROAD, MONK: "m"}
"""The part of a tile that each token needs."""


class Token(NamedTuple):
    """A token on the board."""

    cell: Cell
    team: int
    kind: str
    side: int
    """The number of the side; for farmers that of the half side; -1 for monks."""


class Region(NamedTuple):
    """A road, a city or a farm."""

    what: str
    parts: tuple[tuple[Cell, tuple[int, ...]], ...]
    """Its tiles with their sides; for farms with half sides."""
    complete: bool

    def tokens(self, tokens: Iterable[Token]) -> list[Token]:
        """Return the tokens on it."""
        parts = dict(self.parts)
        return [one for one in tokens if NEEDS[one.kind] == self.what and one.side in parts.get(one.cell, ())]


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
            other = beyond(here, one)
            if other not in tiles:
                complete = False
            elif other not in entered:
                waiting.append((other, across(one)))
                entered.add(other)
            elif other in parts and across(one) not in parts[other]:
                parts[other].append(across(one))
        if not waiting and (what == ROAD or tiles[here][5] != "t"):
            # The last tile may close a circle with another of its sides.
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
            right, up = BEYOND[one // 2]
            other = here[0] + right, here[1] + up
            # The server remembers the half by which it left, so it does not enter the first tile again opposite to it.
            if other in tiles and (other, one) not in entered:
                waiting.append((other, across_half(one)))
                entered.add((other, one))
    return Region(FARM, tuple((one, tuple(found)) for one, found in parts.items()), False)


def city_points(city: Region, tiles: Tiles) -> int:
    """Return one point for each tile and each banner, doubled if the city is complete."""
    worth = sum(2 if tiles[cell][6] == "t" else 1 for cell, _ in city.parts)
    return worth * 2 if city.complete else worth


def farm_points(farm: Region, cities: Iterable[Region], tiles: Tiles) -> int:
    """Return three points for each complete city that touches the farm."""
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


def best(tokens: Iterable[Token]) -> tuple[int, ...]:
    """Return the teams with the most tokens."""
    count = Counter(token.team for token in tokens)
    most = max(count.values(), default=0)
    return tuple(sorted(team for team, number in count.items() if number == most))


UNKNOWN = ""
"""An unknown tile in a hand."""


def free_after(
    free: Iterable[tuple[Cell, str]], cell: Cell, tile: str, tiles: Container[Cell] = ()
) -> tuple[tuple[Cell, str], ...]:
    """Return the free cells with the sides they would touch, after a tile was laid next to some `tiles`."""
    found = dict(free)
    found.pop(cell, None)
    for side in range(4):
        if (other := beyond(cell, side)) not in tiles:
            touched, at = found.get(other, "    "), across(side)
            found[other] = touched[:at] + tile[side] + touched[at + 1 :]
    return tuple(found.items())


@dataclass(frozen=True)
class Table:
    """The parts of a position that all actions share."""

    teams: int
    deck: tuple[str, ...] | None
    """The rest of the deck, drawn from its end; None if it is unknown."""
    held: tuple[str | None, ...]
    """The tile of each team, or None."""
    chance: Chance
    last: Cell = (0, 0)
    """The place of the last tile."""
    tiles: Mapping[Cell, str] = field(default_factory=lambda: {(0, 0): START}, hash=False)
    """The tiles by cell, in order of play, including the start tile."""
    token_due: bool = False
    """Whether the team that has laid a tile may place a token on it."""
    turn: int = 0
    tokens: tuple[Token, ...] = ()
    left: tuple[int, ...] = ()
    """The number of tokens in each team's hand."""
    scores: tuple[int, ...] = ()
    cities: tuple[Region, ...] = ()
    """The complete cities, for the farms."""
    over: bool = False
    free: tuple[tuple[Cell, str], ...] = free_after((), (0, 0), START)
    """The free cells next to tiles, each with the sides that it would touch: top, right, bottom, left, a space for none."""
