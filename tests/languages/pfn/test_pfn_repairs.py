"""Repairs of Figgie rounds find the original text, in every style of TOML, if the rest of the record reveals it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply
from kibitz.core.repair import repaired
from kibitz.core.slips import one_slip_away
from kibitz.core.values import Diagnostic, Fix, Severity
from kibitz.languages import load
from kibitz.languages.pfn.testing import Round
from pfn_slips import CERTAIN, GUESSED, STYLES, Damage

PFN = load("pfn")
ROUNDS = 20 if os.environ.get("KIBITZ_PROFILE") == "long" else 1
"""Rounds of each style with a slip of each kind."""
RIGHT = 0.75
"""Share of slips with a right first repair, if the record reveals the original."""


@cache
def slips(kind: str) -> list[tuple[str, str]]:
    """Rounds without mistakes, and the same with one."""
    return [*_slips(kind, {**CERTAIN, **GUESSED}[kind])]


def _slips(kind: str, damage: Damage) -> Iterator[tuple[str, str]]:
    rng = Random(kind)
    for _ in range(ROUNDS):
        for style in STYLES:
            good = style(rng, Round(rng, 8).written())
            bad = damage(rng, good)
            if bad is not None and bad != good and not serious(good):
                yield good, bad


def serious(text: str) -> list[Diagnostic]:
    return [one for one in Analysis.of(PFN, text).diagnostics() if one.severity <= Severity.WARNING]


@cache
def repairs(text: str) -> tuple[Fix, ...]:
    """Return the repairs of the first finding. Several tests share the answers."""
    analysis = Analysis.of(PFN, text)
    first = next(iter(repaired(analysis, serious(text)[:1])), None)
    return () if first is None else first.fixes


@pytest.mark.parametrize("kind", CERTAIN)
def test_first_repair_is_right(kind: str) -> None:
    found = [(good, bad, repairs(bad)) for good, bad in slips(kind)]
    right = [bool(fixes) and apply(bad, fixes[0].edits) == good for good, bad, fixes in found]
    assert found
    assert sum(right) >= RIGHT * len(right), [
        (bad, fixes) for (_, bad, fixes), is_right in zip(found, right, strict=True) if not is_right
    ]


@pytest.mark.parametrize("kind", [*CERTAIN, *GUESSED])
def test_fitting_repairs_leave_no_finding(kind: str) -> None:
    for _, bad in slips(kind):
        for fix in repairs(bad):
            if fix.preferred or " fits " in fix.title:
                assert not serious(apply(bad, fix.edits)), (bad, fix)


@pytest.mark.parametrize(
    "kind",
    [
        "card doubled in a hand", "card moved to another hand", "day and month", "duration in minutes",
        "goal suit wrong in both places", "hands swapped", "header with other signs", "key above its header",
        "line broken in a text", "numbers swapped", "price of nothing", "trade twice, numbered on", "trades swapped",
    ],
)  # fmt: skip
def test_one_slip_has_one_finding(kind: str) -> None:
    for _, bad in slips(kind):
        assert len(serious(bad)) == 1, bad


def test_unsupported_value_is_not_clear() -> None:
    """A round without its last trade: any price that makes the sums right would do, and is none that was mistyped."""
    tried = 0
    for seed in range(4):
        good = Round(Random(seed), 6).written()
        head, _, last = good.rpartition("\n[[Trades]]\n")
        bad = head + "\n[Result]" + last.partition("\n[Result]")[2]
        for fix in repairs(bad):
            tried += "price" in fix.title
            written = [(bad[edit.start : edit.end], edit.text) for edit in fix.edits]
            assert not fix.preferred or all(one_slip_away(*each) for each in written), (bad, fix)
    assert tried
