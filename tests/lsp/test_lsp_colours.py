"""Tokens put together from those of chunks are those of the whole document, after any edits, in every encoding."""

from __future__ import annotations

import os
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.records import long
from case import read
from folders import CASES
from incremental import ENCODINGS, edits
from kibitz.core.analysis import Analysis, checked
from kibitz.core.chunks import Place
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.text import Encoding
from kibitz.core.values import Span
from kibitz.languages import IDS, load
from kibitz.lsp.features import convert, semantic_tokens
from kibitz.lsp.features.semantic_tokens import tokens

LONG = os.environ.get("KIBITZ_PROFILE") == "long"


def expected(analysis: Analysis, encoding: Encoding) -> list[int]:
    document = analysis.document
    found = analysis.language.tokens(analysis, Span(0, len(document)))
    return convert.tokens(found, document.text(), encoding)


@cache
def inputs(language_id: str) -> list[str]:
    return [read(path).text for path in sorted(CASES.glob(f"{language_id}/*/*.case"))]


@pytest.mark.parametrize("language_id", IDS)
def test_the_tokens_of_the_cases(language_id: str) -> None:
    language = load(language_id)
    for number, text in enumerate(inputs(language_id)[:: 1 if LONG else 4]):
        analysis, encoding = checked(Document.open(language, text * 3)), ENCODINGS[number % len(ENCODINGS)]
        assert tokens(analysis, encoding) == expected(analysis, encoding), text


@given(
    st.sampled_from(IDS),
    st.integers(0, 10_000),
    st.sampled_from(ENCODINGS),
    edits(["{", "[", '"', "x", " ", "1"]),
)
def test_the_tokens_after_edits(
    language_id: str, number: int, encoding: Encoding, changes: list[tuple[float, int, str]]
) -> None:
    texts = inputs(language_id)
    document = Document.open(load(language_id), texts[number % len(texts)])
    analysis = None
    for where, removed, inserted in changes:
        start = round(where * len(document))
        document = edit(document, start, start + removed, inserted)
        analysis = checked(document, analysis)
        assert tokens(analysis, encoding) == expected(analysis, encoding)


@pytest.mark.parametrize("language_id", IDS)
def test_untouched_chunks_keep_their_tokens(language_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the record is: those of a megabyte take more than a second to find."""
    made: list[object] = []

    def counted(analysis: Analysis, place: Place, encoding: Encoding) -> object:
        made.append(place)
        return original(analysis, place, encoding)

    original = semantic_tokens._encoded
    monkeypatch.setattr(semantic_tokens, "_encoded", counted)
    analysis = Analysis.of(load(language_id), long(language_id, 4_000))
    tokens(analysis, "utf-16")
    assert len(made) > 20
    made.clear()
    changed = checked(edit(analysis.document, 2_000, 2_000, "x"), analysis)
    assert tokens(changed, "utf-16") == expected(changed, "utf-16")
    assert 0 < len(made) < 10


@pytest.mark.parametrize("language_id", IDS)
def test_tokens_of_a_range_are_those_around_it(language_id: str) -> None:
    analysis, encoding = Analysis.of(load(language_id), long(language_id, 20_000)), ENCODINGS[1]
    every, size = places(tokens(analysis, encoding)), len(analysis.document)
    for start, end in ((0, 0), (size // 2, size // 2 + 500), (size, size)):
        part = places(tokens(analysis, encoding, Span(start, end)))
        first, last = (analysis.document.position_at(one, encoding) for one in (start, end))
        assert [one for one in every if first <= one[:2] < last] == [
            one for one in part if first <= one[:2] < last
        ]
        assert set(part) < set(every)
        assert len(part) < len(every) / 2


def places(data: list[int]) -> list[tuple[int, ...]]:
    """Return line, column, length, type and modifiers of each token."""
    found: list[tuple[int, ...]] = []
    line = column = 0
    for lines, columns, *rest in zip(*[iter(data)] * 5, strict=True):
        line, column = line + lines, columns if lines else column + columns
        found.append((line, column, *rest))
    return found
