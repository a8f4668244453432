"""Follows a game through the actions of a chunk and tells what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic
from kibitz.languages.qgn import replay
from kibitz.languages.qgn.cards import Cards
from kibitz.languages.qgn.games import Known
from kibitz.languages.qgn.items import read_action
from kibitz.languages.qgn.model import Action, Part
from kibitz.languages.qgn.replay import Board, Course, Rotation, Tiles, Trouble

Teams = tuple[str, ...]
MOVES_KEPT = 16384
DIGITS = 7
"""Coordinates of so many digits are those of no board."""


@lru_cache(maxsize=256)
def begin(known: Known | None, teams: Teams | None) -> Course | None:
    """A game before its first action; None if it can't be followed."""
    if known is None or teams is None or not known.least <= len(teams) <= known.most:
        return None
    if known.board is not None:
        return replay.empty(known.board, len(teams))
    if known.cards:
        return Cards(len(teams))
    if known.turns:
        return Rotation(len(teams))
    return Tiles() if any(kind.tile for kind in known.kinds.values()) else None


def follow(
    course: Course | None, known: Known | None, teams: Teams | None, part: Part, rules: Rules
) -> tuple[Course | None, list[Diagnostic]]:
    """The game after the actions of a chunk and what was wrong with them. Where an action makes no sense to the game,
    it is followed no further."""
    found: list[Diagnostic] = []
    if known is None or teams is None or course is None:
        return None, found
    for start, action in actions_of(part):
        after = advanced(course, known, len(teams), action, rules)
        if after is None:
            return None, found
        before, (course, trouble) = course, after
        if trouble is not None:
            fields = _told(before, action, _reading(known, action.text, rules), trouble, teams)
            found.append(rules[trouble].at(start, start + len(action.text), **fields))
    return course, found


def actions_of(part: Part) -> Iterable[tuple[int, Action]]:
    """All actions of a chunk, those that can't be read included."""
    return [(start, item) for start, item in part.items if isinstance(item, Action)]


def advanced(
    course: Course, known: Known, teams: int, action: Action, rules: Rules
) -> tuple[Course, Trouble | None] | None:
    """The game after an action, and what was wrong with that; None where it makes no sense to the game."""
    reading = _reading(known, action.text, rules)
    if reading is None or action.index >= teams:
        return None
    if isinstance(course, Board):
        return replay.play(course, action.index, reading.numbers)
    if isinstance(course, Cards):
        return replay.use(course, action.index, reading.word)
    if isinstance(course, Rotation):
        return replay.rotate(course, action.index)
    return replay.lay(course, reading.numbers[:2]) if reading.numbers else (course, None)  # type: ignore[arg-type]


class _Reading(NamedTuple):
    """What of an action its game is followed by: the details on a board, the row and column of a tile, the card."""

    numbers: tuple[int, ...] = ()
    word: str = ""


@lru_cache(maxsize=16384)
def _reading(known: Known, text: str, rules: Rules) -> _Reading | None:
    """What an action says to its game, None if the game knows no such action."""
    action = read_action(text, rules)
    kind = known.kinds.get(action.sign)
    if kind is None or not kind.takes(len(action.details)):
        return None
    if any(not field.admits(detail.text) for field, detail in zip(kind.fields, action.details, strict=False)):
        return None
    if known.board is not None:
        return _Reading(tuple(int(detail.text) for detail in action.details))
    if known.cards:
        return _Reading(word=action.details[-1].text)
    at = [action.details[number].text for number in kind.tile or () if number < len(action.details)]
    sound = all(len(text) < DIGITS and text.lstrip("+-").isdecimal() for text in at)
    return _Reading(tuple(map(int, at))) if sound else _Reading()


def proven(
    course: Course | None, known: Known, teams: int, words: tuple[str, ...], rules: Rules
) -> Course | None:
    """The game after some actions of which nothing is to be said at all, found quickly; None where that isn't sure."""
    if not isinstance(course, Board) or course.late or (words and course.over):
        return None
    lines, pieces, turn, *_ = course
    taken, moves, winning = course.taken, _moves(known, rules), replay.rows_through(lines)
    board, columns, falls, winner = list(pieces), lines.columns, lines.falls, None
    left = lines.rows * columns - taken.bit_count()
    # Nobody has a line before they have as many pieces.
    early = teams * (lines.line - 1 - max(cells.bit_count() for cells in pieces))
    for number, word in enumerate(words):
        move = moves.get(word) or _move(moves, known, word, rules)
        if move is None or move[0] != turn or winner is not None or number == left:
            return None
        bit = move[1]
        if falls and (filled := taken & move[2]):
            # The piece lands on the highest one of its column, which is the lowest bit.
            bit = (filled & -filled) >> columns
        if not bit or taken & bit:
            return None
        taken |= bit
        mine = board[turn] = board[turn] | bit
        if number >= early:
            for row in winning[bit]:
                if mine & row == row:
                    winner = turn
                    break
        turn = turn + 1 if turn + 1 < teams else 0
    return Board(lines, tuple(board), turn, winner)


Moves = dict[str, tuple[int, int, int]]
"""Of actions on a board: the team, the cell (the lowest one of its column, where pieces fall), the column."""


@lru_cache(maxsize=64)
def _moves(known: Known, rules: Rules) -> Moves:  # noqa: ARG001 - what the dictionary is remembered by.
    """The actions that have been read so far."""
    return {}


def _move(moves: Moves, known: Known, text: str, rules: Rules) -> tuple[int, int, int] | None:
    """What an action does on a board; None where it makes no sense there."""
    reading, lines = _reading(known, text, rules), known.board
    if reading is None or lines is None:
        return None
    *rows, column = reading.numbers
    bit = 1 << (rows[0] if rows else lines.rows - 1) * lines.columns + column
    cells = sum(1 << row * lines.columns + column for row in range(lines.rows))
    if len(moves) < MOVES_KEPT:
        moves[text] = read_action(text, rules).index, bit, cells
    return read_action(text, rules).index, bit, cells


def _told(
    course: Course, action: Action, reading: _Reading | None, trouble: Trouble, teams: Teams
) -> dict[str, Any]:
    """The fields of the message about a trouble."""
    numbers = reading.numbers if reading is not None else ()
    if isinstance(course, Tiles):
        return {"row": numbers[0], "column": numbers[1]}
    if trouble == "turn-order":
        return {"turn": course.turn, "name": teams[course.turn], "team": action.index}
    if isinstance(course, Cards):
        card = reading.word if reading is not None else ""
        return {"card": card, "team": action.index, "where": course.elsewhere(action.index, card)}
    if isinstance(course, Rotation) or trouble == "after-the-end":
        return {"result": result(course, teams)}
    if trouble == "cell-taken":
        return {"row": numbers[0], "column": numbers[1], "name": teams[course.at(numbers[0], numbers[1])]}
    return {"column": numbers[0]}


def result(course: Board | Rotation | Cards, teams: Teams) -> str:
    """How a game stands or ended: "`a` has won"."""
    if isinstance(course, Board):
        if course.winner is not None:
            return f"`{teams[course.winner]}` has won"
        if course.full:
            return "it is a draw"
    return f"it is the turn of `{teams[course.turn]}`"
