"""Drawings as records: what the reader says, in the values that the other forms have."""

from __future__ import annotations

from typing import Any

from kibitz.core.values import Diagnostic, Fix, Span
from kibitz.languages.botc.model import Player
from kibitz.languages.botc.nodes import Entry, Record, Seat, Word
from kibitz.languages.botc.reader import Reading, SeatSpans, read
from kibitz.languages.botc.redraw import redrawn
from kibitz.languages.botc.rulebook import rules

HARMLESS = frozenset(
    {"unequal-lines", "broken-frame", "header-count", "wrong-column", "shifted-columns", "missing-column"}
)
"""Doubts that are only about how a grimoire is drawn, not about what it says."""


def read_drawing(text: str) -> tuple[Record, list[Diagnostic]]:
    """The record of a drawing, and what is doubtful about it."""
    reading = read(text)
    fixes = _fixes(text, reading)
    problems = [
        rules()[slug].at(start, end, fixes=fixes if slug in HARMLESS else (), **dict[str, Any](fields))
        for slug, start, end, fields in reading.doubts
    ]
    players = zip(reading.grimoire.players, reading.seats, strict=True)
    seats = tuple(Seat(0, _entry(player, spans)) for player, spans in players)
    return Record("drawing", Span(0, len(text)), seats, sides=reading.sides, sound=not problems), problems


def _fixes(text: str, reading: Reading) -> tuple[Fix, ...]:
    """A way to draw what was read as it should be, if nothing would be lost."""
    if not reading.doubts or any(doubt[0] not in HARMLESS for doubt in reading.doubts):
        return ()
    return (Fix("Redraw the grimoire", (redrawn(reading.grimoire, reading.sides, text),)),)


def _entry(player: Player, spans: SeatSpans) -> Entry:
    tokens = tuple(Word(text, *span) for text, span in zip(player.tokens, spans.tokens, strict=True))
    name, role = Word(player.name, *spans.name), Word(player.role, *spans.role)
    return Entry(name, role, tokens, player.dead, player.spent, spans.name)
