"""Tsuro: tiles with paths. The tokens of the teams move along them until they leave the board or meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from kibitz.core.bounds import CACHED_VALUES
from kibitz.core.memory import latest
from kibitz.languages.qgn.game.chance import Chance
from kibitz.languages.qgn.game.games import Known
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

SIZE = 6
HAND = 3
NOTCHES = "ABCDEFGH"
"""The ends of a tile's paths, clockwise: two at the top, right, bottom and left."""
rotations = partial(positions, NOTCHES, 2)
"""Return a tile in its four positions, turned clockwise, itself first."""
FACING = dict(zip(NOTCHES, "FEHGBADC", strict=True))
"""The notch of the next tile that each notch touches."""
SCORED = {"longest_path", "most_crossings"}
UNDETERMINED = (
    "with four or more teams the game server does not determine the longest path: its points may be others"
)
"""The message for :attr:`Tsuro.is_undetermined`."""


class Token(NamedTuple):
    """The place of a team's token."""

    cell: Cell
    notch: str


@latest(CACHED_VALUES)
def _opposite(token: Token) -> Token:
    """Return the place in the next cell that faces a place."""
    (row, column), notch = token
    down, right = ((-1, 0), (0, 1), (1, 0), (0, -1))[NOTCHES.index(notch) // 2]
    return Token((row + down, column + right), FACING[notch])


class Laid(NamedTuple):
    """A tile on the board."""

    cell: Cell
    tile: str
    paths: tuple[tuple[str, int], ...] = ()
    """The paths that tokens took over the tile, each as two notches, with the team."""


@dataclass(frozen=True)
class Tsuro(Position):
    """A position."""

    variant: str
    tiles: tuple[str, ...]
    """All tiles of the game, unturned."""
    tokens: tuple[Token, ...]
    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    chance: Chance
    laid: tuple[Laid, ...] = ()
    turn: int = 0
    placed: frozenset[int] = frozenset()
    """The teams in play that have laid a tile."""
    alive: frozenset[int] = frozenset()
    dragon: int | None = None
    """The team that draws first when there are tiles again."""
    over: bool = False
    winners: tuple[int, ...] = ()

    @property
    def teams(self) -> int:
        return len(self.tokens)

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points of each team, or None in variants without points."""
        if self.variant not in SCORED:
            return None
        points = [0] * self.teams
        for laid in self.laid:
            if self.variant == "longest_path":
                for _, owner in laid.paths:
                    points[owner] += 1
            elif len(laid.paths) > 1:
                for owner in {owner for _, owner in laid.paths}:
                    points[owner] += _crossings([path for path, other in laid.paths if other == owner])
        return tuple(points)

    @property
    def is_undetermined(self) -> bool:
        """Whether the game server may count other points in another replay.

        With four or more teams the longest path depends on the random order in which the server checks them.
        """
        return self.variant == "longest_path" and self.teams >= 4

    def hand_of(self, team: int) -> tuple[str, ...]:
        """Return the tiles of a team; with open tiles all teams share them."""
        return self.hands[0 if self.variant == "open_tiles" else team]

    def _held(self, team: int, tile: str) -> str | None:
        """Return the tile of a hand that is this one in any position, or None."""
        return next((one for one in self.hand_of(team) if tile in rotations(one)), None)

    @property
    def is_known(self) -> bool:
        return True

    def cells_after(self, act: Act, after: Position) -> list[Cell]:
        return [(int(act.details[0]), int(act.details[1]))]

    def as_line(self) -> str:
        tokens = [(team, self.tokens[team]) for team in sorted(self.alive)]
        return tiles_and(
            ((team, (*one.cell, one.notch)) for team, one in tokens),
            ((*laid.cell, laid.tile) for laid in self.laid),
        )

    def in_words(self, act: Act) -> str:
        """Return the number and rotation of a tile of the hand, and the cell of the team's token after the move."""
        hand, tile = self.hand_of(act.team), act.details[2]
        held = self._held(act.team, tile)
        if held is None:
            return ""
        after, _ = self.play(*act)
        which = f"tile {hand.index(held) + 1} of the hand{rotated(rotations(held).index(tile), 90)}"
        return which if act.team not in after.alive else f"to {place(after.tokens[act.team].cell)}, {which}"

    def target(self, team: int) -> Cell:
        """Return the cell of a team's next tile."""
        return _opposite(self.tokens[team]).cell if team in self.placed else self.tokens[team].cell

    def play(self, team: int, sign: str, details: Details) -> tuple[Tsuro, Refusal | None]:
        cell, tile = (int(details[0]), int(details[1])), details[2]
        if self.over:
            return self, AFTER_THE_END
        refusal = self._refused(team, cell, tile)
        if team not in self.alive or self.tile_at(cell) is not None or not _exists(self.tiles, tile):
            return with_changes(self, turn=self._next(team) if self.alive else team), refusal
        return self._after(team, cell, tile), refusal

    def _refused(self, team: int, cell: Cell, tile: str) -> Refusal | None:
        if team != self.turn:
            return OUT_OF_TURN
        if (target := self.target(team)) != cell:
            does = "looks" if team in self.placed else "stands"
            problem = f"its token {does} at {place(target)}"
            thing = f"the tile of team {team}"
            return misplaced(thing, problem, lambda other, _, __: other == team, "its last tile")
        if not _exists(self.tiles, tile):
            return no_such_tile(tile)
        if self._held(team, tile) is None:
            hand = self.hand_of(team)
            return not_held(tile, team, hand, lambda _, __, other: "".join(other[2:]) in rotations(tile))
        if self.tile_at(cell) is not None:
            texts = tuple(map(str, cell))
            return tile_taken(place(cell), lambda _, __, other: other[:2] == texts)
        return None

    def tile_at(self, cell: Cell) -> str | None:
        """Return the tile on a cell, or None."""
        return next((laid.tile for laid in self.laid if laid.cell == cell), None)

    def _after(self, team: int, cell: Cell, tile: str) -> Tsuro:
        hand = list(self.hand_of(team))
        if (held := self._held(team, tile)) is not None:
            hand.remove(held)
        tokens, placed = self.tokens, self.placed | {team}
        if team not in self.placed:
            # The record decides where the token begins.
            tokens = with_one(tokens, team, tokens[team]._replace(cell=cell))
        tokens, laid = _run(tokens, (*self.laid, Laid(cell, tile)), placed)
        hands = self._hands_with(team, tuple(hand))
        now = with_changes(self, tokens=tokens, laid=laid, turn=team, placed=placed, hands=hands)._ended()
        if now.over:
            return now
        now = now._drawn()
        return with_changes(now, turn=now._next(team))

    def _hands_with(self, team: int, hand: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        return with_one(self.hands, 0 if self.variant == "open_tiles" else team, hand)

    # The end of a move

    def _ended(self) -> Tsuro:
        """Remove the teams whose tokens have left the board or met, and end the game if it is over."""
        now, before = self, self.alive
        for team in range(self.teams):
            token = self.tokens[team]
            if team in now.placed and (not _on_board(_opposite(token).cell) or _meets(team, self.tokens)):
                now = now._lost(team)
        alive, full = now.alive, len(now.laid) == len(now.tiles)
        if (points := now.points) is not None:
            winners = leaders(points)
            over = not alive or full or (len(alive) == 1 and set(winners) == alive)
        elif now.variant == "solo":
            winners, over = tuple(sorted(alive)) if full else (), not alive or full
        else:
            winners, over = tuple(sorted(alive or before)), len(alive) < 2 or full
        return with_changes(now, over=over, winners=winners if over else ())

    def _lost(self, team: int) -> Tsuro:
        """Return the position without a team; its tiles go back into the deck."""
        deck, chance = self.chance.shuffled((*self.deck, *self.hand_of(team)))
        now = with_changes(
            self,
            alive=self.alive - {team},
            placed=self.placed - {team},
            deck=deck,
            chance=chance,
            hands=self._hands_with(team, ()),
        )
        if now.alive and now.dragon == team:
            following = now._next(now.turn)
            if len(now.hand_of(following)) < HAND:
                now = with_changes(now, dragon=following)
        return now

    def _drawn(self) -> Tsuro:
        """Return the position after all teams have drawn, beginning with the dragon's team or else the last player."""
        now = self
        team = now.turn if now.dragon is None else now.dragon
        while team in now.alive and now.deck and len(now.hand_of(team)) < HAND:
            hands = now._hands_with(team, (*now.hand_of(team), now.deck[-1]))
            now = with_changes(now, deck=now.deck[:-1], hands=hands)
            team = now._next(team)
        waits = not now.deck and len(now.hand_of(team)) < HAND
        return with_changes(now, dragon=team if waits else None)

    def _next(self, team: int) -> int:
        """Return the next team in play after a team."""
        order = ((team + by) % self.teams for by in range(1, self.teams + 1))
        return next((one for one in order if one in self.alive), team)

    def moves(self, judged: bool = False) -> Iterator[Move]:
        if self.over:
            return
        row, column = self.target(self.turn)
        for held in self.hand_of(self.turn):
            for tile in dict.fromkeys(rotations(held)):
                yield Move("p", (str(row), str(column), tile), self._worth(tile) if judged else "")

    def _worth(self, tile: str) -> str:
        after, _ = self.play(self.turn, "p", (*map(str, self.target(self.turn)), tile))
        if after.over and self.turn in after.winners:
            return "wins"
        return "" if self.turn in after.alive else "leaves the board or meets another token"


def _run(
    before: tuple[Token, ...], laid: tuple[Laid, ...], placed: frozenset[int]
) -> tuple[tuple[Token, ...], tuple[Laid, ...]]:
    """Move all tokens, one tile at a time, as far as the paths lead, and return them with the tiles."""
    tokens, tiles = list(before), list(laid)
    at = {one.cell: number for number, one in enumerate(laid)}
    moved = True
    while moved:
        moved = False
        for team in sorted(placed):
            token = tokens[team]
            under = at.get(token.cell)
            if under is not None and all(owner != team for _, owner in tiles[under].paths):
                # The token is on its first tile.
                step = token
            elif _meets(team, tokens):
                continue
            else:
                step = _opposite(token)
            if (number := at.get(step.cell)) is None:
                continue
            tile = tiles[number]
            end = _way(tile.tile, step.notch)
            path = step.notch + end
            if path in dict(tile.paths):
                # A token that the record places inside the board may return to its start.
                continue
            tiles[number] = tile._replace(paths=(*tile.paths, (path, team)))
            tokens[team], moved = Token(step.cell, end), True
    return tuple(tokens), tuple(tiles)


def begin(known: Known, teams: int, variant: str, seed: int | None, **_rest: object) -> Tsuro | None:
    """Return the position before the first action, or None without a seed."""
    if seed is None:
        return None
    deck, chance = Chance(seed).shuffled(known.tiles)
    hands, tokens = list[tuple[str, ...]](), list[Token]()
    for _ in range(teams):
        if not hands or variant != "open_tiles":
            hands.append(deck[: -HAND - 1 : -1])
            deck = deck[:-HAND]
        token, chance = _token(chance)
        while any(token.cell == other.cell for other in tokens):
            token, chance = _token(chance)
        tokens.append(token)
    alive = frozenset(range(teams))
    return Tsuro(variant, known.tiles, tuple(tokens), tuple(hands), deck, chance, alive=alive)


def _token(chance: Chance) -> tuple[Token, Chance]:
    """Return a random place at the edge of the board."""
    notch, chance = chance.below(len(NOTCHES))
    at, chance = chance.below(SIZE)
    cell = ((0, at), (at, SIZE - 1), (SIZE - 1, at), (at, 0))[notch // 2]
    return Token(cell, NOTCHES[notch]), chance


@latest(CACHED_VALUES)
def _exists(tiles: tuple[str, ...], tile: str) -> bool:
    """Return whether a turned tile is among the tiles."""
    return any(tile in rotations(one) for one in tiles)


def _way(tile: str, notch: str) -> str:
    """Return the other end of the path from a notch."""
    at = tile.index(notch)
    return tile[at + 1 if at % 2 == 0 else at - 1]


def _on_board(cell: Cell) -> bool:
    return min(cell) >= 0 and max(cell) < SIZE


def _meets(team: int, tokens: tuple[Token, ...] | list[Token]) -> bool:
    """Return whether a team's token faces another one or is at the same place."""
    mine = tokens[team]
    return tokens.count(mine) > 1 or _opposite(mine) in tokens


def _crossings(paths: list[str]) -> int:
    """Count the crossings between some paths of a tile."""
    if len(paths) < 2:
        return 0
    pairs = [(min(path), max(path)) for path in paths]
    return sum(one[0] < other[0] < one[1] < other[1] for one in pairs for other in pairs)
