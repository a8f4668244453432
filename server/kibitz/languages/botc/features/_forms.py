"""Writing one grimoire: in its other form, and with other players in the form that it has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.document import Document, line_end_of
from kibitz.core.setting import LAYOUT, WIDTH, Preferences
from kibitz.core.values import Edit, Span
from kibitz.languages.botc.drawing.layouts import Layout
from kibitz.languages.botc.drawing.render import WIDTH as WIDE
from kibitz.languages.botc.drawing.render import redrawn, render
from kibitz.languages.botc.features._cursor import Asked, sheet_at
from kibitz.languages.botc.game.model import Grimoire, Player
from kibitz.languages.botc.text import write
from kibitz.languages.botc.text.nodes import Record
from kibitz.languages.botc.text.read import Sheet


def layout_of(preferences: Preferences) -> tuple[str, int]:
    """How a grimoire is to be drawn: the name of a layout or its sides, and the columns that `auto` may use.

    Who says only how wide a picture may be wants one that fits.
    """
    name = preferences.text(LAYOUT, "auto" if WIDTH in preferences.values else "balanced")
    return name, preferences.number(WIDTH, WIDE)


USUAL = ("balanced", WIDE)


def conversion(
    document: Document, place: Place, record: Record, to: str, layout: tuple[str, int] = USUAL
) -> Edit:
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


# Other players in the form that it has


@dataclass(frozen=True)
class Table(Asked):
    """A grimoire with its chunk."""

    analysis: Analysis
    place: Place
    record: Record

    @cached_property
    def players(self) -> list[Player]:
        """Who sits there, as far as that can be read."""
        return [entry.player for entry in self.record.entries]

    @property
    def span(self) -> Span:
        """Where it stands in the document."""
        return self.record.span.shifted(self.place.start)

    def seat(self, number: int) -> Span:
        """Where a player stands in the document."""
        return self.record.seats[number].span.shifted(self.place.start)

    def written(self, players: Sequence[Player]) -> str:
        """A grimoire of these players in the same form."""
        grimoire = Grimoire(tuple(players))
        if self.record.form == "drawing" and self.record.sides:
            return self.drawn(players, self.record.sides).text
        return write.line(grimoire)

    def drawn(self, players: Sequence[Player], sides: Layout) -> Edit:
        """Puts a drawing of these players in the place of the grimoire."""
        edit = redrawn(Grimoire(tuple(players)), sides, self.document.text(*self.span))
        return edit.shifted(self.span.start)

    def changed(self, new: Mapping[int, Player]) -> tuple[Edit, ...]:
        """The edits that put other players into some seats; none where a drawing can't be drawn anew."""
        if self.record.form == "line":
            return tuple([Edit(*self.seat(index), write.entry(new[index])) for index in sorted(new)])
        if self.record.sides is None or not self.record.sound:
            return ()
        players = [new.get(index, player) for index, player in enumerate(self.players)]
        return (self.drawn(players, self.record.sides),)
