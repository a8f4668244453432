"""The known games, from `games.toml` and the settings of users, and checks of their rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from reprlib import repr as shortly
from typing import Any, NamedTuple

import tomli

from kibitz.core.data import frozen, read_data
from kibitz.core.words import did_you_mean, nearest
from kibitz.languages.qgn.game.position import Cell, positions, sides_turned

REPLAYED = {key: key for key in ("onitama", "stratego", "indigo", "tsuro", "carcassonne")} | {
    "Quill": "quill.play"
}
"""The games with their own replay, and its module in :mod:`.kinds`."""


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
    """The module with the game's own rules; empty if there is none."""

    @property
    def team_count(self) -> str:
        """The number of teams: "2 to 4"."""
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


class Games(dict[str, Known]):
    """Games by their keys."""

    def __init__(self, games: Iterable[Known]) -> None:
        super().__init__({game.key: game for game in games})

    __eq__, __hash__ = object.__eq__, object.__hash__  # type: ignore[assignment]

    def alike(self, key: str) -> str | None:
        """Return the key of a game that differs from `key` only by case and signs, or None."""
        return next((one for one in self if _bare(one) == _bare(key)), None)

    def meant(self, key: str) -> str | None:
        """Return the likely key for a mistyped one, or None if `key` is known or not close to any."""
        return None if key in self else self.alike(key) or nearest(key.strip(), self)

    def with_rows(self, rows: object) -> Games:
        """Return these games and those of some rows, which replace games of the same key. Rows with mistakes are skipped."""
        sound = [row for row in rows[:GAMES] if isinstance(row, Mapping)] if isinstance(rows, list) else []
        return Games([*self.values(), *(_game(row) for row in sound if not any(mistakes_of_game(row)))])


@cache
def known_games() -> Games:
    """Return the built-in games."""
    rows = tomli.loads(read_data("kibitz.languages.qgn", "data/games.toml"))["game"]
    return Games(_game(row, REPLAYED.get(row["key"], "")) for row in rows)


def _bare(key: str) -> str:
    """Return the letters and digits of a name, in lower case."""
    return "".join(one for one in key.casefold() if one.isalnum())


