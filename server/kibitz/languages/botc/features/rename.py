"""Renaming of a player in the whole file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kibitz.core.analysis import Analysis
from kibitz.core.document import Document
from kibitz.core.internal_errors import RefusedError
from kibitz.core.picture import columns
from kibitz.core.values import Edit
from kibitz.languages.botc.drawing.reader import read
from kibitz.languages.botc.drawing.render import redrawn
from kibitz.languages.botc.features._cursor import naming, word_at
from kibitz.languages.botc.game.log import Grimoire
from kibitz.languages.botc.text.grammar import pattern
from kibitz.languages.botc.text.nodes import Record


def rename(language: object, analysis: Analysis, offset: int, name: str) -> Sequence[Edit]:
    """Return the edits that rename a player in every grimoire. Renaming back restores the text.

    Raises RefusedError if the new name is unreadable or taken, or if a damaged entry needs a fix first.
    """
    found = word_at(analysis, offset)
    if found is None or found.kind != "name":
        raise RefusedError("only players can be given another name: put the cursor on one")
    if analysis.document.text(*found.span) != found.word.text or not pattern("NAME").fullmatch(
        found.word.text
    ):
        raise RefusedError(f"`{found.word.text}` has a typo: fix it first")
    if not pattern("NAME").fullmatch(name):
        raise RefusedError(
            f"`{name}` can't be a name: it is one word without brackets, `:`, `,`, `*` and `~`"
        )
    if name == found.word.text:
        return ()
    return [
        edit
        for place, record in naming(analysis.document, found.word.text)
        for edit in _renamed(analysis.document, place.start, record, found.word.text, name)
    ]


def _renamed(document: Document, base: int, record: Record, old: str, new: str) -> Iterator[Edit]:
    """Yield the edits that rename a player in one grimoire."""
    seats = [seat for seat in record.seats if seat.player.name == old]
    if not seats:
        return
    line = document.position_at(base + record.span.start, "utf-32").line + 1
    if any(seat.player.name == new for seat in record.seats):
        raise RefusedError(f"`{new}` already sits in the grimoire in line {line}")
    if record.form == "line":
        for span in [seat.name.span.shifted(base) for seat in seats]:
            if document.text(*span) != old:
                raise RefusedError(f"`{old}` in line {line} has a typo: fix it first")
            yield Edit(*span, new)
        return
    if not record.sound or record.sides is None:
        raise RefusedError(f"the drawing in line {line} is damaged: format the record first")
    span = record.span.shifted(base)
    drawn = _drawn(text := document.text(*span), old, new)
    if drawn is None or _drawn(drawn, new, old) != text:
        raise RefusedError(f"the drawing in line {line} has no room for `{new}`: format the record first")
    yield Edit(*span, drawn)


def _drawn(text: str, old: str, new: str) -> str | None:
    """Return a drawing with another name, or None without room. A well-formed drawing is redrawn, another one edited in place."""
    reading = read(text)
    players = [replace(one, name=new) if one.name == old else one for one in reading.grimoire.players]
    grimoire = Grimoire(tuple(players))
    if redrawn(reading.grimoire, reading.sides, text).text == text:
        return redrawn(grimoire, reading.sides, text).text
    more = columns(new) - columns(old)
    spans = sorted(entry.name.span for entry in reading.entries if entry.name.text == old)
    for start, end in reversed(spans):
        rest = text[end:].lstrip("*~")
        marks, behind = text[end : len(text) - len(rest)], rest.lstrip(" ")
        if (room := len(rest) - len(behind)) < more:
            return None
        text = f"{text[:start]}{new}{marks}{' ' * (room - more)}{behind}"
    again = read(text)
    same = [doubt[0] for doubt in again.doubts] == [doubt[0] for doubt in reading.doubts]
    return text if same and (again.grimoire, again.sides) == (grimoire, reading.sides) else None
