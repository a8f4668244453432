"""Drawings as records: what the reader says, in the values that the other forms have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz.core.values import Diagnostic, Fix, Span
from kibitz.languages.botc.drawing.reader import Reading, SeatSpans, read
from kibitz.languages.botc.drawing.redraw import redrawn
from kibitz.languages.botc.game.model import Player
from kibitz.languages.botc.rulebook import rules
from kibitz.languages.botc.text.grammar import pattern
from kibitz.languages.botc.text.nodes import Entry, Record, Word

HARMLESS = frozenset(
    {"unequal-lines", "broken-frame", "header-count", "wrong-column", "shifted-columns", "missing-column"}
)
"""Doubts that are only about how a grimoire is drawn, not about what it says."""


def read_drawing(text: str) -> tuple[Record, list[Diagnostic]]:
    """The record of a drawing, and what is doubtful about it."""
    reading = read(text)
    fixes = _fixes(text, reading)
    unfinished = any(
        slug == "not-closed" and fields["expected"] == "└" for slug, _, _, fields in reading.doubts
    )
    problems = [
        rules()[slug].at(start, end, fixes=fixes if slug in HARMLESS else (), **dict[str, Any](fields))
        for slug, start, end, fields in reading.doubts
        # Whoever is missing in a drawing without end may be in the rest of it.
        if not (slug == "header-count" and unfinished)
    ]
    entries = []
    for player, spans in zip(reading.grimoire.players, reading.seats, strict=True):
        unwritable = list(_unwritable(player, spans))
        problems += unwritable
        entries.append(_entry(player, spans, broken=bool(unwritable) or " " in player.name + player.role))
    whole, starts = Span(0, len(text)), (0,) * len(entries)
    record = Record("drawing", whole, tuple(entries), starts, sides=reading.sides, sound=not problems)
    return record, problems


def _fixes(text: str, reading: Reading) -> tuple[Fix, ...]:
    """A way to draw what was read as it should be, if nothing would be lost."""
    if not reading.doubts or any(doubt[0] not in HARMLESS for doubt in reading.doubts):
        return ()
    return (Fix("Redraw the grimoire", (redrawn(reading.grimoire, reading.sides, text),)),)


def _unwritable(player: Player, spans: SeatSpans) -> Iterator[Diagnostic]:
    """Words that the one-line form can't have, so that no other tool could read them either."""
    # Several words are a doubt already.
    if not pattern("NAME").fullmatch(player.name) and " " not in player.name:
        yield rules()["not-a-name"].at(*spans.name, name=player.name)
    for word, span in zip((player.role, *player.tokens), (spans.role, *spans.tokens), strict=True):
        if " " not in word and not all(pattern("IDENTIFIER").fullmatch(part) for part in word.split(":", 1)):
            yield rules()["not-a-role"].at(*span, text=word)


def _entry(player: Player, spans: SeatSpans, broken: bool) -> Entry:
    tokens = tuple(Word(text, *span) for text, span in zip(player.tokens, spans.tokens, strict=True))
    name, role = Word(player.name, *spans.name), Word(player.role, *spans.role)
    return Entry(name, role, tokens, player.dead, player.spent, spans.name, broken)
