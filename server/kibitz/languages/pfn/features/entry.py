"""The entry at the cursor: a line, a statement over several lines, or the whole table that ends there."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import cursor_at
from kibitz.languages.pfn.language import Pfn


def entry(language: Pfn, analysis: Analysis, offset: int) -> Span:
    """Return the table that ends at `offset`, apart from spaces and the rest of a statement; otherwise the statement there.

    A table at its end may still get keys that change its other keys: a suit defines a card, a number of cards the sizes
    of all suits. A statement is returned with its whole lines.
    """
    here = cursor_at(analysis, offset)
    start, end = here.written
    start = min(start, here.source.rfind("\n", 0, start) + 1)
    if not here.source[end:].strip(" \t\r\n"):
        first = here.table.head.start if here.table is not None and here.table.header is not None else 0
        start = min(first, here.offset)
    return Span(start, end).shifted(here.place.start)
