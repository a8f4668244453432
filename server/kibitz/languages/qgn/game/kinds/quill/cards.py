"""The cards of Quill, as `quill.toml` tells them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import tomli

from kibitz.core.data import frozen, read_data

Term = tuple[Any, ...]
"""A choice, a condition, an effect or a trait: a word and what belongs to it, other terms among it."""
BASE = "U0001"
PLACED: Term = ("both", ("free",), ("rows", ("player",)))
"""Where units are played to."""


class Hook(NamedTuple):
    """What a card has happen when something else does."""

    before: bool
    words: tuple[str, ...]
    """The effects at which it happens."""
    conditions: tuple[Term, ...]
    effects: tuple[Term, ...]
    keep: tuple[Term, ...]
    """On what condition it is there once more."""

    @property
    def names(self) -> int:
        """How many names the server makes up for it."""
        return 1 + len(self.conditions) + len(self.effects) + len(self.keep)


class Card(NamedTuple):
    """A card as it is printed."""

    id: str
    name: str
    cost: int
    targets: tuple[Term, ...] = ()
    effects: tuple[Term, ...] = ()
    hooks: tuple[Hook, ...] = ()
    traits: tuple[Term, ...] = ()
    held: tuple[Term, ...] = ()
    """The traits of who holds the item."""
    type: str = ""
    """What kind of unit it is: creature, structure or base."""
    damage: str = "physical"
    attack: int = 0
    health: int = 0
    cooldown: int = 0
    movement: int = 0
    steps: str = ""
    built: str = ""
    """The card that it becomes where the server makes it anew."""

    @property
    def kind(self) -> str:
        """`I` for items, `S` for spells, `U` for units."""
        return self.id[0]

    @property
    def names(self) -> int:
        """How many names the server makes up when it makes the card."""
        parts = (self.targets, self.effects, self.traits, self.held)
        return 1 + sum(map(len, parts)) + sum(hook.names for hook in self.hooks)


@cache
def all_cards() -> Mapping[str, Card]:
    """The cards by their ids, in order."""
    rows = frozen(tomli.loads(read_data("kibitz.languages.qgn", "data/quill.toml")))
    return {name: _card(name, row) for name, row in rows.items()}


def _card(name: str, row: dict[str, Any]) -> Card:
    unit = {"type": "creature", "targets": (PLACED,)} if name[0] == "U" else {}
    hooks = tuple(map(_hook, row.get("hooks", ())))
    return Card(name, **{"built": name, **unit, **row, "hooks": hooks})


def _hook(row: dict[str, Any]) -> Hook:
    return Hook("before" in row, row.get("before") or row["after"], row["if"], row["do"], row["keep"])
