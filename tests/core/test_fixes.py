"""Fixes and completions bring no new finding, over the inputs of all cases, whole and damaged.

A quick fix removes its finding and brings no error or warning. A mistake that it only uncovers does not count, because it could not be
judged before. A finding that more text at the end may remove does not count either.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import pytest

from bench.harm import token_borders, while_writing
from case import read
from folders import CASES
from kibitz.core.analysis import Analysis
from kibitz.core.fixing import fix_all, proven
from kibitz.core.formatting import apply
from kibitz.core.repair import repaired
from kibitz.core.replay import where_after
from kibitz.core.values import Diagnostic, Fix, Severity, is_syntax
from kibitz.core.while_typing import Typing, without_pending
from kibitz.languages import IDS, load
from test_damage import DAMAGES, GENERATED, corpus

LONG = os.environ.get("KIBITZ_PROFILE") == "long"
TEXTS = 1000 if LONG else 14
"""Cases of each notation that are tried."""
DAMAGED = 12
"""Damaged records that are fixed in CI."""
LONGEST = 3000
FINDINGS = 2
"""Findings of a record that are fixed."""
PLACES = 3


def inputs(language_id: str, rng: random.Random) -> list[str]:
    """Return the inputs of cases."""
    found = dict.fromkeys(read(path).text for path in sorted(CASES.glob(f"{language_id}/*/*.case")))
    short = [text for text in found if text and len(text) < LONGEST]
    return rng.sample(short, min(TEXTS, len(short)))


def damaged(language_id: str) -> Iterator[str]:
    """All cases and generated records, damaged in all ways in a long search, and some of them else."""
    rng, texts = random.Random(language_id), corpus(language_id, 1 if LONG else GENERATED // DAMAGED)
    for text in texts if LONG else rng.sample(texts, DAMAGED):
        for damage in DAMAGES if LONG else [rng.choice(DAMAGES)]:
            yield damage(text, rng)[:LONGEST]


@pytest.mark.parametrize("language_id", IDS)
def test_quick_fix_removes_its_finding_only(language_id: str) -> None:
    tried = 0
    for text in [*inputs(language_id, random.Random(language_id)), *damaged(language_id)]:
        analysis = Analysis.of(load(language_id), text)
        found = [one for one in analysis.diagnostics() if one.severity <= Severity.WARNING]
        for raw, one in zip(found, repaired(analysis, found[:FINDINGS]), strict=False):
            titles = {fix.title for fix in raw.fixes}
            for fix in one.fixes:
                after = Analysis.of(analysis.language, apply(text, fix.edits)).diagnostics()
                tried += 1
                assert not claims(fix) or is_so(fix, found, after), (text, fix)
                if fix.title in titles:
                    # The fix of the rule is offered even if it uncovers another mistake.
                    continue
                end = where_after(fix.edits, one.span.end)
                until = [each for each in after if each.span.start <= end]
                assert alike(until, one) < alike(analysis.diagnostics(), one), (text, one.message, fix)
                assert not brought(analysis.diagnostics(), after, one, fix), (text, one.message, fix)
    assert tried > TEXTS / 4


def claims(fix: Fix) -> bool:
    """Return whether a fix claims to fit the record."""
    return not fix.safe and (" fits " in fix.title or fix.preferred)


def is_so(fix: Fix, before: Sequence[Diagnostic], after: Sequence[Diagnostic]) -> bool:
    """Return whether the claim of a fix is true.

    Nothing is wrong after a fix that fits the rest of the record. A fix that fits its surroundings brings nothing.
    """
    left = sum(one.severity <= Severity.WARNING for one in after)
    return not left or ("its surroundings" in fix.title and left < len(before))


def alike(found: Iterable[Diagnostic], which: Diagnostic) -> int:
    return sum((one.rule, one.message) == (which.rule, which.message) for one in found)


def brought(
    before: Sequence[Diagnostic], after: Sequence[Diagnostic], mended: Diagnostic, fix: Fix
) -> list[str]:
    """Return the codes of errors and warnings that a fix has brought. If the right text is unclear, count only those beyond the number that it removed."""
    now, was = (
        Counter(one.rule.code for one in some if one.severity <= Severity.WARNING) for some in (after, before)
    )
    uncovers = is_syntax(mended.rule.code) or now.total() <= was.total()
    later = {one.rule.code for one in after if one.rule.report_when == "record"}
    return [] if uncovers and not fix.preferred else [code for code in now - was if code not in later]


@pytest.mark.parametrize("language_id", IDS)
def test_an_item_that_is_offered_adds_no_finding(language_id: str) -> None:
    """Its fields are filled, and any text may follow. Cases with intended mistakes are exempt, and so is one place in thirty of damaged records."""
    language, rng, tried, bad = load(language_id), random.Random(language_id), 0, list[str]()
    drawn = random.Random(language_id)
    some = inputs(language_id, drawn)
    told = [(text, Analysis.of(language, text).diagnostics()) for text in some]
    for text, meant in [*told, *((drawn.choice(DAMAGES)(text, drawn), []) for text in some)]:
        split_points = token_borders(text)
        for at in rng.sample(split_points, min(PLACES, len(split_points))):
            analysis = Analysis.of(language, text[:at])
            found = analysis.diagnostics()
            if any(one.severity <= Severity.WARNING for one in without_pending(found, Typing(analysis, at))):
                continue
            tried, there = tried + 1, {one.rule.slug for one in (*found, *meant)}
            worse = [one for one in while_writing(language, text, at, rng) if not there >= slugs(one.says)]
            bad += [str(worse[0])] if worse else []
    assert tried > TEXTS
    assert len(bad) * 30 <= tried, bad


def slugs(says: str) -> set[str]:
    return set(says.split(", "))


def test_safe_fix_that_adds_an_error_is_left() -> None:
    """A text may mean the same to the notation and not to the rules."""
    analysis = Analysis.of(load("bjn"), "{1.52}|1.1..as.$|0.1..td.|1.1..kd._|0.1...?|\n")
    finding = next(one for one in analysis.diagnostics() if one.rule.slug == "blackjack-mark")
    wrong = finding.fixes[0]._replace(safe=True)
    assert not proven(analysis, finding, wrong)
    assert fix_all(analysis, lambda _: [finding._replace(fixes=(wrong,))]).mended == 0
