"""Actions by their numbers: each legal one has a number, and whoever types it is offered the action. On boards of lines it is the column
or the cell, so that several may stand together: `3324155`. A word such as the name of a card finds the actions with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from string import ascii_letters, ascii_lowercase

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion
from kibitz.core.rules import Rules
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.qgn.features import _likely as likely
from kibitz.languages.qgn.features._cursor import Cursor
from kibitz.languages.qgn.features._standing import Standing, standing_at
from kibitz.languages.qgn.features._told import told
from kibitz.languages.qgn.features._writing import blank_before_next, is_last, is_open
from kibitz.languages.qgn.game.games import Lines
from kibitz.languages.qgn.text.cut import BLANKS

SINGLE = "123456789" + ascii_letters
"""The numbers of lists that are not longer."""
MOST_JOTTED = 60
"""So many actions are jotted down together: more than any board of the known games takes."""
_WORD = re.compile("[0-9A-Za-z]+")
_NAME = re.compile("[A-Za-z]{3,}")


def numbered(standing: Standing) -> Mapping[str, tuple[str, str]]:
    """The legal actions by their numbers, the likeliest first, each with what is good about it; nothing where they are not known.
    Where there are more than two letters can number, the others have none."""
    turn = standing.turn
    found = [] if turn is None or standing.over else likely.all_actions(standing, turn)
    board = standing.state.board
    if board is not None and _is_jotted(board.lines):
        return {_number(board.lines, text): (text, why) for text, why in found}
    return dict(zip(_numbers(len(found)), found, strict=False))


def _is_jotted(lines: Lines) -> bool:
    """Whether each action on a board has a single digit."""
    return lines.columns <= 10 if lines.falls else lines.rows * lines.columns < 10


def _number(lines: Lines, text: str) -> str:
    """The column, from 0, or the cell, from 1 as the pieces of a telephone's keys."""
    *row, column = map(int, text.partition("&")[2].split("."))
    return str(row[0] * lines.columns + column + 1 if row else column)


def _numbers(count: int) -> tuple[str, ...]:
    return tuple(SINGLE) if count <= len(SINGLE) else _pairs()


@cache
def _pairs() -> tuple[str, ...]:
    return tuple(map("".join, product(ascii_lowercase, repeat=2)))


def jotted(analysis: Analysis, here: Cursor, offset: int) -> Iterator[Completion]:
    """What the word before `offset`, which stands by itself, is a number or a name for."""
    document = analysis.document
    start = max(offset - MOST_JOTTED, here.place.start)
    word = document.text(start, offset).rpartition("\n")[2].rpartition(" ")[2]
    span = Span(offset - len(word), offset)
    before = document.text(max(span.start - 1, 0), span.start)
    if not _WORD.fullmatch(word) or before.strip(BLANKS) or not is_open(analysis, offset):
        return
    standing = standing_at(analysis, here.place, here.part, span.start)
    known = numbered(standing)
    column, rules = document.position_at(span.start, "utf-32").column, analysis.language.rules
    if word in known or (word.isdecimal() and len(word) > 1 and standing.state.board is not None):
        text, after = _written(standing, word, column, rules)
        if text:
            end = behind(after, column + len(text)) if is_last(analysis, offset) else ""
            what = about(standing, *known[word]) if word in known else plural(len(text.split()), "action")
            label = " ".join(text.split())
            yield Completion(label, span, text + end, "action", f"{word} · {what}", filter=word)
            if end:
                yield Completion(label, span, text, "action", f"{word} · {what}, and no blank", filter=word)
    if _NAME.fullmatch(word):
        for number, (text, why) in known.items():
            name = next((one for one in _details(text) if one.startswith(word)), None)
            if name is not None:
                yield Completion(
                    text, span, text, "action", f"{number} · {about(standing, text, why)}", filter=name
                )


def behind(after: Standing, column: int) -> str:
    """What parts an action that ends in a column from the next one, if there is to be one."""
    return "" if after.over else blank_before_next(after, column)


def about(standing: Standing, text: str, why: str) -> str:
    """Whose an action is and what it does."""
    head, _, details = text.partition("&")
    team, sign = int(head[:-1]), head[-1]
    done = told(standing, team, sign, details.split("."))
    return f"{standing.teams[team]}: {', '.join(filter(None, [why, done]))}"


def _written(standing: Standing, word: str, column: int, rules: Rules) -> tuple[str, Standing]:
    """The actions that a number, or several of a board, stand for, and how the game stands behind them; no text where one is not legal."""
    text, known = "", numbered(standing)
    for number in [word] if word in known else word:
        if number not in known:
            return "", standing
        action = known[number][0]
        width = column + len(text.rpartition("\n")[2]) if "\n" not in text else len(text.rpartition("\n")[2])
        text += (blank_before_next(standing, width) if text else "") + action
        standing = standing.after(action, rules)
        known = numbered(standing)
    return text, standing


def _details(text: str) -> list[str]:
    return text.partition("&")[2].split(".")
