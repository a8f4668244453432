"""The picture beside the text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kibitz.core.values import Glyph, Preferences, Preview
from kibitz.core.words import plural
from kibitz.languages.botc.drawing.render import render
from kibitz.languages.botc.features._cursor import sheet_at, title_behind
from kibitz.languages.botc.features._forms import Layout
from kibitz.languages.botc.features._moments import moment_before, night_sheet
from kibitz.languages.botc.game.difference import differences
from kibitz.languages.botc.game.model import Grimoire, Player
from kibitz.languages.botc.game.roles import TEAMS
from kibitz.languages.botc.game.script import UNSAID, Script
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
    script = analysis.context or UNSAID
    if record.form == "bag":
        return _bag(place, record, script)
    view = preferences.text(VIEW, "picture")
    if view != "picture":
        return Preview(f"{_words(view, record, moment_before(document, place, record), script)}\n")
    before = _last(document, place)
    if before and not record.seats:
        drawing = render(before.grimoire, *Layout.of(preferences))
        return Preview(f"{drawing.text}\n(nobody sits here yet: this is the grimoire before)\n")
    players, notes = _known(record, before)
    drawing = render(Grimoire(tuple(players)), *Layout.of(preferences))
    glyphs = []
    for part in drawing.parts:
        seat = record.seats[part.player]
        word = seat.role if part.kind == "role" else seat.name
        if part.token is not None:
            word = seat.tokens[part.token]
        span = word.span if word.text else seat.span
        glyphs.append(Glyph(span.shifted(place.start), part.line, part.start, part.end))
    return Preview(f"{drawing.text}\n{notes}", tuple(glyphs))


def _words(view: str, record: Record, before: Record | None, script: Script) -> str:
    """The night sheet, or what has happened since the grimoire before."""
    if view == "night":
        return night_sheet(record, before, script)
    if before is None:
        return "(no grimoire of the same game is before this one)"
    return "\n".join(differences(before.grimoire, record.grimoire, script)) or "(nothing has changed)"


def _place(document: Document, offset: int) -> Place:
    """The chunk at the cursor; on a title the chunk that it names."""
    place = document.place_at(offset)
    sheet = sheet_at(document, place)
    if title_behind(place.chunk.text, sheet) and offset - place.start >= sheet.comments[-1].start:
        return document.after(place) or place
    return place


def _known(record: Record, before: Record | None) -> tuple[list[Player], str]:
    """The players as far as they are known, and what has to be said about that.

    Whoever has no role yet has the one of the grimoire before.
    """
    old = {player.name: player for player in before.grimoire.players} if before else {}
    players, as_before, unknown = [], 0, 0
    for seat in record.seats:
        player = seat.entry.player
        if not seat.entry.readable:
            was = old.get(player.name)
            as_before += was is not None
            unknown += was is None
            player = replace(player, name=player.name or "?", role=player.role or (was.role if was else "?"))
        players.append(player)
    broken = sum(seat.entry.broken and seat.entry.readable for seat in record.seats)
    notes = [
        f"{plural(unknown, 'player')} can't be read" if unknown else "",
        f"{plural(as_before, 'role')} as in the grimoire before" if as_before else "",
        "1 entry shown as probably meant" if broken == 1 else f"{broken} entries shown as probably meant" if broken else "",
        "" if record.closed else "unfinished",
    ]  # fmt: skip
    said = ", ".join(filter(None, notes))
    return players, f"({said})\n" if said else ""


def _last(document: Document, place: Place) -> Record | None:
    """The last grimoire before a chunk in which somebody sits."""
    near = document.before(place)
    for _ in range(SEARCHED):
        if near is None:
            break
        record = sheet_at(document, near).record
        if record and record.circle.names:
            return record
        near = document.before(near)
    return None


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


def _bag(place: Place, record: Record, script: Script) -> Preview:
    """The roles of a bag by their teams."""
    lines: list[str] = []
    glyphs: list[Glyph] = []
    for team in (*TEAMS, None):
        words = [word for word in record.roles if _team(word.text, script) == team]
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


def _team(role: str, script: Script) -> str | None:
    found = script.role(role)
    return found.team if found else None
