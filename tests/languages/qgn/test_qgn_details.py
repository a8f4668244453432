"""Impossible details: every request about any action has an answer."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from kibitz.core.analysis import Analysis
from kibitz.languages import load
from kibitz.languages.qgn.testing import GAMES, game

ODD = ("7", "99", "-1", "x", "99999999999", "9" * 4200, "9" * 5000, "", "٣", "1_0")


@cache
def played(key: str) -> str:
    """A legal game of a kind."""
    return game(Random(key), key=key)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: ascii(odd[:12]))
def test_an_odd_detail(key: str, odd: str) -> None:
    text, language = played(key), load("qgn")
    actions = list(re.finditer(r"(?<=\s)(\d\w&)([^\s{]+)", text))
    for action in (actions[0], actions[min(len(actions) // 2, 8)]):
        details = action[2].split(".")
        for number in range(len(details)):
            begun = f"{text[: action.start()]}{action[1]}{'.'.join([*details[:number], odd])}"
            for typed in {begun, f"{begun}.", ".".join([begun, *details[number + 1 :]])}:
                analysis = Analysis.of(language, typed)
                for offset in {len(begun), len(typed)}:
                    for ask in (language.complete, language.predict, language.hover, language.signature):
                        ask(analysis, offset)


def test_impossible_cells_have_no_name() -> None:
    """For example, a board of three rows has no row 7."""
    language = load("qgn")
    for typed, said in (("0m&7.", False), ("0m&2.", True)):
        text = f'[key "tictactoe"]\n[teams "a, b"]\n\n{typed}'
        details = [one.detail for one in language.complete(Analysis.of(language, text), len(text))]
        assert any("bottom" in detail for detail in details) is said
