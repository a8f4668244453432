"""Skipped chunks are clean, and skipping leads to the same state as the steps."""

from __future__ import annotations

import os
import random

import pytest

from bench.records import long, records
from kibitz.core.analysis import Analysis, checked
from kibitz.core.counting import shared
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.notation import Skip
from kibitz.core.rows import by_columns
from kibitz.languages import IDS, load
from test_properties import damaged, texts

LEAPING = [
    language_id for language_id in IDS if type(load(language_id)).skip_clean is not Language.skip_clean
]
LONG = os.environ.get("KIBITZ_PROFILE") == "long"
LENGTH = 30_000
"""Characters of a record: some blocks."""


def outcome(document: Document) -> tuple[list[object], list[object]]:
    """Return the states at the borders of blocks, and the findings between them."""
    analysis = checked(document)
    results = analysis.results
    return [one.exit for one in results], [*(one.found for one in results), analysis.diagnostics()]


def stepped(document: Document, monkeypatch: pytest.MonkeyPatch) -> tuple[list[object], list[object]]:
    """Return the states and findings without skipping."""
    with monkeypatch.context() as patched:
        patched.setattr(type(document.language), "skip_clean", Language.skip_clean)
        return outcome(document)


@pytest.mark.parametrize("language_id", LEAPING)
def test_skipping_equals_its_steps(language_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, language = random.Random(language_id), load(language_id)
    others = texts(language_id)
    clean = long(language_id, LENGTH)
    for number in range(80 if LONG else 20):
        text = clean if number == 0 else damaged(clean, [*others, clean], rng)
        document = Document.open(language, text)
        assert outcome(document) == stepped(document, monkeypatch)


@pytest.mark.parametrize("language_id", LEAPING)
def test_most_of_a_clean_record_is_leapt_over(language_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leaps: list[Skip] = []
    language = load(language_id)
    real = type(language).skip_clean

    def counted(self: Language[object], *arguments: object) -> Skip:
        leaps.append(real(self, *arguments))  # type: ignore[arg-type]
        return leaps[-1]

    monkeypatch.setattr(type(language), "skip_clean", counted)
    Analysis.of(language, long(language_id, 10 * LENGTH))
    assert sum(one.count > 0 for one in leaps) >= 0.8 * len(leaps)


TOLD = [one for one in IDS if type(load(one)).clean is not Language.clean]


@pytest.mark.parametrize("language_id", TOLD)
def test_clean_text_equals_the_fold(language_id: str) -> None:
    """Such a chunk has no findings, and its sums are those of its rows."""
    rng, language, told = random.Random(language_id), load(language_id), 0
    others = texts(language_id)
    clean = [*records(language_id, 20)]
    for text in [*clean, *others, *(damaged(one, others, rng) for one in clean for _ in range(10))]:
        if (known := language.clean(text)) is not None:
            analysis, values = Analysis.of(language, text), known.value
            assert [*analysis.diagnostics()] == [*known.findings]
            for rows in shared(language.stats()):
                assert by_columns("", values, rows) == by_columns("", analysis, rows)
            told += text in clean
    assert told > 0.8 * len(clean)
