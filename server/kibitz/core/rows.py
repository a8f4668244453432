"""Records as rows of plain values, for statistics and exports.

A notation declares its columns and yields, for each record in order, the values of its rows and their places. Core adds
the columns of every row: line and column, the number of the record, and its errors so far.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kibitz.core.data import read_data
from kibitz.core.text import break_ends

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis

Kind = Literal["events", "records"]
KINDS: tuple[Kind, ...] = ("events", "records")
"""Kinds of rows: events, and whole records."""
Type = Literal["string", "integer", "number", "boolean", "date", "strings", "integers"]
"""Types of columns. A date is a text in ISO 8601; `strings` and `integers` are lists."""
Value = str | int | float | tuple[str, ...] | tuple[int, ...] | None
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
    import tomli

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


class Record(NamedTuple):
    """A record and its rows. It ends where the next one begins."""

    start: int
    rows: Iterable[Row]


class Rows(NamedTuple):
    """The rows of one kind of a notation. In `records`, each record has one row."""

    columns: tuple[Column, ...]
    of: Callable[[Analysis], Iterable[Record]]


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


ROWS_AT_ONCE = 1000
"""Rows that are handled together."""


def values(parts: Iterable[Part]) -> list[Value]:
    """Return the values of a row, one for each column."""
    return [value for part in parts for value in (part.values if isinstance(part, Said) else (part,))]


def by_columns(file: str, about: Any, rows: Rows) -> Mapping[str, Sequence[Value]]:
    """Return the values of the rows of a file as one list per column name, without their places.

    `about` is an analysis, or a value of :meth:`kibitz.core.notation.Notation.clean`, from which tables are made as well.
    """
    told: dict[str, list[Value]] = {"file": [], **{column.name: [] for column in rows.columns}}
    coming = ((file, *values(parts)) for record in rows.of(about) for _, _, parts in record.rows)
    while some := [*islice(coming, ROWS_AT_ONCE)]:
        for column, more in zip(told.values(), zip(*some, strict=True), strict=True):
            column += more
    return told


def columns(kind: Kind, rows: Rows) -> tuple[Column, ...]:
    """Return all columns of a kind of rows, in order."""
    number = () if kind == "records" else (NUMBER,)
    return (*PLACE, *number, ERRORS[kind], *rows.columns)


Placed = tuple[Any, ...]
"""A row with the facts of core: line, column, record, number in the record, errors, and the declared values."""


def kept(kind: Kind) -> Callable[[Placed], Placed]:
    """Return a function from a placed row to its values without the number, if rows of a kind have none."""
    return (lambda row: (*row[:3], *row[4:])) if kind == "records" else tuple


def placed(analysis: Analysis, rows: Rows, errors: Sequence[int]) -> Iterator[Placed]:
    """Yield the rows of a text in order. `errors` are the offsets of its errors, in order.

    Each row counts the errors from the start of its record to its own end. The last row of a record counts those up to the
    next record.
    """
    lines, before = [0, *break_ends(analysis.document.text())], 0
    for number, (record, following) in enumerate(_with_next(rows.of(analysis)), start=1):
        past = len(errors) if following is None else bisect_left(errors, following.start, before)
        found = 0
        for at, ((start, end, parts), more) in enumerate(_with_next(record.rows), start=1):
            # Rows need not have the order in which things happened.
            if before < past:
                found = max(found, bisect_left(errors, end, before, past) - before) if more else past - before
            line = bisect_right(lines, start)
            yield (line, start - lines[line - 1] + 1, number, at, found, *values(parts))
        before = past


def _with_next(some: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield each thing with the next one, and the last with None."""
    return pairwise(chain(some, (None,)))
