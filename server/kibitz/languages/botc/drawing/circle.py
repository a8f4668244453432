"""Places of seats and reminders in the preview: in a circle or at the sides of a table.

No two boxes overlap: the circle grows until it has room for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import cos, pi, sin
from typing import NamedTuple

from kibitz.core.scene import Box
from kibitz.languages.botc.drawing.layouts import Layout

SEAT = (116.0, 136.0)
"""Width and height of a seat: the token, the name and the state below it."""
TOKEN = 42.0
"""The radius of a token, and the distance of its centre from the top of the seat."""
PAD = 22.0
GAP = 8.0
WIDER = 1.18
"""Ratio of width to height of the circle, because seats and screens are wider than high."""
CROWD = 30
"""Maximum number of players in a circle; more sit in rows."""
PER_ROW = 8
FURTHEST = 60
"""Maximum number of times that the circle grows."""


Point = tuple[float, float]


class Plan(NamedTuple):
    """Centres of the seats' tokens, and upper left corners of their reminders."""

    width: float
    height: float
    seats: list[Point]
    notes: list[Point]
    middle: Point | None
    """The place of the title, or None."""


Sizes = Sequence[Point]
"""Widths and heights of the reminders of each player; (0, 0) without reminders."""


def seat_box(x: float, y: float) -> Box:
    """Return the box of a seat from the centre of its token."""
    return Box(x - SEAT[0] / 2, y - TOKEN - 6, x + SEAT[0] / 2, y - TOKEN - 6 + SEAT[1])


def circle(sizes: Sizes, title: tuple[float, float]) -> Plan:
    """Return a circle of seats, clockwise from the top. `title` is the width and height of the title."""
    count = len(sizes)
    if count > CROWD:
        return rows(sizes)
    radius = max(120.0, count * 19.0)
    for _ in range(FURTHEST):
        if (plan := _around(sizes, title, radius)) is not None:
            return plan
        radius += 10
    return rows(sizes)


def _around(sizes: Sizes, title: tuple[float, float], radius: float) -> Plan | None:
    """Return the circle of a radius, or None if it is too small."""
    count = len(sizes)
    angles = [2 * pi * number / count - pi / 2 for number in range(count)]
    seats = [(radius * WIDER * cos(angle), radius * sin(angle)) for angle in angles]
    taken = [
        Box(-title[0] / 2, -title[1] / 2, title[0] / 2, title[1] / 2),
        *(seat_box(*seat) for seat in seats),
    ]
    if any(_near(one, other) for one, other in combinations(taken, 2)):
        return None
    notes: list[Point] = []
    for seat, size in zip(seats, sizes, strict=True):
        placed = _inwards(seat, size, taken) if size[1] else Box(0, 0, 0, 0)
        if placed is None:
            return None
        if size[1]:
            taken.append(placed)
        notes.append((placed.left, placed.top))
    return _framed(seats, notes, taken, (0, 0))


def _inwards(seat: tuple[float, float], size: tuple[float, float], taken: list[Box]) -> Box | None:
    """Return the free place nearest to the seat on the line to the middle, or None."""
    x, y = seat
    length = max((x * x + y * y) ** 0.5, 1)
    for step in range(int(length / 4)):
        share = 1 - (TOKEN + 4 * step) / length
        left, top = x * share - size[0] / 2, y * share - size[1] / 2
        box = Box(left, top, left + size[0], top + size[1])
        if not any(_near(box, one) for one in taken):
            return box
    return None


def sides(sizes: Sizes, layout: Layout) -> Plan:
    """Return seats at the sides of a table, as in a drawing: clockwise from the left end of the top."""
    starts = [sum(layout[:side]) for side in range(4)]
    top, right, bottom, left = (
        range(start, start + size) for start, size in zip(starts, layout, strict=True)
    )
    wide = SEAT[0] + GAP
    lying = [max((sizes[seat][1] for seat in row), default=0.0) for row in (top, bottom)]
    beside = max((sizes[seat][0] + GAP for seat in (*right, *left)), default=0.0)
    heights = [max(SEAT[1], size[1]) + GAP for size in sizes]
    inner = max(
        *(sum(heights[seat] for seat in side) for side in (right, left)), 0 if right or left else 60.0
    )
    ends = 2 * (wide + beside + GAP) if right or left else 0.0
    width = max(len(top) * wide, len(bottom) * wide, 260.0) + ends
    upper = SEAT[1] + lying[0] + 2 * GAP if top else 0.0
    lower = upper + inner + (lying[1] + 2 * GAP if bottom else 0.0)
    seats, notes = [(0.0, 0.0)] * len(sizes), [(0.0, 0.0)] * len(sizes)
    for row, y in ((top, TOKEN + 6), (bottom[::-1], lower + TOKEN + 6)):
        for place, seat in enumerate(row):
            seats[seat] = ((width - len(row) * wide) / 2 + (place + 0.5) * wide, y)
            box = seat_box(*seats[seat])
            level = box.bottom + GAP if row is top else box.top - GAP - sizes[seat][1]
            notes[seat] = (seats[seat][0] - sizes[seat][0] / 2, level)
    for column, x in ((right, width - wide / 2), (left[::-1], wide / 2)):
        y = upper
        for seat in column:
            seats[seat] = (x, y + TOKEN + 6)
            start = x - wide / 2 - sizes[seat][0] if column is right else x + wide / 2
            notes[seat] = (start, y + (heights[seat] - GAP - sizes[seat][1]) / 2)
            y += heights[seat]
    room = (right or left) and inner > 2 * SEAT[1]
    taken = [*_boxes(seats, notes, sizes), Box(0, 0, width, 0)]
    return _framed(seats, notes, taken, (width / 2, upper + inner / 2) if room else None)


def rows(sizes: Sizes) -> Plan:
    """Return rows for a large number of players, with the reminders below each seat."""
    seats: list[Point] = []
    notes: list[Point] = []
    y = TOKEN + 6
    for first in range(0, len(sizes), PER_ROW):
        row = sizes[first : first + PER_ROW]
        for place, size in enumerate(row):
            x = (place + 0.5) * (SEAT[0] + GAP)
            seats.append((x, y))
            notes.append((x - size[0] / 2, y - TOKEN - 6 + SEAT[1]))
        y += SEAT[1] + max(size[1] for size in row) + GAP
    return _framed(seats, notes, _boxes(seats, notes, sizes), None)


def _boxes(seats: Sequence[Point], notes: Sequence[Point], sizes: Sizes) -> list[Box]:
    """Return the boxes of the seats and of their reminders."""
    lying = [(at, size) for at, size in zip(notes, sizes, strict=True) if size[1]]
    boxes = [Box(*at, at[0] + size[0], at[1] + size[1]) for at, size in lying]
    return [*(seat_box(*seat) for seat in seats), *boxes]


def _near(one: Box, other: Box) -> bool:
    return one.meets(Box(other.left - GAP, other.top - GAP, other.right + GAP, other.bottom + GAP))


def _framed(
    seats: Sequence[Point], notes: Sequence[Point], taken: Sequence[Box], middle: Point | None
) -> Plan:
    """Return the plan, moved so that the preview begins at its upper left corner."""
    left, top = min(box.left for box in taken) - PAD, min(box.top for box in taken) - PAD
    right, bottom = max(box.right for box in taken) + PAD, max(box.bottom for box in taken) + PAD

    def moved(point: Point) -> Point:
        return point[0] - left, point[1] - top

    found = [moved(one) for one in seats], [moved(one) for one in notes]
    return Plan(right - left, bottom - top, *found, moved(middle) if middle else None)
