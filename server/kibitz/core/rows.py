"""Records as rows of plain values: what those count who keep many of them.

A notation declares its columns and says of each record, in order, what its rows say and where that stands. Core adds what
every row has: its line and column, the number of the record, and how many errors stand in that so far.
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

Kind = Literal["events", "records", "values"]
KINDS: tuple[Kind, ...] = ("events", "records", "values")
"""What happens, the records as wholes, and what it was worth to do what was done, which takes longest to find out."""
Type = Literal["string", "integer", "number", "boolean", "date", "strings", "integers"]
"""What a column holds: a date is a text as in ISO 8601, `strings` and `integers` are lists."""
Value = str | int | float | tuple[str, ...] | tuple[int, ...] | None
T = TypeVar("T")
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


def declared(package: str, table: str) -> tuple[Column, ...]:
    """The columns of a table as `data/columns.toml` of a notation declares them: `seat = ["integer", "the player, from 1"]`."""
    return tuple(Column(name, *said) for name, said in _tables(package)[table].items())


@cache
def _tables(package: str) -> dict[str, dict[str, tuple[Type, str]]]:
    return tomli.loads(read_data(package, "data/columns.toml"))


class Said:
    """What a row says, or a part of it: the values of some columns in a row. Rows that say the same may share one."""

    __slots__ = ("values",)

    def __init__(self, *values: Value) -> None:
        self.values = values


Part = Said | str | None
"""A part of what a row says. One of a single column with texts may be the text itself."""
Row = tuple[int, int, tuple[Part, ...]]
"""Where a row's source begins and ends, in offsets of the document, and what the row says, part after part."""


class Listed:
    """Some rows with a list for each thing that they tell: quicker, where there are millions."""

    __slots__ = ("lengths", "parts", "starts")

    def __init__(
        self, starts: Sequence[int], lengths: Sequence[int], parts: tuple[Sequence[Part], ...]
    ) -> None:
        """Where their sources begin, how long these are, and each part of what they say."""
        self.starts, self.lengths, self.parts = starts, lengths, parts

    @property
    def ends(self) -> Iterator[int]:
        """Where their sources end."""
        return map(add, self.starts, self.lengths)

    def __iter__(self) -> Iterator[Row]:
        return zip(self.starts, self.ends, zip(*self.parts, strict=True), strict=True)


class Record(NamedTuple):
    """A record and its rows; it reaches to where the next one begins."""

    start: int
    rows: Iterable[Row] | Listed


class Rows(NamedTuple):
    """One kind of rows of a notation. Of `records` each record has one row."""

    columns: tuple[Column, ...]
    of: Callable[[Analysis], Iterable[Record]]
    parts: tuple[int, ...] = ()
    """Of how many columns each part of a row tells, where there are several."""


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
    "values": Column("errors", "integer", "number of errors that `kibitz check` finds up to here"),
}


class Stretch(NamedTuple):
    """Some rows, one behind the other, with what core knows of them: a list for each thing that is told."""

    lines: list[int]
    columns: list[int]
    records: list[int]
    """The number of the record of each."""
    numbers: list[int]
    """The number of each in its record."""
    errors: list[int]
    parts: tuple[list[Part], ...]
    """What the rows say: each part of it in all rows."""


MOST = 1000
"""So many rows make a stretch, and those that a notation lists with the last of them."""


def lists(stretch: Stretch) -> list[Sequence[Value]]:
    """What is told of the rows of a stretch, a list for each thing: line, column, number of the record, that of the row in it,
    errors, and what each column says."""
    *places, parts = stretch
    return [*places, *chain.from_iterable(map(by_column, parts))]


def by_columns(file: str, about: Any, rows: Rows) -> Mapping[str, Sequence[Value]]:
    """What the rows of a file say: a list for each column by its name. Where they stand is not asked for.

    `about` is an analysis, or what :meth:`kibitz.core.notation.Notation.clean` tells, of which rows for tables are made, too.
    """
    told: dict[str, list[Value]] = {"file": [], **{column.name: [] for column in rows.columns}}
    coming = (said for record in rows.of(about) for _, _, said in record.rows)
    while some := [*islice(coming, MOST)]:
        said = chain.from_iterable(map(by_column, zip(*some, strict=True)))
        for values, more in zip(told.values(), ([file] * len(some), *said), strict=True):
            values += more
    return told


def by_column(part: Sequence[Part]) -> Iterable[Sequence[Value]]:
    """What a part of some rows says, a list for each column."""
    if isinstance(part[0], Said):
        return zip(*[said.values for said in cast("Sequence[Said]", part)], strict=True)
    return (cast("Sequence[str | None]", part),)


def columns(kind: Kind, rows: Rows) -> tuple[Column, ...]:
    """All columns of a kind of rows, in order."""
    number = () if kind == "records" else (NUMBER,)
    return (*PLACE, *number, ERRORS[kind], *rows.columns)


def stretches(analysis: Analysis, rows: Rows, errors: Sequence[int]) -> Iterator[Stretch]:
    """The rows of a text, one after the other. `errors` are the offsets of the errors in it, in order.

    Each row counts those from the start of its record to its own end, the last one of a record those up to the next.
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
"""Some rows of a record: its number, that of the first of them, the rows, and the errors of each, unless there are none."""


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
    """The rows of a record, with how many of its errors each has: those from `before` to `past`."""
    found = 0
    for some, following in _with_next(listed):
        # Rows need not stand in the order in which things happened.
        counts = (bisect_left(errors, end, before, past) - before for end in some.ends)
        _, *so_far = accumulate(counts, max, initial=found)
        found = so_far[-1] = so_far[-1] if following else past - before
        yield some, so_far


def _listed(rows: Iterable[Row] | Listed) -> Iterable[Listed]:
    """The rows of a record, many at a time."""
    return (rows,) if isinstance(rows, Listed) else _together(rows)


def _together(rows: Iterable[Row]) -> Iterator[Listed]:
    coming = iter(rows)
    while some := list(islice(coming, MOST)):
        starts, ends, said = zip(*some, strict=True)
        yield Listed(starts, [*map(sub, ends, starts)], tuple(zip(*said, strict=True)))


def _with_next(some: Iterable[T]) -> Iterator[tuple[T, T | None]]:
    """Each of them, and the next one; None behind the last one."""
    coming = iter(some)
    one = next(coming, None)
    while one is not None:
        following = next(coming, None)
        yield one, following
        one = following


class _Lines:
    """Lines and columns of offsets, found quickly where they are asked for one behind the other."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._ends = chain(break_ends(document.text()), repeat(len(document) + 1))
        self.line, self.begin, self.end = 1, 0, next(self._ends)
        """The line that was asked for last: its number, where it begins and where the next one does."""

    def places(self, offsets: list[int]) -> tuple[list[int], list[int]]:
        """The lines and the columns of some offsets, from 1."""
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
        """The line and column of an offset, from 1."""
        while offset >= self.end:
            self.line, self.begin, self.end = self.line + 1, self.end, next(self._ends)
        if offset >= self.begin:
            return self.line, offset - self.begin + 1
        line, column = self._document.position_at(offset, "utf-32")
        return line + 1, column + 1
