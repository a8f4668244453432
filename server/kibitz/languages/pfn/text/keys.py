"""The tables and keys of PFN, from `tables.toml`: the one source for checking, hovering and completing."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from typing import Any, NamedTuple

import tomli

from kibitz.core.data import read_data
from kibitz.core.words import nearest
from kibitz.languages.pfn.game.figgie import PLAYER_NAME, is_player

PLAYER = "<player>"
"""Stands for a player in the name of a key."""

TYPE_WORDS = {
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "date": 'a date such as `"2025-02-15"`',
    "color": '`"Black"` or `"Red"`',
    "suit": 'the name of a suit such as `"Spades"`',
    "card": 'a card such as `"S2"`',
    "cards": 'cards such as `"S1, S2, C7"`',
    "player": 'a player such as `"P1"`',
    "players": 'an array of players such as `["P1"]`',
    "event": 'the kind of event such as `"Pause"`',
    "table": "a table",
}
"""The types of values, each as a phrase."""


QUOTED = {"string", "date", "color", "suit", "card", "cards", "player", "players", "event"}
"""The types whose values are written in quotes; those of players in an array."""
BANK = "_FinalBank"
"""How the key for the final bank of a player ends."""


class KeySpec(NamedTuple):
    """A key of a table; `name` may hold :data:`PLAYER`."""

    name: str
    type: str
    required: bool
    about: str
    example: str

    def player_of(self, key: str) -> str | None:
        """The player that a key names, if this row is for keys that name one."""
        head, found, tail = self.name.partition(PLAYER)
        if not found or not key.startswith(head) or not key.endswith(tail):
            return None
        player = key[len(head) : len(key) - len(tail)]
        return player if is_player(player) else None

    def names(self, players: tuple[str, ...]) -> list[str]:
        """The keys that this row stands for."""
        return (
            [self.name.replace(PLAYER, player) for player in players] if PLAYER in self.name else [self.name]
        )


class TableSpec(NamedTuple):
    """A table; `array` is true for those whose header has double brackets."""

    path: tuple[str, ...]
    array: bool
    required: bool
    about: str
    keys: tuple[KeySpec, ...]

    @property
    def name(self) -> str:
        return ".".join(self.path)

    @property
    def needed(self) -> frozenset[str]:
        """The keys that it must have, those of single players and tables left out."""
        keys = (key for key in self.keys if key.required and PLAYER not in key.name and key.type != "table")
        return frozenset([key.name for key in keys])

    @property
    def header(self) -> str:
        return f"[[{self.name}]]" if self.array else f"[{self.name}]"

    def meant(self, name: str, there: Collection[str] = ()) -> str | None:
        """The key that a name which is none is probably meant to be, if that is not there yet."""
        number = re.search(r"[1-9][0-9]{0,3}", name)
        player = f"P{number[0]}" if number else ""
        names = [key.name.replace(PLAYER, player) for key in self.keys if PLAYER not in key.name or player]
        return nearest(name, [one for one in names if one not in there and one != player])

    def key(self, name: str) -> KeySpec | None:
        """The row that describes a key."""
        if (known := _keys_by_name(self.path).get(name)) is not None:
            return known
        player = PLAYER_NAME.search(name)
        return None if player is None else _keys_of_players(self.path).get(name.replace(player[0], PLAYER, 1))


@cache
def tables() -> dict[tuple[str, ...], TableSpec]:
    """All tables by path, in the order of the specification."""
    data: dict[str, Any] = tomli.loads(read_data("kibitz.languages.pfn", "data/tables.toml"))
    specs = (
        TableSpec(
            tuple(row["path"].split(".")), row.get("array", False), row["required"], row["about"],
            tuple(KeySpec(**key) for key in row["key"]),
        )
        for row in data["table"]
    )  # fmt: skip
    return {spec.path: spec for spec in specs}


@cache
def lists() -> dict[tuple[str, ...], bool]:
    """Of each table whether it is a list of tables."""
    return {spec.path: spec.array for spec in tables().values()}


@cache
def bank_key() -> KeySpec:
    """The row for the final banks of the players."""
    return next(key for key in tables()["Result",].keys if key.name.endswith(BANK))


@cache
def _keys_by_name(path: tuple[str, ...]) -> dict[str, KeySpec]:
    return {key.name: key for key in tables()[path].keys}


@cache
def _keys_of_players(path: tuple[str, ...]) -> dict[str, KeySpec]:
    """The rows of a table that are for keys which name a player."""
    return {key.name: key for key in tables()[path].keys if PLAYER in key.name}


def meant_table(path: tuple[str, ...]) -> tuple[str, ...] | None:
    """The table that a path which PFN does not have is probably meant to be: one in the same table."""
    if not path or path in tables():
        return None
    choices = {spec.path[-1]: spec.path for spec in tables().values() if spec.path[:-1] == path[:-1]}
    found = nearest(path[-1], choices)
    return choices[found] if found else None
