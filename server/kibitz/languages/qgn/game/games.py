"""The known games, from `games.toml` and the settings of users."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import tomli

from kibitz.core.data import frozen, read_data
from kibitz.core.words import nearest
from kibitz.languages.qgn.game.position import Cell, positions, sides_turned
from kibitz.languages.qgn.game.rows import GAMES, mistakes_of_game

_COORDINATE = re.compile("[+-]?[0-9]{1,5}").fullmatch
"""A match of a coordinate; longer numbers are not on any board."""
REPLAYED = frozenset({"onitama", "stratego", "indigo", "tsuro", "carcassonne", "Quill"})
"""The games with their own replay, see :mod:`.kinds`."""


@dataclass(frozen=True, slots=True)
class Field:
    """The meaning and the possible values of a detail."""

    name: str
    limits: tuple[int, int] | None = None
    """The least and the greatest integer, both allowed."""
    number: bool = False
    choices: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """The meaning of each choice."""
    letters: str = ""
    """The letters of the detail, in any order."""
    ends: tuple[str, ...] = ()
    """Choices after which no more details follow."""

    @property
    def described(self) -> str:
        """The possible values, as in "a number from 0 to 2", or nothing if any value is possible."""
        if self.limits:
            return "a number from {} to {}".format(*self.limits)
        if self.number:
            return "a whole number"
        if self.choices:
            return "one of " + ", ".join(f"`{choice}`" for choice in self.choices)
        return f"the letters `{self.letters}` in any order" if self.letters else ""

    def admits(self, text: str) -> bool:
        """Return whether a detail may have this value."""
        if self.limits:
            # Numbers longer than any board need not be converted.
            low, high = self.limits
            return re.fullmatch("[0-9]{1,9}", text) is not None and low <= int(text) <= high
        if self.number:
            # Python converts numbers of up to 4,300 digits.
            return re.fullmatch("[+-]?[0-9]{1,4000}", text) is not None
        if self.choices:
            return text in self.choices
        return not self.letters or sorted(text) == sorted(self.letters)

    def values(self) -> tuple[str, ...]:
        """Return all possible values, or nothing if they cannot be listed."""
        if self.limits:
            low, high = self.limits
            return tuple(map(str, range(low, high + 1)))
        return self.choices

    def meaning(self, text: str) -> str:
        """Return the meaning of a choice, or the text itself."""
        return self.words[self.choices.index(text)] if self.words and text in self.choices else text


@dataclass(frozen=True, slots=True)
class Kind:
    """An action of a game."""

    letter: str
    name: str
    fields: tuple[Field, ...] = ()
    counts: tuple[int, ...] = ()
    """The possible numbers of details."""
    more: bool = False
    """Whether the last field may be repeated."""
    tile: tuple[int, int] | None = None
    """The numbers of the details that hold the row and the column of a tile."""
    passes: bool = False
    """Whether the action passes the turn to the next team."""

    def field(self, number: int) -> Field | None:
        """Return the field of a detail by its number, or None if there are too many."""
        if number < len(self.fields):
            return self.fields[number]
        return self.fields[-1] if self.more else None

    def cell(self, details: Sequence[str]) -> Cell | None:
        """Return the row and column of the tile that an action lays, or None if it lays none on a board."""
        texts = [details[number] for number in self.tile or () if number < len(details)]
        return (int(texts[0]), int(texts[1])) if len(texts) == 2 and all(map(_COORDINATE, texts)) else None

    def takes(self, count: int) -> bool:
        """Return whether an action may have this number of details."""
        return count in self.counts or (self.more and count > max(self.counts))

    def is_complete(self, given: Sequence[str]) -> bool:
        """Return whether it needs no more details than those given."""
        ended = any(given[number] in field.ends for number, field in enumerate(self.fields[: len(given)]))
        return not self.more and (ended or len(given) >= len(self.fields))

    def admits(self, details: Sequence[str]) -> bool:
        """Return whether an action may have these details."""
        fields = map(self.field, range(len(details)))
        return self.takes(len(details)) and all(
            one is not None and one.admits(detail) for one, detail in zip(fields, details, strict=True)
        )


@dataclass(frozen=True, eq=False, slots=True)
class Lines:
    """A board on which a line of pieces wins."""

    rows: int
    columns: int
    line: int
    falls: bool
    """Whether a piece falls to the lowest free cell of its column."""
    sign: str = ""
    """The action that sets a piece."""


@dataclass(frozen=True, eq=False)
class Known:
    """A known game."""

    key: str
    least: int
    most: int
    kinds: Mapping[str, Kind]
    variants: tuple[str, ...] = ()
    variant_words: tuple[str, ...] = ()
    """The meaning of each variant."""
    tags: tuple[str, ...] = ()
    turns: bool = False
    board: Lines | None = None
    cards: Mapping[str, frozenset[Cell]] = field(default_factory=dict)
    """The steps of each card, to the right and ahead."""
    tiles: tuple[str, ...] = ()
    """The tiles in their listed position."""
    turned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """All positions of each tile, by each of these positions."""
    once: bool = False
    """Whether the game has each tile only once."""
    turn: tuple[str, ...] = ()
    """The actions of a team's turn."""
    deck: int = 0
    """The number of cards of each team in the tag `Decks`, or 0 if the game has no decks."""
    deck_cards: frozenset[str] = frozenset()
    """The possible cards of a deck."""
    replay: str = ""
    """The replay for the game's own rules; empty if there is none."""

    @property
    def team_count(self) -> str:
        """The number of teams: "2 to 4"."""
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


