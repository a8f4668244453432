"""Indigo: gems move along paths on hexagonal tiles, into gateways that belong to the teams."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
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
    leaders,
    misplaced,
    no_such_tile,
    not_held,
    place,
    positions,
    rotated,
    tile_taken,
    tiles_and,
    with_changes,
    with_one,
)

ROWS = 9
WIDTHS = (5, 6, 7, 8, 9, 8, 7, 6, 5)
"""The number of cells of each row. The edges of a cell are `a` to `f`, clockwise from the upper left."""
MIDDLE = (4, 4)
EDGES = "abcdef"
ACROSS = dict(zip(EDGES, "defabc", strict=True))
TREASURES = {
    (0, 0): "ced",
    (0, 4): "dfe",
    (4, 8): "aef",
    (8, 4): "bfa",
    (8, 0): "acb",
    (4, 0): "bdc",
    MIDDLE: "s",
}
"""The tiles of the start: two connected edges, and the edge with a gem."""
CELLS = tuple(
    (row, column) for row in range(ROWS) for column in range(WIDTHS[row]) if (row, column) not in TREASURES
)
"""The cells for tiles."""
GATEWAYS = {
    "ab": ((0, 1), (0, 2), (0, 3)), "bc": ((1, 5), (2, 6), (3, 7)), "cd": ((5, 7), (6, 6), (7, 5)),
    "de": ((8, 3), (8, 2), (8, 1)), "ef": ((7, 0), (6, 0), (5, 0)), "fa": ((3, 0), (2, 0), (1, 0)),
}  # fmt: skip
"""The cells at each gateway, by the edges that lead into it."""
OWNERS = {
    2: ((0,), (1,), (0,), (1,), (0,), (1,)),
    3: ((0,), (0, 1), (2,), (2, 0), (1,), (1, 2)),
    4: ((0, 1), (1, 2), (0, 3), (3, 1), (2, 0), (2, 3)),
}
"""The owners of the gateways by the number of teams, in the order of :data:`GATEWAYS`."""
POINTS = {"amber": 1, "emerald": 2, "sapphire": 3}
TILES = (("afbcde", 6), ("becfda", 6), ("afbecd", 14), ("abcedf", 14), ("adbfce", 14))
"""The tiles, as pairs of connected edges, and the number of each."""
turns = partial(positions, EDGES, 1)
"""Return a tile in its six positions, turned clockwise, itself first."""
TURNED = frozenset(turned for tile, _ in TILES for turned in turns(tile))
"""All tiles in all positions."""
HANDS = {"classic": 1, "large_hands": 2}
"""The number of tiles in a hand, by variant."""
_FALLING = {"a": (-1, -1), "b": (-1, 0), "c": (0, 1), "d": (1, 1), "e": (1, 0), "f": (0, -1)}
_RISING = {"a": (-1, 0), "b": (-1, 1), "c": (0, 1), "d": (1, 0), "e": (1, -1), "f": (0, -1)}


LOST = "-"


class Gem(NamedTuple):
    """A gem at an edge of a cell; gems in the middle have no edge."""

    color: str
    edge: str
    cell: Cell
    gateway: str = ""
    """The gateway that it has reached, or :data:`LOST` after a collision with another gem."""

    @property
    def runs(self) -> bool:
        """Whether it is in play."""
        return not self.gateway


GEMS = (
    *(Gem("amber", edge, cell) for edge, cell in zip("defabc", ((0, 0), (0, 4), (4, 8), (8, 4), (8, 0), (4, 0)), strict=True)),
    *[Gem("emerald", "", MIDDLE)] * 5, Gem("sapphire", "", MIDDLE),
)  # fmt: skip


@dataclass(frozen=True)
class Indigo(Position):
    """A position."""

    teams: int
    tiles: Mapping[Cell, str] = field(hash=False)
    """The treasures, then the laid tiles, in order."""
    deck: tuple[str, ...] | None
    """The tiles still to be drawn, or None if they are unknown."""
    hands: tuple[tuple[str, ...], ...]
    gems: tuple[Gem, ...] = GEMS
    turn: int = 0
    over: bool = False

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each team, from the gems in its gateways."""
        return self._sums(lambda gem: POINTS[gem.color])

    def _sums(self, worth: Callable[[Gem], int]) -> tuple[int, ...]:
        owners = dict(zip(GATEWAYS, OWNERS[self.teams], strict=True))
        sums = [0] * self.teams
        for gem in self.gems:
            for team in owners.get(gem.gateway, ()):
                sums[team] += worth(gem)
        return tuple(sums)

    @property
    def winners(self) -> tuple[int, ...]:
        if not self.over:
            return ()
        points, counts = self.points, self._sums(lambda _: 1)
        return leaders([*zip(points, counts, strict=True)])

    def play(self, team: int, sign: str, details: Details) -> tuple[Indigo, Refusal | None]:
        tile, cell = details[0], (int(details[1]), int(details[2]))
        if self.over:
            return self, AFTER_THE_END
        refusal = self._refused(team, tile, cell)
        if refusal is not None and refusal.slug not in {"turn-order", "not-in-hand"}:
            return with_changes(self, turn=(team + 1) % self.teams), refusal
        after, stuck = self._laid(team, tile, cell)
        if refusal is None and stuck:
            problem = "a gem would run into a treasure that no path leaves"
            return after, misplaced("the tile", problem)
        return after, refusal

    def _refused(self, team: int, tile: str, cell: Cell) -> Refusal | None:
        if team != self.turn:
            return OUT_OF_TURN
        if tile not in TURNED:
            return no_such_tile(tile)
        hand = self.hands[team]
        if self.deck is not None and all(tile not in turns(one) for one in hand):
            return not_held(tile, team, hand)
        if cell[1] >= WIDTHS[cell[0]]:
            problem = f"row {cell[0]} has {WIDTHS[cell[0]]} cells"
        elif cell in TREASURES:
            problem = f"a treasure tile is at {place(cell)}"
        elif cell in self.tiles:
            texts = tuple(map(str, cell))
            return tile_taken(place(cell), lambda _, __, other: other[1:] == texts)
        elif cell in _blocked(tile):
            problem = "it would block the gateway: one of its paths leads from there and back"
        else:
            return None
        return misplaced("the tile", problem)

    def _laid(self, team: int, tile: str, cell: Cell) -> tuple[Indigo, bool]:
        tiles = {**self.tiles, cell: tile}
        gems, stuck = _run(self.gems, tiles, cell)
        hand, deck = list(self.hands[team]), self.deck
        held = next((one for one in hand if tile in turns(one)), None)
        if held is not None:
            hand.remove(held)
        if deck:
            hand.append(deck[0])
            deck = deck[1:]
        hands = with_one(self.hands, team, tuple(hand))
        over = not any(gem.runs for gem in gems)
        turn = (team + 1) % self.teams
        return Indigo(self.teams, tiles, deck, hands, gems, turn, over), stuck

    def moves(self, judged: bool = False) -> Iterator[Move]:
        if self.over or self.deck is None:
            return
        free = self._free()
        for tile in self._in_hand():
            blocked = _blocked(tile)
            for cell in free:
                if cell not in blocked:
                    yield Move("p", (tile, *map(str, cell)))

    @property
    def is_known(self) -> bool:
        return self.deck is not None

    def mobility(self, team: int) -> int | None:
        if self.over or team != self.turn or self.deck is None:
            return None if self.deck is None else 0
        free = set(self._free())
        return sum(len(free - _blocked(tile)) for tile in self._in_hand())

    def hand_of(self, team: int) -> tuple[str, ...] | None:
        return self.hands[team] if self.is_known else None

    def as_line(self) -> str:
        gems = (gem for gem in self.gems if gem.runs)
        return tiles_and(
            ((gem.color, (*gem.cell, *gem.edge)) for gem in gems),
            ((tile, *cell) for cell, tile in self.tiles.items() if cell not in TREASURES),
        )

    def in_words(self, act: Act) -> str:
        """Return the cell, number and rotation of a tile."""
        tile, row, column = act.details
        kinds = [turns(kind) for kind, _ in TILES]
        number, kind = next((number, kind) for number, kind in enumerate(kinds, 1) if tile in kind)
        where = place((int(row), int(column)))
        return f"{where}, tile {number} of {len(kinds)}{rotated(kind.index(tile), 60)}"

    def cells_after(self, act: Act, after: Position) -> list[Cell]:
        return [(int(act.details[1]), int(act.details[2]))]

    def _free(self) -> list[Cell]:
        return [cell for cell in CELLS if cell not in self.tiles]

    def _in_hand(self) -> dict[str, None]:
        """Return the tiles that the team to move may lay, in all positions."""
        return dict.fromkeys(turned for held in self.hands[self.turn] for turned in turns(held))


