"""Where everybody sits in a picture, in a circle or at the sides of a table, and where the reminders lie before them.

No two boxes meet: the circle grows until there is room for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from kibitz.core.scene import Box
from kibitz.languages.botc.drawing.layouts import Layout

SEAT = (116.0, 136.0)
"""The width and height of a seat: the token, the name below it, and what is said below that."""
TOKEN = 42.0
"""The radius of a token, and how far below the top of the seat its middle is."""
PAD = 22.0
GAP = 8.0
WIDER = 1.18
"""How much wider than high the circle is: seats are wider than high, and so are screens."""
CROWD = 30
"""More players than that sit in rows."""
PER_ROW = 8
FURTHEST = 60
"""So often a circle is made larger."""


class Plan(NamedTuple):
    """Places of the middles of tokens, and of the left upper corners of what lies before them."""

    width: float
    height: float
    seats: list[tuple[float, float]]
    notes: list[tuple[float, float]]
    middle: tuple[float, float] | None
    """Where there is room for a title; None where there is none."""


Sizes = Sequence[tuple[float, float]]
"""How wide and high it is what lies before each player; (0, 0) for nothing."""


def seat_box(x: float, y: float) -> Box:
    """The box of a seat by the middle of its token."""
    return Box(x - SEAT[0] / 2, y - TOKEN - 6, x + SEAT[0] / 2, y - TOKEN - 6 + SEAT[1])


def circle(sizes: Sizes, title: tuple[float, float]) -> Plan:
    """Everybody in a circle, the first at the top, clockwise. `title` is how wide and high the title is."""
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
    """The circle of a radius; None where it is too small."""
    count = len(sizes)
    angles = [2 * pi * number / count - pi / 2 for number in range(count)]
    seats = [(radius * WIDER * cos(angle), radius * sin(angle)) for angle in angles]
    boxes = [seat_box(*seat) for seat in seats]
    if any(_near(one, other) for at, one in enumerate(boxes) for other in boxes[:at]):
        return None
    taken = [*boxes, Box(-title[0] / 2, -title[1] / 2, title[0] / 2, title[1] / 2)]
    if any(_near(taken[-1], one) for one in boxes):
        return None
    notes: list[tuple[float, float]] = []
    for seat, size in zip(seats, sizes, strict=True):
        placed = _inwards(seat, size, taken) if size[1] else Box(0, 0, 0, 0)
        if placed is None:
            return None
        if size[1]:
            taken.append(placed)
        notes.append((placed.left, placed.top))
    return _framed(seats, notes, taken, (0, 0))


def _inwards(seat: tuple[float, float], size: tuple[float, float], taken: list[Box]) -> Box | None:
    """The place on the way from a seat to the middle that is free and nearest to the seat."""
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
    """Everybody at the sides of a table, as a drawing has them: clockwise from the left of the top."""
    top, right, bottom, left = _cut(layout)
    wide = SEAT[0] + GAP
    lying = [max((sizes[seat][1] for seat in row if sizes[seat][1]), default=0.0) for row in (top, bottom)]
    beside = max((sizes[seat][0] + GAP for seat in (*right, *left)), default=0.0)
    heights = [max(SEAT[1], sizes[seat][1]) + GAP for seat in (*right, *left)]
    inner = max(sum(heights[: len(right)]), sum(heights[len(right) :]), 60 if not (right or left) else 0.0)
    ends = 2 * (wide + beside + GAP) if right or left else 0.0
    width = max(len(top) * wide, len(bottom) * wide, 260.0) + ends
    upper = SEAT[1] + lying[0] + 2 * GAP if top else 0.0
    seats = [(0.0, 0.0)] * len(sizes)
    notes = [(0.0, 0.0)] * len(sizes)
    lower = upper + inner + (lying[1] + 2 * GAP if bottom else 0.0)
    for row, y in ((top, TOKEN + 6), (bottom[::-1], lower + TOKEN + 6)):
        for place, seat in enumerate(row):
            x = (width - len(row) * wide) / 2 + (place + 0.5) * wide
            seats[seat] = (x, y)
            box = seat_box(x, y)
            level = box.bottom + GAP if row is top else box.top - GAP - sizes[seat][1]
            notes[seat] = (x - sizes[seat][0] / 2, level)
    for column, x, before in ((right, width - wide / 2, -1), (left[::-1], wide / 2, 1)):
        y = upper
        for seat in column:
            height = max(SEAT[1], sizes[seat][1]) + GAP
            seats[seat] = (x, y + TOKEN + 6)
            start = x + wide / 2 if before > 0 else x - wide / 2 - sizes[seat][0]
            notes[seat] = (start, y + (height - GAP - sizes[seat][1]) / 2)
            y += height
    taken = [seat_box(*seat) for seat in seats]
    taken += [
        Box(*at, at[0] + size[0], at[1] + size[1]) for at, size in zip(notes, sizes, strict=True) if size[1]
    ]
    taken.append(Box(0, 0, width, 0))
    room = (right or left) and inner > 2 * SEAT[1]
    return _framed(seats, notes, taken, (width / 2, upper + inner / 2) if room else None)


def _cut(layout: Layout) -> list[list[int]]:
    """The numbers of the seats of each side."""
    starts = [sum(layout[:side]) for side in range(4)]
    return [list(range(start, start + count)) for start, count in zip(starts, layout, strict=True)]


def rows(sizes: Sizes) -> Plan:
    """Very many players: rows, with what lies before each below them."""
    seats: list[tuple[float, float]] = []
    notes: list[tuple[float, float]] = []
    y = TOKEN + 6
    for first in range(0, len(sizes), PER_ROW):
        row = sizes[first : first + PER_ROW]
        for place, size in enumerate(row):
            x = (place + 0.5) * (SEAT[0] + GAP)
            seats.append((x, y))
            notes.append((x - size[0] / 2, y - TOKEN - 6 + SEAT[1]))
        y += SEAT[1] + max(size[1] for size in row) + GAP
    taken = [seat_box(*seat) for seat in seats]
    taken += [
        Box(*at, at[0] + size[0], at[1] + size[1]) for at, size in zip(notes, sizes, strict=True) if size[1]
    ]
    return _framed(seats, notes, taken, None)


def _near(one: Box, other: Box) -> bool:
    return one.meets(Box(other.left - GAP, other.top - GAP, other.right + GAP, other.bottom + GAP))


def _framed(
    seats: list[tuple[float, float]],
    notes: list[tuple[float, float]],
    taken: list[Box],
    middle: tuple[float, float] | None,
) -> Plan:
    """Everything moved so that the picture begins at its left upper corner."""
    left, top = min(box.left for box in taken) - PAD, min(box.top for box in taken) - PAD
    right, bottom = max(box.right for box in taken) + PAD, max(box.bottom for box in taken) + PAD
    return Plan(
        right - left,
        bottom - top,
        [(x - left, y - top) for x, y in seats],
        [(x - left, y - top) for x, y in notes],
        (middle[0] - left, middle[1] - top) if middle else None,
    )
