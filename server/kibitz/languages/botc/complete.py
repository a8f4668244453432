"""What may be typed at the cursor, the likeliest first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kibitz.core.values import Completion, Span
from kibitz.languages.botc import offers
from kibitz.languages.botc.nodes import Record
from kibitz.languages.botc.spot import sheet_at, spot_at

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.core.chunks import Place
    from kibitz.core.document import Document

LOOKED_BACK = 400
"""How far an entry is read back from the cursor."""
EARLIER = 64
"""How many chunks back names are looked for."""

# The entry that ends at the cursor.
_ENTRY = re.compile(
    r"(?P<marks>[*~]*)(?P<name>[^\s*~:()\[\],{}]*)[*~]*(?P<colon>:(?P<role>[^\s*~:()\[\],{}]*))?(?P<done>[*~]*)"
    r"(?P<tokens>\((?P<list>[^()\[\]{}]*))?\Z"
)
_LAST = re.compile(r"[^\s,]*\Z")
_BEHIND = {
    "name": re.compile(r"[^\s*~:()\[\],{}]*"),
    "role": re.compile(r"\w*"),
    "token": re.compile(r"[\w:]*"),
}


def complete(analysis: Analysis, offset: int) -> Sequence[Completion]:
    """See :meth:`kibitz.core.language.Language.complete`."""
    document = analysis.document
    place = _place(document, offset)
    at = offset - place.start
    sheet = sheet_at(document, place)
    if any(comment.start < at <= comment.end for comment in sheet.comments):
        return ()
    record = sheet.record
    if record and record.form == "drawing" and at <= record.span.end:
        return _in_drawing(analysis, offset, record)
    if record is None or (at >= record.span.end and place.chunk.text[record.span.end - 1] in "]}"):
        return _outside(document, place, offset)
    if at < 1:
        return ()
    return _inside(document, place, offset, record)


def _place(document: Document, offset: int) -> Place:
    """The chunk that the text before the cursor belongs to: `[Alice:‸[` is in the first grimoire."""
    place = document.place_at(offset)
    if place.start == offset and (before := document.before(place)):
        record = sheet_at(document, before).record
        if record and before.chunk.text[record.span.end - 1 : record.span.end] not in tuple("]}┘"):
            return before
    return place


def _inside(document: Document, place: Place, offset: int, record: Record) -> Sequence[Completion]:
    text, at = place.chunk.text, offset - place.start
    found = _ENTRY.search(text[max(1, at - LOOKED_BACK) : at])
    if found is None:
        return ()
    if record.form == "bag":
        return offers.roles_for_bag(record, _span("role", text, at, found["name"], place.start))
    if found["list"] is not None:
        word = _LAST.findall(found["list"])[0]
        return offers.tokens(record, _span("token", text, at, word, place.start), at, word.rpartition(":")[0])
    if found["colon"]:
        if found["done"]:
            return ()
        return offers.roles_for_seat(record, _span("role", text, at, found["role"], place.start), at)
    span = _span("name", text, at, found["name"], place.start)
    colon = text[span.end - place.start :][:1] == ":"
    earlier = list(_earlier(document, place))
    items = offers.names(record, earlier, span, at, "" if colon else ":", not found["marks"])
    if any(not seat.span.holds(at) for seat in record.seats) or found["marks"] or colon:
        return items
    return [*items, *offers.inside_brackets(offers.grimoires(None, span))]


def _span(kind: str, text: str, at: int, word: str, base: int) -> Span:
    """The word before and behind the cursor."""
    behind = _BEHIND[kind].match(text, at)
    return Span(base + at - len(word), base + (behind.end() if behind else at))


def _in_drawing(analysis: Analysis, offset: int, record: Record) -> Sequence[Completion]:
    spot = spot_at(analysis, offset)
    if spot is None or spot.kind == "name":
        return ()
    at = offset - spot.base
    if spot.kind == "role":
        return offers.roles_for_seat(record, spot.span, at)
    word = spot.word.text[: at - spot.word.start]
    return offers.tokens(record, spot.span, at, word.rpartition(":")[0])


def _outside(document: Document, place: Place, offset: int) -> Sequence[Completion]:
    line = document.line_start(document.position_at(offset, "utf-32").line)
    word = document.text(line, offset)
    if word.strip(" \t") and not re.fullmatch(r"\s*[A-Za-z0-9]*", word):
        return ()
    start = offset - len(word.lstrip(" \t"))
    return offers.grimoires(next(_earlier(document, place, itself=True), None), Span(start, offset))


def _earlier(document: Document, place: Place, itself: bool = False) -> Iterator[Record]:
    """The grimoires before a chunk, the nearest first."""
    near = place if itself else document.before(place)
    for _ in range(EARLIER):
        if near is None:
            return
        record = sheet_at(document, near).record
        if record and record.form != "bag":
            yield record
        near = document.before(near)