def begin(teams: int, variant: str, seed: int | None, **_rest: object) -> Indigo:
    """Return the position before the first action."""
    if seed is None:
        return Indigo(teams, TREASURES, None, ((),) * teams)
    deck, count = _deck(seed), HANDS[variant]
    hands = tuple(deck[team * count : (team + 1) * count] for team in range(teams))
    return Indigo(teams, TREASURES, deck[teams * count :], hands)


@latest(SOME)
def _deck(seed: int) -> tuple[str, ...]:
    deck, _ = Chance(seed).shuffled([tile for tile, amount in TILES for _ in range(amount)])
    return deck


@latest(SOME)
def _blocked(tile: str) -> set[Cell]:
    """Return the gateway cells on which a tile would block the gateway with one of its paths."""
    paths = (tile[:2], tile[2:4], tile[4:])
    return {cell for path in paths for cell in GATEWAYS.get(path, ())}


@cache
def beyond(cell: Cell, edge: str) -> tuple[Cell, str]:
    """Return the cell beyond an edge, and its edge there. Rows grow up to the middle one and shrink after it."""
    row = cell[0]
    falling = row < ROWS // 2 or (row == ROWS // 2 and edge not in "de")
    down, right = (_FALLING if falling else _RISING)[edge]
    return (row + down, cell[1] + right), ACROSS[edge]


