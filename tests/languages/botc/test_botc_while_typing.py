"""Grimoires during typing: no passing error, one finding for one mistake, and fixes that work.

The records come from a generator that shares nothing with the tested code: it has its own facts about one edition.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply
from kibitz.core.values import Diagnostic, Severity
from kibitz.core.while_typing import Typing, without_pending
from kibitz.languages import load

BOTC = load("botc")
TOWNSFOLK = ["washerwoman", "librarian", "investigator", "chef", "empath", "fortune_teller", "undertaker", "monk", "ravenkeeper", "virgin", "slayer", "soldier", "mayor"]  # fmt: skip
OUTSIDERS = ["butler", "recluse", "saint"]
MINIONS = ["poisoner", "spy", "scarlet_woman"]
TABLE = {5: (3, 0, 1), 6: (3, 1, 1), 7: (5, 0, 1), 8: (5, 1, 1), 9: (5, 2, 1), 10: (7, 0, 2), 12: (7, 2, 2)}
PLAYERS = ["Ada", "Ben", "Cleo", "Dan", "Elif", "Finn", "Gwen", "Hugo", "Ines", "Jon", "Kim", "Lea"]
SIGNS = "abcdefghijklmnopqrstuvwxyzABC0123456789_:*~()[],{}# \n"
LONG = os.environ.get("KIBITZ_PROFILE") == "long"


def record(rng: random.Random, moments: int = 2) -> str:
    """Return a log of one game in lines, with spent votes, deaths and moving poison."""
    townsfolk, outsiders, minions = TABLE[players := rng.choice(list(TABLE))]
    roles = [*rng.sample(TOWNSFOLK, townsfolk), *rng.sample(OUTSIDERS, outsiders)]
    roles += [*rng.sample(MINIONS, minions), "imp"]
    rng.shuffle(roles)
    states = dict.fromkeys(roles, 0)
    lines = []
    for _ in range(moments):
        poisoned = rng.choice([role for role in roles if role != "poisoner"])
        seats = []
        for name, role in zip(PLAYERS[:players], roles, strict=True):
            tokens = "(poisoner:poisoned)" if role == poisoned and "poisoner" in roles else ""
            marked = f"~~{name}~~" if states[role] == 2 else name
            entry = f"{marked}:{role}{tokens}"
            seats.append(f"*{entry}*" if states[role] else entry)
        lines.append(f"[{' '.join(seats)}]\n")
        victim = rng.choice([role for role in roles if role != "imp"])
        if states[victim] or list(states.values()).count(0) > 3:
            states[victim] = min(states[victim] + 1, 2)
    return "".join(lines)


def drawing(rng: random.Random) -> str:
    return BOTC.convert(Analysis.of(BOTC, record(rng, 1)), "drawing")


def loud(found: list[Diagnostic]) -> list[Diagnostic]:
    return [one for one in found if one.severity <= Severity.WARNING]


def mutated(text: str, rng: random.Random) -> str:
    """A text with one character replaced, left out, doubled, swapped or put in."""
    at, sign = rng.randrange(len(text)), rng.choice(SIGNS)
    before, here, behind = text[:at], text[at], text[at + 1 :]
    ways = (sign + behind, behind, here + here + behind, behind[:1] + here + behind[1:], sign + here + behind)
    return before + rng.choice(ways)


@pytest.mark.parametrize("make", [record, drawing])
@pytest.mark.parametrize("seed", range(3))
def test_typing_shows_no_passing_error(make: object, seed: int) -> None:
    text = record(random.Random(seed)) if make is record else drawing(random.Random(seed))
    assert not loud(Analysis.of(BOTC, text).diagnostics())
    for at in range(1, len(text) + 1, 1 if make is record else 7):
        analysis = Analysis.of(BOTC, text[:at])
        said = without_pending(analysis.diagnostics(), Typing(analysis, at))
        assert not loud(said), text[:at]


@pytest.mark.parametrize("seed", range(3))
def test_closed_brackets_are_as_calm(seed: int) -> None:
    line = record(random.Random(seed), 1).strip()
    for at in range(1, len(line)):
        analysis = Analysis.of(BOTC, f"{line[:at]}]\n")
        said = without_pending(analysis.diagnostics(), Typing(analysis, at))
        assert not loud(said), line[:at]


def test_findings_come_when_the_record_is_closed() -> None:
    """No finding is lost."""
    text = "[Ada:imp Ben:chef Cleo:chef Dan:spy Eve:monk]"
    for open_text in (text[:-1], text):
        analysis = Analysis.of(BOTC, open_text)
        said = without_pending(analysis.diagnostics(), Typing(analysis, len(open_text)))
        assert [one.rule.slug for one in loud(said)] == (["character-twice"] if open_text == text else [])


@pytest.mark.parametrize("make", [record, drawing])
def test_one_mistake_is_one_finding(make: object) -> None:
    """In at most one of twenty records with one wrong character there is a second error or warning."""
    rng = random.Random(7)
    several = Counter[bool]()
    for _ in range(600 if LONG else 300):
        text = record(rng) if make is record else drawing(rng)
        several[len(loud(Analysis.of(BOTC, mutated(text, rng)).diagnostics())) > 1] += 1
    assert several[True] * 20 <= several.total()


def fixed(text: str) -> Iterator[tuple[Diagnostic, str, list[Diagnostic]]]:
    """Yield each finding of a text, with a fix and the findings after it."""
    for one in Analysis.of(BOTC, text).diagnostics():
        for fix in one.fixes:
            yield one, fix.title, Analysis.of(BOTC, apply(text, fix.edits)).diagnostics()


def test_fix_removes_its_finding_only() -> None:
    """A finding about the whole grimoire needs a readable grimoire."""
    rng = random.Random(11)
    tried = 0
    for _ in range(300 if LONG else 150):
        text = mutated(record(rng) if rng.random() < 0.7 else drawing(rng), rng)
        old = Counter(one.rule.slug for one in Analysis.of(BOTC, text).diagnostics())
        for one, title, found in fixed(text):
            new = Counter(other.rule.slug for other in loud(found) if other.rule.report_when != "record")
            assert one.message not in [other.message for other in found] or old[one.rule.slug] > 1, title
            assert not new - old, (text, title)
            tried += 1
    assert tried > 50
