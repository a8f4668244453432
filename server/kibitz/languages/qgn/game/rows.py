"""What a row of a game may hold: those of `games.toml`, and those that users write into their settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from kibitz.core.words import nearest

LARGEST = 100
"""Rows and columns of a board beyond this are mistyped."""


class Column(NamedTuple):
    """What may stand under a name."""

    wanted: str
    fits: Callable[[Any], bool]
    due: bool = False


def mistakes(rows: object) -> Iterator[str]:
    """What is wrong with rows of games, in a person's words."""
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        yield "write each game as a table `[[qgn.games]]`"
        return
    for number, row in enumerate(rows, 1):
        name = f"game {number}" if not isinstance(row.get("key"), str) else f"game `{row['key']}`"
        for mistake in mistakes_of_game(row):
            yield f"{name}: {mistake}"


def mistakes_of_game(row: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with a row, its actions and their details."""
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


def _mistakes_of_details(action: Mapping[str, Any]) -> Iterator[str]:
    details = _tables(action.get("details"))
    for detail in details:
        yield from _mistakes(detail, DETAIL, "a detail")
        words = detail.get("words")
        if isinstance(words, list) and len(words) != len(detail.get("choices", ())):
            yield "`words` tells the meaning of each of the `choices`"
    counts = action.get("counts", ())
    if _numbers(counts) and any(not 0 <= count <= len(details) for count in counts):
        yield f"`counts` goes beyond the {len(details)} details"
    tile = action.get("tile")
    if isinstance(tile, Mapping) and any(_number(at) and not 0 <= at < len(details) for at in tile.values()):
        yield f"`tile` names a detail beyond the {len(details)}, which count from 0"


def _mistakes(row: Mapping[str, Any], columns: Mapping[str, Column], what: str) -> Iterator[str]:
    for name, value in row.items():
        if (column := columns.get(name)) is None:
            near = nearest(name, columns)
            yield f"{what} has no `{name}`" + (f"; did you mean `{near}`?" if near else "")
        elif not column.fits(value):
            yield f"`{name}` must be {column.wanted}, not {value!r}"
    yield from (
        f"`{name}` is missing: {one.wanted}" for name, one in columns.items() if one.due and name not in row
    )


def _tables(value: object) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def _number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _numbers(value: object) -> bool:
    return isinstance(value, list) and all(map(_number, value))


def _range(value: object) -> bool:
    return isinstance(value, list) and _numbers(value) and len(value) == 2 and value[0] <= value[1]


def _teams(value: object) -> bool:
    return isinstance(value, list) and _range(value) and value[0] >= 1


def _text(value: object) -> bool:
    return isinstance(value, str) and bool(value) and not set(value) & set('"\r\n')


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _letter(value: object) -> bool:
    return (
        isinstance(value, str)
        and len(value) == 1
        and "!" <= value <= "~"
        and value != "&"
        and not value.isdigit()
    )


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _many(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, Mapping) for one in value)


def _board(value: object) -> bool:
    if not isinstance(value, Mapping) or set(value) != {"rows", "columns", "line", "falls"}:
        return False
    sizes = [value["rows"], value["columns"], value["line"]]
    return _numbers(sizes) and all(0 < size <= LARGEST for size in sizes) and _flag(value["falls"])


def _on_board(row: Mapping[str, Any]) -> bool:
    """Whether the details of the one action are the places of the board."""
    actions, board = _tables(row.get("action")), row["board"]
    sizes = [board["columns"]] if board["falls"] else [board["rows"], board["columns"]]
    ranges = [detail.get("range") for action in actions for detail in _tables(action.get("details"))]
    return len(actions) == 1 and ranges == [[0, size - 1] for size in sizes] and "counts" not in actions[0]


def _cell(value: object) -> bool:
    return isinstance(value, list) and _numbers(value) and len(value) == 2


def _pieces(value: object) -> bool:
    if not isinstance(value, Mapping) or not {"rows", "columns", "ranks"} <= set(value) <= PIECES:
        return False
    sizes = [value["rows"], value["columns"], value["ranks"]]
    cells = value.get("blocked", [])
    return _numbers(sizes) and all(0 < one <= LARGEST for one in sizes) and all(map(_cell, cells))


def _cards(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(steps, list) and all(map(_cell, steps)) for steps in value.values()
    )


def _tile(value: object) -> bool:
    return (
        isinstance(value, Mapping) and set(value) == {"row", "column"} and all(map(_number, value.values()))
    )


PIECES = {"rows", "columns", "ranks", "blocked"}
TEXTS = "a list of words"
FLAG = "true or false"
GAME = {
    "key": Column("the name of the game, as the tag `key` gives it", _text, due=True),
    "teams": Column("the least and the greatest number of teams, as in [2, 4]", _teams, due=True),
    "variants": Column(TEXTS, _texts),
    "tags": Column(TEXTS, _texts),
    "turns": Column(FLAG, _flag),
    "board": Column("a table of `rows`, `columns`, `line` and `falls`", _board),
    "pieces": Column("a table of `rows`, `columns`, `ranks` and `blocked` cells", _pieces),
    "cards": Column("a table of steps [columns, rows] by the names of cards", _cards),
    "tiles": Column(TEXTS, _texts),
    "rotation": Column("the number of letters that turning a tile goes on by", _number),
    "once": Column(FLAG, _flag),
    "amounts": Column("a list of numbers of tiles", _numbers),
    "turn": Column("the letters of the actions that a turn is made of", _texts),
    "start": Column("the sides of the tile that lies at 0, 0 from the start", _text),
    "action": Column("tables `[[qgn.games.action]]`", _many),
}
ACTION = {
    "letter": Column("one ASCII character, no digit and no `&`", _letter, due=True),
    "name": Column("what the action is", _text, due=True),
    "details": Column("a list of tables", _many),
    "counts": Column("a list of numbers of details", _numbers),
    "more": Column(FLAG, _flag),
    "moves": Column(FLAG, _flag),
    "tile": Column("a table of `row` and `column`, the numbers of those details", _tile),
}
DETAIL = {
    "name": Column("what the detail is", _text, due=True),
    "range": Column("the least and the greatest number, as in [0, 8]", _range),
    "number": Column(FLAG, _flag),
    "choices": Column(TEXTS, _texts),
    "words": Column(TEXTS, _texts),
    "letters": Column("letters in any order", _text),
    "ends": Column(TEXTS, _texts),
}
