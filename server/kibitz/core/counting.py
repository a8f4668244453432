"""What `kibitz stats` counts: tables of sums over rows, which a notation declares and core adds up.

Sums are plain values: those of several files, counted by several processes, are added to those of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from itertools import islice
from operator import add
from typing import Literal, NamedTuple

from kibitz.core.rows import MOST, Rows, Value

Facts = Mapping[str, Value]
"""A row by the names of its columns."""


class Figure(NamedTuple):
    """A number that is told of each line of a table."""

    name: str
    of: Callable[[Facts], float | None]
    """What a row gives to it; None is nothing, and not counted in a mean."""
    fold: Literal["sum", "mean", "highest", "lowest"] = "sum"
    """What it is of that which the rows give."""
    shown: bool = True
    """Whether it is told; others are there for those that are made of them."""
    made: Callable[[Mapping[str, float | None]], float | None] | None = None
    """What makes it of the figures before it in the line, once all rows are added: then no row gives anything."""


class Tally(NamedTuple):
    """A table: the rows that `where` lets through, in groups, with some figures of each group."""

    title: str
    rows: Rows
    """The rows of the notation, or some that are made for this table alone."""
    by: Mapping[str, Callable[[Facts], Value]]
    """What the rows of a group have in common, by the names that people give it."""
    figures: tuple[Figure, ...]
    where: Callable[[Facts], bool] = lambda _: True
    most: int = 20
    """How many groups are shown to people, those with the most of the first figure first; 0 for all, in their order."""

    @property
    def shown(self) -> Sequence[Figure]:
        """The figures that are told."""
        return [figure for figure in self.figures if figure.shown]


class Sum:
    """What the rows of a group give to a figure: the sum, or the highest or lowest number, and how many rows gave any."""

    __slots__ = ("many", "total")

    def __init__(self) -> None:
        self.total, self.many = 0.0, 0

    def add(self, figure: Figure, number: float, many: int) -> None:
        """Adds what some rows came to."""
        if many:
            self.total = _FOLDS[figure.fold](self.total, number) if self.many else number
            self.many += many


_FOLDS: Mapping[str, Callable[[float, float], float]] = {
    "sum": add, "mean": add, "highest": max, "lowest": min,
}  # fmt: skip
Key = tuple[Value, ...]
Sums = dict[Key, list[Sum]]
"""By group, for each figure."""


def column(name: str) -> Callable[[Facts], Value]:
    """What a column says, a list with commas between what stands in it."""

    def of(facts: Facts) -> Value:
        found = facts[name]
        return ", ".join(map(str, found)) if isinstance(found, tuple) else found

    return of


def number(name: str) -> Callable[[Facts], float | None]:
    """The number in a column, 1 for what is true."""

    def of(facts: Facts) -> float | None:
        found = facts[name]
        return found if isinstance(found, (int, float)) else None

    return of


def made(name: str, of: Callable[[Mapping[str, float | None]], float | None]) -> Figure:
    """A figure that is made of those before it in the line; of one that is missing it gets None."""
    return Figure(name, lambda _: None, made=of)


def times(holds: Callable[[Facts], object] = lambda _: True) -> Callable[[Facts], float | None]:
    """How often something holds."""
    return lambda facts: 1 if holds(facts) else 0


def grouped(tally: Tally, by: str | None) -> Tally | None:
    """A table by what somebody wants it by, before its own groups; None where its rows don't tell that."""
    if by is None or by in tally.by:
        return tally if by is None else tally._replace(by={by: tally.by[by], **tally.by})
    if by not in {"file", *(one.name for one in tally.rows.columns)}:
        return None
    return tally._replace(by={by: column(by), **tally.by})


def count(tallies: Sequence[Tally], rows: Iterable[Facts]) -> dict[str, Sums]:
    """The sums of some tables over the rows that they share, by the titles of the tables."""
    sums: dict[str, Sums] = {tally.title: {} for tally in tallies}
    coming = iter(rows)
    while some := [*islice(coming, MOST)]:
        for tally in tallies:
            groups: dict[Key, list[Facts]] = {}
            for facts in filter(tally.where, some):
                groups.setdefault(tuple([of(facts) for of in tally.by.values()]), []).append(facts)
            for key, those in groups.items():
                for figure, so_far in zip(tally.figures, _group(tally, sums[tally.title], key), strict=True):
                    if told := [number for number in map(figure.of, those) if number is not None]:
                        so_far.add(figure, reduce(_FOLDS[figure.fold], told), len(told))
    return sums


def _group(tally: Tally, sums: Sums, key: Key) -> list[Sum]:
    if key not in sums:
        sums[key] = [Sum() for _ in tally.figures]
    return sums[key]


def added(tally: Tally, sums: Sums, more: Sums) -> None:
    """Adds the sums over some more rows to those over others."""
    for key, found in more.items():
        for figure, so_far, one in zip(tally.figures, _group(tally, sums, key), found, strict=True):
            so_far.add(figure, one.total, one.many)


def figures(tally: Tally, sums: Sums) -> list[tuple[Key, list[float | None]]]:
    """The groups with the figures that are told: by their order, or those with the most of the first figure first."""
    found = [(key, _line(tally, one)) for key, one in sums.items()]
    found.sort(key=lambda one: [_order(value) for value in one[0]])
    if tally.most:
        found.sort(key=lambda one: -(one[1][0] or 0))
    return found


def _line(tally: Tally, sums: Sequence[Sum]) -> list[float | None]:
    told: dict[str, float | None] = {}
    for figure, found in zip(tally.figures, sums, strict=True):
        made = figure.made(told) if figure.made is not None else None
        told[figure.name] = (
            _told(figure, found) if figure.made is None else None if made is None else _whole(made)
        )
    return [told[figure.name] for figure in tally.shown]


def _told(figure: Figure, found: Sum) -> float | None:
    if figure.fold == "sum":
        return _whole(found.total)
    return _whole(found.total / (found.many if figure.fold == "mean" else 1)) if found.many else None


def _whole(number: float) -> float:
    """Without what adding fractions leaves behind the sixth decimal; whole numbers as such."""
    rounded = round(number, 6)
    return int(rounded) if rounded == int(rounded) else rounded


def _order(value: Value) -> tuple[bool, bool, float, str]:
    """Numbers before texts, what is missing last."""
    number = value if isinstance(value, (int, float)) else None
    return value is None, number is None, number or 0, str(value)
