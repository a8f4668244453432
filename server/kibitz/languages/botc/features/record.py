"""The grimoire or bag whose bracket is open, the drawing that is being drawn."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import sheet_at, written_at
from kibitz.languages.botc.language import Botc


def record(language: Botc, analysis: Analysis, offset: int) -> Span:
    """See :meth:`kibitz.core.language.Language.record`."""
    found = written_at(analysis, offset)
    if found is None:
        return Span(offset, offset)
    place, written = found
    at, text = offset - place.start, place.text
    closer = 1 if written.closed and written.form != "drawing" else 0
    if at > written.span.end - closer and closer:
        return Span(offset, offset)
    behind = text[at : written.span.end - closer]
    for comment in reversed(sheet_at(analysis.document, place).comments):
        if at <= comment.start and comment.end <= written.span.end:
            behind = behind.replace(text[comment.start : comment.end], "")
    open_ended = not behind.strip() and not (written.form == "drawing" and written.closed)
    return (
        Span(place.start, max(offset, place.start + written.span.end)) if open_ended else Span(offset, offset)
    )
