"""Records as rows of plain values: what those count who keep many of them.

A notation declares its columns and says of each record, in order, what its rows say and where that stands. Core adds what
every row has: its line and column, the number of the record, and how many errors stand in that so far.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.document import Document
from kibitz.core.text import LINE_BREAK

Kind = Literal["events", "records"]
KINDS: tuple[Kind, ...] = ("events", "records")
Type = Literal["string", "integer", "number", "boolean"]
Value = str | int | float | None
LARGEST = 2**53
"""Numbers beyond are not the same in every program that reads them."""


def plain(number: float | None) -> float | None:
    """A number as it can be told in every form of rows; None for what is none, or too large."""
    return number if number is not None and -LARGEST <= number <= LARGEST else None


class Column(NamedTuple):
    """A column. Any of its values may be missing: what is not known is not told."""

    name: str
    type: Type
    help: str
    """What it says, with its unit."""


class Said:
    """What a row says, or a part of it: the values of some columns in a row. Rows that say the same may share one."""

    __slots__ = ("form", "values", "written")

    def __init__(self, *values: Value) -> None:
        self.values = values
        self.form = ""
        self.written = ""
        """The same as text, in the form of that name: kept by whoever writes rows."""


Row = tuple[int, int, tuple[Said, ...]]
"""Where a row's source begins and ends, in offsets of the document, and what the row says, part after part."""


class Record(NamedTuple):
    """A record and its rows; it reaches to where the next one begins."""

    start: int
    rows: Iterable[Row]


class Rows(NamedTuple):
    """One kind of rows of a notation. Of `records` each record has one row."""

    columns: tuple[Column, ...]
    of: Callable[[Analysis], Iterator[Record]]
    parts: tuple[int, ...] = ()
    """Of how many columns each part of a row tells, where there are several."""


PLACE = (
    Column("file", "string", "the name of the file, as it was given"),
    Column("line", "integer", "the line where the source of the row begins, from 1"),
    Column("column", "integer", "its column, in code points from 1"),
    Column("record", "integer", "the number of the record in its file, from 1"),
)
NUMBER = Column("number", "integer", "the number of the row among those of its record, from 1")
ERRORS: dict[Kind, Column] = {
    "events": Column("errors", "integer", "how many errors `kibitz check` finds in the record up to here"),
    "records": Column("errors", "integer", "how many errors `kibitz check` finds in the record"),
}


Placed = tuple[int, int, int, int, int, tuple[Said, ...]]
"""A row with what core knows of it: line, column, number of the record, number of the row in it, errors, what it says.

A plain tuple, for there are millions.
"""


def values(said: tuple[Said, ...]) -> tuple[Value, ...]:
    """What a row says, a value for each column of the notation."""
    return said[0].values if len(said) == 1 else tuple([value for part in said for value in part.values])


def columns(kind: Kind, rows: Rows) -> tuple[Column, ...]:
    """All columns of a kind of rows, in order."""
    number = (NUMBER,) if kind == "events" else ()
    return (*PLACE, *number, ERRORS[kind], *rows.columns)


def placed(analysis: Analysis, rows: Rows, errors: Sequence[int]) -> Iterator[Placed]:
    """The rows of a text, one after the other. `errors` are the offsets of the errors in it, in order.

    Each row counts those from the start of its record to its own end, the last one of a record those up to the next.
    """
    lines = _Lines(analysis.document)
    before = 0
    for number, (record, following) in enumerate(_with_next(rows.of(analysis)), start=1):
        past = len(errors) if following is None else bisect_left(errors, following.start)
        if past == before and following is not None and lines.hold(record.start, following.start):
            line, begin = lines.line, lines.begin - 1
            yield from [
                (line, start - begin, number, count, 0, said)
                for count, (start, _, said) in enumerate(record.rows, start=1)
            ]
            continue
        if past == before:
            for count, (start, _, said) in enumerate(record.rows, start=1):
                if lines.begin <= start < lines.end:
                    yield lines.line, start - lines.begin + 1, number, count, 0, said
                else:
                    yield *lines.place(start), number, count, 0, said
            continue
        found = before
        for count, ((start, end, said), last) in enumerate(_with_last(record.rows), start=1):
            # Rows need not stand in the order in which things happened.
            found = past if last else max(found, bisect_left(errors, end, before, past))
            yield *lines.place(start), number, count, found - before, said
        before = past


def _with_last(rows: Iterable[Row]) -> Iterator[tuple[Row, bool]]:
    """Each row, and whether it is the last one."""
    coming = iter(rows)
    row = next(coming, None)
    while row is not None:
        following = next(coming, None)
        yield row, following is None
        row = following


def _with_next(records: Iterator[Record]) -> Iterator[tuple[Record, Record | None]]:
    """Each record with the next one."""
    last = next(records, None)
    while last is not None:
        following = next(records, None)
        yield last, following
        last = following


class _Lines:
    """Lines and columns of offsets, found quickly where they are asked for one behind the other."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._breaks = (found.end() for found in LINE_BREAK.finditer(document.text()))
        self.line, self.begin = 1, 0
        self.end = self._next()
        """The line that was asked for last: its number, where it begins and where the next one does."""

    def _next(self) -> int:
        return next(self._breaks, len(self._document) + 1)

    def hold(self, start: int, end: int) -> bool:
        """Whether a stretch stands on one line, which is the one at hand from then on."""
        self.place(start)
        return self.begin <= start and end <= self.end

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, from 1."""
        while offset >= self.end:
            self.line, self.begin, self.end = self.line + 1, self.end, self._next()
        if offset >= self.begin:
            return self.line, offset - self.begin + 1
        line, column = self._document.position_at(offset, "utf-32")
        return line + 1, column + 1