def _game(written: Mapping[str, Any], replay: str = "") -> Known:
    row = frozen(written)
    least, most = row["teams"]
    deck = row.get("deck", {})
    step = row.get("rotation", 0)
    turned = [
        positions("".join(sorted(tile)), step, tile) if step else sides_turned(tile)
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


# Checks of rows in the settings of users. They lack `deck` and `cards`, which only Quill and onitama use.

LARGEST = 100
"""Maximum number of rows and columns of a board."""
HIGHEST = 10_000
"""Maximum absolute value of a number."""
LONGEST_TEXT = 100
"""Maximum length of a text, in characters."""
MOST_ROWS = 1000
"""Maximum number of items in a list."""
GAMES = 200
"""Maximum number of games."""
ACTIONS = 100
"""Maximum number of actions of a game, and of details of an action."""
SIDES = 16
"""Maximum number of letters of a tile."""


Fits = Callable[[Any], bool]


class Column(NamedTuple):
    """The possible values of a column."""

    wanted: str
    fits: Fits
    due: bool = False


def mistakes(rows: object) -> Iterator[str]:
    """Yield the mistakes in rows of games, in words."""
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        yield "write each game as a table `[[qgn.games]]`"
        return
    if len(rows) > GAMES:
        yield f"{len(rows)} games are more than the {GAMES} that there may be"
        return
    for number, row in enumerate(rows, 1):
        name = f"game `{row['key']}`" if _text(row.get("key")) else f"game {number}"
        for mistake in mistakes_of_game(row):
            yield f"{name}: {mistake}"


def mistakes_of_game(row: Mapping[str, Any]) -> Iterator[str]:
    """Yield the mistakes in a row, its actions and their details."""
    yield from _mistakes(row, GAME, "a game")
    if _board(row.get("board")) and not _on_board(row):
        yield "`board` needs one action, whose details are the row and the column (or, where pieces fall, the column)"
    letters: set[str] = set()
    for number, action in enumerate(_tables(row.get("action")), 1):
        where = f"action `{action['letter']}`" if _letter(action.get("letter")) else f"action {number}"
        yield from (f"{where}: {mistake}" for mistake in _mistakes(action, ACTION, "an action"))
        if _letter(action.get("letter")) and action["letter"] in letters:
            yield f"{where} stands twice"
        letters.add(str(action.get("letter")))
        yield from (f"{where}: {mistake}" for mistake in _mistakes_of_details(action))
    if row.get("variant_words") and _uneven(row, "variant_words", "variants"):
        yield "`variant_words` describes each of the `variants`"
    turn = row.get("turn", ())
    if _texts(turn) and (unknown := [one for one in turn if one not in letters]):
        yield f"`turn` names {unknown[0]!r}, which is the letter of no action"


def _uneven(row: Mapping[str, Any], words: str, things: str) -> bool:
    """Return whether the numbers of words and things differ."""
    one, other = row.get(words), row.get(things)
    return _texts(one) and _texts(other) and len(one or ()) != len(other or ())


def _mistakes_of_details(action: Mapping[str, Any]) -> Iterator[str]:
    details = _tables(action.get("details"))
    for detail in details:
        yield from _mistakes(detail, DETAIL, "a detail")
        if _uneven(detail, "words", "choices"):
            yield "`words` describes each of the `choices`"
    counts = action.get("counts", ())
    if _numbers(counts) and any(not 0 <= count <= len(details) for count in counts):
        yield f"`counts` goes beyond the {len(details)} details"
    tile = action.get("tile", {})
    if isinstance(tile, Mapping) and any(_number(at) and not 0 <= at < len(details) for at in tile.values()):
        yield f"`tile` names a detail beyond the {len(details)}, which count from 0"
    elif _tile(tile) and any(_size(details[at].get("range")) > LARGEST for at in tile.values()):
        yield f"`tile` names a detail with a range of more than {LARGEST} numbers"


def _size(limits: Any) -> int:
    """Return the number of integers within some limits."""
    return limits[1] - limits[0] + 1 if _range(limits) else 0


def _mistakes(row: Mapping[str, Any], columns: Mapping[str, Column], what: str) -> Iterator[str]:
    for name, value in row.items():
        if (column := columns.get(name)) is None:
            near = nearest(name[:LONGEST_TEXT], columns)
            yield f"{what} has no `{shortly(name)[1:-1]}`" + did_you_mean(near)
        elif not column.fits(value):
            yield f"`{name}` must be {column.wanted}, not {shortly(value)}"
    yield from (
        f"`{name}` is missing: {one.wanted}" for name, one in columns.items() if one.due and name not in row
    )


def _tables(value: object) -> list[Mapping[str, Any]]:
    """Return the tables of a list, or nothing if the list is too long."""
    if not isinstance(value, list) or len(value) > ACTIONS:
        return []
    return [one for one in value if isinstance(one, Mapping)]


# Checks of values


def _whole(least: int, most: int) -> Fits:
    return lambda value: type(value) is int and least <= value <= most


def _listed(fits: Fits, least: int = 0, most: int = MOST_ROWS) -> Fits:
    """Return a check for a list with a number of items."""
    return lambda value: isinstance(value, list) and least <= len(value) <= most and all(map(fits, value))


def _limits(fits: Fits) -> Fits:
    """Return a check for a minimum and a maximum."""
    pair = _listed(fits, 2, 2)
    return lambda value: pair(value) and value[0] <= value[1]


def _table(due: Mapping[str, Fits]) -> Fits:
    """Return a check for a table with all due names, and a check for each value."""
    return lambda value: (
        isinstance(value, Mapping)
        and value.keys() == due.keys()
        and all(due[name](one) for name, one in value.items())
    )


def _text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_TEXT and not set(value) & set('"\r\n')


def _letter(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("(?![&0-9])[!-~]", value) is not None


def _flag(value: object) -> bool:
    return isinstance(value, bool)


_number, _side = _whole(-HIGHEST, HIGHEST), _whole(1, LARGEST)
_texts, _numbers, _cell = _listed(_text), _listed(_number), _listed(_number, 2, 2)
_range = _limits(_number)
_board = _table({"rows": _side, "columns": _side, "line": _side, "falls": _flag})
_tile = _table({"row": _number, "column": _number})


def _on_board(row: Mapping[str, Any]) -> bool:
    """Return whether the details of the only action are the cells of the board."""
    actions, board = _tables(row.get("action")), row["board"]
    sizes = [board["columns"]] if board["falls"] else [board["rows"], board["columns"]]
    ranges = [detail.get("range") for action in actions for detail in _tables(action.get("details"))]
    return len(actions) == 1 and ranges == [[0, size - 1] for size in sizes] and "counts" not in actions[0]


TEXTS = Column("a list of words", _texts)
FLAG = Column("true or false", _flag)
TABLES = _listed(lambda value: isinstance(value, Mapping), most=ACTIONS)
GAME = {
    "key": Column("the name of the game, as the tag `key` gives it", _text, due=True),
    "teams": Column("the least and the greatest number of teams, as in [2, 4]", _limits(_side), due=True),
    "variants": TEXTS,
    "variant_words": TEXTS,
    "tags": TEXTS,
    "turns": FLAG,
    "board": Column("a table of `rows`, `columns`, `line` and `falls`", _board),
    "tiles": Column(
        f"a list of words of at most {SIDES} letters",
        _listed(lambda value: _text(value) and len(value) <= SIDES),
    ),
    "rotation": Column("the number of letters that turning a tile goes on by", _whole(0, SIDES)),
    "once": FLAG,
    "turn": Column("the letters of the actions that a turn is made of", _texts),
    "action": Column("tables `[[qgn.games.action]]`", TABLES),
}
ACTION = {
    "letter": Column("one ASCII character other than a digit or `&`", _letter, due=True),
    "name": Column("the title of the action", _text, due=True),
    "details": Column("a list of tables", TABLES),
    "counts": Column("a list of at least one number of details", _listed(_number, least=1)),
    "more": FLAG,
    "passes": FLAG,
    "tile": Column("a table of `row` and `column`, the numbers of those details", _tile),
}
DETAIL = {
    "name": Column("the title of the detail", _text, due=True),
    "range": Column("the least and the greatest number, as in [0, 8]", _range),
    "number": FLAG,
    "choices": TEXTS,
    "words": TEXTS,
    "letters": Column("letters in any order", _text),
    "ends": TEXTS,
}
