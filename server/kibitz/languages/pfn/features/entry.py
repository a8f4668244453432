"""The entry that is being written: a line, a statement of several, or the whole table at whose end it is."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import table_at, written_at
from kibitz.languages.pfn.language import Pfn


def entry(language: Pfn, analysis: Analysis, offset: int) -> Span:
    """The table that ends at `offset`, but for the rest of a statement and blanks; else the statement there, with its line: a
    comment takes what stands behind it out of the table.

    As long as nothing stands behind in a table, keys that it lacks may still come, and they may change what those above
    them mean: a suit that of a card, a number of cards the sizes of all suits.
    """
    here = written_at(analysis, offset)
    start = min(here.start, here.place.text.rfind("\n", 0, here.start) + 1)
    if not here.rest.strip(" \t\r\n"):
        at = offset - here.place.start
        table = table_at(analysis, here.place, at)
        first = table.head.start if table is not None and table.header is not None else 0
        start = min(first, at)
    return Span(start, here.end).shifted(here.place.start)
