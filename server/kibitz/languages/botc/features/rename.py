"""Giving a player another name in the whole file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kibitz.core.faults import RefusedError
from kibitz.core.values import Edit
from kibitz.languages.botc.drawing.redraw import redrawn
from kibitz.languages.botc.features._cursor import sheet_at, word_at
from kibitz.languages.botc.game.model import Grimoire
from kibitz.languages.botc.text.grammar import pattern
from kibitz.languages.botc.text.nodes import Record

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.core.document import Document
    from kibitz.languages.botc.language import Botc


def rename(language: Botc, analysis: Analysis, offset: int, name: str) -> Sequence[Edit]:
    """Gives the player at the cursor another name in every grimoire; drawings are drawn anew.

    Raises RefusedError where nobody could read the new name, where it is somebody else's, or where a drawing has to be
    mended first.
    """
    found = word_at(analysis, offset)
    if found is None or found.kind != "name":
        raise RefusedError("only players can be given another name: put the cursor on one")
    if analysis.document.text(*found.span) != found.word.text:
        raise RefusedError(f"`{found.word.text}` has to be mended before")
    if not pattern("NAME").fullmatch(name):
        raise RefusedError(
            f"`{name}` can't be a name: it is one word without brackets, `:`, `,`, `*` and `~`"
        )
    if name == found.word.text:
        return ()
    return [
        edit
        for base, record in _holding(analysis.document, found.word.text)
        for edit in _renamed(analysis.document, base, record, found.word.text, name)
    ]


def _renamed(document: Document, base: int, record: Record, old: str, new: str) -> Iterator[Edit]:
    """The edits of one grimoire that may name the player."""
    seats = [seat for seat in record.seats if seat.entry.name.text == old]
    if not seats:
        return
    line = document.position_at(base + record.span.start, "utf-32").line + 1
    if any(seat.entry.name.text == new for seat in record.seats):
        raise RefusedError(f"`{new}` sits in the grimoire of line {line} already")
    if record.form == "line":
        yield from (Edit(*seat.name.span.shifted(base), new) for seat in seats)
        return
    if not record.sound or record.sides is None:
        raise RefusedError(f"the drawing of line {line} must be mended first: it has to be drawn anew")
    players = [
        replace(player, name=new) if player.name == old else player for player in record.grimoire.players
    ]
    text = document.text(*record.span.shifted(base))
    yield redrawn(Grimoire(tuple(players)), record.sides, text).shifted(base + record.span.start)


def _holding(document: Document, *texts: str) -> Iterator[tuple[int, Record]]:
    """The records of the chunks in which one of the texts stands."""
    for place in document.places():
        if any(text in place.chunk.text for text in texts) and (record := sheet_at(document, place).record):
            yield place.start, record
