"""Bounds of reading, far beyond any record: one finding reports a bound, and the rest of the text is untouched.

`test_pfn_uncut.py` has those of the tables of PFN.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from kibitz.core.analysis import Analysis, checked
from kibitz.core.bounds import ENTRIES, PARTS
from kibitz.core.edit import edit
from kibitz.core.formatting import apply, format_document
from kibitz.core.setting import Preferences
from kibitz.languages import load

GO = '[key "go"]\n[teams "a, b"]\n'


class Bound(NamedTuple):
    """A text with a piece that is repeated, and how often that may be."""

    language_id: str
    head: str
    piece: str
    tail: str
    most: int
    rule: str

    def text(self, count: int) -> str:
        return (
            self.head + "".join(self.piece.replace("#", str(number)) for number in range(count)) + self.tail
        )


MOST_DETAILS = (PARTS - 2) // 2
"""No action of QGN has more details, each with a sign before it."""
BOUNDS = {
    "players": Bound("botc", "[", "A:imp ", "]\n\n[Bo:imp  Cy:chef]\n", ENTRIES, "BOT001"),
    "players on lines": Bound("botc", "[\n", "A#:imp\n", "]\n", ENTRIES, "BOT001"),
    "characters": Bound("botc", "{", "imp  ", "}\n", ENTRIES, "BOT001"),
    "tags": Bound("qgn", GO, '[t#  "x"]\n', "\n0a  1a\n", ENTRIES - 2, "QGN025"),
    "comments": Bound("qgn", f"{GO}\n0a  1a ", "{x}  ", "{end}  0b\n", ENTRIES - 1, "QGN025"),
    "details": Bound("qgn", f"{GO}\n0a  1a&1", ".1", "  0b\n", MOST_DETAILS - 1, "QGN001"),
}


def said(language_id: str, text: str) -> list[str]:
    return [one.rule.code for one in Analysis.of(load(language_id), text).diagnostics()]


@pytest.mark.parametrize("name", BOUNDS)
def test_entry_beyond_the_bound_is_reported(name: str) -> None:
    bound = BOUNDS[name]
    within, beyond = (said(bound.language_id, bound.text(count)) for count in (bound.most, bound.most + 1))
    assert bound.rule not in within
    assert beyond.count(bound.rule) == 1


def test_unread_entries_are_not_missing() -> None:
    tags = "".join(f'[t{number} "x"]\n' for number in range(ENTRIES))
    assert "QGN100" not in said("qgn", f"{tags}{GO}\n0a&1.1\n")
    assert "QGN100" in said("qgn", f"{tags}\n0a&1.1\n")


@pytest.mark.parametrize("name", BOUNDS)
def test_formatting_leaves_unread_entries(name: str) -> None:
    bound = BOUNDS[name]
    text = bound.text(bound.most + 3)
    formatted = apply(
        text, format_document(Analysis.of(load(bound.language_id), text).document, Preferences())
    )
    last = bound.piece.replace("#", str(bound.most + 1)) + bound.piece.replace("#", str(bound.most + 2))
    assert last.strip() in formatted
    assert "".join(formatted.split()) == "".join(text.split())


@pytest.mark.parametrize("name", BOUNDS)
def test_around_the_bound_incremental_equals_full(name: str) -> None:
    bound, chance = BOUNDS[name], Random(name)
    language, text = load(bound.language_id), bound.text(bound.most)
    analysis = Analysis.of(language, text)
    for new in (bound.piece * 2, "\n", "]", "{", "0m&1.1 ", ". 0a "):
        start = chance.choice((len(text) // 2, len(text) - len(bound.tail) - 1, chance.randrange(len(text))))
        analysis = checked(edit(analysis.document, start, start + chance.choice((0, 0, 1)), new), analysis)
        text = analysis.document.text()
        found, expected = ([(one.span, one.message) for one in every.diagnostics()] for every in (analysis, Analysis.of(language, text)))  # fmt: skip
        assert found == expected
