"""Carcassonne: a team lays a tile, then places a token on it or passes.

The server skips the second action if no token is possible, and draws again if a tile does not fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from kibitz.languages.qgn.game.chance import Chance
from kibitz.languages.qgn.game.kinds.carcassonne_land import (
    ALL_TILES,
    BEYOND,
    CITY,
    CLOISTER,
    FARM,
    FARMER,
    KNIGHT,
    MONK,
    NEEDS,
    PLACES,
    ROAD,
    SIDE_NAMES,
    START,
    THIEF,
    TURNED,
    Region,
    Token,
    across,
    around,
    beyond,
    city_points,
    farm_points,
    region,
    sides_with,
)
from kibitz.languages.qgn.game.position import (
    AFTER_THE_END,
    OUT_OF_TURN,
    Act,
    Cell,
    Details,
    Earlier,
    Move,
    Position,
    Refusal,
    leaders,
    misplaced,
    no_such_tile,
    not_held,
    sides_turned,
    tile_taken,
    tiles_and,
    with_changes,
    with_one,
)

NAMES = {FARMER: "farmer", KNIGHT: "knight", THIEF: "thief", MONK: "monk"}
LAND = {FARM: "farmland", CITY: "city", ROAD: "road", CLOISTER: "cloister"}
UNKNOWN = ""
"""An unknown tile in a hand."""
TOKENS = 7
"""The number of tokens of each team."""
_no_token = partial(misplaced, "the token")


@dataclass(frozen=True)
class Carcassonne(Position):
    """A position."""

    teams: int
    deck: tuple[str, ...] | None
    """The rest of the deck, drawn from its end; None if it is unknown."""
    held: tuple[str | None, ...]
    """The tile of each team, or None."""
    chance: Chance
    left: tuple[int, ...]
    """The number of tokens in each team's hand."""
    points: tuple[int, ...]
    last: Cell = (0, 0)
    """The place of the last tile."""
    tiles: Mapping[Cell, str] = field(default_factory=lambda: {(0, 0): START}, hash=False)
    """The tiles by cell, in order of play, including the start tile."""
    token_due: bool = False
    """Whether the team that has laid a tile may place a token on it."""
    turn: int = 0
    tokens: tuple[Token, ...] = ()
    cities: tuple[Region, ...] = field(default=(), hash=False)
    """The complete cities, for the farms."""
    over: bool = False
    winners: tuple[int, ...] = ()

    @property
    def is_known(self) -> bool:
        return self.token_due or self.held[self.turn] != UNKNOWN

    def hand_of(self, team: int) -> tuple[str, ...] | None:
        held = self.held[team]
        return None if held == UNKNOWN else () if held is None else (".".join(held),)

    def cells_after(self, act: Act, after: Position) -> list[Cell]:
        at = act.details if act.sign == "i" else act.details[1:]
        return [(int(at[0]), int(at[1]))] if len(at) > 1 else []

    def as_line(self) -> str:
        return tiles_and(
            ((one.team, (*one.cell, *one.details)) for one in self.tokens),
            ((*cell, *tile) for cell, tile in self.tiles.items()),
        )

    def in_words(self, act: Act) -> str:
        """Return the place of a tile and the contents of its sides, or a token and its place."""
        if act.sign == "i":
            sides = dict[str, list[str]]()
            for side, what in zip(SIDE_NAMES, act.details[2:], strict=False):
                sides.setdefault(LAND.get(what, what), []).append(side)
            shown = "; ".join(f"{what} {', '.join(at)}" for what, at in sides.items() if what != LAND[FARM])
            return f"x {act.details[0]}, y {act.details[1]}: {shown or f'{LAND[FARM]} all around'}"
        if len(act.details) < 4:
            return ""
        kind, at = act.details[3], side_of(act.details)
        if at < 0:
            return NAMES[kind]
        where = (
            SIDE_NAMES[at] if kind != FARMER else f"{SIDE_NAMES[at // 2]}, {('first', 'second')[at % 2]} half"
        )
        return f"{NAMES[kind]}, {where}"

    def play(self, team: int, sign: str, details: Details) -> tuple[Carcassonne, Refusal | None]:
        if self.over:
            return self, AFTER_THE_END
        return self._tile(team, details) if sign == "i" else self._token(team, details)

    # Tiles

    def _tile(self, team: int, details: Details) -> tuple[Carcassonne, Refusal | None]:
        cell, tile = (int(details[0]), int(details[1])), "".join(details[2:])
        refusal = self._tile_refused(team, cell, tile)
        if cell in self.tiles or tile[4] == FARM:
            return with_changes(self, token_due=False, turn=(team + 1) % self.teams), refusal
        held = with_one(self.held, team, None)
        now = with_changes(
            self, last=cell, tiles={**self.tiles, cell: tile}, held=held, token_due=True, turn=team
        )
        return (now if any(now._token_moves()) else now._scored()), refusal

    def _tile_refused(self, team: int, cell: Cell, tile: str) -> Refusal | None:
        if team != self.turn:
            return OUT_OF_TURN
        if self.token_due:
            problem = "the last tile waits for a token, or for `o&t`, which puts none"
            return misplaced("the tile", problem, lambda _, sign, __: sign == "i", "the last tile")
        held = self.held[team]
        if tile not in TURNED:
            return no_such_tile(tile)
        if held and tile not in sides_turned(held):
            return not_held(tile, team, [held])
        if cell in self.tiles:
            return tile_taken(f"{cell[0]}, {cell[1]}", _put_at(cell))
        beside = self._beside(cell)
        if not beside:
            return misplaced("the tile", "it touches no other tile")
        if (side := _clash(tile, beside)) is None:
            return None
        other = beyond(cell, side)
        theirs = LAND[self.tiles[other][across(side)]]
        problem = f"its {SIDE_NAMES[side]} is {LAND[tile[side]]}, and {theirs} is there"
        return misplaced("the tile", problem, _put_at(other), "the tile beside it")

    def _beside(self, cell: Cell) -> list[tuple[int, str]]:
        """Return the sides of a cell with a neighbour, and the neighbour's land there."""
        (x, y), tiles = cell, self.tiles
        return [
            (side, tile[across(side)])
            for side, (right, up) in enumerate(BEYOND)
            if (tile := tiles.get((x + right, y + up))) is not None
        ]

    def _places(self, tile: str) -> Iterator[tuple[Cell, str]]:
        """Yield the cells and positions in which a tile fits."""
        positions, seen = dict.fromkeys(sides_turned(tile)), set(self.tiles)
        for cell in self.tiles:
            for side in range(4):
                if (free := beyond(cell, side)) not in seen:
                    seen.add(free)
                    beside = self._beside(free)
                    yield from ((free, one) for one in positions if _clash(one, beside) is None)

    # Tokens

    def _token(self, team: int, details: Details) -> tuple[Carcassonne, Refusal | None]:
        refusal = self._token_refused(team, details)
        if not self.token_due:
            return self, refusal
        changes: dict[str, object] = {"turn": team}
        if refusal is None and details[0] != "t":
            token = Token(self.last, team, details[3], side_of(details))
            left = with_one(self.left, team, self.left[team] - 1)
            changes |= {"tokens": (*self.tokens, token), "left": left}
        return with_changes(self, **changes)._scored(), refusal

    def _token_refused(self, team: int, details: Details) -> Refusal | None:
        if team != self.turn:
            return OUT_OF_TURN
        if not self.token_due:
            return _no_token("a tile comes first")
        if details[0] == "t":
            return None
        if len(details) < 4:
            return _no_token("`f` is followed by the place of the last tile and the token")
        x, y = self.last
        if (int(details[1]), int(details[2])) != (x, y):
            return _no_token(f"the last tile is at {x}, {y}", _put_at(self.last), "the last tile")
        kind, side = details[3], side_of(details)
        if side < 0 and kind != MONK:
            wanted = "halves `ta` to `lb`" if kind == FARMER else "sides `t`, `r`, `b` and `l`"
            return _no_token(f"a {NAMES[kind]} stands on one of the {wanted}")
        obstacle = self._obstacle(kind, side)
        if not isinstance(obstacle, Token):
            return _no_token(obstacle) if obstacle else None
        x, y = obstacle.cell
        land = LAND[NEEDS[kind]]
        problem = f"the {land} is claimed by team {obstacle.team}, whose {NAMES[kind]} is at {x}, {y}"
        return _no_token(problem, _put_at(obstacle.cell, "o", 1), "that token")

    def _obstacle(self, kind: str, side: int) -> str | Token | None:
        """Return the reason why a token cannot be at a side of the last tile, or the token that claims its land, or None."""
        tile = self.tiles[self.last]
        if kind == MONK:
            return None if tile[4] == CLOISTER else "a monk stands on a cloister, and the tile has none"
        # Farmers may also be next to roads.
        if kind == FARMER and tile[side // 2] not in {FARM, ROAD}:
            return "a farmer stands on farmland, and none is at that side"
        if kind != FARMER and tile[side] != NEEDS[kind]:
            return f"a {NAMES[kind]} stands on a {LAND[NEEDS[kind]]}, and none is at that side"
        # Check the cheap condition before the region.
        if all(one.kind != kind for one in self.tokens):
            return None
        return next(iter(region(self.tiles, self.last, kind, side).tokens(self.tokens)), None)

    def _token_moves(self) -> Iterator[Details]:
        """Yield the possible tokens on the last tile."""
        texts = ("f", *map(str, self.last))
        if self.left[self.turn] and self._obstacle(MONK, -1) is None:
            yield (*texts, MONK)
        # A farmer's region costs most.
        for kind in (KNIGHT, THIEF, FARMER) if self.left[self.turn] else ():
            for at, place in enumerate(PLACES[kind]):
                if self._obstacle(kind, at) is None:
                    yield (*texts, kind, place)

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
                now = now._paid([monk], 9)
        return now._drawn()

    def _counted(self, land: Region) -> Carcassonne:
        return self._paid(land.tokens(self.tokens), self._worth(land))

    def _worth(self, land: Region) -> int:
        if land.what == CITY:
            return city_points(land, self.tiles)
        return len(land.parts) if land.what == ROAD else farm_points(land, self.cities, self.tiles)

    def _paid(self, tokens: list[Token], points: int) -> Carcassonne:
        """Return the position after some tokens return, and the teams with the most of them score."""
        if not tokens:
            return self
        back = [sum(one.team == team for one in tokens) for team in range(self.teams)]
        winners = leaders(back)
        return with_changes(
            self,
            tokens=tuple([one for one in self.tokens if one not in tokens]),
            left=tuple(map(sum, zip(self.left, back, strict=True))),
            points=tuple([points * (team in winners) + had for team, had in enumerate(self.points)]),
        )

    def _drawn(self) -> Carcassonne:
        turn, following = self.turn, (self.turn + 1) % self.teams
        if self.deck is None:
            held: tuple[str | None, ...] = (UNKNOWN,) * self.teams
            now = with_changes(self, held=held, turn=following, token_due=False)
            return now._closed() if len(self.tiles) > len(ALL_TILES) else now
        drawn = self.deck[-1] if self.deck else None
        held = with_one(self.held, turn, drawn)
        now = with_changes(self, held=held, deck=self.deck[:-1], turn=following, token_due=False)
        return now._redrawn() if any(held) else now._closed()

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
                now = now._paid([token], 1 + sum(one in self.tiles for one in around(token.cell)))
            else:
                now = now._counted(region(self.tiles, token.cell, token.kind, token.side))
        return with_changes(now, over=True, winners=leaders(now.points))

    def moves(self, judged: bool = False) -> Iterator[Move]:
        if self.over:
            return
        if self.token_due:
            yield Move("o", ("t",), "puts no token")
            yield from (Move("o", details) for details in self._token_moves())
        elif held := self.held[self.turn]:
            for cell, tile in self._places(held):
                yield Move("i", (str(cell[0]), str(cell[1]), *tile))


def _clash(tile: str, beside: list[tuple[int, str]]) -> int | None:
    """Return the side at which a tile does not match its neighbours, or None if it fits."""
    for side, theirs in beside:
        # A tile that is there by mistake does not restrict its neighbours.
        if theirs != tile[side] and theirs in LAND:
            return side
    return None


def side_of(details: Details) -> int:
    """Return the number of a token's side or half side, or -1 if it has none."""
    names = PLACES[details[3]]
    return names.index(details[4]) if len(details) > 4 and details[4] in names else -1


def _put_at(cell: Cell, what: str = "i", first: int = 0) -> Earlier:
    """Return a test for the action that placed a tile or token; `first` is the number of the detail with its x."""
    texts = tuple(map(str, cell))
    return lambda _, sign, other: sign == what and other[first : first + 2] == texts


def begin(teams: int, seed: int | None, **_rest: object) -> Carcassonne:
    """Return the position before the first action."""
    tokens, points = (TOKENS,) * teams, (0,) * teams
    if seed is None:
        return Carcassonne(teams, None, (UNKNOWN,) * teams, Chance(0), tokens, points)
    deck, chance = Chance(seed).shuffled(ALL_TILES)
    held = tuple(deck[-1 - team] for team in range(teams))
    return Carcassonne(teams, deck[:-teams], held, chance, tokens, points)
