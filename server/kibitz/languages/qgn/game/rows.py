"""What a row of a game may hold: those of `games.toml`, and those that users write into their settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from reprlib import repr as shortly
from typing import Any, NamedTuple

from kibitz.core.words import did_you_mean, nearest

LARGEST = 100
"""Rows and columns of a board beyond this are mistyped."""
HIGHEST = 10_000
"""No number is greater than this, and none is less than its negative."""
LONGEST = 100
"""How many characters a text may have."""
MANY = 1000
"""How many items a list may have."""
GAMES = 200
"""How many games."""
ACTIONS = 100
"""How many actions a game may have, and how many details an action."""
SIDES = 16
"""How many letters a tile may have."""


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
    if len(rows) > GAMES:
        yield f"{len(rows)} games are more than the {GAMES} that there may be"
        return
    for number, row in enumerate(rows, 1):
        name = f"game `{row['key']}`" if _text(row.get("key")) else f"game {number}"
        for mistake in mistakes_of_game(row):
            yield f"{name}: {mistake}"


def mistakes_of_game(row: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with a row, its actions and their details."""
    yield from _mistakes(row, GAME, "a game")
    if _board(row.get("board")) and not _on_board(row):
        yield "`board` needs one action, whose details are the row and the column (or, where pieces fall, the column)"
    yield from _mistakes_of_tiles(row)
    letters: set[str] = set()
    for number, action in enumerate(_tables(row.get("action")), 1):
        where = f"action `{action['letter']}`" if _letter(action.get("letter")) else f"action {number}"
        yield from (f"{where}: {mistake}" for mistake in _mistakes(action, ACTION, "an action"))
        if _letter(action.get("letter")) and action["letter"] in letters:
            yield f"{where} stands twice"
        letters.add(str(action.get("letter")))
        yield from (f"{where}: {mistake}" for mistake in _mistakes_of_details(action))
    words, variants = row.get("variant_words", ()), row.get("variants", ())
    if words and _texts(words) and _texts(variants) and len(words) != len(variants):
        yield "`variant_words` tells what is special about each of the `variants`"
    turn = row.get("turn", ())
    if _texts(turn) and (unknown := [one for one in turn if one not in letters]):
        yield f"`turn` names {unknown[0]!r}, which is the letter of no action"


def _mistakes_of_tiles(row: Mapping[str, Any]) -> Iterator[str]:
    """What of a game's tiles does not go together."""
    tiles = row.get("tiles", ())
    amounts = row.get("amounts")
    if isinstance(amounts, list) and _texts(tiles) and len(amounts) != len(tiles):
        yield "`amounts` tells how many there are of each of the `tiles`"
    if "start" not in row or not _texts(tiles):
        return
    layers = [action for action in _tables(row.get("action")) if "tile" in action]
    if any(len(tile) != LETTERS for tile in tiles) or row.get("rotation") or not layers:
        yield f"`start` goes with `tiles` of {LETTERS} letters, which an action with `tile` lays"
    elif layers[0]["tile"] != {"row": 1, "column": 0} or len(_tables(layers[0].get("details"))) < 2 + LETTERS:
        yield f"`start` needs an action whose details are the column, the row and the {LETTERS} letters of a tile"


def _mistakes_of_details(action: Mapping[str, Any]) -> Iterator[str]:
    details = _tables(action.get("details"))
    for detail in details:
        yield from _mistakes(detail, DETAIL, "a detail")
        words, choices = detail.get("words", ()), detail.get("choices", ())
        if _texts(words) and _texts(choices) and len(words) != len(choices):
            yield "`words` tells the meaning of each of the `choices`"
    counts = action.get("counts", ())
    if _numbers(counts) and any(not 0 <= count <= len(details) for count in counts):
        yield f"`counts` goes beyond the {len(details)} details"
    tile = action.get("tile")
    if isinstance(tile, Mapping) and any(_number(at) and not 0 <= at < len(details) for at in tile.values()):
        yield f"`tile` names a detail beyond the {len(details)}, which count from 0"
    elif (
        isinstance(tile, Mapping)
        and _tile(tile)
        and any(_size(details[at].get("range")) > LARGEST for at in tile.values())
    ):
        yield f"`tile` names a detail with a range of more than {LARGEST} numbers"
    if action.get("moves") is True and len(details) < 4:
        yield "`moves` needs four details: the row and the column from where, and those to where"


def _size(limits: object) -> int:
    """How many numbers lie within some limits."""
    return limits[1] - limits[0] + 1 if isinstance(limits, list) and _range(limits) else 0