LEAVING = {beyond(MIDDLE, edge)[0]: beyond(MIDDLE, edge) for edge in EDGES}
"""The cell and edge of a gem that leaves the middle, by the cell of the new tile."""


def _run(gems: tuple[Gem, ...], tiles: Mapping[Cell, str], placed: Cell) -> tuple[tuple[Gem, ...], bool]:
    """Move all gems as far as the paths lead after a tile has been laid, and return whether one got stuck.

    A gem gets stuck on a tile without a path from its edge.
    """
    now = list(gems)
    out = LEAVING.get(placed)
    while True:
        moved = False
        for number, gem in enumerate(now):
            if gem.gateway:
                continue
            step = beyond(gem.cell, gem.edge) if gem.edge else out
            out = out if gem.edge else None
            if step is None or step[0] not in tiles:
                continue
            met = next((other for other, one in enumerate(now) if (one.cell, one.edge) == step), None)
            if met is not None:
                now[met] = now[met]._replace(gateway=LOST)
                now[number] = now[number]._replace(gateway=LOST)
                continue
            edge = _joined(tiles[step[0]], step[1])
            if edge is None:
                return tuple(now), True
            now[number] = gem._replace(cell=step[0], edge=edge, gateway=_gateway(step[0], edge))
            moved = True
        out = None
        if not moved:
            return tuple(now), False


def _joined(tile: str, edge: str) -> str | None:
    """Return the edge at the other end of a path, or None."""
    at = tile.find(edge)
    other = at + 1 if at % 2 == 0 else at - 1
    return tile[other] if at >= 0 and other < len(tile) else None


def _gateway(cell: Cell, edge: str) -> str:
    return next((edges for edges, cells in GATEWAYS.items() if cell in cells and edge in edges), "")
