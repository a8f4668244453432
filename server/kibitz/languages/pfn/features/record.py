"""The round that is being written."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import cursor_at, statement_span
from kibitz.languages.pfn.language import Pfn


def record(language: Pfn, analysis: Analysis, offset: int) -> Span:
    """The whole document while nothing but comments stands behind the statement at `offset`; else nothing."""
    document = analysis.document
    here = cursor_at(language.reader, analysis, offset)
    statement = statement_span(language.reader, here)
    end = offset if statement is None else max(offset, statement.end + here.place.start)
    for place in document.places(end):
        for line in place.chunk.text[max(end - place.start, 0) :].split("\n"):
            if line.strip(" \t\r") and not line.lstrip(" \t").startswith("#"):
                return Span(offset, offset)
    return Span(0, len(document))
