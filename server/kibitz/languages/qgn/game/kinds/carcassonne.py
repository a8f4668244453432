"""Carcassonne: a team lays a tile, then places a token on it or passes.

The server skips the second action if no token is possible, and draws again if a tile does not fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from kibitz.core.memory import WORDS, latest
from kibitz.languages.qgn.game.chance import Chance
from kibitz.languages.qgn.game.kinds.carcassonne_land import (
    CITY,
    CLOISTER,
    FARM,
    FARMER,
    HALVES,
    KNIGHT,
    MONK,
    NEEDS,
    ROAD,
    SIDES,
    THIEF,
    UNKNOWN,
    Cell,
    Region,
    Table,
    Token,
    across,
    all_tiles,
    around,
    best,
    beyond,
    city_points,
    farm_points,
    free_after,
    known_tiles,
    region,
    sides_with,
    turned,
)
from kibitz.languages.qgn.game.position import (
    Details,
    Earlier,
    Move,
    Refusal,
    misplaced,
    no_such_tile,
    not_held,
    tile_taken,
    with_changes,
    with_one,
)

NAMES = {FARMER: "farmer", KNIGHT: "knight", THIEF: "thief", MONK: "monk"}
LAND = {FARM: "farmland", CITY: "city", ROAD: "road", CLOISTER: "cloister"}


def tile_refused(table: Table, team: int, cell: Cell, tile: str) -> Refusal | None:
    if team != table.turn:
        return Refusal("turn-order")
    if table.token_due:
        problem = "the last tile waits for a token, or for `o&t`, which puts none"
        return misplaced("the tile", problem, lambda _, sign, __: sign == "i", "the last tile")
    held = table.held[team]
    if tile not in known_tiles():
        return no_such_tile(tile)
    if held and tile not in turned(held):
        return not_held(tile, team, [held])
    if cell in table.tiles:
        return tile_taken(f"{cell[0]}, {cell[1]}", _put_at(cell))
    return _edges_refused(table, cell, tile)


def _edges_refused(table: Table, cell: Cell, tile: str) -> Refusal | None:
    beside = [(side, beyond(cell, side)) for side in range(4) if beyond(cell, side) in table.tiles]
    if not beside:
        return misplaced("the tile", "it touches no other tile")
    for side, other in beside:
        theirs = table.tiles[other][across(side)]
        # A tile that is there by mistake does not restrict its neighbours.
        if theirs in LAND and theirs != tile[side]:
            where = ("top", "right", "bottom", "left")[side]
            problem = f"its {where} is {LAND[tile[side]]}, and {LAND[theirs]} is there"
            return misplaced("the tile", problem, _put_at(other), "the tile beside it")
    return None


def token_refused(table: Table, team: int, details: Details) -> Refusal | None:
    if team != table.turn:
        return Refusal("turn-order")
    if not table.token_due:
        return _no_token("a tile comes first")
    if details[0] == "t":
        return None
    if len(details) < 4:
        return _no_token("`f` is followed by the place of the last tile and the token")
    x, y = table.last
    if (int(details[1]), int(details[2])) != (x, y):
        return _no_token(f"the last tile is at {x}, {y}", _put_at(table.last), "the last tile")
    kind, side, tile = details[3], side_of(details), table.tiles[table.last]
    name, land = NAMES[kind], LAND[NEEDS[kind]]
    if kind == MONK:
        lacks = tile[4] != CLOISTER
        return _no_token("a monk stands on a cloister, and the tile has none") if lacks else None
    if side < 0:
        wanted = "halves `ta` to `lb`" if kind == FARMER else "sides `t`, `r`, `b` and `l`"
        return _no_token(f"a {name} stands on one of the {wanted}")
    if not _stands(tile, kind, side):
        on = land if kind == FARMER else f"a {land}"
        return _no_token(f"a {name} stands on {on}, and none is at that side")
    for other in region(table.tiles, table.last, kind, side).tokens(table.tokens):
        x, y = other.cell
        problem = f"the {land} is claimed by team {other.team}, whose {name} is at {x}, {y}"
        return _no_token(problem, _put_at(other.cell, "o", 1), "that token")
    return None


def side_of(details: Details) -> int:
    """Return the number of a token's side or half side, or -1 if it has none."""
    names = HALVES if details[3] == FARMER else SIDES
    return names.index(details[4]) if len(details) > 4 and details[4] in names and details[3] != MONK else -1


