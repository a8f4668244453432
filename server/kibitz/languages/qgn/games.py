"""The games that kibitz knows, as `games.toml` tells them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import tomli

from kibitz.core.data import read_data


@dataclass(frozen=True, slots=True)
class Field:
    """What one detail of an action means and what it may be."""

    name: str
    low: int | None = None
    """With `high`: a range of integers, both included."""
    high: int | None = None
    number: bool = False
    choices: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """What each of the choices means."""
    letters: str = ""
    """All of these, in any order."""

    @property
    def described(self) -> str:
        """What it may be, as in "a number from 0 to 2"; empty where it may be anything."""
        if self.low is not None:
            return f"a number from {self.low} to {self.high}"
        if self.number:
            return "a whole number"
        if self.choices:
            return "one of " + ", ".join(f"`{choice}`" for choice in self.choices)
        return f"the letters `{self.letters}` in any order" if self.letters else ""

    def admits(self, text: str) -> bool:
        """Whether a detail may be this."""
        if self.low is not None and self.high is not None:
            # Numbers longer than any board need not be converted.
            return re.fullmatch("[0-9]{1,9}", text) is not None and self.low <= int(text) <= self.high
        if self.number:
            return re.fullmatch("[+-]?[0-9]+", text) is not None
        if self.choices:
            return text in self.choices
        return not self.letters or sorted(text) == sorted(self.letters)

    def values(self) -> tuple[str, ...]:
        """All that it may be, where that can be listed."""
        if self.low is not None and self.high is not None:
            return tuple(str(number) for number in range(self.low, self.high + 1))
        return self.choices

    def meaning(self, text: str) -> str:
        """What a choice stands for, or the text itself."""
        return self.words[self.choices.index(text)] if self.words and text in self.choices else text


@dataclass(frozen=True, slots=True)
class Kind:
    """An action of a game."""

    letter: str
    name: str
    fields: tuple[Field, ...] = ()
    counts: tuple[int, ...] = ()
    """How many details it may have."""
    more: bool = False
    """Whether the last field may be repeated."""
    tile: tuple[int, int] | None = None
    """The numbers of the details that tell the row and the column of a tile."""

    def field(self, number: int) -> Field | None:
        """What the detail of a number means."""
        if number < len(self.fields):
            return self.fields[number]
        return self.fields[-1] if self.more else None

    def takes(self, count: int) -> bool:
        """Whether it may have so many details."""
        return count in self.counts or (self.more and count > max(self.counts))


@dataclass(frozen=True, slots=True)
class Lines:
    """A board on which so many pieces in a line win."""

    rows: int
    columns: int
    line: int
    falls: bool
    """Whether a piece falls to the lowest free cell of its column."""


@dataclass(frozen=True, eq=False)
class Known:
    """A game that kibitz knows."""

    key: str
    least: int
    most: int
    kinds: Mapping[str, Kind]
    variants: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    turns: bool = False
    board: Lines | None = None


@cache
def known_games() -> Mapping[str, Known]:
    """All known games by their keys."""
    source = read_data(__name__, "games.toml")
    return {row["key"]: _game(row) for row in tomli.loads(source)["game"]}


def same_but_for_case(key: str) -> str | None:
    """The key of a known game that differs from `key` by case only."""
    return next((one for one in known_games() if one != key and one.casefold() == key.casefold()), None)


def _game(row: dict[str, Any]) -> Known:
    least, most = row["teams"]
    return Known(
        row["key"],
        least,
        most,
        {kind.letter: kind for kind in map(_kind, row.get("action", ()))},
        tuple(row.get("variants", ())),
        tuple(row.get("tags", ())),
        row.get("turns", False),
        Lines(**row["board"]) if "board" in row else None,
    )


def _kind(row: dict[str, Any]) -> Kind:
    fields = tuple(map(_field, row.get("details", ())))
    tile = row.get("tile")
    return Kind(
        row["letter"],
        row["name"],
        fields,
        tuple(row.get("counts", (len(fields),))),
        row.get("more", False),
        (tile["row"], tile["column"]) if tile else None,
    )


def _field(row: dict[str, Any]) -> Field:
    low, high = row.get("range", (None, None))
    return Field(
        row["name"],
        low,
        high,
        row.get("number", False),
        tuple(row.get("choices", ())),
        tuple(row.get("words", ())),
        row.get("letters", ""),
    )
