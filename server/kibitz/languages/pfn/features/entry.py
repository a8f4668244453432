"""The entry at the cursor: a line, a statement over several lines, or the whole table that ends there."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import table_at, written_at
from kibitz.languages.pfn.language import Pfn


def entry(language: Pfn, analysis: Analysis, offset: int) -> Span:
    """Return the table that ends at `offset`, apart from spaces and the rest of a statement; otherwise the statement there.

    A table at its end may still get keys that change its other keys: a suit defines a card, a number of cards the sizes
    of all suits. A statement is returned with its whole lines.
    """
    here = written_at(analysis, offset)
    start = min(here.start, here.place.text.rfind("\n", 0, here.start) + 1)
    if not here.rest.strip(" \t\r\n"):
        at = offset - here.place.start
        table = table_at(analysis, here.place, at)
        first = table.head.start if table is not None and table.header is not None else 0
        start = min(first, at)
    return Span(start, here.end).shifted(here.place.start)
