"""Slips in logs and grimoires: each has one finding, and the first repair is right."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from botc_slips import typos
from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply
from kibitz.core.repair import repaired
from kibitz.core.values import Diagnostic, Severity
from kibitz.languages import load

BOTC = load("botc")
LONG = os.environ.get("KIBITZ_PROFILE") == "long"
LOG = """\
# Night 1
[Alice:imp Bob:poisoner Charlie:chef(poisoner:poisoned) Dave:monk Eve:virgin Fay:slayer Gus:mayor]
# Day 1
[Alice:imp Bob:poisoner Charlie:chef *Dave:monk* Eve:virgin(virgin:no_ability) Fay:slayer Gus:mayor]
# Night 2
[Alice:imp Bob:poisoner Charlie:chef *Dave:monk* Eve:virgin(virgin:no_ability,monk:safe) Fay:slayer *Gus:mayor(imp:dead)*]
"""
SLIPS = {
    "a name": ("Fay:slayer *Gus", "Fya:slayer *Gus"),
    "a name by day": ("Charlie:chef *Dave:monk* Eve:virgin(virgin:no_ability) ", "Chalrie:chef *Dave:monk* Eve:virgin(virgin:no_ability) "),
    "not dead": ("*Dave:monk* Eve:virgin(virgin:no_ability,", "Dave:monk Eve:virgin(virgin:no_ability,"),
    "neighbours": ("Bob:poisoner Charlie:chef *Dave:monk* Eve:virgin(virgin:no_ability,", "Charlie:chef Bob:poisoner *Dave:monk* Eve:virgin(virgin:no_ability,"),
    "two names": ("Alice:imp Bob:poisoner Charlie:chef *Dave:monk* Eve:virgin(virgin:no_ability,", "Alice:imp Charlie:poisoner Bob:chef *Dave:monk* Eve:virgin(virgin:no_ability,"),
    "two characters": ("Fay:slayer *Gus:mayor(", "Fay:mayor *Gus:slayer("),
    "a character": ("Charlie:chef *Dave:monk* Eve:virgin(virgin:no_ability)", "Charlie:saint *Dave:monk* Eve:virgin(virgin:no_ability)"),
    "a character twice": ("Fay:slayer *Gus", "Fay:virgin *Gus"),
    "the first night": ("Bob:poisoner Charlie:chef(", "Bob:poisoner Charlei:chef("),
    "no bracket": ("*Gus:mayor(imp", "*Gus:mayorimp"),
    "no vote": ("Fay:slayer *Gus", "~~Fay~~:slayer *Gus"),
    "a drunk Minion": ("Bob:poisoner Charlie:chef(", "Bob:poisoner(drunk:is_the_drunk) Charlie:chef("),
}  # fmt: skip


def loud(analysis: Analysis) -> list[Diagnostic]:
    return [one for one in analysis.diagnostics() if one.severity <= Severity.WARNING]


def first_fixed(analysis: Analysis, found: Diagnostic) -> str:
    fixes = repaired(analysis, [found])[0].fixes
    return apply(analysis.document.text(), fixes[0].edits) if fixes else ""


def test_the_log_is_clean() -> None:
    assert not loud(Analysis.of(BOTC, LOG))


@pytest.mark.parametrize("slip", SLIPS)
def test_slip_of_a_log_is_repaired_from_neighbours(slip: str) -> None:
    good, bad = SLIPS[slip]
    assert LOG.count(good) == 1
    analysis = Analysis.of(BOTC, LOG.replace(good, bad))
    found = loud(analysis)
    assert found
    assert first_fixed(analysis, found[0]) == LOG


@pytest.mark.parametrize("slip", ["a name", "a name by day", "two characters", "a character", "not dead"])
def test_drawn_log_is_repaired_like_lines(slip: str) -> None:
    good, bad = (
        BOTC.convert(Analysis.of(BOTC, text), "drawing") for text in (LOG, LOG.replace(*SLIPS[slip]))
    )
    analysis = Analysis.of(BOTC, bad)
    assert first_fixed(analysis, loud(analysis)[0]) == good


def test_typos_and_swaps_are_repaired_first() -> None:
    """One player of one night, or two, in a log of three: all of them in a long search."""
    rng, lines = random.Random(1), LOG.splitlines()
    slips = [(night, one, other) for night in (1, 3, 5) for one in range(7) for other in range(one, 7)]
    for night, one, other in slips if LONG else rng.sample(slips, 6):
        entries = lines[night].strip("[]").split(" ")
        names = [entry.strip("*").partition(":")[0] for entry in entries]
        if one == other:
            entries[one] = entries[one].replace(names[one], names[one][0] + names[one], 1)
        else:
            pair = entries[one], entries[other]
            entries[one] = pair[0].replace(names[one], names[other], 1)
            entries[other] = pair[1].replace(names[other], names[one], 1)
        bad = "\n".join([*lines[:night], f"[{' '.join(entries)}]", *lines[night + 1 :], ""])
        analysis = Analysis.of(BOTC, bad)
        [found] = loud(analysis)
        assert first_fixed(analysis, found) == LOG, bad


def test_typos_of_logs_are_fixed_first_and_claims_hold() -> None:
    """Nine of ten first fixes are right, and a claim of one in a hundred may be wrong."""
    count = Counter[str]()
    for kind, good, bad in typos(random.Random(3), 20 if LONG else 2):
        analysis = Analysis.of(BOTC, bad)
        found = loud(analysis)
        count["loud"] += bool(found)
        for fix in repaired(analysis, found[:1])[0].fixes if found else ():
            right = apply(bad, fix.edits) == good
            if fix.safe or fix.preferred:
                count["claims"] += 1
                count["false"] += not right
                assert right or LONG, (kind, bad)
        count["first"] += bool(found) and first_fixed(analysis, found[0]) == good
    assert count["first"] >= 0.9 * count["loud"], count
    assert count["false"] <= 0.01 * count["claims"], count
    assert count["loud"] >= 2 * 20, count
