"""What `kibitz stats` counts: tables of sums over rows, which a notation declares and core adds up, column by column."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress
from typing import Literal, NamedTuple, cast

from kibitz.core.rows import Rows, Value

Columns = Mapping[str, Sequence[Value]]
"""What some rows say: a list for each column by its name; `file` is one of them."""


def times(columns: Columns) -> Sequence[int]:
    """How often there is a row."""
    return [1] * len(columns["file"])


Of = str | Callable[[Columns], Sequence[float | None]]
"""What each row gives: what a column says, or what is made of several."""


class Figure(NamedTuple):
    """A number that is told of each line of a table."""

    name: str
    of: Of = ""
    """What each row gives to it, by itself the column of its name; None is nothing, and not counted in a mean."""
    fold: Literal["sum", "mean", "highest", "lowest"] = "sum"
    """What it is of that which the rows give."""
    shown: bool = True
    """Whether it is told; others are there for those that are made of them."""
    made: Callable[[Mapping[str, float | None]], float | None] | None = None
    """What makes it of the figures before it in the line, once all rows are added: then nothing is told of what they give."""


class Tally(NamedTuple):
    """A table: the rows that `where` lets through, in groups, with some figures of each group."""

    title: str
    rows: Rows
    """The rows of the notation, or some that are made for tables alone."""
    by: tuple[str, ...]
    """The columns in which the rows of a group say the same."""
    figures: tuple[Figure, ...]
    where: Of = times
    """What is true of the rows that count."""
    most: int = 20
    """How many groups are shown to people, those with the most of the first figure first; 0 for all, in their order."""

    @property
    def shown(self) -> Sequence[Figure]:
        """The figures that are told."""
        return [figure for figure in self.figures if figure.shown]


Sum = tuple[float, int] | None
"""What the rows of a group give to a figure: the sum, or the highest or lowest number, and how many rows gave any; None for none."""
_FOLDS: Mapping[str, Callable[[Iterable[float]], float]] = {
    "sum": sum, "mean": sum, "highest": max, "lowest": min,
}  # fmt: skip
Key = tuple[Value, ...]
Sums = dict[Key, list[Sum]]
"""By group, for each figure."""
Lines = list[tuple[Key, list[float | None]]]
"""The groups of a table with the figures that are told."""
Table = tuple[Tally, Lines]


def each(of: Callable[..., float | None], *names: str) -> Of:
    """What something is of each row, given what these columns say of it."""
    return lambda columns: [*map(of, *[columns[name] for name in names])]


def made(name: str, of: Callable[[Mapping[str, float | None]], float | None]) -> Figure:
    """A figure that is made of those before it in the line; of one that is missing it gets None."""
    return Figure(name, times, made=of)


def grouped(tally: Tally, by: str | None) -> Tally | None:
    """A table by what somebody wants it by, before its own groups; None where its rows don't tell that."""
    if by is None:
        return tally
    known = {"file", *(one.name for one in tally.rows.columns)}
    return tally._replace(by=tuple(dict.fromkeys((by, *tally.by)))) if by in known else None


MANY = 4000
"""So many rows are added up at once: each time takes as long as some hundred rows do."""


class Counted:
    """What tables come to: sums, and the rows that are not added to them yet."""

    def __init__(self, tallies: Iterable[Tally]) -> None:
        self._sums: list[tuple[Tally, Sums]] = [(tally, {}) for tally in tallies]
        self._waiting = {rows: defaultdict[str, list[Value]](list) for rows in shared(tallies)}

    def count(self, told: Iterable[Columns]) -> None:
        """Counts what some rows of each of the kinds that are :func:`shared` say."""
        for waiting, columns in zip(self._waiting.values(), told, strict=True):
            for name, values in columns.items():
                waiting[name] += values
        if any(len(waiting["file"]) >= MANY for waiting in self._waiting.values()):
            self._add()

    def _add(self) -> None:
        for tally, sums in self._sums:
            if waiting := self._waiting[tally.rows]:
                _add(tally, sums, waiting)
        for waiting in self._waiting.values():
            waiting.clear()

    @property
    def tables(self) -> list[Table]:
        """The tables of which anything is told."""
        self._add()
        return [(tally, _lines(tally, sums)) for tally, sums in self._sums if sums]


def shared(tallies: Iterable[Tally]) -> Iterable[Rows]:
    """The rows that some tables count, each kind once."""
    return dict.fromkeys(tally.rows for tally in tallies)


def _add(tally: Tally, sums: Sums, columns: Columns) -> None:
    if tally.where is not times:
        chosen = _given(tally.where, columns)
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
    """A list with commas between what stands in it."""
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
    """The groups with the figures that are told: by their order, or those with the most of the first figure first."""
    found = [(key, _line(tally, one)) for key, one in sums.items()]
    found.sort(key=lambda one: [_order(value) for value in one[0]])
    if tally.most:
        found.sort(key=lambda one: -(one[1][0] or 0))
    return found


def _line(tally: Tally, sums: Sequence[Sum]) -> list[float | None]:
    told: dict[str, float | None] = {}
    for figure, found in zip(tally.figures, sums, strict=True):
        number = figure.made(told) if figure.made else _told(figure, found)
        told[figure.name] = None if number is None else _whole(number)
    return [told[figure.name] for figure in tally.shown]


def _told(figure: Figure, found: Sum) -> float | None:
    if found is None:
        return 0 if figure.fold == "sum" else None
    total, many = found
    return total / many if figure.fold == "mean" else total


def _whole(number: float) -> float:
    """Without what adding fractions leaves behind the sixth decimal; whole numbers as such."""
    rounded = round(number, 6)
    return int(rounded) if rounded == int(rounded) else rounded


def _order(value: Value) -> tuple[bool, bool, float, str]:
    """Numbers before texts, what is missing last."""
    number = value if isinstance(value, (int, float)) else None
    return value is None, number is None, number or 0, str(value)
