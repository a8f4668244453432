"""Long documents show their beginning before all of them has been cut, and become what they would be at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incremental import check_analysis, check_document, edits
from kibitz.core.analysis import Analysis
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.opening import Opening
from kibitz.languages import IDS, load
from kibitz.lsp.client import Client
from kibitz.lsp.session import LONG, Session
from test_document import ALPHABET, TEXTS
from toy import TOY

RECORDS = Path(__file__).parent / "records"


def texts() -> list[tuple[str, str]]:
    return [
        (path.suffix[1:], path.read_bytes().decode("utf-8"))
        for path in sorted(RECORDS.iterdir())
        if path.suffix[1:] in IDS
    ]


@pytest.mark.parametrize(("language_id", "text"), texts())
def test_a_document_cut_bit_by_bit_is_the_one_cut_at_once(language_id: str, text: str) -> None:
    language = load(language_id)
    text *= 3
    opening = Opening(language, text)
    seen = None
    while not opening.advance(0):
        part = opening.document
        assert text.startswith(part.text())
        seen = Analysis(part, partial=True)
        seen.advance(0)
    document = opening.document
    check_document(document, text)
    assert [place.chunk.text for place in document.places()] == [
        place.chunk.text for place in Document.open(language, text).places()
    ]
    analysis = Analysis(document, seen)
    analysis.advance()
    check_analysis(analysis, text)


def test_a_fork_goes_on_by_itself() -> None:
    language = load("pfn")
    text = (RECORDS / "demo.pfn").read_text("utf-8")
    document = Document.open(language, text)
    analysis = Analysis(document)
    fork = analysis.fork()
    assert fork.advance()
    assert not analysis.done
    assert not analysis.reaches(0)
    analysis.advance()
    assert analysis.diagnostics() == fork.diagnostics()


@pytest.mark.parametrize("language_id", IDS)
@given(data=st.data())
def test_edits_while_a_text_is_being_cut(language_id: str, data: st.DataObject) -> None:
    """Whatever is cut and edited in turns, in the end it is the document of the last text."""
    language = load(language_id)
    text = data.draw(st.sampled_from([text for id_, text in texts() if id_ == language_id])) * 2
    check_opening(language, text, data.draw(edits(["{", "[", '"', "x", " ", "1", '"""'])), data)


@given(text=TEXTS, changes=edits(ALPHABET), data=st.data())
def test_edits_of_a_toy_while_it_is_being_cut(
    text: str, changes: list[tuple[float, int, str]], data: st.DataObject
) -> None:
    check_opening(TOY, text * 3, changes, data)


def check_opening(
    language: Language[Any], text: str, changes: list[tuple[float, int, str]], data: st.DataObject
) -> None:
    opening, seen = Opening(language, text), None
    for where, removed, inserted in changes:
        for _ in range(data.draw(st.integers(0, 9))):
            opening.advance(0)
        start = round(where * len(text))
        text = text[:start] + inserted + text[start + removed :]
        opening = opening.edit(start, start + removed, inserted)
        assert opening.text == text
        if opening.share:
            part = opening.document
            assert text.startswith(part.text())
            seen = Analysis(part, seen, partial=True)
            seen.advance(0)
    opening.advance()
    document = opening.document
    check_document(document, text)
    fresh = Document.open(language, text)
    assert [place.chunk.text for place in document.places()] == [place.chunk.text for place in fresh.places()]
    analysis = Analysis(document, seen)
    analysis.advance()
    check_analysis(analysis, text)


def test_an_edit_keeps_what_is_cut_before_it() -> None:
    text = "{1.52}|1.1..ah.\n" * 2000
    opening = Opening(load("bjn"), text)
    opening.advance()
    blocks = list(opening.document.blocks)
    at = len(text) // 2
    kept = list(opening.edit(at, at, "x").document.blocks)[:-1]
    assert len(kept) >= len(blocks) // 2 - 1
    assert kept == blocks[: len(kept)]


def test_an_edit_of_a_document_that_is_being_opened_does_not_wait_for_the_rest() -> None:
    text = "{1.52}|1.1..ah.\n" * (LONG // 8)
    session = Session("file:///a.bjn", load("bjn"), 1, text, Client())
    session._opening = Opening(load("bjn"), text)
    session._opening.advance(0)
    for version, line in enumerate((9, 20_000, 3, LONG), start=2):
        ends = [{"line": line, "character": 0}, {"line": line + 1, "character": 0}]
        session.change(version, [{"range": {"start": ends[0], "end": ends[1]}, "text": ""}])
        assert session.opening
    while not session.advance(0):
        pass
    assert session.document.text() == text[: -3 * 16]
