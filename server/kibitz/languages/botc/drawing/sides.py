"""On which side of a drawing each seat is, and so in which order the players sit."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from kibitz.languages.botc.drawing.seats import Found

Side = Literal["top", "side", "bottom"]


def clockwise(seats: list[Found]) -> tuple[list[Found], list[Found], list[Found], list[Found]]:
    """The seats at the top, right, bottom and left, all clockwise."""
    sides = _sides(seats)
    top = sorted((seat for seat in seats if sides[seat] == "top"), key=_column)
    bottom = sorted((seat for seat in seats if sides[seat] == "bottom"), key=_column, reverse=True)
    right, left = _right_and_left([seat for seat in seats if sides[seat] == "side"], top + bottom)
    return top, right, bottom, left


def _column(seat: Found) -> int:
    return seat.main.column


def _sides(seats: list[Found]) -> dict[Found, Side]:
    """Top, side or bottom: by where its `(n)` or its tokens are, or its neighbours'."""
    last = max((seat.top for seat in seats if seat.name and seat.role), default=0)
    by_line: dict[int, Side] = {}
    known: dict[Found, Side] = {}
    for seat in seats:
        if seat.where:
            # Other programs write the number under the role on every side.
            low: Side = "bottom" if seat.top == last else "side"
            side: Side = "top" if seat.where == "above" else "side" if seat.where == "beside" else low
            known[seat] = side
            by_line.setdefault(seat.top, side)
    lines = [seat.top for seat in seats]
    ends: dict[int, Side] = {max(lines): "bottom", min(lines): "top"} if lines else {}
    return {seat: known.get(seat) or by_line.get(seat.top) or ends.get(seat.top, "side") for seat in seats}


def _right_and_left(stack: list[Found], rows: list[Found]) -> tuple[list[Found], list[Found]]:
    """Who sits on the right, downwards, and on the left, upwards."""
    downwards = sorted(stack, key=lambda seat: seat.top)
    if rows:
        middle = min(map(_column, rows)) + max(map(_column, rows))
        right = [seat for seat in downwards if 2 * _column(seat) >= middle]
    else:
        right = _right_of_two(downwards)
    chosen = set(right)
    return right, [seat for seat in reversed(downwards) if seat not in chosen]


def _right_of_two(downwards: list[Found]) -> list[Found]:
    """Who sits on the right if nobody sits at the top or bottom.

    Two that sit level are on two sides. Of a single side the columns tell which it is: they grow clockwise.
    """
    level = [(one, other) for one, other in pairwise(downwards) if one.top == other.top]
    if level:
        border = max(_column(seat) for seat in level[0])
        return [seat for seat in downwards if _column(seat) >= border]
    if downwards and _column(downwards[0]) > _column(downwards[-1]):
        return []
    return downwards
