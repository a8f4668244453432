"""Records as rows of plain values, for statistics and exports.

A notation declares its columns and yields, for each record in order, the values of its rows and their places. Core adds
the columns of every row: line and column, the number of the record, and its errors so far.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain, islice, repeat
from operator import add, sub
from typing import Any, Literal, NamedTuple, TypeVar, cast

import tomli

from kibitz.core.analysis import Analysis
from kibitz.core.data import read_data
from kibitz.core.document import Document
from kibitz.core.text import break_ends

Kind = Literal["events", "records"]
KINDS: tuple[Kind, ...] = ("events", "records")
"""Kinds of rows: events, and whole records."""
Type = Literal["string", "integer", "number", "boolean", "date", "strings", "integers"]
"""Types of columns. A date is a text in ISO 8601; `strings` and `integers` are lists."""
Value = str | int | float | tuple[str, ...] | tuple[int, ...] | None
T = TypeVar("T")
LARGEST = 2**53
"""The largest whole number that every program reads exactly."""


def plain(number: float | None) -> float | None:
    """Return a number that every format of rows can write, or None if it is missing or too large."""
    return number if number is not None and -LARGEST <= number <= LARGEST else None


class Column(NamedTuple):
    """A column. Each of its values may be missing, because unknown facts are left out."""

    name: str
    type: Type
    help: str
    """Its meaning, with the unit."""


def declared(package: str, table: str) -> tuple[Column, ...]:
    """Return the columns of a table in `data/columns.toml` of a notation, such as `seat = ["integer", "the player, from 1"]`."""
    return tuple(Column(name, *said) for name, said in _tables(package)[table].items())


@cache
def _tables(package: str) -> dict[str, dict[str, tuple[Type, str]]]:
    return tomli.loads(read_data(package, "data/columns.toml"))


class Said:
    """Values of some adjacent columns of a row. Rows with the same values may share one."""

    __slots__ = ("values",)

    def __init__(self, *values: Value) -> None:
        self.values = values


Part = Said | str | None
"""A part of the values of a row. If it has a single column of texts, it may be the text itself."""
Row = tuple[int, int, tuple[Part, ...]]
"""The start and the end of a row's source, as offsets of the document, and the parts of its values."""


class Listed:
    """Many rows as one list per value, which is faster for millions of rows."""

    __slots__ = ("lengths", "parts", "starts")

    def __init__(
        self, starts: Sequence[int], lengths: Sequence[int], parts: tuple[Sequence[Part], ...]
    ) -> None:
        """Store the starts of the sources, their lengths, and each part of the values."""
        self.starts, self.lengths, self.parts = starts, lengths, parts

    @property
    def ends(self) -> Iterator[int]:
        """Yield the ends of the sources."""
        return map(add, self.starts, self.lengths)

    def __iter__(self) -> Iterator[Row]:
        return zip(self.starts, self.ends, zip(*self.parts, strict=True), strict=True)


class Record(NamedTuple):
    """A record and its rows. It ends where the next one begins."""

    start: int
    rows: Iterable[Row] | Listed


class Rows(NamedTuple):
    """The rows of one kind of a notation. In `records`, each record has one row."""

    columns: tuple[Column, ...]
    of: Callable[[Analysis], Iterable[Record]]
    parts: tuple[int, ...] = ()
    """Numbers of columns of the parts of a row, if there are several parts."""


PLACE = (
    Column("file", "string", "the name of the file, as given"),
    Column("line", "integer", "the line where the row begins in the record, from 1"),
    Column("column", "integer", "the column in that line, in code points from 1"),
    Column("record", "integer", "the number of the record in its file, from 1"),
)
NUMBER = Column("number", "integer", "the number of the row in its record, from 1")
ERRORS: dict[Kind, Column] = {
    "events": Column("errors", "integer", "number of errors that `kibitz check` finds up to here"),
    "records": Column("errors", "integer", "number of errors that `kibitz check` finds in the record"),
}


class Stretch(NamedTuple):
    """Some adjacent rows with the facts of core: one list per column."""

    lines: list[int]
    columns: list[int]
    records: list[int]
    """The number of the record of each row."""
    numbers: list[int]
    """The number of each row in its record."""
    errors: list[int]
    parts: tuple[list[Part], ...]
    """Each part of the values, for all rows."""


MOST = 1000
"""Rows in a stretch. A listed group of rows stays together."""


def lists(stretch: Stretch) -> list[Sequence[Value]]:
    """Return the columns of a stretch as lists: line, column, record, number in the record, errors, and each declared column."""
    *places, parts = stretch
    return [*places, *chain.from_iterable(map(by_column, parts))]


def by_columns(file: str, about: Any, rows: Rows) -> Mapping[str, Sequence[Value]]:
    """Return the values of the rows of a file as one list per column name, without their places.

    `about` is an analysis, or a value of :meth:`kibitz.core.notation.Notation.clean`, from which tables are made as well.
    """
    told: dict[str, list[Value]] = {"file": [], **{column.name: [] for column in rows.columns}}
    coming = (said for record in rows.of(about) for _, _, said in record.rows)
    while some := [*islice(coming, MOST)]:
        said = chain.from_iterable(map(by_column, zip(*some, strict=True)))
        for values, more in zip(told.values(), ([file] * len(some), *said), strict=True):
            values += more
    return told


