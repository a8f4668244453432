"""The cards of Quill, from `quill.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import tomli

from kibitz.core.data import frozen, read_data

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
