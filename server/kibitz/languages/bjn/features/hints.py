"""Inlay hints: the total after each event."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Hint
from kibitz.core.bounds import GONE_OVER
from kibitz.core.setting import Preferences
from kibitz.core.values import Span
from kibitz.languages.bjn.features._replayed import Replayed, replayed_of
from kibitz.languages.bjn.game.model import Event
from kibitz.languages.bjn.text.names import standing


def hints(language: object, analysis: Analysis, span: Span, preferences: Preferences) -> Iterator[Hint]:
    """Yield the total after each event; for compact hands only if a setting asks for it."""
    kinds = {True: ("compactTotals", False), False: ("totals", True)}
    wanted = {compact: preferences.flag(f"inlayHints.{kind}", on) for compact, (kind, on) in kinds.items()}
    if not (any(wanted.values()) or analysis.context):
        return
    count = 0
    for place in analysis.document.places(*span):
        if not wanted[True] and place.chunk.breaks == 1 and place.text[-1] in "\r\n" and not analysis.context:
            continue
        replayed = replayed_of(analysis, place)
        if replayed.count and preferences.flag("inlayHints.count", True) and replayed.outcome:
            yield Hint(replayed.start + replayed.entries[-1].end, str(replayed.count), "count")
        if wanted[replayed.sheet.compact]:
            kind = kinds[replayed.sheet.compact][0]
            if count == GONE_OVER:
                yield Hint(place.start, "no totals from here on: too many hands at once", kind)
                return
            count += 1
            yield from (hint for hint in _totals(replayed, kind) if span.holds(hint.offset))


def _totals(replayed: Replayed, kind: str) -> Iterator[Hint]:
    for placed, table in zip(replayed.entries, replayed.tables, strict=False):
        event = placed.value
        if isinstance(event, Event) and event.action != "/":
            hand = table.hand(event.actor, event.hand)
            if hand and hand.size >= 2 and hand.known:
                yield Hint(replayed.start + placed.end, standing(hand), kind)
