"""The entry that is being written."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.bjn.features._replayed import replayed_before


def entry(language: object, analysis: Analysis, offset: int) -> Span:
    """The entry or comment that ends at `offset` or holds it, blanks behind it included: they divide nothing.

    Where none has been begun, it is empty.
    """
    replayed = replayed_before(analysis, offset)
    sheet, at = replayed.sheet, offset - replayed.start
    last = sheet.written_at(at)
    return replayed.span(Span(last.start, max(last.end, at)) if last else Span(at, at))
