"""Edits of a drawing: a word that changes its length moves everything, so the whole is drawn anew."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Diagnostic, Edit, Fix
from kibitz.languages.botc.drawing.layouts import Layout
from kibitz.languages.botc.drawing.render import render
from kibitz.languages.botc.game.model import Grimoire, Player
from kibitz.languages.botc.text.nodes import Record, Word


def redrawn(grimoire: Grimoire, sides: Layout, text: str) -> Edit:
    """The edit that puts the drawing of `grimoire` in the place of the drawing `text`, in its line ends."""
    line_end = LINE_BREAK.search(text)
    drawn = render(grimoire, sides).text
    return Edit(0, len(text), drawn.replace("\n", line_end[0]) if line_end else drawn)


def with_fixes_redrawn(found: Iterator[Diagnostic], record: Record, text: str) -> Iterator[Diagnostic]:
    """Diagnostics of a drawing whose fixes draw it anew; without fixes where something of it is in doubt."""
    for one in found:
        fixes = [_redrawn(fix, record, text) for fix in one.fixes] if record.sound else []
        yield one._replace(fixes=tuple(fixes)) if one.fixes else one


def _redrawn(fix: Fix, record: Record, text: str) -> Fix:
    players = []
    for seat in record.seats:
        name, role = (_edited(word, fix) for word in (seat.name, seat.role))
        tokens = tuple(_edited(token, fix) for token in seat.tokens)
        players.append(Player(name, role, tokens, seat.entry.dead, seat.entry.spent))
    sides = record.sides or Layout(len(players), 0, 0, 0)
    return Fix(fix.title, (redrawn(Grimoire(tuple(players)), sides, text[: record.span.end]),), fix.safe)


def _edited(word: Word, fix: Fix) -> str:
    text = word.text
    for edit in fix.edits:
        if word.start <= edit.start and edit.end <= word.end:
            text = text[: edit.start - word.start] + edit.text + text[edit.end - word.start :]
    return text
