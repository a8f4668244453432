"""What the rules from 100 on say of one record; offsets are relative to its chunk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kibitz.core.values import Diagnostic
from kibitz.languages.botc.check.grimoire import check_grimoire
from kibitz.languages.botc.check.tokens import check_tokens
from kibitz.languages.botc.check.words import check_words
from kibitz.languages.botc.game.script import UNSAID, Script
from kibitz.languages.botc.text.nodes import Record


def check(record: Record, text: str, script: Script = UNSAID) -> Iterator[Diagnostic]:
    """Everything that can be said of a record by itself; `text` is its chunk."""
    found = said(record, script)
    if record.form == "drawing":
        from kibitz.languages.botc.drawing.record import with_fixes_redrawn

        found = with_fixes_redrawn(found, record, text)
    yield from found


def said(record: Record, script: Script = UNSAID) -> Iterator[Diagnostic]:
    """What the rules say of a record."""
    yield from check_words(record, script)
    yield from check_tokens(record, script)
    if record.sound:
        yield from check_grimoire(_without_copies(record), script)


def _without_copies(record: Record) -> Record:
    """A grimoire without the seats that stand there twice: that is one mistake, whatever else follows from it."""
    first: dict[tuple[str, str], int] = {}
    for number, entry in enumerate(record.entries):
        first.setdefault((entry.name.text, entry.role.text), number)
    if len(first) == len(record.entries):
        return record
    kept = first.values()
    return replace(
        record,
        entries=tuple(record.entries[number] for number in kept),
        starts=tuple(record.starts[number] for number in kept),
    )
