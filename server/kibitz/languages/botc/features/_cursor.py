"""The grimoire and the word at a place, and conversions of a grimoire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import Literal, NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import RECENT
from kibitz.core.chunks import MARKER, Place
from kibitz.core.document import Document, line_end_of
from kibitz.core.items import place_written
from kibitz.core.setting import LAYOUT, WIDTH, Preferences
from kibitz.core.values import Edit, Span
from kibitz.languages.botc.drawing.render import WIDTH as WIDE
from kibitz.languages.botc.drawing.render import Layout, redrawn, render
from kibitz.languages.botc.game.log import (
    Grimoire,
    Player,
    Title,
    begins_anew,
    one_game,
    titles,
    under,
)
from kibitz.languages.botc.game.roles import Script
from kibitz.languages.botc.game.shorthand import Shorthand, shorthand_events
from kibitz.languages.botc.text.nodes import Record, Seat, Word
from kibitz.languages.botc.text.read import Sheet

Placed = tuple[Place, Record]
"""A record with its chunk."""
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
        """The place of the word in the document."""
        return self.word.span.shifted(self.place.start)


class DocumentContext:
    """A question about a document, with its `analysis`."""

    analysis: Analysis

    @property
    def document(self) -> Document:
        return self.analysis.document

    @property
    def script(self) -> Script:
        """The script of the file."""
        script: Script = self.analysis.context
        return script


def sheet_at(document: Document, place: Place) -> Sheet:
    """Return the contents of a chunk."""
    sheet: Sheet = document.language.parsed(place.text).value
    return sheet


def records_in(document: Document, places: Iterable[Place]) -> Iterator[Placed]:
    """Yield the records of some chunks."""
    for place in places:
        if record := sheet_at(document, place).record:
            yield place, record


def grimoires(document: Document, places: Iterable[Place]) -> Iterator[Placed]:
    """Yield the grimoires among the records of some chunks."""
    return ((place, record) for place, record in records_in(document, places) if record.form != "bag")


def naming(document: Document, *texts: str) -> Iterator[Placed]:
    """Yield the records of the chunks that contain one of some texts."""
    places = (one for one in document.places() if any(text in one.chunk.text for text in texts))
    return records_in(document, places)


def record_at(analysis: Analysis, offset: int) -> Placed | None:
    """Return the record that the cursor touches, with its chunk, or None."""
    document = analysis.document
    place = document.place_at(offset)
    near = records_in(document, islice(document.until(place), 1 + (place.start == offset)))
    return next((one for one in near if one[1].span.shifted(one[0].start).holds(offset)), None)


def written_at(analysis: Analysis, offset: int) -> Placed | None:
    """Return the record that continues at an offset, with its chunk, or None.

    An unclosed record reaches to the next one.
    """
    found = next(records_in(analysis.document, [place_written(analysis.document, offset)]), None)
    if found and found[1].closed and offset > found[0].start + found[1].span.end:
        return None
    return found


def word_at(analysis: Analysis, offset: int) -> WordAt | None:
    """Return the word that the cursor touches, or None."""
    if (found := record_at(analysis, offset)) is None:
        return None
    place, record = found
    for kind, word, seat in words(record):
        if word.text and word.span.shifted(place.start).holds(offset):
            return WordAt(place, record, kind, word, seat)
    return None


def words(record: Record) -> Iterator[tuple[WordKind, Word, Seat | None]]:
    """Yield every word of a record with its kind and its seat."""
    for word in record.roles:
        yield "role", word, None
    for seat in record.seats:
        yield "name", seat.name, seat
        yield "role", seat.role, seat
        for token in seat.tokens:
            yield "token", token, seat


def title_behind(text: str, sheet: Sheet) -> str:
    """Return the comment at the end of a chunk, which names the next chunk, or an empty text.

    The title of a night or a day goes before other lines; the shorthand may follow below it. A comment for kibitz names
    nothing.
    """
    found, above = "", len(text)
    for start, end in reversed(sheet.comments):
        behind = text[end:above]
        if behind.strip() or len(behind.splitlines()) > 2 or (sheet.record and start < sheet.record.span.end):
            break
        if text[:start].rpartition("\n")[2].strip():
            # A comment at the end of a line is about that line.
            break
        above, named = start, "" if MARKER in text[start:end] else text[start:end].lstrip("#").strip()
        if Title.of(text[start:end]):
            return named
        found = found or named
    return found


# Neighbouring grimoires, and the previous one of the same game, with which a grimoire is compared


class DatedGrimoire(NamedTuple):
    """A grimoire or a bag, the offset from which its spans count, and the title of its night or day."""

    start: int
    record: Record
    title: Title | None = None
    anew: bool = False
    """Whether a title after the previous grimoire begins another game."""
    events: tuple[Shorthand, ...] = ()
    """The shorthand between the previous grimoire and this one, in comments or not."""

    @property
    def span(self) -> Span:
        return self.record.span.shifted(self.start)


def moments(document: Document) -> Iterator[DatedGrimoire]:
    """Yield all grimoires and bags of a document."""
    title, anew, events = None, False, list[Shorthand]()
    for place in document.places():
        text, sheet = place.text, sheet_at(document, place)
        if record := sheet.record:
            yield DatedGrimoire(place.start, record, title, anew, tuple(events))
            events = []
        title, anew = under(text, title), begins_anew(text) or (anew and record is None)
        events += shorthand_events(sheet.below(text))


def chunks_before(document: Document, place: Place) -> Iterator[Place]:
    """Yield the chunks before a chunk, the nearest first."""
    return islice(document.until(place), 1, RECENT + 1)


def moment_beside(document: Document, place: Place, record: Record, ahead: bool = False) -> Record | None:
    """Return the previous grimoire, or the next one if `ahead`; None if it belongs to another game."""
    titled = False
    around = document.since(place) if ahead else document.until(place)
    for last, near in pairwise(islice(around, RECENT + 1)):
        between = (last if ahead else near).text
        if begins_anew(between):
            return None
        titled = titled or bool(titles(between))
        for _, found in grimoires(document, [near]):
            if found.players:
                return found if one_game(found.grimoire, record.grimoire, titled) else None
    return None


def title_above(document: Document, place: Place) -> Title | None:
    """Return the title of a chunk's grimoire: the nearest one before it, or None."""
    above = [near.text for near in chunks_before(document, place)]
    return under("\n".join(reversed(above)), None)


