"""The items of a text, the sheet that holds those of one hand, and its layout."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any, Literal, NamedTuple

from kibitz.core.items import begun, touched
from kibitz.core.text import LINE_BREAK, count_breaks
from kibitz.core.values import Edit, Fix, Span
from kibitz.languages.bjn.game.model import UNKNOWN, Entry, Event, Setup, Unread

Kind = Literal["setup", "event", "split", "outcome", "comment", "conflict"]


DIVIDER = re.compile(r"[|\r\n]")
"""The separators of entries."""


class Flaw(NamedTuple):
    """A problem in the text of an item: a rule, a place in the item, and the fields of the message."""

    slug: str
    start: int
    end: int
    fields: Mapping[str, Any]
    fixes: tuple[Fix, ...] = ()


class Item(NamedTuple):
    """A piece of text between separators. `value` is None for a comment, and for an entry that can't be read.

    `fields` are the places of the parts of the entry, relative to it. An event has five, a setup two or more.
    A split block has two hands with their cards, and an outcome one for each letter.
    """

    text: str
    kind: Kind
    value: Entry | None = None
    fields: tuple[Span, ...] = ()
    flaws: tuple[Flaw, ...] = ()

    @property
    def value_known(self) -> Entry:
        """The certain part of the entry: only the seat and hand if it is unreadable or unfinished."""
        if self.value and not (self.unfinished and _lacks(self.value)):
            return self.value
        if self.kind != "event":
            return Unread(kind=self.kind)
        actor, hand, *_ = [*self.text.split("."), ""]
        return Unread(seat_number(actor), seat_number(hand))

    @property
    def clear(self) -> bool:
        """Whether the meaning of an event with a flaw is clear, except for its card."""
        if not isinstance(self.value, Event) or len(self.flaws) > 1 or self.unfinished:
            return False
        return UNKNOWN not in (self.value.action, self.value.modifier)

    @property
    def unfinished(self) -> bool:
        """Whether fields of an event are missing."""
        return any(flaw.slug == "fields" for flaw in self.flaws)


def _lacks(value: Entry) -> bool:
    """Return whether an event lacks the card of its action, or is empty."""
    return isinstance(value, Event) and not value.card and value.modifier == "" and value.action != "/"


class Placed(NamedTuple):
    """An item and where it starts."""

    start: int
    item: Item

    @property
    def kind(self) -> Kind:
        return self.item.kind

    @property
    def text(self) -> str:
        return self.item.text

    @property
    def value(self) -> Entry | None:
        return self.item.value

    @property
    def end(self) -> int:
        return self.start + len(self.item.text)

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    def field(self, number: int | None) -> Span:
        """Return the place of a field, or of the whole entry if `number` is None or too large."""
        if number is None or number >= len(self.item.fields):
            return self.span
        return self.item.fields[number].shifted(self.start)

    def field_at(self, offset: int) -> int | None:
        """Return the number of the field that a cursor touches, or None if it touches only empty ones."""
        touched = [number for number in range(len(self.item.fields)) if self.field(number).holds(offset)]
        filled = [number for number in touched if self.field(number).end > self.field(number).start]
        return filled[-1] if filled else None


class Sheet:
    """The items of one hand, with the text before the next one. It is never changed."""

    def __init__(self, text: str, items: tuple[Placed, ...]) -> None:
        self.text = text
        self.items = items

    @property
    def contents(self) -> Sequence[Item]:
        """The items without their places."""
        return [placed.item for placed in self.items]

    @cached_property
    def entries(self) -> tuple[Placed, ...]:
        """All entries, read or not."""
        return tuple(placed for placed in self.items if placed.kind not in {"comment", "conflict"})

    @cached_property
    def values(self) -> tuple[Entry, ...]:
        """The values of the entries, one for each; only the seat and hand of those that are unreadable or unfinished."""
        return tuple([placed.item.value_known for placed in self.entries])

    def at_table(self, house: tuple[str, ...], empty: tuple[int, ...]) -> Sheet:
        """Return the same sheet with house rules and empty seats that the setup does not name."""

        def placed_wagers(placed: Placed) -> Placed:
            if not isinstance(setup := placed.value, Setup):
                return placed
            return placed._replace(item=placed.item._replace(value=setup._replace(house=house, empty=empty)))

        return Sheet(self.text, tuple(map(placed_wagers, self.items)))

    @cached_property
    def remarks(self) -> tuple[tuple[int, int], ...]:
        """The offsets and columns of comments that follow an entry on its line."""
        return tuple(
            (after.start, column_in(self.text, after.start))
            for before, after in pairwise(self.items)
            if after.kind == "comment" and before.kind != "comment"
            and LINE_BREAK.search(self.text, before.end, after.start) is None
        )  # fmt: skip

    @cached_property
    def conflicting(self) -> bool:
        """Whether a version control system has left its markers here."""
        return any(placed.kind == "conflict" for placed in self.items)

    @property
    def readable(self) -> bool:
        """Whether kibitz can read every entry."""
        return not self.conflicting and all(placed.value for placed in self.entries)

    @property
    def setup(self) -> Setup | None:
        """The setup with which the hand begins, if it can be read."""
        first = self.values[0] if self.values else None
        return first if isinstance(first, Setup) else None

    @property
    def span(self) -> Span | None:
        """The range from the first to the last entry; None without entries."""
        return Span(self.entries[0].start, self.entries[-1].end) if self.entries else None

    @cached_property
    def compact(self) -> bool:
        """Whether all entries are on one line."""
        between = self.text[slice(*self.span)] if self.span else ""
        return "\n" not in between and "\r" not in between

    @property
    def line_end(self) -> str:
        """The first line break of the hand, or a line feed if it has none."""
        found = LINE_BREAK.search(self.text)
        return found[0] if found else "\n"

    def end_of_line(self, offset: int) -> int:
        """Return the offset of the end of a line, before its line break."""
        found = LINE_BREAK.search(self.text, offset)
        return found.start() if found else len(self.text)

    def written_at(self, offset: int) -> Placed | None:
        """Return the item that is being written at an offset: the last one that begins before it. None if a separator follows that item."""
        last = begun(self.items, offset)[-1:]
        if not last or DIVIDER.search(self.text, last[0].end, max(last[0].end, offset)):
            return None
        return last[0]

    def at(self, offset: int) -> Placed | None:
        """Return the item at a cursor, or None; between two, the one that begins there."""
        return touched(self.items, offset)


class Row(Sheet):
    """A hand of items without flaws, and separators.

    Most hands of a session log are such. The places of items are computed on demand.
    """

    def __init__(self, text: str, contents: Sequence[Item]) -> None:
        self.text = text
        self._contents = contents

    @cached_property
    def items(self) -> tuple[Placed, ...]:  # type: ignore[override]
        found, end = [], 0
        for item in self._contents:
            start = self.text.index(item.text, end)
            end = start + len(item.text)
            found.append(Placed(start, item))
        return tuple(found)

    @property
    def contents(self) -> Sequence[Item]:
        return self._contents

    @cached_property
    def values(self) -> tuple[Entry, ...]:
        return tuple([item.value for item in self._contents if item.value])


def column_in(text: str, offset: int) -> int:
    """Return the column of an offset, in characters."""
    return offset - 1 - max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset))


def seat_number(text: str) -> int:
    """Return the number of a seat or hand, or -1 if the text is not a number yet."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


