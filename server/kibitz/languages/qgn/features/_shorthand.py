"""Shorthand for actions: completion offers each legal action by a number.

Several numbers may follow each other without a space: `3324155`. On boards of lines the number is the column or the
cell. A word, such as the name of a card, finds the actions with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from functools import cache
from itertools import product
from string import ascii_letters, ascii_lowercase
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion
from kibitz.core.rules import Rules
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.qgn.features._cursor import Cursor, column_at
from kibitz.languages.qgn.features._standing import Standing, standing_at
from kibitz.languages.qgn.features._writing import all_actions, blank_before_next, is_last, is_open, parting
from kibitz.languages.qgn.game.games import Field, Known, Lines
from kibitz.languages.qgn.game.kinds import lines
from kibitz.languages.qgn.game.kinds.carcassonne.play import Carcassonne
from kibitz.languages.qgn.game.kinds.onitama import Onitama
from kibitz.languages.qgn.game.kinds.standing import action_text, has_things, thing_of
from kibitz.languages.qgn.game.kinds.stratego import Stratego
from kibitz.languages.qgn.game.kinds.tsuro import Tsuro, rotations
from kibitz.languages.qgn.game.position import Act, place
from kibitz.languages.qgn.text.cut import BLANKS

SIDES = ("top", "right", "bottom", "left")
THIRDS = (("top left", "top", "top right"), ("left", "centre", "right"), ("bottom left", "bottom", "bottom right"))  # fmt: skip
"""The names of the cells of a board with three rows and columns."""


def told(standing: Standing, team: int, sign: str, details: Sequence[str]) -> str:
    """Return a complete action in words, or nothing if it is unknown."""
    kind = standing.kind(sign)
    if kind is None or not kind.admits(details):
        return ""
    board, course = standing.state.board, standing.state.course
    if board is not None:
        return _piece(board, tuple(map(int, details)))
    position = course.position if course is not None else None
    if isinstance(position, (Onitama, Stratego)):
        return _walk(position, [*map(int, details[:4])], details[4:])
    if has_things(position) and position is not None:
        return action_text(position, sign, details)
    if isinstance(position, Tsuro):
        return _path(position, team, details)
    if isinstance(position, Carcassonne):
        return _land(details) if sign == "i" else _token(kind.fields, details)
    if kind.tile is not None and standing.known is not None:
        which = next(filter(None, (tile(standing.known, text) for text in details)), "")
        row, column = (details[number] for number in kind.tile)
        return f"row {row}, column {column}, {which}" if which else ""
    return ""


def _piece(board: lines.Board, details: tuple[int, ...]) -> str:
    """Return the cell of a piece and the length of the team's longest line through it that can still win."""
    bit = lines.place(board, details)
    if not bit:
        return ""
    rows, columns, line, *_ = astuple(board.lines)
    row, column = divmod(bit.bit_length() - 1, columns)
    where = THIRDS[row][column] if rows == columns == len(THIRDS) else place((row, column))
    mine = board.pieces[board.turn] | bit
    others = board.taken & ~board.pieces[board.turn]
    open_lines = (one for one in lines.rows_through(board.lines)[bit] if not one & others)
    most = max(((mine & one).bit_count() for one in open_lines), default=0)
    if not most:
        return f"{where}, in no line that can win"
    return f"{where}, {most} of {line} in a line" if 1 < most < line else where


def _walk(position: Onitama | Stratego, numbers: Sequence[int], card: Sequence[str]) -> str:
    """Return the piece and its destination in words."""
    start, end = (numbers[0], numbers[1]), (numbers[2], numbers[3])
    if isinstance(position, Onitama):
        piece = "master" if position.is_master(*start) else "student"
        return f"{piece} {start} to {end}, {', '.join(card)}"
    unit = position.at(start)
    return f"{'unit' if isinstance(unit, int) else unit.name} {start} to {end}"


def _path(position: Tsuro, team: int, details: Sequence[str]) -> str:
    """Return the number and rotation of a tile of the hand, and the cell of the team's token after the move."""
    tile = details[2]
    held = next(((hand, turns) for hand in position.hand(team) if tile in (turns := rotations(hand))), None)
    if held is None:
        return ""
    after, _ = position.play(team, "p", tuple(details))
    number = position.hand(team).index(held[0]) + 1
    which = f"tile {number} of the hand{turned(held[1].index(tile), 90)}"
    return which if team not in after.alive else f"to {place(after.tokens[team].cell)}, {which}"


def turned(times: int, by: int) -> str:
    """Return the rotation of a tile in words."""
    return f" turned by {times * by}°" if times else ""


def tile(known: Known, text: str) -> str:
    """Return the number and rotation of a tile of a game, or nothing if the game has no such tile."""
    positions = known.turned.get(text)
    if positions is None or positions[0] not in known.tiles:
        return ""
    by = 360 // len(positions)
    return (
        f"tile {known.tiles.index(positions[0]) + 1} of {len(known.tiles)}{turned(positions.index(text), by)}"
    )


def _land(details: Sequence[str]) -> str:
    """Return the place of a tile and the contents of its sides."""
    names = {"c": "city", "r": "road", "f": "farm"}
    sides = dict[str, list[str]]()
    for side, what in zip(SIDES, details[2:6], strict=False):
        sides.setdefault(names.get(what, what), []).append(side)
    shown = "; ".join(f"{what} {', '.join(where)}" for what, where in sides.items() if what != "farm")
    return f"x {details[0]}, y {details[1]}: {shown or 'farm all around'}"


def _token(fields: Sequence[Field], details: Sequence[str]) -> str:
    """Return the token and its place in words."""
    meant = [field.meaning(text) for field, text in zip(fields, details, strict=False)]
    return ", ".join(meant[3:])


