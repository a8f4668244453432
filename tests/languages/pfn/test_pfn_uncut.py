"""Tables that are one chunk have a bound, and after an edit there a record is cut as a new one is."""

from __future__ import annotations

from random import Random

import pytest

from kibitz.core.analysis import Analysis, checked
from kibitz.core.edit import edit
from kibitz.languages import load
from kibitz.languages.pfn.toml.cut import MOST

PFN = load("pfn")
LINES = MOST // 4


def said(analysis: Analysis) -> list[tuple[object, ...]]:
    return [(one.rule.code, one.span, one.message) for one in analysis.diagnostics()]


@pytest.mark.parametrize("text", ["[[Trades]]\n" + "x=1\n" * 3 * LINES, "x = {\n" + "y=1,\n" * 3 * LINES])
def test_uncut_table_has_a_bound(text: str) -> None:
    places = [*Analysis.of(PFN, text).document.places()]
    assert len(places) > 3
    assert MOST <= max(len(place.text) for place in places) < MOST + 100


def test_trade_may_precede_a_commented_round() -> None:
    text = "[[Trades]]\nT = 1\n" + "# T = 2\n" * 3 * LINES
    codes = [one.rule.code for one in Analysis.of(PFN, f"{text}\n[Deal]\n").diagnostics()]
    assert codes == [one.rule.code for one in Analysis.of(PFN, "[[Trades]]\nT = 1\n\n[Deal]\n").diagnostics()]


def test_around_the_bound_incremental_equals_full() -> None:
    chance = Random(3)
    text = (
        "[Deal]\n[[Trades]]\n"
        + "x=1\n" * (LINES - 4)
        + "a = {\n"
        + "y=1,\n" * (LINES + 2)
        + "[Deal]\nz = 1\n"
    )
    analysis = Analysis.of(PFN, text)
    for new in ("\n", "", "#", "k = 1\n", "}", "[[Trades]]\n", '"""\n', "[Trades]\n", "{"):
        start = chance.choice((chance.randrange(30), chance.randrange(4 * LINES - 40, 4 * LINES + 40)))
        end = start + chance.choice((0, 1, 4, 9))
        analysis = checked(edit(analysis.document, start, end, new), analysis)
        text = text[:start] + new + text[end:]
        assert said(analysis) == said(Analysis.of(PFN, text))
