"""Typing a round: predictions are right, and nothing has to be undone."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from datetime import date

import pytest

from bench.records import records
from kibitz.core.analysis import Analysis, checked
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.values import Severity
from kibitz.languages import load

PFN = load("pfn")
LONG = os.environ.get("KIBITZ_PROFILE") == "long"
CURED = {"missing-key", "missing-bank", "missing-table", "missing-result", "no-value", "not-closed", "syntax",
         "distribution-suits", "player-without-hand", "not-a-card", "unequal-hands", "too-few-dealt"}  # fmt: skip
"""Findings about an unfinished record."""


def written(record: str, step: int) -> Iterator[tuple[str, Analysis]]:
    """The beginnings of a record, each with its analysis, as it is typed."""
    document, analysis = Document.open(PFN, ""), None
    for at in range(0, len(record), step):
        document = edit(document, len(document), len(document), record[len(document) : at])
        analysis = checked(document, analysis)
        yield record[:at], analysis


def brought(analysis: Analysis, start: int, new: str) -> set[str]:
    """Return the findings that a text brings if it is written from a place to the end."""
    after = checked(edit(analysis.document, start, len(analysis.document), new), analysis)
    before, now = (
        {one.rule.slug for one in some.diagnostics() if one.severity <= Severity.WARNING}
        for some in (analysis, after)
    )
    return now - before - CURED


@pytest.mark.parametrize("record", list(records("pfn", 3, seed=8)), ids=["one", "two", "three"])
def test_ghosts_lead_to_nothing_wrong(record: str) -> None:
    shown = 0
    for text, analysis in written(record, 1 if LONG else 5):
        for ghost in PFN.predict(analysis, len(text)):
            shown += 1
            start = ghost.span.start
            assert ghost.text.startswith(text[start:])
            assert len(ghost.text) > len(text) - start
            # The first digits of a time are not a time yet.
            begun = ghost.text.rstrip("0123456789")
            assert not brought(analysis, start, begun), text[-60:] + "‸" + ghost.text
    assert shown > len(record) / 50


@pytest.mark.parametrize("record", list(records("pfn", 2, seed=9)), ids=["one", "two"])
def test_items_lead_to_nothing_wrong(record: str) -> None:
    rng = random.Random(1)
    offered = 0
    for text, analysis in written(record, 7):
        items = [item for item in PFN.complete(analysis, len(text)) if not item.snippet]
        typed = [item for item in items if (item.filter or item.label).startswith(text[item.span.start :])]
        for item in rng.sample(typed, min(len(typed), 3)):
            offered += 1
            assert not brought(analysis, item.span.start, item.text), text[-60:] + "‸" + item.text
    assert offered > 50


def test_the_end_of_a_round_is_one_ghost() -> None:
    """Banks, suits and winners follow from the deal and the trades."""
    for record in records("pfn", 5, seed=10):
        head, result, tail = record.partition("[Result]")
        ghosts = PFN.predict(Analysis.of(PFN, head + result[:2]), len(head) + 2)
        assert [ghost.text for ghost in ghosts] == [(result[2:] + tail).rstrip("\n")]


def test_text_after_the_cursor_stops_ghost_text() -> None:
    """In the middle of a finished record nothing is foretold but at the end of the trades."""
    record = next(iter(records("pfn", 1, seed=11)))
    analysis = Analysis.of(PFN, record)
    foretold = [at for at in range(len(record)) if list(PFN.predict(analysis, at))]
    assert foretold
    assert all(record.rindex("Price = ") < at < record.index("[Result]") for at in foretold)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_are_those_of_the_record(end: str) -> None:
    text = end.join(["[FiggieGame]", 'Title = "x"'])
    assert [ghost.text for ghost in PFN.predict(Analysis.of(PFN, text), len(text))] == [f'{end}GameID = "']


def test_dates_begin_as_now() -> None:
    text = '[FiggieGame]\nTitle = "x"\nGameID = "G1"\nPlayers = 4'
    (ghost,) = PFN.predict(Analysis.of(PFN, text), len(text))
    start = ghost.text.partition('"')[2]
    assert start
    assert date.today().isoformat().startswith(start)
