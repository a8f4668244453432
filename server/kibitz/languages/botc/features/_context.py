"""The part of a grimoire that the user is typing: a name, a role or a token."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Literal

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import RECENT
from kibitz.core.chunks import Place
from kibitz.core.document import Document
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import DocumentContext, sheet_at, word_at
from kibitz.languages.botc.features.conventions import Conventions
from kibitz.languages.botc.game.log import Title, begins_anew, under
from kibitz.languages.botc.game.shorthand import Shorthand, shorthand_events
from kibitz.languages.botc.text.nodes import Record, Seat

LOOKED_BACK = 400
"""Maximum length of an entry before the cursor, in code points."""

Kind = Literal["grimoire", "name", "role", "token", "bag"]

# The entry that ends at the cursor.
_ENTRY = re.compile(
    r"(?<![^\s*~:()\[\],{}])(?P<marks>[*~]{0,8})(?P<name>[^\s*~:()\[\],{}]*)(?P<mid>[*~]{0,8})(?P<colon>:(?P<role>[^\s*~:()\[\],{}]*))?"
    r"(?P<tokens>\((?P<list>[^()\[\]{}]*)(?P<closed>\))?)?(?P<done>[*~]{0,8})\Z"
)
_LAST = re.compile(r"[^\s,]*\Z")
_BEHIND = {
    "name": re.compile(r"[^\s*~:()\[\],{}]*"),
    "role": re.compile(r"\w*"),
    "token": re.compile(r"[\w:]*"),
}
_LINE = re.compile(r"[ \t]*[A-Za-z0-9]*")


@dataclass(frozen=True)
class CursorContext(DocumentContext):
    """The part that the user is typing: a whole grimoire, a name, a role or a token, or a role of a bag."""

    kind: Kind
    analysis: Analysis
    place: Place
    span: Span
    """The word at the cursor, in the document."""
    start: int
    """The start of the entry, in the document."""
    word: str = ""
    """The part of the word before the cursor."""
    record: Record | None = None
    """The grimoire or bag at the cursor."""
    entry: Mapping[str, str] = field(default_factory=lambda: defaultdict(str))
    """The parts of the entry up to the cursor; missing ones are empty."""
    seat: Seat | None = None
    """The seat of the entry, in a drawing."""

    @classmethod
    def behind(cls, analysis: Analysis, place: Place, offset: int) -> CursorContext:
        """Return the context of a grimoire that might follow the one of a chunk."""
        return cls("grimoire", analysis, place, Span(offset, offset), offset)

    @property
    def siblings(self) -> tuple[Conventions, ...]:
        """The conventions of sibling records; empty if the file has an earlier grimoire."""
        return () if self.log else self.analysis.siblings

    @property
    def at(self) -> int:
        """The cursor, counted from the chunk."""
        return self.span.start + len(self.word) - self.place.start

    @property
    def typed(self) -> str:
        """The text of the entry before the word, in a line."""
        return "" if self.seat else self.document.text(self.start, self.span.start)

    @property
    def role(self) -> str:
        """The character of the entry, perhaps incomplete."""
        return self.seat.role.text if self.seat else self.entry["role"]

    @property
    def dead(self) -> bool:
        """Whether the entry has begun with the mark of the dead."""
        return "*" in self.entry["marks"]

    @property
    def complete(self) -> bool:
        """Whether a complete entry ends at the cursor; the mark of the dead may be missing."""
        entry = self.entry
        written = self.kind in {"role", "token"} and entry["name"] and entry["role"]
        return bool(written and (not entry["tokens"] or entry["closed"]))

    @property
    def fresh(self) -> bool:
        """Whether the entry has no text after the cursor, so that completion can offer whole entries."""
        return self.document.text(self.span.end, self.span.end + 1).strip(" \t\r\n]") == ""

    def ended(self, offset: int) -> bool:
        """Return whether an entry ends at the cursor, with a known character or one of an earlier grimoire."""
        if not self.complete or self.span.end != offset or not self.fresh:
            return False
        role = self.entry["role"]
        return self.script.role(role) is not None or any(
            role == entry.role.text for one in self.log for entry in one.entries
        )

    @property
    def closing(self) -> str:
        """The closing mark that is missing after a complete entry of a dead player, or an empty text."""
        return "*" if self.dead and "*" not in self.entry["done"] else ""

    @property
    def closed(self) -> bool:
        """Whether only a space can follow the entry."""
        return bool(self.entry["done"])

    @property
    def bracketed(self) -> bool:
        """Whether the grimoire or bag is already closed."""
        record = self.record
        return record is not None and self.place.text[: record.span.end].endswith(("]", "}", "┘"))

    @property
    def end(self) -> str:
        """The bracket that is missing at the end, or an empty text."""
        return "" if self.bracketed else "]"

    @property
    def gap(self) -> str:
        """The text between two players: a space, or a line end if each player has a line."""
        before = self.seats_before(itself=True)
        if len(before) > 1:
            return self.place.text[before[-2].span.end : before[-1].span.start]
        first = self.place.text[1 : before[0].span.start] if before else ""
        return first if first.isspace() else " "

    @property
    def last(self) -> bool:
        """Whether the entry at the cursor is the last one."""
        return not any(seat.at > self.start - self.place.start for seat in self.others())

    def seats_before(self, itself: bool = False) -> list[Seat]:
        """Return the seats before the entry at the cursor; with `itself`, include the entry."""
        start = self.start - self.place.start
        seats = self.record.seats if self.record else ()
        return [seat for seat in seats if seat.at < start + itself and seat.entry.readable]

    def others(self) -> list[Seat]:
        """Return all seats except the one at the cursor."""
        if self.record is None:
            return []
        start = self.start - self.place.start
        return [
            seat for seat in self.record.seats if seat is not self.seat and (self.seat or seat.at != start)
        ]

    @property
    def log(self) -> tuple[Record, ...]:
        """The earlier grimoires of the game, the nearest first; without an unfinished one."""
        return tuple([record for record, _ in self._previous[0]])

    @property
    def above(self) -> tuple[Title | None, ...]:
        """The titles of those grimoires."""
        return tuple([title for _, title in self._previous[0]])

    @property
    def title(self) -> Title | None:
        """The title above the cursor."""
        return self._previous[1]

    @property
    def notes(self) -> tuple[str, ...]:
        """The comments and shorthand after each of them, up to the next grimoire or the cursor."""
        return self._previous[2]

    @property
    def jotting(self) -> bool:
        """Whether the game has shorthand."""
        return any(any(shorthand_events(text)) for text in self.notes)

    @property
    def events(self) -> list[Shorthand]:
        """The shorthand after the previous grimoire. Shorthand in comments has already been applied."""
        return [event for line in "".join(self.notes[:1]).splitlines() if (event := Shorthand.of(line))]

    @cached_property
    def _previous(self) -> tuple[list[tuple[Record, Title | None]], Title | None, tuple[str, ...]]:
        found: list[tuple[Record, str]] = []
        behind = ""
        skipped = self.kind != "grimoire"
        for near in islice(self.document.until(self.place), skipped, skipped + RECENT):
            sheet = sheet_at(self.document, near)
            ends = self.span.start - near.start
            begins = len(near.text) - len(sheet.below(near.text))
            lines = [near.text[slice(*one)] for one in sheet.notes if begins <= one.start and one.end <= ends]
            behind = "\n".join([*lines, behind])
            if begins_anew(behind):
                break
            if sheet.record and sheet.record.form != "bag":
                found.append((sheet.record, behind))
                behind = ""
        title, log = under(behind, None), list[tuple[Record, Title | None]]()
        for record, behind in reversed(found):
            log.append((record, title))
            title = under(behind, title)
        return log[::-1], title, tuple([behind for _, behind in found])


def writing_at(analysis: Analysis, offset: int) -> CursorContext | None:
    """Return the context of the cursor, or None if no part of a grimoire can be typed there."""
    document = analysis.document
    place = _place(document, offset)
    at = offset - place.start
    sheet = sheet_at(document, place)
    if any(comment.start < at <= comment.end for comment in sheet.comments):
        return None
    record = sheet.record
    if record is None or (at >= record.span.end and place.text[record.span.end - 1] in "]}┘"):
        return _outside(analysis, place, offset)
    if record.form == "drawing":
        # Line entries do not follow an unfinished drawing.
        return _in_drawing(analysis, record, offset) if at <= record.span.end else None
    return _inside(analysis, place, record, offset) if at >= 1 else None


def _place(document: Document, offset: int) -> Place:
    """Return the chunk of the text before the cursor: `[Alice:‸[` is in the first grimoire."""
    place = document.place_at(offset)
    if place.start == offset and (before := document.before(place)):
        record = sheet_at(document, before).record
        if record and before.chunk.text[record.span.end - 1 : record.span.end] not in tuple("]}┘"):
            return before
    return place


def _outside(analysis: Analysis, place: Place, offset: int) -> CursorContext | None:
    text = analysis.document.text(analysis.document.line_at(offset).start, offset)
    if not _LINE.fullmatch(text):
        return None
    word = text.lstrip(" \t")
    start = offset - len(word)
    return CursorContext("grimoire", analysis, place, Span(start, offset), start, word)


def _inside(analysis: Analysis, place: Place, record: Record, offset: int) -> CursorContext | None:
    text, at = place.text, offset - place.start
    found = _ENTRY.search(text[max(1, at - LOOKED_BACK) : at])
    # A bag holds nothing but roles.
    if found is None or (record.form == "bag" and found[0] != found["name"]):
        return None
    kind: Kind = "name"
    word = found["name"]
    if record.form == "bag":
        kind = "bag"
    elif found["tokens"]:
        kind, word = "token", "" if found["closed"] else _LAST.findall(found["list"])[0]
    elif found["colon"]:
        kind, word = "role", "" if found["done"] else found["role"]
    behind = _BEHIND["role" if kind == "bag" else kind].match(text, at)
    # Text after a closed entry belongs to no word.
    end = at if found["closed"] or found["done"] or behind is None else behind.end()
    if kind == "name" and found["mid"]:
        return None
    span = Span(offset - len(word), place.start + end)
    return CursorContext(
        kind,
        analysis,
        place,
        span,
        offset - len(found[0]),
        word,
        record,
        defaultdict(str, found.groupdict("")),
    )


def _in_drawing(analysis: Analysis, record: Record, offset: int) -> CursorContext | None:
    here = word_at(analysis, offset)
    if here is None or here.kind == "name" or here.seat is None:
        return None
    word = here.word.text[: offset - here.span.start]
    start = here.place.start
    return CursorContext(here.kind, analysis, here.place, here.span, start, word, record, seat=here.seat)
