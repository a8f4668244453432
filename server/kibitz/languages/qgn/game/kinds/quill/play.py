"""Quill: cards and units on a board of five columns. A team that has lost three of its five bases loses.

It begins with the cards and actions in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import tomli

from kibitz.core.bounds import SOME
from kibitz.core.data import read_data
from kibitz.core.memory import latest
from kibitz.core.words import plural

# This module registers effects for :func:`happen`.
from kibitz.languages.qgn.game.kinds.quill import effects  # noqa: F401
from kibitz.languages.qgn.game.kinds.quill.choices import EVERY, Game, Scene, found, happen
from kibitz.languages.qgn.game.kinds.quill.table import (
    COLUMNS,
    ROWS,
    Card,
    Piece,
    RefusedError,
    Table,
    Term,
    UnknownError,
    all_cards,
    dealt,
)
from kibitz.languages.qgn.game.position import (
    AFTER_THE_END,
    OUT_OF_TURN,
    Act,
    Cell,
    Details,
    Move,
    Position,
    Refusal,
    Rotation,
    Thing,
    in_rows,
    refused,
)

ARROWS = "↑↓←→↖↘↙↗"
"""The directions of a unit's steps, seen from team 0."""
KINDS = {"I": "item", "S": "spell"}
SACKED = {"Mana": "mana", "Cards": "two cards"}
"""The gains of a sacked card."""


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    found: Mapping[str, Mapping[str, str]] = tomli.loads(
        read_data("kibitz.languages.qgn", "data/quill_words.toml")
    )
    return found


def trait(term: Term) -> str:
    """Return the meaning of a trait: "strikes up to 2 tiles far, and is not struck back"."""
    word, *rest = term
    words = _words()["traits"]
    text = words.get(word) or words[f"{word} {rest[0][0]}"]
    said = [trait(one) if isinstance(one, tuple) and one and one[0] in words else one for one in rest]
    return text.format(*[one.replace("_", " ") if isinstance(one, str) else one for one in said])


def counted(terms: Iterable[Term]) -> Iterator[str]:
    """Yield each meaning of some traits once, with its number."""
    found = list(map(trait, terms))
    for text in dict.fromkeys(found):
        yield text + (f" (×{count})" if (count := found.count(text)) > 1 else "")


def steps(codex: str) -> str:
    """Return the directions in which a unit moves and strikes, as arrows."""
    return "".join(arrow for arrow, leads in zip(ARROWS, codex, strict=False) if leads == "1")


def about(card: Card) -> str:
    """Return a description of a card in one sentence."""
    kind = KINDS.get(card.kind) or card.type
    said = [f"{kind} for {card.cost} mana"]
    if card.kind == "U":
        said.append(f"attack {card.attack}, health {card.health}")
        if card.type == "creature":
            led = f" {arrows}" if (arrows := steps(card.steps)) else ""
            said.append(f"{plural(card.movement, 'step')}{led}, cooldown {card.cooldown}")
    if card.held:
        said.append(f"its holder: {', '.join(counted(card.held))}")
    said += [*filter(None, [_words()["cards"].get(card.id)])]
    said += [text for text in counted(card.traits) if card.kind == "U"]
    return "; ".join(said)


def deck(ids: Sequence[str]) -> str:
    """Return the names of a deck's cards, repeated ones first: `3 Archer, Well`."""
    counts = Counter(all_cards()[one].name for one in ids)
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in counts.most_common())


def _where(cell: Cell) -> str:
    return f"x {cell[0]}, y {cell[1]}"


