"""What the rules from 100 on say of one record; offsets are relative to its chunk."""

from __future__ import annotations

from collections.abc import Iterator

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
        from kibitz.languages.botc.drawing.redraw import with_fixes_redrawn

        found = with_fixes_redrawn(found, record, text)
    yield from found


def said(record: Record, script: Script = UNSAID) -> Iterator[Diagnostic]:
    """What the rules say of a record."""
    yield from check_words(record, script)
    yield from check_tokens(record, script)
    if record.sound:
        yield from check_grimoire(record, script)
