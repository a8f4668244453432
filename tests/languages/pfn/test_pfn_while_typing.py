"""Typing a round shows no passing error, and no finding is lost."""

from __future__ import annotations

import random

import pytest

from kibitz.core.analysis import Analysis, checked
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.values import Diagnostic, Severity
from kibitz.core.while_typing import Typing, without_pending
from kibitz.languages import load
from kibitz.languages.pfn.testing import Round

PFN = load("pfn")


def loud(found: list[Diagnostic]) -> set[tuple[str, str]]:
    return {(one.rule.code, one.message) for one in found if one.severity <= Severity.WARNING}


@pytest.mark.parametrize("seed", range(2))
def test_a_round_typed_at_its_end_is_calm(seed: int) -> None:
    text = Round(random.Random(seed), 2).written()
    analysis = checked(Document.open(PFN, ""))
    for end, sign in enumerate(text, 1):
        analysis = checked(edit(analysis.document, end - 1, end - 1, sign), analysis)
        assert not loud(without_pending(analysis.diagnostics(), Typing(analysis, end))), text[
            max(0, end - 60) : end
        ]
    assert not loud(analysis.diagnostics())


def test_inserted_trade_blames_no_other() -> None:
    """A finished round, except for the numbers of the later trades."""
    text = Round(random.Random(3), 12).written()
    at = text.index("[[Trades]]\nTradeIndex = 6")
    trade = text[at : text.index("[[Trades]]", at + 1)]
    rest = text[:at] + "\n\n" + text[at + len(trade) :]
    analysis = checked(Document.open(PFN, rest))
    for end, sign in enumerate(trade.rstrip(), 1):
        analysis = checked(edit(analysis.document, at + end - 1, at + end - 1, sign), analysis)
        found = without_pending(analysis.diagnostics(), Typing(analysis, at + end))
        # Without this trade the others are wrong, so only later ones may have findings.
        slugs = {one.rule.slug for one in found if one.severity <= Severity.WARNING}
        assert slugs <= {"trade-index-order", "card-not-owned", "time-order", "bank-differs"}, trade[:end]


def test_held_findings_come_after_the_entry() -> None:
    text = Round(random.Random(1), 3).written().replace('Suit = "', 'Suit = "X', 1)
    at = text.index('Suit = "X') + len('Suit = "X')
    analysis = Analysis.of(PFN, text)
    whole = {one.rule.slug for one in analysis.diagnostics()}
    assert "unknown-suit" in whole
    assert "unknown-suit" not in {
        one.rule.slug for one in without_pending(analysis.diagnostics(), Typing(analysis, at))
    }
    elsewhere = Typing(analysis, len(text))
    assert "unknown-suit" in {one.rule.slug for one in without_pending(analysis.diagnostics(), elsewhere)}
