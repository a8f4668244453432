"""Typing shows no passing error or warning, in each game, at its end and in its middle."""

from __future__ import annotations

import random

import pytest

from kibitz.core.analysis import Analysis, checked
from kibitz.core.edit import edit
from kibitz.core.values import Diagnostic, Severity
from kibitz.core.while_typing import Typing, without_pending
from kibitz.languages import load
from kibitz.languages.qgn.testing import GAMES, game

QGN = load("qgn")


def loud(found: list[Diagnostic]) -> list[str]:
    return [one.message for one in found if one.severity <= Severity.WARNING]


def typed(text: str, start: int, end: int) -> list[str]:
    """Return the findings during typing of the text between two places."""
    said = list[str]()
    analysis = Analysis.of(QGN, text[:start] + text[end:])
    for offset in range(start, end):
        analysis = checked(edit(analysis.document, offset, offset, text[offset]), analysis)
        said += loud(without_pending(analysis.diagnostics(), Typing(analysis, offset + 1)))
    return said


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_game_is_typed_in_peace(key: str) -> None:
    text = game(random.Random(key), key)
    assert loud(Analysis.of(QGN, text).diagnostics()) == []
    assert typed(text, 0, len(text)) == []


def test_a_second_game_is_typed_in_peace() -> None:
    first, second = game(random.Random(1), "tictactoe"), game(random.Random(2), "connect4")
    assert typed(f"{first}\n{second}", len(first), len(first) + 1 + len(second)) == []


@pytest.mark.parametrize("key", sorted(GAMES))
def test_half_an_action_blames_no_later_one(key: str) -> None:
    """Up to its last detail: from then on it is an action, and may be a wrong one."""
    text = game(random.Random(key), key)
    words = text[text.index("\n\n") + 2 :].split()
    word = words[len(words) // 2]
    start = text.index(f" {word}") + 1 if f" {word}" in text else text.index(f"\n{word}") + 1
    assert typed(text, start, start + len(word)) == []


JOTS = [
    ("onitama", "c243d3aff5h9"),
    ("stratego", "15b5e27a65795ae5"),
    ("connect4", "3324155"),
    ("indigo", "ahcaayaiaz"),
]


@pytest.mark.parametrize(("key", "jots"), JOTS)
def test_shorthand_shows_no_error(key: str, jots: str) -> None:
    text = game(random.Random(key), key)
    for at in (text.index("\n\n") + 2, text.rindex(" ") + 1):
        assert typed(text[:at] + jots, at, at + len(jots)) == []


COMMENTS = [
    '[key "go"]\n[teams "a, b"]\n\n0a {a comment\nin 2 lines, with 0ab and [x\n} 1a\n',
    '[key "go"] [teams "a, b"] 0a /* x\ny */ 1b ',
]


@pytest.mark.parametrize("text", COMMENTS)
def test_a_comment_is_typed_in_peace(text: str) -> None:
    assert typed(text, 0, len(text)) == []
