"""What follows, as far as that is sure or more likely than not."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Ghost
from kibitz.core.values import Span
from kibitz.languages.bjn.features._cursor import cursor_at
from kibitz.languages.bjn.features._foresee import foresee


def predict(language: object, analysis: Analysis, offset: int) -> Iterator[Ghost]:
    """What follows for sure or is more likely than not, as far as that goes."""
    cursor = cursor_at(analysis, offset)
    for path in foresee(cursor, 1):
        if path.sure > len(cursor.typed):
            span = cursor.replayed.span(Span(cursor.field_start, cursor.at))
            yield Ghost(span, path.text[cursor.field_start - cursor.start : path.sure])
