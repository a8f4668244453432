"""Drawings that chats, mails and editors have damaged get one finding each, with a repair that keeps every seat."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from botc_slips import log
from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply
from kibitz.core.repair import repaired
from kibitz.core.values import Severity
from kibitz.languages.botc.drawing.render import balanced, render
from kibitz.languages.botc.game.log import Grimoire
from kibitz.languages.botc.language import LANGUAGE
from kibitz.languages.botc.text.read import parse

Lines = list[str]


def _wrapped(lines: Lines) -> Lines:
    return [part for line in lines for part in (line[:60], line[60:]) if part]


DAMAGE: dict[str, Callable[[Lines], Lines]] = {
    "top left corner cut": lambda lines: [lines[0][1:], *lines[1:]],
    "top right corner cut": lambda lines: [lines[0][:-1], *lines[1:]],
    "bottom left corner cut": lambda lines: [*lines[:-1], lines[-1][1:]],
    "wrapped": _wrapped,
    "line ends doubled": lambda lines: "\n\n".join(lines).split("\n"),
    "no left frame": lambda lines: [line[1:] for line in lines],
    "spaces for the left frame": lambda lines: [f" {line[1:]}" for line in lines],
    "no right frame": lambda lines: [line[:-1].rstrip() for line in lines],
    "no frame": lambda lines: [line[1:-1].rstrip() for line in lines],
    "another frame": lambda lines: [line.translate(str.maketrans("┌┐└┘─│", "╔╗╚╝═║")) for line in lines],
    "tabs for eight spaces": lambda lines: [line.replace(" " * 8, "\t") for line in lines],
    "tabs for four spaces": lambda lines: [line.replace(" " * 4, "\t") for line in lines],
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damaged_drawing_has_one_repair_that_keeps_seats(kind: str) -> None:
    rng = random.Random(kind)
    repairs = 0
    for _ in range(6):
        players = tuple(log(rng)[-1])
        drawn = render(Grimoire(players), balanced(len(players))).text.rstrip("\n")
        damaged = "\n".join(DAMAGE[kind](drawn.splitlines())) + "\n"
        if damaged.rstrip() == drawn:
            repairs += 1
            continue
        analysis = Analysis.of(LANGUAGE, damaged)
        [found] = repaired(
            analysis, [one for one in analysis.diagnostics() if one.severity <= Severity.WARNING]
        )
        for fix in found.fixes:
            if fix.safe or fix.preferred:
                record = parse(apply(damaged, fix.edits)).value.record
                assert record is not None
                assert record.players == players, damaged
                repairs += 1
    assert repairs >= 5, kind


def test_tabs_with_two_meanings_are_not_preferred() -> None:
    drawing = """┌─ Grimoire (2 players) ─┐
│
│ Ann\tBob
│ imp\tchef(poisoner:poisoned)
└────────────────────────┘
"""
    analysis = Analysis.of(LANGUAGE, drawing)
    for one in repaired(analysis, analysis.diagnostics()):
        assert not [fix for fix in one.fixes if fix.safe or fix.preferred]