class Games(Mapping[str, Known]):
    """Games by their keys."""

    def __init__(self, games: Iterable[Known]) -> None:
        self._games = {game.key: game for game in games}

    def __getitem__(self, key: str) -> Known:
        return self._games[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    __eq__, __hash__ = object.__eq__, object.__hash__

    def same_but_for_case(self, key: str) -> str | None:
        """Return the key of a game that differs from `key` only by case, or None if `key` is known."""
        if key in self._games:
            return None
        return next((one for one in self if one.casefold() == key.casefold()), None)

    def meant(self, key: str) -> str | None:
        """Return the likely key for a mistyped one, or None if `key` is known or not close to any."""
        if key in self._games:
            return None
        bare = _bare(key)
        alike = next((one for one in self if _bare(one) == bare), None)
        return alike or nearest(key.strip(), self)

    def with_rows(self, rows: object) -> Games:
        """Return these games and those of some rows, which replace games of the same key. Rows with mistakes are skipped."""
        sound = [row for row in rows[:GAMES] if isinstance(row, Mapping)] if isinstance(rows, list) else []
        return Games([*self.values(), *(_game(row) for row in sound if not any(mistakes_of_game(row)))])


@cache
def known_games() -> Games:
    """Return the built-in games."""
    rows = tomli.loads(read_data("kibitz.languages.qgn", "data/games.toml"))["game"]
    return Games(_game(row, row["key"] if row["key"] in REPLAYED else "") for row in rows)


def _bare(key: str) -> str:
    """Return the letters and digits of a name, in lower case."""
    return "".join(one for one in key.casefold() if one.isalnum())


def _game(written: Mapping[str, Any], replay: str = "") -> Known:
    row = frozen(written)
    least, most = row["teams"]
    deck = row.get("deck", {})
    step = row.get("rotation", 0)
    turned = [
        positions(tile, "".join(sorted(tile)), step) if step else sides_turned(tile)
        for tile in row.get("tiles", ())
    ]
    return Known(
        **{name: row[name] for name in AS_WRITTEN if name in row},
        least=least,
        most=most,
        kinds={one["letter"]: _kind(one) for one in row.get("action", ())},
        board=Lines(**row["board"], sign=row["action"][0]["letter"]) if "board" in row else None,
        cards={card: frozenset(steps) for card, steps in row.get("cards", {}).items()},
        turned={one: tile for tile in turned for one in tile},
        deck=deck.get("size", 0),
        deck_cards=frozenset(
            f"{letter}{number:04}"
            for letter in deck.keys() - {"size"}
            for number in range(1, deck[letter] + 1)
        ),
        replay=replay,
    )


AS_WRITTEN = ("key", "variants", "variant_words", "tags", "turns", "once", "turn", "tiles")
"""The columns of a game that are stored unchanged."""


def _kind(row: Mapping[str, Any]) -> Kind:
    fields, tile = tuple(map(_field, row.get("details", ()))), row.get("tile")
    rest = {"counts": (len(fields),), **row, "tile": tile and (tile["row"], tile["column"])}
    return Kind(**{name: value for name, value in rest.items() if name != "details"}, fields=fields)


def _field(row: Mapping[str, Any]) -> Field:
    return Field(**{"limits" if name == "range" else name: value for name, value in row.items()})
