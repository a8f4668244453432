"""The same hand has the same repairs compact and line by line, the same round in every style of TOML, the same log in lines and
in drawings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest
import tomli

from bjn_mutations import KINDS
from botc_slips import in_drawings, in_lines, slips
from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply
from kibitz.core.repair import repaired
from kibitz.core.values import Severity
from kibitz.languages import load
from kibitz.languages.bjn.testing import session
from kibitz.languages.pfn.testing import Round
from pfn_slips import CERTAIN, STYLES

LONG = os.environ.get("KIBITZ_PROFILE") == "long"
HANDS = 100 if LONG else 1
ROUNDS = 20 if LONG else 1
LOGS = 10 if LONG else 1
ORDERED = {"trade twice, numbered on", "header lost", "key above its header"}
"""Slips that the order of tables and trades reveals."""


def offered(language_id: str, text: str) -> list[tuple[str, list[tuple[bool, str]]]]:
    """Return the first findings, the text after each of their repairs, and which of these is clear."""
    analysis = Analysis.of(load(language_id), text)
    found = [one for one in analysis.diagnostics() if one.severity <= Severity.WARNING]
    return [
        (one.rule.code, [(fix.preferred, apply(text, fix.edits)) for fix in one.fixes])
        for one in repaired(analysis, found[:2])
    ]


def hands(seed: int) -> Iterator[tuple[str, str]]:
    """Hands with a slip within an entry, compact."""
    rng = Random(seed)
    for _ in range(HANDS):
        hand = session(rng, 1).strip().replace("\n", "|")
        for kind, mutation in KINDS.items():
            entries = mutation(hand.split("|"), rng)
            # Separators occur nowhere else, and an open bracket ends with its line.
            if entries and not any(one in entry for entry in entries for one in "|\n"):
                wrong = "|".join(entries)
                if all(wrong.count(one) <= hand.count(one) for one in "{["):
                    yield kind, wrong


def test_both_forms_of_a_hand_agree() -> None:
    tried = 0
    for kind, wrong in hands(1):
        told = offered("bjn", wrong)
        lines = offered("bjn", wrong.replace("|", "\n"))
        as_lines = [
            (code, [(clear, text.replace("|", "\n")) for clear, text in fixes]) for code, fixes in told
        ]
        assert as_lines == lines, (kind, wrong)
        tried += bool(told)
    assert tried > 20 * HANDS


@pytest.mark.parametrize("between", ["|", "\n"])
def test_joined_entries_get_the_usual_separator(between: str) -> None:
    hand = (
        "{1.52}|1.1..8s.|0.1...?|1.1..8h.|0.1..9c.|1.1./..|/1.8s/2.8h/|1.1.^.th._|1.2.^.9d._|0.1.%.8d._|[w/p]"
    )
    right = hand.replace("|", between)
    for at in (at for at, one in enumerate(hand) if one == "|"):
        ((_, [(_, mended), *_]), *_) = offered("bjn", right[:at] + right[at + 1 :])
        assert mended == right
        if 0 < hand[:at].count("|") < hand.count("|") - 1:
            ((_, [(_, mended), *_]), *_) = offered("bjn", right[:at] + "2" + right[at + 1 :])
            assert mended == right


def data(text: str) -> object:
    """Return the contents of a round as TOML, with normalised commas of hands, or the text if it cannot be read."""
    try:
        return tomli.loads(text.replace(", ", ","))
    except tomli.TOMLDecodeError:
        return text


def test_all_styles_of_a_round_agree() -> None:
    tried = 0
    for kind, damage in CERTAIN.items():
        rng = Random(kind)
        for _ in range(ROUNDS):
            good = Round(rng, 8).written()
            wrong = damage(rng, good)
            # Unreadable rounds have no other style.
            if wrong is None or isinstance(data(wrong), str) or kind in ORDERED:
                continue
            told = offered("pfn", wrong)
            for style in STYLES if LONG else rng.sample(STYLES, 1):
                styled = offered("pfn", style(Random(kind), wrong))
                assert [code for code, _ in styled] == [code for code, _ in told], (kind, style, wrong)
                for (_, [(_, mended), *_]), (_, [(_, other), *_]) in zip(told, styled, strict=True):
                    assert data(mended) == data(other), (kind, style, wrong)
                tried += 1
    assert tried > 15 * ROUNDS


def told_once(text: str) -> tuple[set[str], str, bool]:
    """Return the broken rules of a log, the text after the first repair in lines, and whether that is clear."""
    found = Analysis.of(load("botc"), text).diagnostics()
    codes = {one.rule.code for one in found if one.severity <= Severity.WARNING}
    (_, fixes), *_ = [*offered("botc", text), ("", [])]
    if not fixes:
        return codes, "", False
    clear, mended = fixes[0]
    in_line = load("botc").convert(Analysis.of(load("botc"), mended), "line")
    return codes, "\n".join(filter(None, in_line.splitlines())), clear


def test_lines_and_drawings_of_a_log_agree() -> None:
    """Short forms allow more candidates: some repairs are clear in one form only."""
    tried, unlike = 0, 0
    for kind, wrong in slips(Random(LOGS), LOGS):
        line, drawing = told_once(in_lines(wrong)), told_once(in_drawings(wrong))
        assert line[:2] == drawing[:2], (kind, in_lines(wrong))
        tried += bool(line[1])
        unlike += line != drawing
    assert tried > 14 * LOGS
    assert unlike * 5 <= tried
