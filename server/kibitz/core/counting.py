"""Tables of `kibitz stats`: sums over rows, which a notation declares and core adds up column by column."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress
from typing import Literal, NamedTuple, cast

from kibitz.core.rows import Rows, Value

Columns = Mapping[str, Sequence[Value]]
"""Values of some rows: a list for each column by its name. One of them is `file`."""


def times(columns: Columns) -> Sequence[int]:
    """Return 1 for each row, to count them."""
    return [1] * len(columns["file"])


Of = str | Callable[[Columns], Sequence[float | None]]
"""The value of each row for a figure: a column, or a function of several columns."""


class Figure(NamedTuple):
    """A number in each line of a table."""

    name: str
    of: Of = ""
    """The value of each row; by default the column of its name. None does not count, not even in a mean."""
    fold: Literal["sum", "mean", "highest", "lowest"] = "sum"
    """The operation that makes the figure of the values of the rows."""
    shown: bool = True
    """Whether it is shown. A figure that is not shown serves to compute others."""
    made: Callable[[Mapping[str, float | None]], float | None] | None = None
    """A function that computes it from the earlier figures of the line, after all rows are added. The rows then give it no value."""


class Tally(NamedTuple):
    """A table: the rows that pass `where`, in groups, with some figures of each group."""

    title: str
    rows: Rows
    """The rows of the notation, or rows that are made for tables alone."""
    by: tuple[str, ...]
    """The columns that are equal in a group."""
    figures: tuple[Figure, ...]
    where: str = ""
    """The column that is true or not zero in the rows that count, or empty for all rows."""
    most: int = 20
    """Groups to show, those with the largest first figure first; 0 for all, in their order."""

    @property
    def shown(self) -> Sequence[Figure]:
        """Return the figures that are shown."""
        return [figure for figure in self.figures if figure.shown]


Sum = tuple[float, int] | None
"""The sum of a group, or its highest or lowest number, and the number of rows with a value; None without any."""
_FOLDS: Mapping[str, Callable[[Iterable[float]], float]] = {
    "sum": sum, "mean": sum, "highest": max, "lowest": min,
}  # fmt: skip
Key = tuple[Value, ...]
Sums = dict[Key, list[Sum]]
"""The sums of each group, one for each figure."""
Lines = list[tuple[Key, list[float | None]]]
"""The groups of a table with the figures that are shown."""
Table = tuple[Tally, Lines]


def each(of: Callable[..., float | None], *names: str) -> Of:
    """Return a function that computes a value for each row from some of its columns."""
    return lambda columns: [*map(of, *[columns[name] for name in names])]


def made(name: str, of: Callable[[Mapping[str, float | None]], float | None]) -> Figure:
    """Return a figure that is computed from earlier figures of the line. A missing one is None."""
    return Figure(name, times, made=of)


def grouped(tally: Tally, by: str | None) -> Tally | None:
    """Return a table that is grouped by another column first, or None if its rows do not have that column."""
    if by is None:
        return tally
    known = {"file", *(one.name for one in tally.rows.columns)}
    return tally._replace(by=tuple(dict.fromkeys((by, *tally.by)))) if by in known else None


class Counted:
    """The sums of tables over the rows so far."""

    def __init__(self, tallies: Iterable[Tally]) -> None:
        self._sums: list[tuple[Tally, Sums]] = [(tally, {}) for tally in tallies]
        self._kinds = shared(tallies)

    def count(self, told: Iterable[Columns]) -> None:
        """Count the values of some rows, for each of the :func:`shared` kinds."""
        columns = dict(zip(self._kinds, told, strict=True))
        for tally, sums in self._sums:
            _add(tally, sums, columns[tally.rows])

    @property
    def tables(self) -> list[Table]:
        """Return the tables that have any line."""
        return [(tally, _lines(tally, sums)) for tally, sums in self._sums if sums]


def shared(tallies: Iterable[Tally]) -> Iterable[Rows]:
    """Yield the kinds of rows that some tables count, each once."""
    return dict.fromkeys(tally.rows for tally in tallies)


def _add(tally: Tally, sums: Sums, columns: Columns) -> None:
    if tally.where:
        chosen = columns[tally.where]
        columns = {name: [*compress(values, chosen)] for name, values in columns.items()}
    groups: dict[Key, list[int]] = defaultdict(list)
    keys = [map(_plain, columns[name]) for name in tally.by]
    for row, key in enumerate(zip(*keys, strict=True) if keys else [()] * len(columns["file"])):
        groups[key].append(row)
    told = [(_FOLDS[figure.fold], _given(figure.of or figure.name, columns)) for figure in tally.figures]
    for key, rows in groups.items():
        before = sums.get(key, [None] * len(told))
        sums[key] = [_with(one, rows, *figure) for one, figure in zip(before, told, strict=True)]


def _plain(value: Value) -> Value:
    """Return a list as a text with commas."""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else value


def _given(of: Of, columns: Columns) -> Sequence[float | None]:
    return cast("Sequence[float | None]", columns[of]) if isinstance(of, str) else of(columns)


def _with(
    before: Sum, rows: Sequence[int], fold: Callable[[Iterable[float]], float], values: Sequence[float | None]
) -> Sum:
    found = [number for row in rows if (number := values[row]) is not None]
    total, many = ([before[0]], before[1]) if before else ([], 0)
    return (fold(total + found), many + len(found)) if found else before


def _lines(tally: Tally, sums: Sums) -> Lines:
    """Return the groups with their figures, in their order, or those with the largest first figure first."""
    found = [(key, _line(tally, one)) for key, one in sums.items()]
    found.sort(key=lambda one: [_order(value) for value in one[0]])
    if tally.most:
        found.sort(key=lambda one: -(one[1][0] or 0))
    return found


def _line(tally: Tally, sums: Sequence[Sum]) -> list[float | None]:
    told: dict[str, float | None] = {}
    for figure, found in zip(tally.figures, sums, strict=True):
        number = figure.made(told) if figure.made else _value(figure, found)
        told[figure.name] = None if number is None else _whole(number)
    return [told[figure.name] for figure in tally.shown]


def _value(figure: Figure, found: Sum) -> float | None:
    if found is None:
        return 0 if figure.fold == "sum" else None
    total, many = found
    return total / many if figure.fold == "mean" else total


def _whole(number: float) -> float:
    """Return a number rounded to six decimals; a whole number becomes an integer."""
    rounded = round(number, 6)
    return int(rounded) if rounded == int(rounded) else rounded


def _order(value: Value) -> tuple[bool, bool, float, str]:
    """Return a sort key: numbers before texts, missing values last."""
    number = value if isinstance(value, (int, float)) else None
    return value is None, number is None, number or 0, str(value)
