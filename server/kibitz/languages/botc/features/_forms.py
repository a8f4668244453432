"""Writing one grimoire in its other form."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.chunks import Place
from kibitz.core.document import Document, line_end_of
from kibitz.core.setting import LAYOUT, WIDTH, Preferences
from kibitz.core.values import Edit
from kibitz.languages.botc.drawing.render import WIDTH as WIDE
from kibitz.languages.botc.drawing.render import render
from kibitz.languages.botc.features._cursor import sheet_at
from kibitz.languages.botc.text import write
from kibitz.languages.botc.text.nodes import Record
from kibitz.languages.botc.text.read import Sheet


class Layout(NamedTuple):
    """How a grimoire is to be drawn: the name of a layout or its sides, and the columns that `auto` may use."""

    name: str = "balanced"
    width: int = WIDE

    @classmethod
    def of(cls, preferences: Preferences) -> Layout:
        """What is set. Who says only how wide a picture may be wants one that fits."""
        name = preferences.text(LAYOUT, "auto" if WIDTH in preferences.values else "balanced")
        return cls(name, preferences.number(WIDTH, WIDE))


USUAL = Layout()


def conversion(document: Document, place: Place, record: Record, to: str, layout: Layout = USUAL) -> Edit:
    """The edit that writes one grimoire in a form. Comments inside it come to stand before it."""
    start, end = record.span.shifted(place.start)
    if to == "line":
        return Edit(start, end, write.line(record.grimoire))
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
    """The grimoire, or the bag, that a chunk begins with, in one line."""
    return f"{text[0]}{' '.join(part for _, part in _parts(record))}{text[record.span.end - 1]}"


def spread(text: str, sheet: Sheet, record: Record, line_end: str) -> str:
    """The same with one player a line, and with the comments that stand in it."""
    comments = [(span.start, text[slice(*span)].rstrip()) for span in sheet.inside]
    parts = sorted([*_parts(record), *comments])
    return line_end.join([text[0], *(f"  {part}" for _, part in parts), text[record.span.end - 1]])


def is_spread(text: str, record: Record) -> bool:
    """Whether somebody wants one player a line: the line ends behind the bracket that opens."""
    return bool(_parts(record)) and text[1:].lstrip(" \t").startswith(("\r", "\n"))


def _parts(record: Record) -> list[tuple[int, str]]:
    """What is written between the brackets, and where it stands."""
    return [
        *((word.start, word.text) for word in record.roles),
        *((seat.at, write.entry(seat.player)) for seat in record.seats),
    ]