def _stands(tile: str, kind: str, side: int) -> bool:
    """Return whether a token may be at a side. Farmers may also be next to roads."""
    return tile[side // 2] in {FARM, ROAD} if kind == FARMER else tile[side] == NEEDS[kind]


def _put_at(cell: Cell, what: str = "i", first: int = 0) -> Earlier:
    """Return a test for the action that placed a tile or token; `first` is the number of the detail with its x."""
    texts = tuple(map(str, cell))
    return lambda _, sign, other: sign == what and other[first : first + 2] == texts


_no_token = partial(misplaced, "the token")


TOKENS = 7
"""The number of tokens of each team."""


@dataclass(frozen=True)
class Carcassonne(Table):
    """A position."""

    @property
    def winners(self) -> tuple[int, ...]:
        best_score = max(self.scores)
        return (
            tuple(team for team, score in enumerate(self.scores) if score == best_score) if self.over else ()
        )

    def play(self, team: int, sign: str, details: Details) -> tuple[Carcassonne, Refusal | None]:
        if self.over:
            return self, Refusal("after-the-end")
        return self._tile(team, details) if sign == "i" else self._token(team, details)

    # Tiles

    def _tile(self, team: int, details: Details) -> tuple[Carcassonne, Refusal | None]:
        cell, tile = (int(details[0]), int(details[1])), "".join(details[2:])
        refusal = tile_refused(self, team, cell, tile)
        if cell in self.tiles or tile[4] == FARM:
            return with_changes(self, token_due=False, turn=(team + 1) % self.teams), refusal
        held = with_one(self.held, team, None)
        free = free_after(self.free, cell, tile, self.tiles)
        tiles = {**self.tiles, cell: tile}
        now = with_changes(self, last=cell, tiles=tiles, free=free, held=held, token_due=True, turn=team)
        return (now if any(now._token_moves()) else now._scored()), refusal

    # Tokens

    def _token(self, team: int, details: Details) -> tuple[Carcassonne, Refusal | None]:
        refusal = token_refused(self, team, details)
        if not self.token_due:
            return self, refusal
        now = with_changes(self, turn=team)
        if refusal is None and details[0] != "t":
            token = Token(self.last, team, details[3], side_of(details))
            left = with_one(self.left, team, self.left[team] - 1)
            now = with_changes(now, tokens=(*self.tokens, token), left=left)
        return now._scored(), refusal

    def _token_moves(self) -> Iterator[Details]:
        """Yield the possible tokens on the last tile. The server checks only the first half of a side of farmland."""
        if not self.left[self.turn]:
            return
        cell, tile = self.last, self.tiles[self.last]
        texts = ("f", str(cell[0]), str(cell[1]))
        if tile[4] == CLOISTER:
            yield (*texts, MONK)
        for side, what in enumerate(tile[:4]):
            kind = {ROAD: THIEF, CITY: KNIGHT}.get(what)
            if kind and self._free(cell, kind, side):
                yield (*texts, kind, SIDES[side])
            if what == ROAD:
                yield from (
                    (*texts, FARMER, HALVES[half])
                    for half in (side * 2, side * 2 + 1)
                    if self._free(cell, FARMER, half)
                )
            elif what == FARM and self._free(cell, FARMER, side * 2):
                yield from ((*texts, FARMER, HALVES[half]) for half in (side * 2, side * 2 + 1))

    def _free(self, cell: Cell, kind: str, side: int) -> bool:
        # Check the cheap condition before the region.
        rivals = any(one.kind == kind for one in self.tokens)
        return not rivals or not region(self.tiles, cell, kind, side).tokens(self.tokens)

    # Points

    def _scored(self) -> Carcassonne:
        """Return the position after a turn: complete regions are scored, and the next team has its tile."""
        now, cell = self, self.last
        tile = self.tiles[cell]
        cities, roads = sides_with(tile, CITY), sides_with(tile, ROAD)
        for side in cities[:1] if tile[5] == "t" else cities:
            city = region(self.tiles, cell, KNIGHT, side)
            if city.complete:
                now = with_changes(now, cities=(*now.cities, city))._counted(city)
        for side in roads[:1] if len(roads) <= 2 else roads:
            road = region(self.tiles, cell, THIEF, side)
            if road.complete:
                now = now._counted(road)
        for monk in [one for one in now.tokens if one.kind == MONK and one.cell in {cell, *around(cell)}]:
            if all(one in self.tiles for one in around(monk.cell)):
                now = now._paid((monk,), (monk.team,), 9)
        return now._drawn()

    def _counted(self, land: Region) -> Carcassonne:
        inside = tuple(land.tokens(self.tokens))
        return self._paid(inside, best(inside), self._worth(land))

    def _worth(self, land: Region) -> int:
        if land.what == CITY:
            return city_points(land, self.tiles)
        return len(land.parts) if land.what == ROAD else farm_points(land, self.cities, self.tiles)

    def _paid(self, tokens: tuple[Token, ...], winners: tuple[int, ...], points: int) -> Carcassonne:
        """Return the position after some tokens return and their teams score."""
        back = [one.team for one in tokens]
        left = tuple(number + back.count(team) for team, number in enumerate(self.left))
        scores = tuple(score + points * (team in winners) for team, score in enumerate(self.scores))
        return with_changes(
            self, tokens=tuple(one for one in self.tokens if one not in tokens), left=left, scores=scores
        )

    def _drawn(self) -> Carcassonne:
        turn, following = self.turn, (self.turn + 1) % self.teams
        if self.deck is None:
            held: tuple[str | None, ...] = (UNKNOWN,) * self.teams
            now = with_changes(self, held=held, turn=following, token_due=False)
            return now._closed() if len(self.tiles) > len(all_tiles()) else now
        drawn = self.deck[-1] if self.deck else None
        held = with_one(self.held, turn, drawn)
        now = with_changes(self, held=held, deck=self.deck[:-1], token_due=False)
        if not any(held):
            return now._closed()
        return with_changes(now, turn=following)._redrawn()

    def _redrawn(self) -> Carcassonne:
        """Return the position after the team has redrawn tiles that do not fit."""
        held = self.held[self.turn]
        if held is None or any(self._places(held)):
            return self if held is not None else self._closed()
        deck = self.deck or ()
        for number in range(1, len(deck) + 1):
            tile = deck[-number]
            if any(self._places(tile)):
                tried = (held, *reversed(deck[len(deck) - number + 1 :]))
                rest, chance = self.chance.shuffled((*deck[:-number], *tried))
                held_now = with_one(self.held, self.turn, tile)
                return with_changes(self, held=held_now, deck=rest, chance=chance)
        return self._closed()

    def _closed(self) -> Carcassonne:
        """Return the end of the game: incomplete regions and farms are scored."""
        now = self
        while now.tokens:
            token = now.tokens[0]
            if token.kind == MONK:
                points = 1 + sum(one in self.tiles for one in around(token.cell))
                now = now._paid((token,), (token.team,), points)
                continue
            now = now._counted(region(self.tiles, token.cell, token.kind, token.side))
        return with_changes(now, over=True)

    # Moves

    def _places(self, tile: str) -> Iterator[tuple[Cell, str]]:
        """Yield the cells and positions in which a tile fits."""
        positions = tuple(dict.fromkeys(turned(tile)))
        for cell, touched in self.free:
            for one in positions:
                if _fits(one, touched):
                    yield cell, one

    def moves(self, judged: bool = False) -> Iterator[Move]:
        if self.over:
            return
        if self.token_due:
            yield Move("o", ("t",), "puts no token")
            yield from (Move("o", details) for details in self._token_moves())
        elif held := self.held[self.turn]:
            for cell, tile in self._places(held):
                yield Move("i", (str(cell[0]), str(cell[1]), *tile))


@latest(WORDS)
def _fits(tile: str, touched: str) -> bool:
    """Return whether the sides of a tile match its neighbours."""
    return all(want in (" ", tile[side]) for side, want in enumerate(touched))


def begin(teams: int, seed: int | None) -> Carcassonne:
    """Return the position before the first action."""
    nothing = (0,) * teams
    tokens = (TOKENS,) * teams
    if seed is None:
        return Carcassonne(teams, None, (UNKNOWN,) * teams, Chance(0), left=tokens, scores=nothing)
    deck, chance = Chance(seed).shuffled(all_tiles())
    held = tuple(deck[-1 - team] for team in range(teams))
    return Carcassonne(teams, deck[:-teams], held, chance, left=tokens, scores=nothing)
