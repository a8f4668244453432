"""The hand that is being written."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.bjn.features._replayed import replayed_before


def record(language: object, analysis: Analysis, offset: int) -> Span:
    """Return the hand that ends at `offset`, apart from comments; empty if another entry follows."""
    replayed = replayed_before(analysis, offset)
    at = offset - replayed.start
    if any(placed.end > at for placed in replayed.entries):
        return Span(offset, offset)
    return replayed.span(Span(0, max(at, len(replayed.text))))
