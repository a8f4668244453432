"""Which tables a picture shows."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.words import plural
from kibitz.languages.bjn.features._replayed import Replayed, first_hands, replayed_at, replayed_of

MOST_HANDS = 50
"""A picture of a whole record shows so many hands."""


def tables_shown(analysis: Analysis, offset: int | None) -> tuple[list[tuple[Replayed, int]], str]:
    """Hands, each with the number of the entry after which it is shown, and how many more there are, in words.

    That is the hand at `offset`; without one the end of every hand.
    """
    if offset is not None:
        replayed = replayed_at(analysis, offset)
        if not replayed.entries:
            # What stands before the first hand belongs to it.
            replayed = replayed_at(analysis, replayed.start + len(replayed.text))
        return [(replayed, _last_entry(replayed, offset))], ""
    hands, count = first_hands(analysis.document, MOST_HANDS)
    found = [replayed_of(analysis, place) for place in hands]
    shown = [(replayed, len(replayed.tables) - 1) for replayed in found if replayed.tables]
    return shown, f"and {plural(count - MOST_HANDS, 'more hand')}" if count > MOST_HANDS else ""


def _last_entry(replayed: Replayed, offset: int) -> int:
    """The number of the last entry that begins at or before an offset."""
    begun = sum(placed.start <= offset - replayed.start for placed in replayed.entries)
    return min(max(begun, 1), len(replayed.tables)) - 1
