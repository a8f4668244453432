"""The unclosed grimoire, bag or drawing at the cursor."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import sheet_at, written_at


def record(language: object, analysis: Analysis, offset: int) -> Span:
    """See :meth:`kibitz.core.language.Language.record`."""
    found, nothing = written_at(analysis, offset), Span(offset, offset)
    if found is None:
        return nothing
    place, written = found
    at, end, text = offset - place.start, written.span.end, place.text
    if written.closed and (written.form == "drawing" or at >= end):
        return nothing
    behind = text[at : end - written.closed]
    for comment in reversed(sheet_at(analysis.document, place).comments):
        if at <= comment.start and comment.end <= end:
            behind = behind.replace(text[slice(*comment)], "")
    return nothing if behind.strip() else Span(place.start, max(offset, place.start + end))