def by_column(part: Sequence[Part]) -> Iterable[Sequence[Value]]:
    """Yield the values of a part of some rows, one list per column."""
    if isinstance(part[0], Said):
        return zip(*[said.values for said in cast("Sequence[Said]", part)], strict=True)
    return (cast("Sequence[str | None]", part),)


def columns(kind: Kind, rows: Rows) -> tuple[Column, ...]:
    """Return all columns of a kind of rows, in order."""
    number = () if kind == "records" else (NUMBER,)
    return (*PLACE, *number, ERRORS[kind], *rows.columns)


def stretches(analysis: Analysis, rows: Rows, errors: Sequence[int]) -> Iterator[Stretch]:
    """Yield the rows of a text in order. `errors` are the offsets of its errors, in order.

    Each row counts the errors from the start of its record to its own end. The last row of a record counts those up to the
    next record.
    """
    lines, number, before = _Lines(analysis.document), 0, 0
    gathered: list[_Some] = []
    count = 0
    for record, following in _with_next(rows.of(analysis)):
        number, first = number + 1, 1
        past = len(errors) if following is None else bisect_left(errors, following.start, before)
        listed = _listed(record.rows)
        counted = _counted(listed, errors, before, past) if before < past else zip(listed, repeat(()))
        for some, found in counted:
            gathered.append((number, first, some, found))
            first += len(some.starts)
            count += len(some.starts)
            if count >= MOST:
                yield _stretch(lines, gathered)
                gathered, count = [], 0
        before = past
    if gathered:
        yield _stretch(lines, gathered)


_Some = tuple[int, int, Listed, Sequence[int]]
"""Some rows of a record: its number, the number of the first row, the rows, and their errors, if there are any."""


def _stretch(lines: _Lines, gathered: Sequence[_Some]) -> Stretch:
    records, firsts, listed, errors = zip(*gathered, strict=True)
    counts = [len(some.starts) for some in listed]
    return Stretch(
        *lines.places(_joined(some.starts for some in listed)),
        _joined(map(repeat, records, counts)),
        _joined(map(range, firsts, map(add, firsts, counts))),
        _joined(found or repeat(0, count) for found, count in zip(errors, counts, strict=True)),
        tuple(map(_joined, zip(*[some.parts for some in listed], strict=True))),
    )


def _joined(lists: Iterable[Iterable[T]]) -> list[T]:
    return [*chain.from_iterable(lists)]


def _counted(
    listed: Iterable[Listed], errors: Sequence[int], before: int, past: int
) -> Iterator[tuple[Listed, list[int]]]:
    """Yield the rows of a record, with the errors of each row: those from `before` to `past`."""
    found = 0
    for some, following in _with_next(listed):
        # Rows need not stand in the order in which things happened.
        counts = (bisect_left(errors, end, before, past) - before for end in some.ends)
        _, *so_far = accumulate(counts, max, initial=found)
        found = so_far[-1] = so_far[-1] if following else past - before
        yield some, so_far


def _listed(rows: Iterable[Row] | Listed) -> Iterable[Listed]:
    """Yield the rows of a record, many at a time."""
    return (rows,) if isinstance(rows, Listed) else _together(rows)


def _together(rows: Iterable[Row]) -> Iterator[Listed]:
    coming = iter(rows)
    while some := list(islice(coming, MOST)):
        starts, ends, said = zip(*some, strict=True)
        yield Listed(starts, [*map(sub, ends, starts)], tuple(zip(*said, strict=True)))


def _with_next(some: Iterable[T]) -> Iterator[tuple[T, T | None]]:
    """Yield each thing with the next one, and the last with None."""
    coming = iter(some)
    one = next(coming, None)
    while one is not None:
        following = next(coming, None)
        yield one, following
        one = following


class _Lines:
    """Lines and columns of offsets. It is fast if the offsets come in order."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._ends = chain(break_ends(document.text()), repeat(len(document) + 1))
        self.line, self.begin, self.end = 1, 0, next(self._ends)
        """The latest line: its number, its start and the start of the next one."""

    def places(self, offsets: list[int]) -> tuple[list[int], list[int]]:
        """Return the lines and the columns of some offsets, from 1."""
        if offsets[0] < self.begin or offsets != sorted(offsets):
            places = [*map(self.place, offsets)]
            return [line for line, _ in places], [column for _, column in places]
        lines: list[int] = []
        columns: list[int] = []
        while (done := len(lines)) < len(offsets):
            self.place(offsets[done])
            here = offsets[done : bisect_left(offsets, self.end, done)]
            lines += [self.line] * len(here)
            before = self.begin - 1
            columns += [offset - before for offset in here]
        return lines, columns

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset, from 1."""
        while offset >= self.end:
            self.line, self.begin, self.end = self.line + 1, self.end, next(self._ends)
        if offset >= self.begin:
            return self.line, offset - self.begin + 1
        line, column = self._document.position_at(offset, "utf-32")
        return line + 1, column + 1
