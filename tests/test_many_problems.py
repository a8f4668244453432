"""Where very much is wrong: what is told of it must not depend on where chunks end, which editing moves.

A chunk tells only so many problems. That bound is one of what stands between two borders, for how many of those are one
chunk depends on what has been edited.
"""

from __future__ import annotations

from random import Random

import pytest

from hostile import HOSTILE, repeated
from kibitz.core.analysis import Analysis, checked
from kibitz.core.edit import edit
from kibitz.languages import load

SIZE = 4_500
GO = '[key "go"]\n[teams "a, b"]\n\n'
MORE = {
    "stray lines": ("botc", repeated("x\n")),
    "stray lines behind a grimoire": ("botc", repeated("x y, \n", "[Ann:imp]\n")),
    "loose lines of a drawing": ("botc", repeated("│\nx\n")),
    "a chat": ("botc", repeated("> x\n")),
    "scripts": ("botc", repeated("# script: a, b\n")),
    "many in a line": ("botc", repeated("] } ) ")),
    "actions that nobody can read": ("qgn", repeated("0 ", GO)),
    "details that are swallowed": ("qgn", repeated("0a&& ", GO)),
    "marks between actions": ("qgn", repeated("0a \ufeff", GO)),
    "comments in a bad place": ("qgn", repeated("0a&1.\t{x} 0a\n{y} ", GO)),
    "stray words": ("pfn", repeated("x\n")),
    "tables without end": ("pfn", repeated("[[Trades]]\nx = 1\nx = 2\n")),
    "what nobody can play": ("bjn", repeated("1.1..zz.|")),
}


def _told(analysis: Analysis) -> list[tuple[object, ...]]:
    return sorted((one.span, one.rule.code, one.message) for one in analysis.diagnostics())


@pytest.mark.parametrize("name", [*HOSTILE, *MORE])
def test_what_is_told_of_much_is_the_same_after_edits(name: str) -> None:
    language_id, make = {**HOSTILE, **MORE}[name]
    language, chance = load(language_id), Random(name)
    text = make(SIZE)
    analysis = Analysis.of(language, text)
    for _ in range(3):
        start = chance.randrange(len(text))
        end = min(len(text), start + chance.choice((0, 0, 1, 3, 50)))
        new = chance.choice(("", "a", "\n", "[", "]", "x y", "0m&1.1 ", "é"))
        analysis = checked(edit(analysis.document, start, end, new), analysis)
        text = text[:start] + new + text[end:]
        assert _told(analysis) == _told(Analysis.of(language, text))
