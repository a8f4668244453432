"""Checks of the rows of games, in `games.toml` and in the settings of users."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from reprlib import repr as shortly
from typing import Any, NamedTuple

from kibitz.core.words import did_you_mean, nearest

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


def _named(name: Fits, fits: Fits, *due: str) -> Fits:
    """Return a check for a table of things by name, which must have the `due` names."""
    names, things = _listed(name), _listed(fits)
    return lambda value: (
        isinstance(value, Mapping)
        and value.keys() >= {*due}
        and names([*value])
        and things([*value.values()])
    )


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
    "deck": Column(
        "a table of `size` and how many cards there are by their letters",
        _named(lambda name: name == "size" or _letter(name), _whole(1, MOST_ROWS), "size"),
    ),
    "board": Column("a table of `rows`, `columns`, `line` and `falls`", _board),
    "cards": Column(
        "a table of steps [columns, rows] by the names of cards", _named(_text, _listed(_cell, most=LARGEST))
    ),
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
