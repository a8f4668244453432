"""The cards of Quill, from `quill.toml`, and its table: the board, the states of cards, decks, hands and mana."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import tomli

from kibitz.core.bounds import SOME
from kibitz.core.data import frozen, read_data
from kibitz.core.memory import latest
from kibitz.languages.qgn.game.chance import Chance

Term = tuple[Any, ...]
"""A choice, a condition, an effect or a trait: a word with its arguments, which may be terms."""
BASE = "U0001"
PLACED: Term = ("both", ("free",), ("rows", ("player",)))
"""The tiles on which units can be played."""


class Hook(NamedTuple):
    """Effects of a card that another effect triggers."""

    before: bool
    words: tuple[str, ...]
    """The effects that trigger it."""
    conditions: tuple[Term, ...]
    effects: tuple[Term, ...]
    keep: tuple[Term, ...]
    """The conditions on which it remains."""

    @property
    def names(self) -> int:
        """The number of names that the server generates for it."""
        return 1 + len(self.conditions) + len(self.effects) + len(self.keep)


class Card(NamedTuple):
    """A card as printed."""

    id: str
    name: str
    cost: int
    targets: tuple[Term, ...] = ()
    effects: tuple[Term, ...] = ()
    hooks: tuple[Hook, ...] = ()
    traits: tuple[Term, ...] = ()
    held: tuple[Term, ...] = ()
    """The traits that an item gives its holder."""
    type: str = ""
    """The type of a unit: creature, structure or base."""
    damage: str = "physical"
    attack: int = 0
    health: int = 0
    cooldown: int = 0
    movement: int = 0
    steps: str = ""
    built: str = ""
    """The card that replaces it when the server rebuilds it."""

    @property
    def kind(self) -> str:
        """`I` for items, `S` for spells, `U` for units."""
        return self.id[0]

    @property
    def names(self) -> int:
        """The number of names that the server generates for a new card."""
        parts = (self.targets, self.effects, self.traits, self.held)
        return 1 + sum(map(len, parts)) + sum(hook.names for hook in self.hooks)


@cache
def all_cards() -> Mapping[str, Card]:
    """Return the cards by their ids, in order."""
    rows = frozen(tomli.loads(read_data("kibitz.languages.qgn", "data/quill.toml")))
    return {name: _card(name, row) for name, row in rows.items()}


def _card(name: str, row: dict[str, Any]) -> Card:
    unit = {"type": "creature", "targets": (PLACED,)} if name[0] == "U" else {}
    hooks = tuple(map(_hook, row.get("hooks", ())))
    return Card(name, **{"built": name, **unit, **row, "hooks": hooks})


def _hook(row: dict[str, Any]) -> Hook:
    return Hook("before" in row, row.get("before") or row["after"], row["if"], row["do"], row["keep"])


LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890"
LENGTH = 7


class Names(NamedTuple):
    """A place in the names and numbers of a seed. Unused names are only counted."""

    chance: Chance
    skipped: int = 0
    """The number of names generated after that place."""

    def skip(self, count: int = 1) -> Names:
        return Names(self.chance, self.skipped + count)

    def below(self, limit: int) -> tuple[int, Names]:
        """Return a number from 0 to below a limit."""
        number, chance = self._caught_up().below(limit)
        return number, Names(chance)

    def name(self, kind: str) -> tuple[str, Names]:
        """Return a name, which begins with the letter of its kind."""
        numbers, chance = self._caught_up().several(LENGTH, len(LETTERS))
        return kind + "".join([LETTERS[number] for number in numbers]), Names(chance)

    @latest(SOME)
    def _caught_up(self) -> Chance:
        return self.chance.several(self.skipped * LENGTH, len(LETTERS))[1]


COLUMNS, ROWS = 5, 7
IN_HAND, MOST_IN_HAND = 5, 10
STEPS = ((0, 1), (0, -1), (-1, 0), (1, 0), (-1, 1), (1, -1), (-1, -1), (1, 1))
"""The directions of a card's `steps`."""


class RefusedError(Exception):
    """A refusal of the server, with its reason."""


class UnknownError(Exception):
    """An event that the record does not determine."""


class Trait(NamedTuple):
    """A trait of a card."""

    term: Term
    by: str | None = None
    """The name of the card that it comes from."""
    number: int = 0
    """A number that distinguishes the traits of a card."""
    reached: tuple[str, ...] = ()
    """The units to which it gives a trait."""


class Piece(NamedTuple):
    """A card in the game."""

    name: str
    id: str
    owner: int
    cost: int
    traits: tuple[Trait, ...] = ()
    attack: int = 0
    health: int = 0
    cooldown: int = 0
    base_cooldown: int = 0
    movement: int = 0
    base_movement: int = 0
    steps: str = ""
    items: tuple[str, ...] = ()

    @property
    def card(self) -> Card:
        return all_cards()[self.id]

    def having(self, word: str) -> list[Trait]:
        """Return its traits of a kind."""
        return [trait for trait in self.traits if trait.term[0] == word] if self.traits else []

    def leads(self, right: int, ahead: int) -> bool:
        """Return whether its steps include a direction."""
        if (right, ahead) not in STEPS:
            return False
        if not self.steps:
            raise RefusedError("the server fails over a unit that had its steps from an item")
        return self.steps[STEPS.index((right, ahead))] == "1"


