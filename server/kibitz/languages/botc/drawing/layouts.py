"""Numbers of players at the top, right, bottom and left of a drawing.

The named layouts follow the guidelines of the specification: two to four on the left, three to five on the right. Each side
has at most five if the number of players allows it. They also follow its examples for 8, 10 and 12 players.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

NAMES = ("balanced", "compact", "horizontal", "tower", "auto")
"""Names of the layouts."""
LONGEST_SIDE = 5
"""The maximum number of players on one side, for up to twenty players."""


class Layout(NamedTuple):
    """The number of players on each side, clockwise from the top."""

    top: int
    right: int
    bottom: int
    left: int

    def __str__(self) -> str:
        return ",".join(map(str, self))


class Size(NamedTuple):
    """Width and height of a drawing, in display columns and lines."""

    width: int
    height: int


Measure = Callable[[Layout], Size]
"""Function from a layout to the size of its drawing."""

_TOWERS = {
    5: (1, 3, 1, 0), 6: (1, 0, 1, 4), 7: (1, 5, 1, 0), 8: (2, 0, 2, 4), 9: (2, 5, 2, 0), 10: (3, 5, 2, 0),
    11: (3, 5, 3, 0), 12: (2, 4, 2, 4), 13: (2, 5, 2, 4), 14: (2, 5, 2, 5), 15: (3, 5, 2, 5), 16: (3, 5, 3, 5),
    17: (4, 5, 3, 5), 18: (4, 5, 4, 5), 19: (5, 5, 4, 5),
}  # fmt: skip


def known(name: str) -> bool:
    """Return whether `name` is a layout's name or four numbers of players, `5,1,5,1`."""
    return name in NAMES or explicit(name) is not None


def explicit(name: str) -> Layout | None:
    """Return the layout of four numbers, `5,1,5,1`, or None for another text."""
    found = re.fullmatch(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*", name)
    return Layout(*map(int, found.groups())) if found else None


def choose(layout: Layout | str, count: int, width: int, measure: Measure) -> Layout:
    """Return the sides for `count` players in a layout.

    Numbers that do not add up to `count` are proportions. `measure` returns the size of a drawing, for `compact` and `auto`;
    `width` is the maximum for `auto`, in display columns. An unknown name means `balanced`.
    """
    sides = explicit(layout) if isinstance(layout, str) else layout
    if sides is not None:
        return _scaled(sides, count)
    if count < LONGEST_SIDE:
        return balanced(count)
    if layout == "horizontal":
        return horizontal(count)
    if layout == "tower":
        return tower(count)
    if layout == "compact":
        return min(candidates(count), key=lambda sides: _area(measure(sides)))
    if layout == "auto":
        return _fitting(count, width, measure)
    return balanced(count)


def balanced(count: int) -> Layout:
    """Return equal sides; the rest goes to the top, then the bottom, then the right."""
    each, rest = divmod(count, 4)
    return Layout(each + (rest > 0), each + (rest > 2), each + (rest > 1), each)


def horizontal(count: int) -> Layout:
    """Return two long rows, and one player on each side if that is enough."""
    sides = max(0, min(2, count - 6), count - 2 * LONGEST_SIDE)
    if count > 4 * LONGEST_SIDE:
        return balanced(count)
    return Layout((count - sides + 1) // 2, (sides + 1) // 2, (count - sides) // 2, sides // 2)


def tower(count: int) -> Layout:
    """Return short rows and long sides: one side if five are enough for it, then both."""
    return Layout(*_TOWERS[count]) if count in _TOWERS else balanced(count)


def candidates(count: int) -> Iterator[Layout]:
    """Yield the reasonable layouts, the most balanced first: rows of similar length, at most five on a side."""
    if count > 4 * LONGEST_SIDE:
        yield balanced(count)
        return
    found = [
        Layout((rows + 1) // 2, right, rows // 2, count - rows - right)
        for rows in range(2, 2 * LONGEST_SIDE + 1)
        for right in range(LONGEST_SIDE + 1)
        if 0 <= count - rows - right <= LONGEST_SIDE
    ]
    even = balanced(count)
    yield from sorted(found, key=lambda sides: sum(abs(a - b) for a, b in zip(sides, even, strict=True)))


def _area(size: Size) -> int:
    return size.width * size.height


def _scaled(sides: Layout, count: int) -> Layout:
    """Return the same proportions for another number of players: each seat goes to the side that lacks most."""
    if sum(sides) == count:
        return sides
    if not any(sides):
        return balanced(count)
    seats = [0, 0, 0, 0]
    for _ in range(count):
        side = min(
            range(4),
            key=lambda side: ((seats[side] + 0.5) / sides[side] if sides[side] else count * 4.0, side),
        )
        seats[side] += 1
    return Layout(*seats)


def _fitting(count: int, width: int, measure: Measure) -> Layout:
    """Return the layout that a person would draw in `width` columns.

    It is a small round table: players on every side, opposite sides alike, and the shape of a screen. If none fits, return the
    smallest that does, perhaps with more than five on a side, or else the narrowest.
    """
    sizes = {sides: measure(sides) for sides in candidates(count)}
    fitting = [sides for sides in sizes if sizes[sides].width <= width]
    if not fitting:
        sizes.update((sides, measure(sides)) for sides in _slender(count))
        fitting = [sides for sides in sizes if sizes[sides].width <= width]
    if not fitting:
        return min(sizes, key=lambda sides: sizes[sides].width)
    round_ones = [sides for sides in fitting if min(sides) and abs(sides.right - sides.left) <= 1]
    return min(round_ones or fitting, key=lambda sides: _area(sizes[sides]) * _oddness(sizes[sides]))


def _slender(count: int) -> Iterator[Layout]:
    """Yield layouts with more than five on a side, for narrow screens.

    The left side reaches under the row at the top, so one long side is narrowest on the left.
    """
    for rows in range(2, 2 * LONGEST_SIDE + 1, 2):
        sides = max(count - rows, 0)
        ends = ((count - sides + 1) // 2, (count - sides) // 2)
        yield Layout(ends[0], (sides + 1) // 2, ends[1], sides // 2)
        yield Layout(ends[0], 0, ends[1], sides)


def _oddness(size: Size) -> float:
    """Return 1 for a drawing between square and twice as wide as high, more for other shapes.

    A line of a terminal is about twice as high as a column is wide.
    """
    ratio = size.width / size.height
    return max(1.0, 2 / ratio, ratio / 4)
