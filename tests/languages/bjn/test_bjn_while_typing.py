"""One mistake has one finding, typing shows no passing error, and a fix leaves no new error."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjn_mutations import KINDS
from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply
from kibitz.core.repair import repaired
from kibitz.core.setting import Preferences
from kibitz.core.values import Diagnostic, Severity
from kibitz.core.while_typing import Typing, without_pending
from kibitz.languages import load
from kibitz.languages.bjn.testing import Player

BJN = load("bjn")
LONG = os.environ.get("KIBITZ_PROFILE") == "long"
HANDS = 25 if LONG else 8
"""Hands for each kind of mistake."""
ALWAYS_LEGAL = frozenset({"a hit for a double", "a player too many"})
"""Mistakes that always make another legal hand."""

seeds = st.integers(0, 2**32)


def serious(text: str) -> list[Diagnostic]:
    """Return the errors and warnings of a record."""
    return [one for one in Analysis.of(BJN, text).diagnostics() if one.severity <= Severity.WARNING]


def mistaken(kind: str) -> list[str]:
    """Return hands with one mistake."""
    made = (KINDS[kind](Player(seed).play(), Random(seed)) for seed in range(HANDS))
    return ["|".join(entries) for entries in made if entries is not None]


def test_one_mistake_has_one_finding() -> None:
    """Allow one in twenty mistakes with two findings. Each kind is found, unless it makes another legal hand."""
    told: Counter[int] = Counter()
    for kind in KINDS:
        counts = Counter(min(2, len(serious(text))) for text in mistaken(kind))
        assert counts[1] or counts[2] or kind in ALWAYS_LEGAL, kind
        told += counts
    assert told[2] <= 0.05 * (told[1] + told[2]), told


@pytest.mark.parametrize("kind", KINDS)
def test_clear_fixes_remove_their_finding_and_add_none(kind: str) -> None:
    for text in mistaken(kind):
        before = serious(text)
        for one in repaired(Analysis.of(BJN, text), before):
            for fix in (fix for fix in one.fixes if fix.preferred):
                after = Counter(other.rule.code for other in serious(apply(text, fix.edits)))
                left = Counter(other.rule.code for other in before) - Counter([one.rule.code])
                assert not after - left, (text, one.message, fix.title)


@pytest.mark.parametrize("kind", KINDS)
def test_check_for_errors_leaves_out_advice_only(kind: str) -> None:
    """Repairs are tried with it."""
    advised = BJN.tailored(Preferences({"bjn.advice": "hint"}))
    assert advised.errors_only is not advised
    for text in mistaken(kind):
        found, alone = (Analysis.of(one, text).diagnostics() for one in (advised, advised.errors_only))
        assert alone == [one for one in found if one.severity < Severity.HINT]


@given(seeds, st.sampled_from(["|", "\n"]))
@settings(max_examples=10)
def test_typing_a_hand_shows_no_error(seed: int, separator: str) -> None:
    text = separator.join(Player(seed).play()) + "\n"
    for end in range(1, len(text) + 1):
        analysis = Analysis.of(BJN, text[:end])
        found = without_pending(analysis.diagnostics(), Typing(analysis, end))
        assert not [one for one in found if one.severity <= Severity.WARNING], text[:end]


@given(seeds, st.data())
@settings(max_examples=25)
def test_inserted_event_blames_no_other(seed: int, data: st.DataObject) -> None:
    """Findings during the insertion of an event are those of the hand without it, or with the whole event."""
    entries = Player(seed).play()
    number = data.draw(st.integers(1, len(entries) - 1))
    head, tail = "|".join(entries[:number]) + "|", "".join(f"|{entry}" for entry in entries[number + 1 :])
    may = {
        one.rule.code for text in (head + tail[1:], head + entries[number] + tail) for one in serious(text)
    }
    for end in range(1, len(entries[number])):
        analysis = Analysis.of(BJN, head + entries[number][:end] + tail)
        found = without_pending(analysis.diagnostics(), Typing(analysis, len(head) + end))
        assert {one.rule.code for one in found if one.severity <= Severity.WARNING} <= may
