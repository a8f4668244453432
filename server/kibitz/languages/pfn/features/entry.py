"""The entry that is being written: a statement, or the whole table at whose end it is."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import cursor_at, written_until
from kibitz.languages.pfn.language import Pfn


def entry(language: Pfn, analysis: Analysis, offset: int) -> Span:
    """The table that ends at `offset`, but for the rest of a statement and blanks; else the statement there.

    As long as nothing stands behind in a table, keys that it lacks may still come, and they may change what those above
    them mean: a suit that of a card, a number of cards the sizes of all suits.
    """
    here = cursor_at(analysis, offset)
    start, (statement, end) = here.place.start, written_until(here)
    if not here.source[end:].strip(" \t\r\n"):
        first = here.table.head.start if here.table is not None and here.table.header is not None else 0
        return Span(start + min(first, here.offset), start + end)
    return Span(min(here.offset, statement.start if statement else end), end).shifted(start)
