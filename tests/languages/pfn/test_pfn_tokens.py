"""Colours found line by line are those of the statements that were read."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from case import read
from folders import CASES
from kibitz.core.analysis import Analysis
from kibitz.languages import load
from kibitz.languages.pfn.features import parts as module
from notations import notation

PFN = load("pfn")
ODD = (
    '[[Trades]]\nBuyer = """\nSuit = "S"\n"""\n', "a = [\nb = 1\n]\n", '"a b".c = 1 # x\r\n\t[x.y] \r\n', "a = 1\rb = 2\n", "[[Trades]]\nT = 1\r",
    "[[Trades]]\n<<<<<<< a\nT = 1\n=======\nT = 2\n>>>>>>> b\n", "[[Trades]]\nT =\nPrice = 1\n", "T = 0x1F\nD = 2025-02-15\nB = true\n", "\ufeffT = 1\n",
    "[[Trades]]\n" + "a = 1\n" * 1200, 'Deal = "S1, ♠2"\nCard = "H3"\nX = "S1,Z"\n', "2<1 s@5 3\nT = 1\n", '[[Trades]]\nT = 1 # "\nX = """a\nY = 2\n',
)  # fmt: skip


def found(text: str) -> list[object]:
    places = Analysis.of(PFN, text).document.places()
    said = [part for place in places for part in PFN.parts(place.text)]
    return [(one.span, one.token, sorted(one.fields), one.folds) for one in said]


def texts() -> list[str]:
    cases = [read(path).text for path in sorted(Path(CASES).glob("pfn/*/*.case"))]
    rng = random.Random(1)
    records = [notation("pfn").record(rng) for _ in range(8)]
    damaged = [
        text[:at] + rng.choice("\"'\r\n[]=#") + text[at:]
        for text in records
        for at in rng.sample(range(len(text)), 12)
    ]
    return [*ODD, *cases, *records, *damaged]


def test_line_by_line_or_statement_by_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    told = [found(text) for text in texts()]
    quick = []
    by_lines = module._by_lines
    monkeypatch.setattr(module, "_by_lines", lambda text: quick.append(by_lines(text)))
    for text, one in zip(texts(), told, strict=True):
        assert found(text) == one, text
    assert any(quick)
    assert None in quick
