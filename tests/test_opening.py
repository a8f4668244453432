"""Long documents show their beginning before all of them has been cut, and become what they would be at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from incremental import check_analysis, check_document
from kibitz.core.analysis import Analysis
from kibitz.core.document import Document
from kibitz.core.opening import Opening
from kibitz.languages import IDS, load
from kibitz.lsp.client import Client
from kibitz.lsp.session import LONG, Session

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


def test_a_question_about_a_document_that_is_being_opened_is_answered_for_the_whole() -> None:
    text = "{1.52}|1.1..ah.\n" * (LONG // 8)
    session = Session("file:///a.bjn", load("bjn"), 1, text, Client())
    session._opening = Opening(load("bjn"), text)
    assert session.opening
    session.change(
        2,
        [{"range": {"start": {"line": 9, "character": 0}, "end": {"line": 10, "character": 0}}, "text": ""}],
    )
    assert not session.opening
    assert len(session.document) == len(text) - 16
