"""The second mistake of a hand or game is found at once if the first has a clear repair, or else after it is fixed or silenced."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from case import read
from folders import CASES
from kibitz.core.analysis import Analysis
from kibitz.core.fixing import offered
from kibitz.core.formatting import apply
from kibitz.core.replay import where_after
from kibitz.core.values import Diagnostic, Fix, Severity, is_syntax
from kibitz.languages import load
from kibitz.project.settings import Settings, select
from two_slips import slips

LONG = os.environ.get("KIBITZ_PROFILE") == "long"
HANDS = 1000 if LONG else 100
"""Hands or games with two slips."""
HAND = "{1.52}\n1.1..as.\n0.1...?\n1.1..as.\n0.1..5d.\n1.1.^.3d._\n0.1.%.kh.\n0.1.^.kc.#\n[l]\n"


def serious(notation: str, text: str) -> list[Diagnostic]:
    found = Analysis.of(load(notation), text).diagnostics()
    return [one for one in found if one.severity <= Severity.WARNING]


def with_one_mistake(notation: str) -> Iterator[tuple[str, Fix]]:
    """Yield records of the cases that a fix makes right, with that fix."""
    for path in sorted((CASES / notation).glob("*/*.case"))[:: 1 if LONG else 2]:
        text, language = read(path).text, load(notation)
        if path.parent.name in ("check", "repair", "fix") and len(found := serious(notation, text)) == 1:
            analysis = Analysis.of(language, text)
            for fix in offered(analysis, found)[0].fixes[:1]:
                if not serious(notation, apply(text, fix.edits)):
                    yield text, fix


def test_second_mistake_of_a_hand_is_found_after_a_fix() -> None:
    tried = 0
    for text, fix in with_one_mistake("bjn"):
        head, letter, rest = text.rpartition("[")[0], text.rpartition("[")[2][:1], text.rpartition("[")[2][1:]
        wrong = {"w": "l", "l": "w", "d": "w"}.get(letter)
        if wrong and all(edit.end < len(head) for edit in fix.edits):
            tried += 1
            assert serious("bjn", apply(f"{head}[{wrong}{rest}", fix.edits)), text
    assert tried > 10


def test_second_mistake_of_a_game_is_found_after_a_fix() -> None:
    tried = 0
    for text, fix in with_one_mistake("qgn"):
        right = apply(text, fix.edits)
        again = right.rstrip() + " " + right.split()[-1]
        if serious("qgn", again):
            # A repeated last action is a mistake, even if another one hides it.
            tried += 1
            wrong = text.rstrip() + " " + right.split()[-1]
            assert serious("qgn", apply(wrong, fix.edits)), text
    assert tried > 10


def test_disabled_rule_hides_no_later_mistake() -> None:
    found = Analysis.of(load("bjn"), HAND).diagnostics()
    assert [one.span.start for one in found] == [HAND.index("as.\n0.1..5d")]
    left = select(found, Settings.of({}).narrowed((), ("BJN210",)))
    assert [one.rule.slug for one in left] == ["outcome-total"]
    assert select(found, Settings.of({}).narrowed(("BJN210",), ())) == found


@pytest.mark.parametrize(("notation", "least"), [("bjn", 0.45), ("qgn", 0.7)])
def test_second_of_two_slips_is_found(notation: str, least: float) -> None:
    """Each slip is found where the record with this slip only has its finding, and nothing else is found."""
    loud = found = wrong = 0
    for one in slips(notation, HANDS):
        first, second = (places(notation, text) for text in (one.first, one.second))
        if not first or not second:
            continue
        loud += 1
        grown = len(one.both) - len(one.second)
        expected = {*first, *(at + grown for at in second)}
        told = places(notation, one.both)
        found += len(expected.intersection(told)) > 1
        wrong += any(min(abs(at - other) for other in expected) > LONGEST for at in told[1:])
    assert loud > HANDS / 2
    assert found > least * loud
    assert wrong <= loud // 50


@pytest.mark.parametrize("notation", ["bjn", "qgn"])
def test_one_slip_is_reported_once(notation: str) -> None:
    told = [places(notation, text) for one in slips(notation, HANDS) for text in (one.first, one.second)]
    assert sum(len(one) > 1 for one in told) <= len(told) // 100


@pytest.mark.parametrize("notation", ["bjn", "qgn"])
def test_no_repair_only_hides_the_second_mistake(notation: str) -> None:
    """An edit of the first mistake may end the check there."""
    tried = 0
    for one in slips(notation, HANDS // 3):
        found = serious(notation, one.both)
        if any(other.behind for other in found):
            continue
        for finding in offered(Analysis.of(load(notation), one.both), found)[1:]:
            for fix in finding.fixes if not is_syntax(finding.rule.code) else ():
                tried += 1
                after = serious(notation, apply(one.both, fix.edits))
                start = where_after(fix.edits, finding.span.start)
                assert not any(other.behind and other.span.start < start for other in after), fix
    assert tried > 5


LONGEST = 24
"""Code points of the longest entry."""


def places(notation: str, text: str) -> list[int]:
    return [one.span.start for one in serious(notation, text)]
