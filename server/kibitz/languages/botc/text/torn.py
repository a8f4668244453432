"""Players that one stray sign or blank tears apart: `Ali}ce:imp`, `Bob:fortune_tell er`, `Eve:che,f`.

What is left of such a player would be two or three broken ones. Here it is the one that was meant, and one mistake.
"""

from __future__ import annotations

import re
from dataclasses import replace

from kibitz.core.values import Span
from kibitz.languages.botc.game.roles import meant
from kibitz.languages.botc.text.entry import read_entry
from kibitz.languages.botc.text.nodes import Entry, Word

LONGEST = 400
"""How far a player reaches at the most on either side of a sign."""
_BEFORE = re.compile(r"[^\s\[\]{}]*\Z")
_BEHIND = re.compile(r"[^\s\[\]{}]*")


def around(text: str, sign: int) -> tuple[Span, Entry] | None:
    """The player that the sign at an offset tears apart, with its span; None where it is between two, or in none."""
    before, behind = (
        _BEFORE.search(text, max(0, sign - LONGEST), sign),
        _BEHIND.match(text, sign + 1, sign + LONGEST),
    )
    if before is None or behind is None or not (before[0] and behind[0]):
        return None
    span = Span(before.start(), behind.end())
    entry = rejoined(text, span, Span(sign, sign + 1))
    return (span, entry) if entry else None


def rejoined(text: str, span: Span, gap: Span) -> Entry | None:
    """The player that stands in a span if a gap in it is left out; None if that is none whose character can be told.

    Where the sign took the place of a letter, the character is the nearest one. Words count from the start of the span;
    they may hold the gap.
    """
    entry, problem = read_entry(text[span.start : gap.start] + text[gap.end : span.end])
    role = meant(entry.role.text)
    if problem or role is None:
        return None
    at, by = gap.start - span.start, gap.end - gap.start

    def moved(word: Word) -> Word:
        return Word(word.text, word.start + by * (word.start >= at), word.end + by * (word.end > at))

    return replace(
        entry,
        name=moved(entry.name),
        role=moved(entry.role)._replace(text=role.id),
        tokens=tuple(map(moved, entry.tokens)),
        span=Span(0, span.end - span.start),
        broken=True,
    )
