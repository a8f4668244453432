"""The table at a place of a record, or at the end of every hand."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.picture import Canvas
from kibitz.core.values import Preferences, Preview, Span
from kibitz.core.words import plural
from kibitz.languages.bjn.features._picture import draw
from kibitz.languages.bjn.features._replayed import Replayed, first_hands, replayed_at, replayed_of
from kibitz.languages.bjn.language import Blackjack

MOST_HANDS = 50
"""A preview of a whole record shows so many hands."""


def preview(language: Blackjack, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
    """The table after the entry at `offset`; without one, the end of every hand."""
    canvas: Canvas[Span] = Canvas()
    if offset is not None:
        replayed = replayed_at(analysis, offset)
        if not replayed.sheet.entries:
            # What stands before the first hand belongs to it.
            replayed = replayed_at(analysis, replayed.start + len(replayed.sheet.text))
        draw(canvas, replayed, _last_entry(replayed, offset))
        return canvas.preview()
    hands, count = first_hands(analysis.document, MOST_HANDS)
    for place in hands:
        if (replayed := replayed_of(analysis, place)).tables:
            draw(canvas, replayed, len(replayed.tables) - 1)
    if count > MOST_HANDS:
        canvas.write()
        canvas.write(f"and {plural(count - MOST_HANDS, 'more hand')}")
    return canvas.preview()


def _last_entry(replayed: Replayed, offset: int) -> int:
    """The number of the last entry that begins at or before an offset."""
    begun = sum(placed.start <= offset - replayed.start for placed in replayed.sheet.entries)
    return min(max(begun, 1), len(replayed.tables)) - 1
