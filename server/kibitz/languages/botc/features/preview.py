"""The picture beside the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.values import Glyph, Preferences, Preview
from kibitz.core.words import plural
from kibitz.languages.botc.drawing.render import render
from kibitz.languages.botc.features._cursor import sheet_at, title_behind
from kibitz.languages.botc.features._forms import Layout
from kibitz.languages.botc.features._moments import moment_before, night_sheet
from kibitz.languages.botc.game.difference import differences
from kibitz.languages.botc.game.roles import TEAMS, roles
from kibitz.languages.botc.language import VIEW
from kibitz.languages.botc.text.nodes import Record

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.core.chunks import Place
    from kibitz.core.document import Document
    from kibitz.languages.botc.language import Botc

SEARCHED = 200
"""How many chunks around the cursor are looked at for a grimoire."""


def preview(language: Botc, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
    """The grimoire at the cursor, or the nearest one; without a cursor the last one."""
    document = analysis.document
    found = _nearest(document, _place(document, len(document) if offset is None else offset))
    if found is None:
        return Preview("")
    place, record = found
    if record.form == "bag":
        return _bag(place, record)
    view = preferences.text(VIEW, "picture")
    if view != "picture":
        return Preview(f"{_words(view, record, moment_before(document, place, record))}\n")
    seats = record.seated
    drawing = render(record.grimoire, *Layout.of(preferences))
    glyphs = []
    for part in drawing.parts:
        seat = seats[part.player]
        word = seat.role if part.kind == "role" else seat.name
        if part.token is not None:
            word = seat.tokens[part.token]
        span = word.span.shifted(place.start)
        glyphs.append(Glyph(span, part.line, part.start, part.end))
    return Preview(f"{drawing.text}\n{_note(record)}", tuple(glyphs))


def _words(view: str, record: Record, before: Record | None) -> str:
    """The night sheet, or what has happened since the grimoire before."""
    if view == "night":
        return night_sheet(record, before)
    if before is None:
        return "(no grimoire of the same game is before this one)"
    return "\n".join(differences(before.grimoire, record.grimoire)) or "(nothing has changed)"


def _place(document: Document, offset: int) -> Place:
    """The chunk at the cursor; on a title the chunk that it names."""
    place = document.place_at(offset)
    sheet = sheet_at(document, place)
    if title_behind(place.chunk.text, sheet) and offset - place.start >= sheet.comments[-1].start:
        return document.after(place) or place
    return place


def _note(record: Record) -> str:
    missing = len(record.seats) - len(record.seated)
    broken = sum(seat.entry.broken for seat in record.seated)
    notes = []
    if missing:
        notes.append(f"{plural(missing, 'player')} can't be read")
    if broken:
        notes.append(
            f"{plural(broken, 'entry')[:-1] + 'ies' if broken > 1 else '1 entry'} shown as probably meant"
        )
    return f"({', '.join(notes)})\n" if notes else ""


def _nearest(document: Document, place: Place) -> tuple[Place, Record] | None:
    """The chunk with a record at a place, or the next one before it, or the next one behind."""
    for step in (document.before, document.after):
        near: Place | None = place
        for _ in range(SEARCHED):
            if near is None:
                break
            if record := sheet_at(document, near).record:
                return near, record
            near = step(near)
    return None


def _bag(place: Place, record: Record) -> Preview:
    """The roles of a bag by their teams."""
    lines: list[str] = []
    glyphs: list[Glyph] = []
    for team in (*TEAMS, None):
        words = [word for word in record.roles if _team(word.text) == team]
        if not words:
            continue
        line = f"{team or 'unknown':<11}"
        for word in words:
            glyphs.append(
                Glyph(word.span.shifted(place.start), len(lines), len(line), len(line) + len(word.text))
            )
            line += word.text + "  "
        lines.append(line.rstrip())
    return Preview("".join(f"{line}\n" for line in lines), tuple(glyphs))


def _team(role: str) -> str | None:
    found = roles().get(role)
    return found.team if found else None
