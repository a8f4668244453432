"""Finding what the cursor is at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal, NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import MARKER, Place
from kibitz.core.document import Document
from kibitz.core.items import place_written
from kibitz.core.values import Span
from kibitz.languages.botc.game.phase import Title
from kibitz.languages.botc.game.script import Script
from kibitz.languages.botc.text.nodes import Record, Seat, Word
from kibitz.languages.botc.text.read import Sheet

WordKind = Literal["name", "role", "token"]


class WordAt(NamedTuple):
    """A word of a record that the cursor touches; spans count from the chunk, at `place`."""

    place: Place
    record: Record
    kind: WordKind
    word: Word
    seat: Seat | None

    @property
    def span(self) -> Span:
        """Where the word stands in the document."""
        return self.word.span.shifted(self.place.start)


class Asked:
    """Whatever somebody asks about in a document: it has an `analysis`."""

    analysis: Analysis

    @property
    def document(self) -> Document:
        return self.analysis.document

    @property
    def script(self) -> Script:
        """What the head of the file says of who may be in play."""
        script: Script = self.analysis.context
        return script


def sheet_at(document: Document, place: Place) -> Sheet:
    """What a chunk holds."""
    sheet: Sheet = document.language.parsed(place.text).value
    return sheet


def records(document: Document) -> Iterator[tuple[int, Record]]:
    """All records, each with the offset from which its spans count."""
    return ((place.start, record) for place, record in records_in(document, document.places()))


def records_in(document: Document, places: Iterable[Place]) -> Iterator[tuple[Place, Record]]:
    """The records of some chunks."""
    for place in places:
        if record := sheet_at(document, place).record:
            yield place, record


def grimoires(document: Document, places: Iterable[Place]) -> Iterator[tuple[Place, Record]]:
    """Those of them that are no bags."""
    return ((place, record) for place, record in records_in(document, places) if record.form != "bag")


def naming(document: Document, *texts: str) -> Iterator[tuple[Place, Record]]:
    """The records of the chunks in which one of some texts stands."""
    places = (one for one in document.places() if any(text in one.chunk.text for text in texts))
    return records_in(document, places)


def record_at(analysis: Analysis, offset: int) -> tuple[Place, Record] | None:
    """The record that the cursor touches, with its chunk."""
    document = analysis.document
    place = document.place_at(offset)
    near = records_in(document, islice(document.until(place), 1 + (place.start == offset)))
    return next((one for one in near if one[1].span.shifted(one[0].start).holds(offset)), None)


def written_at(analysis: Analysis, offset: int) -> tuple[Place, Record] | None:
    """The record that somebody goes on with who writes at an offset, with its chunk: one that is not closed reaches to
    the next one."""
    found = next(records_in(analysis.document, [place_written(analysis.document, offset)]), None)
    if found and found[1].closed and offset > found[0].start + found[1].span.end:
        return None
    return found


def word_at(analysis: Analysis, offset: int) -> WordAt | None:
    """The word that the cursor touches."""
    if (found := record_at(analysis, offset)) is None:
        return None
    place, record = found
    for kind, word, seat in words(record):
        if word.text and word.span.shifted(place.start).holds(offset):
            return WordAt(place, record, kind, word, seat)
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
