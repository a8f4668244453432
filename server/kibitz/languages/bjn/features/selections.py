"""What a selection grows to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.items import nested
from kibitz.core.values import Span
from kibitz.languages.bjn.features._replayed import Replayed, replayed_at


def selections(language: object, analysis: Analysis, offset: int) -> Sequence[Span]:
    """Field, entry, the seat's run of events, hand, file: each that is larger than the one before and holds it."""
    replayed = replayed_at(analysis, offset)
    return nested((*_around(replayed, offset), Span(0, len(analysis.document))), offset)


def _around(replayed: Replayed, offset: int) -> Iterator[Span]:
    if placed := replayed.item_at(offset):
        number = placed.field_at(offset - replayed.start)
        if number is not None:
            yield replayed.span(placed.field(number))
        yield replayed.span(placed.span)
        for _, run in replayed.runs():
            if run[0][1].start <= placed.start <= run[-1][1].start:
                yield replayed.span(Span(run[0][1].start, run[-1][1].end))
    if replayed.sheet.span:
        yield replayed.span(replayed.sheet.span)