STYLES = ("keep", "compact", "annotated")
Style = Literal["compact", "annotated"]


def form(sheet: Sheet, style: str) -> Style:
    """Return the form for a hand. A hand with comments between its entries stays annotated, so no comment moves."""
    if style == "annotated":
        return "annotated"
    return "compact" if sheet.compact or (style == "compact" and not inner_comments(sheet)) else "annotated"


def inner_comments(sheet: Sheet) -> list[Placed]:
    """Return the comments before the last entry of a hand."""
    end = sheet.entries[-1].start if sheet.entries else 0
    return [placed for placed in sheet.items if placed.kind == "comment" and placed.start < end]


def laid_out(sheet: Sheet, form: Style, line_end: str) -> str:
    """Return the text of a hand in one of the two forms. Both keep the lines after its last entry."""
    rows = _rows(sheet)
    if form == "compact" and len(sheet.entries) > 1:
        rows = _joined(rows)
    column = 2 + max((len(row[0]) for row in rows if row[0] and row[1]), default=0)
    lines = [_line(row, column) for row in rows]
    return line_end.join(_without_empty_runs(lines)) + line_end if any(lines) else ""


Line = tuple[str, str]
"""A line: its entry and its comment."""


def _rows(sheet: Sheet) -> list[Line]:
    """Return a line for each entry. Empty lines stay."""
    rows: list[Line] = []
    end = 0
    for placed in sheet.items:
        breaks = count_breaks(sheet.text[end : placed.start])
        trailing = placed.kind == "comment" and rows and not breaks and not rows[-1][1]
        rows += [("", "")] * (breaks - 1 if rows else 0)
        text = written(placed.item)
        if trailing:
            rows[-1] = (rows[-1][0], text)
        else:
            rows.append(("", text) if placed.kind == "comment" else (text, ""))
        end = placed.end
    return rows + [("", "")] * (count_breaks(sheet.text[end:]) - 1 if rows else 0)


def _joined(rows: list[Line]) -> list[Line]:
    """Return all entries in one row; the comment of the last one stays after it."""
    places = [index for index, row in enumerate(rows) if row[0]]
    entries = "|".join(rows[index][0] for index in places)
    return [*rows[: places[0]], (entries, rows[places[-1]][1]), *rows[places[-1] + 1 :]]


def _line(row: Line, column: int) -> str:
    entry, comment = row
    return f"{entry:<{column}}{comment}" if entry and comment else entry or comment


def _without_empty_runs(lines: list[str]) -> Iterator[str]:
    """Yield lines, and only one of several empty ones in a row."""
    for empty, run in groupby(lines, lambda line: not line):
        yield from [""] if empty else run


def written(item: Item) -> str:
    """Return the text of an item without needless spaces."""
    if item.kind == "outcome":
        return "".join(item.text.split())
    return item.text.rstrip()


def converted(sheet: Sheet, to: Style, line_end: str) -> str:
    """Return one hand in one of the two forms."""
    if to == "annotated":
        return laid_out(sheet, "annotated", line_end)
    inner = inner_comments(sheet)
    comments = "".join(placed.text.rstrip() + line_end for placed in inner)
    rest = tuple(placed for placed in sheet.items if placed not in inner)
    return comments + laid_out(Sheet(sheet.text, rest), "compact", line_end)


def behind(sheet: Sheet, end: int, entry: str) -> Edit:
    """Return an edit that inserts an entry after the one that ends at `end`: on its line in a compact hand, or else on the next one."""
    line = sheet.end_of_line(end)
    if sheet.compact or any(end < placed.start < line for placed in sheet.entries):
        return Edit(end, end, f"|{entry}")
    return Edit(line, line, f"{sheet.line_end}{entry}")