def is_apart(document: Document, place: Place) -> bool:
    """Return whether an empty line separates a chunk's grimoire from the previous one, or there is no previous one."""
    for near, record in records_in(document, chunks_before(document, place)):
        between = document.text(near.start + record.span.end, place.start).splitlines()
        return any(not line.strip() for line in between[1:])
    return True


def layout_of(preferences: Preferences) -> tuple[str, int]:
    """Return the layout of a drawing (a name or its sides) and the maximum number of columns for `auto`.

    A width without a layout means `auto`.
    """
    name = preferences.text(LAYOUT, "auto" if WIDTH in preferences.values else "balanced")
    return name, preferences.number(WIDTH, WIDE)


def conversion(
    document: Document, place: Place, record: Record, to: str, layout: tuple[str, int] = ("balanced", WIDE)
) -> Edit:
    """Return the edit that writes a grimoire in a form. Comments inside it move before it."""
    start, end = record.span.shifted(place.start)
    if to == "line":
        return Edit(start, end, str(record.grimoire))
    lines = [place.text[slice(*span)] for span in sheet_at(document, place).inside]
    lines.append(render(record.grimoire, *layout).text)
    line_start = document.line_at(start).start
    if document.text(line_start, start).strip():
        lines.insert(0, "")
    else:
        start = line_start
    behind = document.text(end, document.line_at(end).end)
    if behind.strip():
        lines.append("")
    return Edit(
        start, end + len(behind) - len(behind.lstrip()), "\n".join(lines).replace("\n", line_end_of(document))
    )


def in_a_line(text: str, record: Record) -> str:
    """Return the grimoire or bag at the start of a chunk in one line."""
    return f"{text[0]}{' '.join(part for _, part in _parts(record))}{text[record.span.end - 1]}"


def spread(text: str, sheet: Sheet, record: Record, line_end: str) -> str:
    """Return the text with one player per line, and with its comments."""
    comments = [(span.start, text[slice(*span)].rstrip()) for span in sheet.inside]
    lines = [text[0]]
    for start, part in sorted([*_parts(record), *comments]):
        before = text[:start].splitlines()[-1].strip() if part.startswith("#") else ""
        if before:
            # A comment at the end of a line stays there.
            lines[-1] += f" {part}"
        else:
            lines.append(f"  {part}")
    return line_end.join([*lines, text[record.span.end - 1]])


def is_spread(text: str, record: Record) -> bool:
    """Return whether a grimoire has one player per line: the line ends after the opening bracket."""
    return bool(_parts(record)) and text[1:].lstrip(" \t").startswith(("\r", "\n"))


def _parts(record: Record) -> list[tuple[int, str]]:
    """Return the text between the brackets, and its place."""
    return [
        *((word.start, word.text) for word in record.roles),
        *((seat.span.start, str(seat.written)) for seat in record.seats),
    ]


# Other players in the same form


@dataclass(frozen=True)
class GrimoireContext(DocumentContext):
    """A grimoire with its chunk."""

    analysis: Analysis
    place: Place
    record: Record

    @cached_property
    def players(self) -> list[Player]:
        """The readable players."""
        return [entry.player for entry in self.record.seats]

    @property
    def span(self) -> Span:
        """The place in the document."""
        return self.record.span.shifted(self.place.start)

    def seat(self, number: int) -> Span:
        """Return the place of a player in the document."""
        return self.record.seats[number].span.shifted(self.place.start)

    def written(self, players: Sequence[Player]) -> str:
        """Return a grimoire of these players in the same form."""
        grimoire = Grimoire(tuple(players))
        if self.record.form == "drawing" and self.record.sides:
            return self.drawn(players, self.record.sides).text
        return str(grimoire)

    def drawn(self, players: Sequence[Player], sides: Layout) -> Edit:
        """Return the edit that replaces the grimoire with a drawing of these players."""
        edit = redrawn(Grimoire(tuple(players)), sides, self.document.text(*self.span))
        return edit.shifted(self.span.start)

    def changed(self, new: Mapping[int, Player]) -> tuple[Edit, ...]:
        """Return the edits that put other players into some seats, or none for an unreadable drawing."""
        if self.record.form == "line":
            return tuple(Edit(*self.seat(index), str(new[index])) for index in sorted(new))
        if self.record.sides is None or not self.record.sound:
            return ()
        players = [new.get(index, player) for index, player in enumerate(self.players)]
        return (self.drawn(players, self.record.sides),)
