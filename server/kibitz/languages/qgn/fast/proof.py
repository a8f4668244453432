"""Follows a game through actions that are all as they should be, much quicker than one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from kibitz.languages.qgn.fast.vocabulary import UNCLEAR, Vocabulary
from kibitz.languages.qgn.game.course import Act, Course, sure
from kibitz.languages.qgn.game.games import Lines
from kibitz.languages.qgn.game.kinds.lines import Board
from kibitz.languages.qgn.game.position import Position

PLAYED_KEPT = 256
"""Of so many chunks it is remembered how games went on: some blocks of an archive."""


class Proof(NamedTuple):
    """That nothing is to be said of some actions."""

    course: Course | None
    """The game after them."""
    teams: tuple[int, ...]
    """Whose they are."""


def proven(course: Course | None, vocabulary: Vocabulary, words: Sequence[str]) -> Proof | None:
    """The game after at least one action of which nothing is to be said at all; None where that isn't sure."""
    teams, meanings = zip(*map(vocabulary.__getitem__, words), strict=True)
    if UNCLEAR[0] in teams:
        return None
    if course is None:
        return Proof(None, teams)
    position = course.position
    if position is None:
        return None
    after = (
        all_played(position, teams, meanings) if isinstance(position, Board) else _played(position, meanings)
    )
    return None if after is None else Proof(sure(after), teams)


@lru_cache(maxsize=PLAYED_KEPT)
def _played(position: Position, acts: tuple[Act, ...]) -> Position | None:
    """The position after some actions none of which is refused, None where one is. Remembered, because a key at the end of
    a long archive goes over the games before it in its block."""
    now: Position | None = position
    for act in acts:
        if now is None:
            return None
        now, refusal = now.play(*act)
        if refusal is not None:
            return None
    return now


def all_played(board: Board, teams: tuple[int, ...], places: Sequence[int]) -> Board | None:
    """The position after some actions in which nothing is wrong, found quickly; None where something is.

    `places` are cells, as bits, or columns where pieces fall.
    """
    lines, pieces, turn, winner = board
    count, taken = len(pieces), sum(pieces)
    if winner is not None or teams != in_turn(turn, count, len(teams)):
        return None
    cells = _landed(lines, taken, places) if lines.falls else places
    if len(set(cells)) < len(teams) or sum(cells) & taken:
        return None
    mover, lined = teams[-1], _line_of(lines)
    after = tuple([mine + sum(cells[(team - turn) % count :: count]) for team, mine in enumerate(pieces)])
    # A line stays a line, so nobody has won before who has none before the last action.
    before = (*after[:mover], after[mover] - cells[-1], *after[mover + 1 :])
    if any(map(lined, before)):
        return None
    return Board(lines, after, (mover + 1) % count, mover if lined(after[mover]) else None)


@lru_cache(maxsize=1024)
def in_turn(turn: int, teams: int, actions: int) -> tuple[int, ...]:
    """Whose some actions are, from the turn of a team on."""
    return tuple([(turn + number) % teams for number in range(actions)])


def _landed(lines: Lines, taken: int, columns: Sequence[int]) -> list[int]:
    """The cells in which pieces land that fall down some columns, up to the first one that is full."""
    stacks = [
        iter([cell for cell in stack if not cell & taken] if taken else stack) for stack in _stacks(lines)
    ]
    return list(map(next, map(stacks.__getitem__, columns)))


@cache
def _stacks(lines: Lines) -> tuple[tuple[int, ...], ...]:
    """The cells of each column, the lowest one first."""
    rows = range(lines.rows - 1, -1, -1)
    return tuple([tuple([1 << row * lines.columns + at for row in rows]) for at in range(lines.columns)])


@cache
def _line_of(lines: Lines) -> Callable[[int], bool]:
    """Tells whether some cells hold a line that wins."""
    longest = lines.line - 1
    ways = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        starts = sum(
            1 << row * lines.columns + column
            for row in range(lines.rows - down * longest)
            for column in range(lines.columns)
            if 0 <= column + right * longest < lines.columns
        )
        step = down * lines.columns + right
        ways.append((starts, tuple(range(step, step * lines.line, step)) if longest else ()))

    def holds(cells: int) -> bool:
        for starts, steps in ways:
            line = cells & starts
            for step in steps:
                line &= cells >> step
            if line:
                return True
        return False

    return holds
