"""Quill: cards and units on a board of five columns. A team that has lost three of its five bases loses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any

from kibitz.core.bounds import SOME
from kibitz.core.memory import latest

# Each of these modules registers effects for :func:`happen`.
from kibitz.languages.qgn.game.kinds.quill import fights, hands, turns, units  # noqa: F401
from kibitz.languages.qgn.game.kinds.quill.choices import EVERY, Game, Scene, found
from kibitz.languages.qgn.game.kinds.quill.events import happen
from kibitz.languages.qgn.game.kinds.quill.table import (
    Piece,
    RefusedError,
    Table,
    UnknownError,
    dealt,
)
from kibitz.languages.qgn.game.kinds.rotation import Rotation
from kibitz.languages.qgn.game.position import Details, Move, Refusal, refused

TEAMS = 2
END = "e"
SACKS = ("Mana", "Cards")
ORDERS: tuple[Callable[[list[Any]], list[Any]], ...] = (
    list,
    lambda things: things[::-1],
    lambda things: things[1::2] + things[::2],
    lambda things: things[len(things) // 2 :] + things[: len(things) // 2],
)
"""Trial orders for things without order on the server. A result is known if all of them agree."""


@dataclass(frozen=True)
class Quill:
    """A position."""

    table: Table
    """The table, which is never changed."""

    def __hash__(self) -> int:
        return hash((self.table.chance, self.table.names, tuple(self.table.board)))

    @property
    def turn(self) -> int:
        return self.table.turn

    @property
    def over(self) -> bool:
        return self.table.winner is not None

    @property
    def winners(self) -> tuple[int, ...]:
        return () if self.table.winner is None else (self.table.winner,)

    def play(self, team: int, sign: str, details: Details) -> tuple[Quill | Rotation, Refusal | None]:
        if self.over:
            return self, Refusal("after-the-end")
        if team != self.turn:
            return self, Refusal("turn-order")
        ends, problem, loose = [], "", False
        # The state of a game whose continuation is unknown.
        unknown = Rotation(TEAMS, END, (team + (sign == END)) % TEAMS)
        for turned in ORDERS:
            game = Game(**_fields(self.table), turned=turned)
            try:
                _played(game, sign, details)
            except RefusedError as error:
                problem = str(error)
            except UnknownError:
                return unknown, None
            else:
                ends.append(game)
            loose = game.loose
            if not loose:
                break
        if not ends:
            return self, refused(problem)
        if loose and (len(ends) < len(ORDERS) or not _alike(ends)):
            return unknown, None
        return Quill(_settled(ends[0])), None

    # Moves

    def moves(self, judged: bool = False) -> Iterator[Move]:
        return iter(_taken(self))

    def offered(self) -> Iterator[Move]:
        """Yield the moves that the server offers, except spells without any affected unit."""
        if self.over:
            return
        game = Game(**_fields(self.table))
        for unit in _own_creatures(game):
            for tile in _steps(game, unit):
                yield Move("m", (unit.name, tile))
            for other in _struck(game, unit):
                yield Move("a", (unit.name, other))
        for name in self.table.hands[self.turn]:
            for targets in _targets(game, name):
                yield Move("p", (name, *targets))
        if not self.table.sacked[self.turn]:
            for name in self.table.hands[self.turn]:
                for option in SACKS:
                    yield Move("s", (name, option))
        yield Move("e", ())


@latest(SOME)
def _taken(position: Quill) -> tuple[Move, ...]:
    """Return the offered moves that the server accepts. It refuses some that it offers."""
    moves = position.offered()
    return tuple([one for one in moves if position.play(position.turn, one.sign, one.details)[1] is None])


ADDED = frozenset(one.name for one in fields(Game)) - frozenset(one.name for one in fields(Table))


def _fields(table: Table) -> dict[str, Any]:
    """Return copies of a table's fields, for a table that may change."""
    return {
        key: value.copy() if isinstance(value, (list, dict)) else value for key, value in vars(table).items()
    }


def _settled(game: Game) -> Table:
    """Return the table after an action."""
    return Table(**{key: value for key, value in vars(game).items() if key not in ADDED})


def _alike(ends: list[Game]) -> bool:
    """Return whether the result is the same in all orders. The order of discards may differ and is then unknown."""
    for team in range(TEAMS):
        if len({end.discards[team] for end in ends}) > 1:
            ends[0].mixed[team] = True
            for end in ends:
                end.mixed[team] = True
                end.discards[team] = tuple(sorted(end.discards[team]))
    first, *others = map(_settled, ends)
    return all(one == first for one in others)


def _played(game: Game, sign: str, details: Details) -> None:
    """Play an action of the team to move. The server then looks for the next moves, which also uses names."""
    this = [("this", detail) for detail in details]
    game.names = game.names.skip()
    if sign == "p":
        happen(game, ("play", *details), Scene(card=details[0], targets=details[1:]))
    elif sign == "s":
        happen(game, ("sack", this[0], details[1]))
    elif sign == "a":
        happen(game, ("attack", *this))
    elif sign == "m":
        happen(game, ("move", *this, True))
    else:
        happen(game, ("end-turn",))
    _look(game)


def _look(game: Game) -> None:
    """Skip the names that the server uses to look for moves."""
    own = _own_creatures(game)
    ready, moving = sum(unit.cooldown == 0 for unit in own), sum(unit.movement > 0 for unit in own)
    hand = (game.pieces[name] for name in game.hands[game.turn])
    targets = [piece.card.targets[:1] for piece in hand if piece.cost <= game.mana[game.turn]]
    # No card has another first target that uses names.
    paired = sum(first[0][0] == "both" for first in targets if first)
    game.names = game.names.skip(2 + ready)
    game.skip(1 + 3 * (ready + moving + paired))


def _own_creatures(game: Game) -> list[Piece]:
    return [unit for unit in game.units() if unit.owner == game.turn and unit.card.type == "creature"]


def _steps(game: Game, unit: Piece) -> list[str]:
    """Return the tiles to which a unit may move."""
    if unit.movement < 1:
        return []
    led = ("led", ("this", unit.name), unit.steps, "tile")
    return found(game, ("both", led, ("free",)), Scene())


def _struck(game: Game, unit: Piece) -> list[str]:
    """Return the units of the other team that a unit may attack."""
    if unit.cooldown != 0:
        return []
    this = ("this", unit.name)
    ranged = unit.having("ranged")
    near = ("within", this, ranged[0].term[1], *EVERY) if ranged else ("led", this, unit.steps, *EVERY)
    return [name for name in found(game, near, Scene()) if game.pieces[name].owner != unit.owner]


def _targets(game: Game, name: str) -> Iterator[tuple[str, ...]]:
    """Yield the possible targets of a card."""
    piece = game.pieces[name]
    if piece.cost > game.mana[game.turn]:
        return
    chains: list[tuple[str, ...]] = [()]
    for choice in piece.card.targets:
        chains = [
            (*chain, target) for chain in chains for target in found(game, choice, Scene(targets=chain))
        ]
    for chain in chains:
        pure = piece.card.kind == "S" and any(
            one in game.board and game.pieces[one].having("purity") for one in chain
        )
        if not pure:
            yield chain


@latest(SOME)
def begin(seed: int, decks: tuple[tuple[str, ...], ...]) -> Quill:
    """Return the position before the first action."""
    game = Game(**_fields(dealt(seed, decks)))
    _look(game)
    return Quill(_settled(game))