def _each(value: Any) -> Callable[[], list[Any]]:
    """Return a function that makes a list with a value of each team."""
    return lambda: [value, value]


@dataclass
class Table:
    """The table of a position, which never changes, or of a running action."""

    seed: int
    chance: Names
    """The numbers of draws, and of the names of tiles and effects."""
    names: Names
    """The names of cards, and of the actions themselves."""
    tiles: tuple[str, ...] = ()
    """The names of the tiles by x, then y, from x 0 and y 0. Team 0 begins at y 0."""
    board: list[str | None] = field(default_factory=lambda: [None] * (COLUMNS * ROWS))
    """The names of the units on the tiles."""
    pieces: dict[str, Piece] = field(default_factory=dict)
    decks: list[tuple[str, ...]] = field(default_factory=_each(()))
    """The decks, next card first."""
    hands: list[tuple[str, ...]] = field(default_factory=_each(()))
    discards: list[tuple[str, ...]] = field(default_factory=_each(()))
    trashes: list[tuple[str, ...]] = field(default_factory=_each(()))
    mixed: list[bool] = field(default_factory=_each(False))
    """Whether the order of a team's discards is unknown."""
    mana: list[int] = field(default_factory=_each(1))
    base_mana: list[int] = field(default_factory=_each(1))
    recycled: list[int] = field(default_factory=_each(0))
    """The number of times that each team has restarted its deck."""
    sacked: list[bool] = field(default_factory=_each(False))
    """Whether each team has sacked a card in its turn."""
    hooks: list[tuple[str, Hook]] = field(default_factory=list)
    """The waiting hooks, with the names of their cards."""
    turn: int = 0
    winner: int | None = None

    # Names and chance

    def skip(self, count: int = 1) -> None:
        """Skip names that the server generates and no record shows."""
        chance, skipped = self.chance
        self.chance = Names(chance, skipped + count)

    def below(self, limit: int) -> int:
        number, self.chance = self.chance.below(limit)
        return number

    def make(self, card_id: str, owner: int) -> str:
        """Make a card, and return its name."""
        card = all_cards()[card_id]
        name, names = self.names.name(card.kind)
        self.names = names.skip(card.names - 1)
        traits = tuple(Trait(term, name, -1 - number) for number, term in enumerate(card.traits))
        self.pieces[name] = Piece(
            name, card_id, owner, card.cost, traits, card.attack, card.health, card.cooldown, card.cooldown,
            card.movement, card.movement, card.steps,
        )  # fmt: skip
        return name

    # Units

    def at(self, name: str) -> tuple[int, int]:
        """Return the x and y of a unit."""
        try:
            return divmod(self.board.index(name), ROWS)
        except ValueError:
            raise RefusedError(f"there is no unit `{name}` on the board") from None

    def tile_at(self, name: str) -> tuple[int, int]:
        """Return the x and y of a tile."""
        if name not in self.tiles:
            raise RefusedError(f"there is no tile `{name}`")
        return divmod(self.tiles.index(name), ROWS)

    def unit_at(self, x: int, y: int) -> str | None:
        return self.board[x * ROWS + y]

    def put(self, place: tuple[int, int], unit: str | None) -> None:
        self.board[place[0] * ROWS + place[1]] = unit

    def units(self) -> list[Piece]:
        """Return the units on the board, in the order of their tiles."""
        return [self.pieces[name] for name in self.board if name is not None]

    def change(self, name: str, **changes: Any) -> None:
        self.pieces[name] = self.pieces[name]._replace(**changes)

    def rows(self, team: int) -> tuple[int, int]:
        """Return the first and last row in which a team may play units."""

        def full(rows: range) -> bool:
            return all(self.unit_at(x, y) is not None for x in range(COLUMNS) for y in rows)

        near, end, ahead = (0, 2, 1) if team == 0 else (ROWS - 1, ROWS - 3, -1)
        if full(range(2) if team == 0 else range(ROWS - 3, ROWS - 1)):
            end += ahead
            end += ahead * full(range(end, end + 1))
        return min(near, end), max(near, end)

    def find(self, name: str) -> Piece:
        """Return a card in any place except items of units. Raise RefusedError if there is none."""
        zones = (*self.hands, *self.decks, *self.discards, *self.trashes, self.board)
        if any(name in zone for zone in zones):
            return self.pieces[name]
        raise RefusedError(f"there is no card `{name}`")


def dealt(seed: int, decks: tuple[tuple[str, ...], ...]) -> Table:
    """Return the table before the first action."""
    table = Table(seed, Names(Chance(seed)), Names(Chance(seed)))
    tiles = []
    for _ in range(COLUMNS * ROWS):
        name, table.chance = table.chance.name("T")
        tiles.append(name)
    table.tiles = tuple(tiles)
    for x in range(COLUMNS):
        for team, y in enumerate((0, ROWS - 1)):
            table.put((x, y), table.make(BASE, team))
    for team, ids in enumerate(decks):
        deck, chance = tuple([table.make(card, team) for card in ids]), Chance(seed)
        for _ in range(team + 1):
            deck, chance = chance.shuffled(deck)
        table.hands[team], table.decks[team] = deck[:IN_HAND], deck[IN_HAND:]
    return table
