"""The entry that is being written."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.bjn.features._replayed import replayed_before


def entry(language: object, analysis: Analysis, offset: int) -> Span:
    """Return the place of the entry or comment that holds `offset` or ends there, with spaces after it.

    It is empty if none has been begun.
    """
    replayed = replayed_before(analysis, offset)
    sheet, at = replayed.sheet, offset - replayed.start
    last = sheet.written_at(at)
    return replayed.span(Span(last.start, max(last.end, at)) if last else Span(at, at))
