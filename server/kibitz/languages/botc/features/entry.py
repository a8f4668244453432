"""The entry that the user is typing: a player with its tokens, a role of a bag, or a line of a drawing."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.items import unfinished
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import written_at


def entry(language: object, analysis: Analysis, offset: int) -> Span:
    """See :meth:`kibitz.core.language.Language.entry`."""
    found = written_at(analysis, offset)
    if found is None:
        return Span(offset, offset)
    place, record = found
    parts = _lines(place.text) if record.form == "drawing" else record.parts
    part = unfinished(parts, offset - place.start)
    return part.shifted(place.start) if part else Span(offset, offset)


def _lines(text: str) -> list[Span]:
    breaks = [found.span() for found in LINE_BREAK.finditer(text)]
    starts, ends = [0, *(end for _, end in breaks)], [*(start for start, _ in breaks), len(text)]
    return [*map(Span, starts, ends)]
