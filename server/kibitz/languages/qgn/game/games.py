"""The games that kibitz knows, as `games.toml` and the settings of users tell them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import tomli

from kibitz.core.data import frozen, read_data
from kibitz.core.words import nearest
from kibitz.languages.qgn.game.rows import GAMES, mistakes_of_game

Cell = tuple[int, int]
_COORDINATE = re.compile("[+-]?[0-9]{1,5}").fullmatch
"""Longer ones are no places of a board."""
REPLAYED = frozenset({"onitama", "stratego", "indigo", "tsuro", "carcassonne", "Quill"})
"""The games that are replayed by their own rules, see :mod:`.kinds`."""


@dataclass(frozen=True, slots=True)
class Field:
    """What one detail of an action means and what it may be."""

    name: str
    limits: tuple[int, int] | None = None
    """A range of integers, both included."""
    number: bool = False
    choices: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """What each of the choices means."""
    letters: str = ""
    """All of these, in any order."""
    ends: tuple[str, ...] = ()
    """Choices behind which no more details follow."""

    @property
    def described(self) -> str:
        """What it may be, as in "a number from 0 to 2"; empty where it may be anything."""
        if self.limits:
            return "a number from {} to {}".format(*self.limits)
        if self.number:
            return "a whole number"
        if self.choices:
            return "one of " + ", ".join(f"`{choice}`" for choice in self.choices)
        return f"the letters `{self.letters}` in any order" if self.letters else ""

    def admits(self, text: str) -> bool:
        """Whether a detail may be this."""
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
        """All that it may be, where that can be listed."""
        if self.limits:
            low, high = self.limits
            return tuple(map(str, range(low, high + 1)))
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
    passes: bool = False
    """Whether it is the action with which the turn goes on to the next team."""

    def field(self, number: int) -> Field | None:
        """What the detail of a number means."""
        if number < len(self.fields):
            return self.fields[number]
        return self.fields[-1] if self.more else None

    def cell(self, details: Sequence[str]) -> Cell | None:
        """The row and the column of the tile that an action of these details lays; None where it lays none, or those are no numbers
        of a board."""
        texts = [details[number] for number in self.tile or () if number < len(details)]
        return (int(texts[0]), int(texts[1])) if len(texts) == 2 and all(map(_COORDINATE, texts)) else None

    def takes(self, count: int) -> bool:
        """Whether it may have so many details."""
        return count in self.counts or (self.more and count > max(self.counts))

    def is_complete(self, given: Sequence[str]) -> bool:
        """Return whether it needs no more details than those given."""
        ended = any(given[number] in field.ends for number, field in enumerate(self.fields[: len(given)]))
        return not self.more and (ended or len(given) >= len(self.fields))

    def admits(self, details: Sequence[str]) -> bool:
        """Whether its details may be these: of the right number, each of what its field takes."""
        fields = map(self.field, range(len(details)))
        return self.takes(len(details)) and all(
            one is not None and one.admits(detail) for one, detail in zip(fields, details, strict=True)
        )


@dataclass(frozen=True, eq=False, slots=True)
class Lines:
    """A board on which so many pieces in a line win."""

    rows: int
    columns: int
    line: int
    falls: bool
    """Whether a piece falls to the lowest free cell of its column."""
    sign: str = ""
    """The action that sets a piece."""


@dataclass(frozen=True, eq=False)
class Known:
    """A game that kibitz knows."""

    key: str
    least: int
    most: int
    kinds: Mapping[str, Kind]
    variants: tuple[str, ...] = ()
    variant_words: tuple[str, ...] = ()
    """What is special about each of the variants."""
    tags: tuple[str, ...] = ()
    turns: bool = False
    board: Lines | None = None
    cards: Mapping[str, frozenset[Cell]] = field(default_factory=dict)
    """The steps of each card, to the right and ahead."""
    tiles: tuple[str, ...] = ()
    """The tiles as they are listed, not turned."""
    turned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """All positions of all tiles, each with those of its tile."""
    once: bool = False
    """Whether every tile is there once."""
    turn: tuple[str, ...] = ()
    """The actions that a team's turn is made of."""
    deck: int = 0
    """How many cards each team has in the tag `Decks`, where the game has such decks."""
    deck_cards: frozenset[str] = frozenset()
    """The cards that may be in them."""
    replay: str = ""
    """Which of the games whose every rule kibitz knows it is; empty for others."""

    @property
    def team_count(self) -> str:
        """How many teams play it: "2 to 4"."""
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
        """The key of a game that differs from `key` by case only; None if `key` is one itself."""
        if key in self._games:
            return None
        return next((one for one in self if one.casefold() == key.casefold()), None)

    def meant(self, key: str) -> str | None:
        """The key of a game that `key` is most likely a slip of the pen for, None if it is one itself or far from any."""
        if key in self._games:
            return None
        bare = _bare(key)
        alike = next((one for one in self if _bare(one) == bare), None)
        return alike or nearest(key.strip(), self)

    def with_rows(self, rows: object) -> Games:
        """These and the games of some rows, which go before those of the same keys. Rows with mistakes are left out."""
        sound = [row for row in rows[:GAMES] if isinstance(row, Mapping)] if isinstance(rows, list) else []
        return Games([*self.values(), *(_game(row) for row in sound if not any(mistakes_of_game(row)))])


@cache
def known_games() -> Games:
    """The games that every kibitz knows."""
    rows = tomli.loads(read_data("kibitz.languages.qgn", "data/games.toml"))["game"]
    return Games(_game(row, row["key"] if row["key"] in REPLAYED else "") for row in rows)


def _bare(key: str) -> str:
    """The letters and digits of a name, without regard to case."""
    return "".join(one for one in key.casefold() if one.isalnum())


def _game(written: Mapping[str, Any], replay: str = "") -> Known:
    row = frozen(written)
    least, most = row["teams"]
    deck = row.get("deck", {})
    turned = [_positions(tile, row.get("rotation", 0)) for tile in row.get("tiles", ())]
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
"""The columns of a game that are taken as they are."""


def _positions(tile: str, rotation: int) -> tuple[str, ...]:
    """A tile in all positions: the edges that its paths join go on by so many letters, or its four sides change places."""
    if not rotation:
        return tuple(tile[turn:4] + tile[:turn] + tile[4:] for turn in range(4))
    letters = sorted(tile)
    turns = range(0, len(letters), rotation)
    return tuple(
        "".join(letters[(letters.index(one) + turn) % len(letters)] for one in tile) for turn in turns
    )


UNUSED = {"details", "moves"}
"""The columns of an action that no field of :class:`Kind` is made of as they are."""


def _kind(row: Mapping[str, Any]) -> Kind:
    fields, tile = tuple(map(_field, row.get("details", ()))), row.get("tile")
    rest = {"counts": (len(fields),), **row, "tile": tile and (tile["row"], tile["column"])}
    return Kind(**{name: value for name, value in rest.items() if name not in UNUSED}, fields=fields)


def _field(row: Mapping[str, Any]) -> Field:
    return Field(**{"limits" if name == "range" else name: value for name, value in row.items()})