SINGLE = "123456789" + ascii_letters
"""One-character numbers, for lists of at most this length."""
MOST_JOTTED = 60
"""Maximum length of a word of numbers, in characters; no known board takes as many actions."""
_WORD = re.compile("[0-9A-Za-z]+")
_NAME = re.compile("[A-Za-z]{3,}")


def numbered(standing: Standing) -> Mapping[str, tuple[Act, str]]:
    """Return the legal actions by number, best first, each with its advantage, or nothing if they are unknown.

    All numbers of a list have the same length, so several of them can follow each other.
    """
    turn = standing.turn
    found = [] if turn is None or standing.over else all_actions(standing, turn)
    board = standing.state.board
    if board is not None and _is_jotted(board.lines):
        return {_number(board.lines, act): (act, why) for act, why in found}
    return dict(zip(_numbers(len(found)), found, strict=False))


def _is_jotted(lines: Lines) -> bool:
    """Return whether each action on a board has a single digit."""
    return lines.columns <= 10 if lines.falls else lines.rows * lines.columns < 10


def _number(lines: Lines, act: Act) -> str:
    """Return the column from 0, or the cell from 1 in the order of a telephone's keys."""
    *row, column = map(int, act.details)
    return str(row[0] * lines.columns + column + 1 if row else column)


def _numbers(count: int) -> tuple[str, ...]:
    if count <= len(SINGLE):
        return tuple(SINGLE)
    return _pairs(ascii_lowercase if count <= len(ascii_lowercase) ** 2 else SINGLE)


@cache
def _pairs(signs: str) -> tuple[str, ...]:
    return tuple(map("".join, product(signs, repeat=2)))


def shorthand(analysis: Analysis, here: Cursor, offset: int) -> Iterator[Completion]:
    """Yield the actions that match the word before `offset`, by number or by name."""
    document = analysis.document
    start = max(offset - MOST_JOTTED, here.place.start)
    word = document.text(start, offset).rpartition("\n")[2].rpartition(" ")[2]
    span = Span(offset - len(word), offset)
    before = document.text(max(span.start - 1, 0), span.start)
    if not _WORD.fullmatch(word) or before.strip(BLANKS) or not is_open(analysis, offset):
        return
    standing = standing_at(analysis, here.place, span.start)
    if _NAME.fullmatch(word):
        for number, (act, why) in numbered(standing).items():
            name = next((one for one in _names(standing, act) if one.startswith(word)), None)
            if name is not None:
                what = f"{number} · {about(standing, act, why)}"
                yield Completion(str(act), span, str(act), "action", what, filter=name)
    read = _read(standing, word, column_at(analysis, span.start), analysis.language.rules)
    if read is not None:
        yield from _taken(read, word, span, is_last(analysis, offset))


class _Read(NamedTuple):
    """The actions of a word of numbers."""

    actions: tuple[str, ...]
    text: str
    """The text of the actions, with their separators."""
    column: int
    """The column at the end of the text."""
    said: str
    """A description of the last action."""
    after: Standing
    rest: str
    """The incomplete number at the end of the word."""


def _read(standing: Standing, word: str, column: int, rules: Rules) -> _Read | None:
    """Return the actions of a word of numbers, or None if one of them is not legal."""
    actions, text, said, known = list[str](), "", "", numbered(standing)
    while word and (length := len(next(iter(known), word + " "))) <= len(word):
        number, word = word[:length], word[length:]
        if number not in known:
            return None
        act, why = known[number]
        action = str(act)
        gap = parting(column, len(action)) if text else ""
        column = len(action) + (0 if gap == "\n" else column + len(gap))
        actions, text = [*actions, action], text + gap + action
        said = f"{number} · {about(standing, act, why)}"
        standing = standing.after(action, rules)
        known = numbered(standing)
    if not known and word:
        return None
    return _Read(tuple(actions), text, column, said, standing, word)


def _taken(read: _Read, word: str, span: Span, last: bool) -> Iterator[Completion]:
    """Yield the actions of a word, and the same actions followed by each possible next one."""
    after, end = read.after, behind(read.after, read.column) if last else ""
    if read.actions and not read.rest:
        what = read.said if len(read.actions) == 1 else f"{word} · {plural(len(read.actions), 'action')}"
        label = " ".join(read.actions)
        yield Completion(label, span, read.text + end, "action", what, filter=word)
        if end:
            yield Completion(label, span, read.text, "action", f"{what}, without a space", filter=word)
    if read.actions and last:
        begun = word.removesuffix(read.rest)
        for number, (act, why) in numbered(after).items():
            if number.startswith(read.rest):
                action = str(act)
                text = read.text + parting(read.column, len(action)) + action
                what = f"{number} · {about(after, act, why)}"
                yield Completion(f"… {action}", span, text, "action", what, filter=begun + number)


def behind(after: Standing, column: int) -> str:
    """Return the separator after an action that ends in a column, or nothing if the game is over."""
    return "" if after.over else blank_before_next(after, column)


def about(standing: Standing, act: Act, why: str) -> str:
    """Return the team of an action and a description of it."""
    kind, done = standing.kind(act.sign), told(standing, *act)
    said = ", ".join(filter(None, [why, done])) or (kind.name if kind else f"action {act.sign}")
    return f"{standing.teams[act.team]}: {said}"


def _names(standing: Standing, act: Act) -> Iterator[str]:
    """Yield the words that find an action: its details, and the names of their things."""
    for detail in act.details:
        thing = thing_of(standing.state.position, detail)
        yield from (detail,) if thing is None else (thing.name, detail)
