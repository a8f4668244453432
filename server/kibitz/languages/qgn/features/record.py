"""The game whose end is at the cursor."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.qgn.features._cursor import read
from kibitz.languages.qgn.text.model import Comment
from kibitz.languages.qgn.text.record import head_of, is_head


def record(language: object, analysis: Analysis, offset: int) -> Span:
    """Return the game at an offset if only comments follow in it, or an empty span."""
    document = analysis.document
    place = document.place_at(offset)
    end = place.end
    for one in document.places(place.start):
        if one.start > place.start and is_head(one):
            break
        for placed in read(analysis, one).items:
            if one.start + placed.start >= offset and not isinstance(placed.item, Comment):
                return Span(offset, offset)
        end = one.end
    head = head_of(document, place)
    return Span(head.start if head is not None else 0, end)