def _sign(unit: Piece | None) -> str:
    return f"{unit.owner}:{unit.id}:{unit.attack}/{unit.health}" if unit else "."


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
class Quill(Position):
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
            return self, AFTER_THE_END
        if team != self.turn:
            return self, OUT_OF_TURN
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

    # In words

    has_things = True

    def hand_of(self, team: int) -> tuple[str, ...]:
        return tuple([f"{name}:{self.table.pieces[name].id}" for name in self.table.hands[team]])

    def thing(self, detail: str) -> Thing | None:
        """Return the card or tile with a server's id; equal cards of a hand are numbered."""
        table, cell = self.table, self._cell(detail)
        if (piece := table.pieces.get(detail)) is None:
            return None if cell is None else Thing(_where(cell), "", cell)
        hand = next((hand for hand in table.hands if detail in hand), ())
        alike = [one for one in hand if table.pieces[one].id == piece.id]
        number = f" no. {alike.index(detail) + 1}" if len(alike) > 1 else ""
        return Thing(piece.card.name + number, about(piece.card), cell)

    def _cell(self, name: str) -> Cell | None:
        """Return the x and y of a tile or unit, or None."""
        names = self.table.tiles if name in self.table.tiles else self.table.board
        return divmod(names.index(name), ROWS) if name in names else None

    def as_line(self) -> str:
        """Return the board: `0:U0010:2/3` is a team, the card, attack and health."""
        cells = [self.table.pieces[name] if name else None for name in self.table.board]
        upright = tuple([cells[x * ROWS + y] for y in reversed(range(ROWS)) for x in range(COLUMNS)])
        return in_rows(upright, COLUMNS, _sign)

    def in_words(self, act: Act) -> str:
        """Return an action in words: `Hound (x 1, y 2) to x 2, y 3`."""
        said = []
        for detail in act.details:
            thing = self.thing(detail) or Thing(detail)
            on_board = thing.cell is not None and detail not in self.table.tiles
            said.append(f"{thing.name} ({_where(thing.cell)})" if on_board and thing.cell else thing.name)
        first, *rest = said or [""]
        if not rest:
            return first
        if act.sign == "s":
            return f"sacks {first} for {SACKED.get(rest[0], rest[0])}"
        if act.sign == "a":
            return f"{first} strikes {rest[0]}"
        return f"{first} {'to' if act.details[1] in self.table.tiles else 'on'} {' and '.join(rest)}"

    def cells_after(self, act: Act, after: Position) -> Iterator[Cell]:
        """Yield the cells with another unit, or with a unit whose values have changed, other than those of every turn."""
        if isinstance(after, Quill):
            pairs = zip(self._steady(), after._steady(), strict=True)
            yield from (divmod(number, ROWS) for number, (one, other) in enumerate(pairs) if one != other)

    def _steady(self) -> Iterator[Piece | None]:
        for name in self.table.board:
            yield self.table.pieces[name]._replace(cooldown=0, movement=0) if name is not None else None

    # Moves

    @property
    def is_known(self) -> bool:
        return True

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
    game.names = game.names.skip()
    if sign == "p":
        happen(game, ("play", *details), Scene(card=details[0], targets=details[1:]))
    else:
        others = {"s": ("sack", *details), "a": ("attack", *details), "m": ("move", *details, True)}
        happen(game, others.get(sign, ("end-turn",)))
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
    led = ("led", unit.name, unit.steps, "tile")
    return found(game, ("both", led, ("free",)), Scene())


def _struck(game: Game, unit: Piece) -> list[str]:
    """Return the units of the other team that a unit may attack."""
    if unit.cooldown != 0:
        return []
    ranged = unit.having("ranged")
    near = ("within", unit.name, ranged[0].term[1]) if ranged else ("led", unit.name, unit.steps)
    return [name for name in found(game, (*near, *EVERY), Scene()) if game.pieces[name].owner != unit.owner]


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
    yield from chains


def begin(seed: int | None, decks: tuple[tuple[str, ...], ...], **_rest: object) -> Quill | None:
    """Return the position before the first action, or None without a seed or decks."""
    if seed is None or not decks:
        return None
    game = Game(**_fields(dealt(seed, decks)))
    _look(game)
    return Quill(_settled(game))
