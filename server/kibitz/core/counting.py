"""What `kibitz stats` counts: tables of sums over rows, which a notation declares and core adds up.

Sums are plain values: those of several files, counted by several processes, are added to those of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from kibitz.core.rows import Rows, Value

Facts = Mapping[str, Value]
"""A row by the names of its columns."""


class Figure(NamedTuple):
    """A number that is told of each line of a table."""

    name: str
    of: Callable[[Facts], float | None]
    """What a row gives to it; None is nothing, and not counted in a mean."""
    fold: Literal["sum", "mean", "highest", "lowest"] = "sum"
    """What it is of that which the rows give."""


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


Key = tuple[Value, ...]
Sums = dict[Key, list[tuple[float, int]]]
"""By group: for each figure the sum, or the highest or lowest number, and of how many rows."""


def column(name: str) -> Callable[[Facts], Value]:
    """What a column says."""
    return lambda facts: facts[name]


def number(name: str) -> Callable[[Facts], float | None]:
    """The number in a column, 1 for what is true."""

    def of(facts: Facts) -> float | None:
        found = facts[name]
        return found if isinstance(found, (int, float)) else None

    return of


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


def count(tally: Tally, rows: Iterable[Facts]) -> Sums:
    """The sums over some rows."""
    sums: Sums = {}
    for facts in rows:
        if tally.where(facts):
            key = tuple([of(facts) for of in tally.by.values()])
            found = [figure.of(facts) for figure in tally.figures]
            _add(tally, sums, key, [(one, 1) if one is not None else (0, 0) for one in found])
    return sums


def _add(tally: Tally, sums: Sums, key: Key, more: Sequence[tuple[float, int]]) -> None:
    before = sums.get(key)
    if before is None:
        sums[key] = list(more)
    else:
        sums[key] = list(map(_folded, tally.figures, before, more))


def _folded(figure: Figure, one: tuple[float, int], other: tuple[float, int]) -> tuple[float, int]:
    """What some rows give to a figure together with what others do."""
    if not (one[1] and other[1]):
        return one if one[1] else other
    add = {"highest": max, "lowest": min}.get(figure.fold, sum)
    return add((one[0], other[0])), one[1] + other[1]


def added(tally: Tally, sums: Sums, more: Sums) -> None:
    """Adds the sums over some more rows to those over others."""
    for key, one in more.items():
        _add(tally, sums, key, one)


def figures(tally: Tally, sums: Sums) -> list[tuple[Key, list[float | None]]]:
    """The groups with their figures: by their order, or those with the most of the first figure first."""
    found = [
        (
            key,
            [_told(figure, total, many) for figure, (total, many) in zip(tally.figures, one, strict=True)],
        )
        for key, one in sums.items()
    ]
    found.sort(key=lambda one: [_order(value) for value in one[0]])
    if tally.most:
        found.sort(key=lambda one: -(one[1][0] or 0))
    return found


def _told(figure: Figure, total: float, many: int) -> float | None:
    if figure.fold == "sum":
        return _whole(total)
    return _whole(total / many if figure.fold == "mean" else total) if many else None


def _whole(number: float) -> float:
    """Without what adding fractions leaves behind the sixth decimal; whole numbers as such."""
    rounded = round(number, 6)
    return int(rounded) if rounded == int(rounded) else rounded


def _order(value: Value) -> tuple[bool, bool, float, str]:
    """Numbers before texts, what is missing last."""
    is_text = isinstance(value, str)
    return value is None, is_text, 0 if value is None or is_text else float(value), str(value)
