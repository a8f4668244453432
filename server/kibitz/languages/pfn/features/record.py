"""The round that is being written."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import cursor_at
from kibitz.languages.pfn.language import Pfn


def record(language: Pfn, analysis: Analysis, offset: int) -> Span:
    """Return the whole document if only comments follow the statement at `offset`, or an empty span."""
    document, here = analysis.document, cursor_at(analysis, offset)
    behind = (one.text for one in document.since(here.place) if one.start > here.place.start)
    goes_on = _says(here.source[here.written.end :]) or any(map(_says, behind))
    return Span(offset, offset) if goes_on else Span(0, len(document))


def _says(text: str) -> bool:
    """Return whether there is more in some lines than comments."""
    lines = (line.strip(" \t\r") for line in text.split("\n"))
    return any(line and not line.startswith("#") for line in lines)
