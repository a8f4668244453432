"""Finding what the cursor is at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from kibitz.core.chunks import MARKER
from kibitz.core.items import place_written
from kibitz.core.values import Span
from kibitz.languages.botc.game.phase import Title
from kibitz.languages.botc.text.nodes import Record, Seat, Word
from kibitz.languages.botc.text.read import Sheet

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.core.chunks import Place
    from kibitz.core.document import Document

WordKind = Literal["name", "role", "token"]


class WordAt(NamedTuple):
    """A word of a record that the cursor touches; spans count from the chunk, which begins at `base`."""

    base: int
    record: Record
    kind: WordKind
    word: Word
    seat: Seat | None

    @property
    def span(self) -> Span:
        """Where the word stands in the document."""
        return self.word.span.shifted(self.base)


def sheet_at(document: Document, place: Place) -> Sheet:
    """What a chunk holds."""
    sheet: Sheet = document.language.parsed(place.chunk.text).value
    return sheet


def records(document: Document, start: int = 0, end: int | None = None) -> Iterator[tuple[int, Record]]:
    """The records of the chunks that overlap a range, each with the offset from which its spans count."""
    for place in document.places(start, end):
        if record := sheet_at(document, place).record:
            yield place.start, record


def record_at(analysis: Analysis, offset: int) -> tuple[int, Record] | None:
    """The record that the cursor touches."""
    document = analysis.document
    place = document.place_at(offset)
    before = document.before(place) if place.start == offset else None
    for near in filter(None, (place, before)):
        record = sheet_at(document, near).record
        if record and record.span.shifted(near.start).holds(offset):
            return near.start, record
    return None


def written_at(analysis: Analysis, offset: int) -> tuple[Place, Record] | None:
    """The record that somebody goes on with who writes at an offset, with its chunk: one that is not closed reaches to
    the next one."""
    place = place_written(analysis.document, offset)
    record = sheet_at(analysis.document, place).record
    if record is None or (record.closed and offset > place.start + record.span.end):
        return None
    return place, record


def word_at(analysis: Analysis, offset: int) -> WordAt | None:
    """The word that the cursor touches."""
    found = record_at(analysis, offset)
    if found is None:
        return None
    base, record = found
    for kind, word, seat in words(record):
        if word.text and word.span.shifted(base).holds(offset):
            return WordAt(base, record, kind, word, seat)
    return None


def words(record: Record) -> Iterator[tuple[WordKind, Word, Seat | None]]:
    """Every word of a record with what it is and whose."""
    for word in record.roles:
        yield "role", word, None
    for seat in record.seats:
        yield "name", seat.name, seat
        yield "role", seat.role, seat
        for token in seat.tokens:
            yield "token", token, seat


def title_behind(text: str, sheet: Sheet) -> str:
    """The comment at the end of a chunk, right above what follows, which it names; empty if there is none.

    Of several lines it is the one that tells a night or a day: what happened then may be jotted down below it. One for kibitz
    names nothing.
    """
    found, above = "", len(text)
    for start, end in reversed(sheet.comments):
        behind = text[end:above]
        if behind.strip() or len(behind.splitlines()) > 2 or (sheet.record and start < sheet.record.span.end):
            break
        above, named = start, "" if MARKER in text[start:end] else text[start:end].lstrip("#").strip()
        if Title.of(text[start:end]):
            return named
        found = found or named
    return found