def _mistakes(row: Mapping[str, Any], columns: Mapping[str, Column], what: str) -> Iterator[str]:
    for name, value in row.items():
        if (column := columns.get(name)) is None:
            near = nearest(name[:LONGEST], columns)
            yield f"{what} has no `{shortly(name)[1:-1]}`" + did_you_mean(near)
        elif not column.fits(value):
            yield f"`{name}` must be {column.wanted}, not {shortly(value)}"
    yield from (
        f"`{name}` is missing: {one.wanted}" for name, one in columns.items() if one.due and name not in row
    )


def _tables(value: object) -> list[Mapping[str, Any]]:
    """The tables of a list; none where it is longer than it may be."""
    within = isinstance(value, list) and len(value) <= ACTIONS
    return [one for one in value if isinstance(one, Mapping)] if within and isinstance(value, list) else []


def _number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= HIGHEST


def _numbers(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MANY and all(map(_number, value))


def _counts(value: object) -> bool:
    return isinstance(value, list) and _numbers(value) and len(value) > 0


def _rotation(value: object) -> bool:
    return isinstance(value, int) and _number(value) and 0 <= value <= SIDES


def _range(value: object) -> bool:
    return isinstance(value, list) and _numbers(value) and len(value) == 2 and value[0] <= value[1]


def _teams(value: object) -> bool:
    return isinstance(value, list) and _range(value) and 1 <= value[0] <= value[1] <= LARGEST


def _text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST and not set(value) & set('"\r\n')


def _texts(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MANY and all(map(_text, value))


def _sides(value: object) -> bool:
    return isinstance(value, list) and _texts(value) and all(len(one) <= SIDES for one in value)


def _start(value: object) -> bool:
    return isinstance(value, str) and _text(value) and len(value) == 4


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
    return (
        isinstance(value, list) and len(value) <= ACTIONS and all(isinstance(one, Mapping) for one in value)
    )


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
    within = _numbers(sizes) and all(0 < one <= LARGEST for one in sizes)
    return within and isinstance(cells, list) and len(cells) <= MANY and all(map(_cell, cells))


def _cards(value: object) -> bool:
    return (
        isinstance(value, Mapping)
        and _texts(list(value))
        and all(
            isinstance(steps, list) and len(steps) <= LARGEST and all(map(_cell, steps))
            for steps in value.values()
        )
    )


def _deck(value: object) -> bool:
    return (
        isinstance(value, Mapping)
        and "size" in value
        and _numbers(list(value.values()))
        and all(0 < one <= MANY for one in value.values())
        and all(name == "size" or _letter(name) for name in value)
    )


def _tile(value: object) -> bool:
    return (
        isinstance(value, Mapping) and set(value) == {"row", "column"} and all(map(_number, value.values()))
    )


LETTERS = 7
"""The letters of a tile with sides: four sides, the centre, and two flags."""
PIECES = {"rows", "columns", "ranks", "blocked"}
TEXTS = "a list of words"
FLAG = "true or false"
GAME = {
    "key": Column("the name of the game, as the tag `key` gives it", _text, due=True),
    "teams": Column("the least and the greatest number of teams, as in [2, 4]", _teams, due=True),
    "variants": Column(TEXTS, _texts),
    "variant_words": Column(TEXTS, _texts),
    "tags": Column(TEXTS, _texts),
    "turns": Column(FLAG, _flag),
    "deck": Column("a table of `size` and how many cards there are by their letters", _deck),
    "board": Column("a table of `rows`, `columns`, `line` and `falls`", _board),
    "pieces": Column("a table of `rows`, `columns`, `ranks` and `blocked` cells", _pieces),
    "cards": Column("a table of steps [columns, rows] by the names of cards", _cards),
    "tiles": Column(f"a list of words of at most {SIDES} letters", _sides),
    "rotation": Column("the number of letters that turning a tile goes on by", _rotation),
    "once": Column(FLAG, _flag),
    "amounts": Column("a list of numbers of tiles", _numbers),
    "turn": Column("the letters of the actions that a turn is made of", _texts),
    "start": Column("the four sides of the tile that lies at 0, 0 from the start", _start),
    "action": Column("tables `[[qgn.games.action]]`", _many),
}
ACTION = {
    "letter": Column("one ASCII character, no digit and no `&`", _letter, due=True),
    "name": Column("what the action is", _text, due=True),
    "details": Column("a list of tables", _many),
    "counts": Column("a list of at least one number of details", _counts),
    "more": Column(FLAG, _flag),
    "moves": Column(FLAG, _flag),
    "passes": Column(FLAG, _flag),
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
