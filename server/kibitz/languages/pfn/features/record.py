"""The round that is being written."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import cursor_at, statement_span
from kibitz.languages.pfn.language import Pfn


def record(language: Pfn, analysis: Analysis, offset: int) -> Span:
    """The whole document while nothing but comments stands behind the statement at `offset`; else nothing."""
    document = analysis.document
    place = document.place_at(offset)
    if any(_says(behind.chunk.text) for behind in document.places(place.end) if behind.start > place.start):
        return Span(offset, offset)
    here = cursor_at(language.reader, analysis, offset)
    statement = statement_span(language.reader, here)
    end = here.offset if statement is None else max(here.offset, statement.end)
    return Span(offset, offset) if _says(place.chunk.text[end:]) else Span(0, len(document))


def _says(text: str) -> bool:
    """Whether there is more in some lines than comments."""
    lines = (line.strip(" \t\r") for line in text.split("\n"))
    return any(line and not line.startswith("#") for line in lines)
