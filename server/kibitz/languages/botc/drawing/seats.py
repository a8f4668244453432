"""Finds the seats in the pieces of a drawing: which role is under which name, whose each `(n)` and each token is."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from kibitz.languages.botc.drawing.scan import Piece

Where = Literal["above", "beside", "below"]

FAR = 12
"""How many columns a name may be off its role where only their order tells that they belong together."""


@dataclass(slots=True, eq=False)
class Found:
    """A seat, as far as it is there."""

    main: Piece
    """The name, or what there is instead."""
    name: Piece | None
    role: Piece | None
    marker: Piece | None = None
    """Its `(n)`."""
    where: Where | None = None
    """Where that is; if it has none, where its tokens are."""
    tokens: list[Piece] = field(default_factory=list)
    """What else is in parentheses and joined to it, the nearest first; empty ones are among them."""
    apart: Piece | None = None
    """The first of them between which and the seat a `()` is missing."""

    @property
    def top(self) -> int:
        """The line of the name, whether or not it is there."""
        return self.name.line if self.name else self.main.line - 1

    @property
    def low(self) -> int:
        """The line of the role, whether or not it is there."""
        return self.top + 1

    @property
    def straight(self) -> bool:
        """Whether the name stands over the role, but for marks of death."""
        return not (self.name and self.role) or not _starts(self.name).isdisjoint(_starts(self.role))

    @property
    def columns(self) -> list[int]:
        """Where the seat may be said to stand: where its name and role begin, with their marks or without."""
        found = [column for piece in (self.name, self.role) if piece for column in _starts(piece)]
        return sorted(set(found))


def find(lines: list[list[Piece]]) -> tuple[list[Found], list[Piece]]:
    """The seats of a drawing, downwards, and what is in parentheses and belongs to none of them."""
    seats = list(_seats(lines))
    rest = _Owners(lines, seats).run()
    return seats, rest


def bare(word: str) -> str:
    """A name or role without the marks of death around it."""
    return word.strip("*~") or word


def _starts(piece: Piece) -> set[int]:
    return {piece.column, piece.column + len(piece.text) - len(piece.text.lstrip("*~"))}


# Names and roles


def _seats(lines: list[list[Piece]]) -> Iterator[Found]:
    rows = [[piece for piece in row if not piece.group] for row in lines]
    roles: set[Piece] = set()
    for number, row in enumerate(rows):
        names = [piece for piece in row if piece not in roles]
        under, below = (rows[next_] if next_ < len(rows) else [] for next_ in (number + 1, number + 2))
        partners = _partners(names, under, {piece.column for piece in below})
        roles.update(partners.values())
        after = dict(pairwise(lines[number]))
        for piece in names:
            if piece in partners:
                yield Found(piece, piece, partners[piece])
            elif _is_role(piece, after.get(piece)):
                yield Found(piece, None, piece)
            else:
                yield Found(piece, piece, None)


def _partners(names: list[Piece], under: list[Piece], below: set[int]) -> dict[Piece, Piece]:
    """The role under each name. `below` are the columns of the words yet a line further."""
    found: dict[Piece, Piece] = {}
    at = {piece.column: piece for piece in under}
    for name in names:
        if name.column in at:
            found[name] = at.pop(name.column)
    # A word that has something under itself is a name, not the role of a name that stands crookedly over it.
    free = [piece for piece in at.values() if piece.column not in below]
    found.update(_in_order(names, free, found))
    return found


def _in_order(names: list[Piece], free: list[Piece], found: dict[Piece, Piece]) -> dict[Piece, Piece]:
    """Pairs of what is left between two pairs that are straight, if there are as many names as roles."""
    fixed = [name.column for name in names if name in found]
    gaps: dict[int, tuple[list[Piece], list[Piece]]] = defaultdict(lambda: ([], []))
    for name in names:
        if name not in found:
            gaps[bisect_left(fixed, name.column)][0].append(name)
    for role in free:
        gaps[bisect_left(fixed, role.column)][1].append(role)
    return {
        name: role
        for left, right in gaps.values()
        if len(left) == len(right)
        for name, role in zip(left, right, strict=True)
        if abs(name.column - role.column) <= FAR
    }


def _is_role(piece: Piece, after: Piece | None) -> bool:
    """Whether a word that stands alone is a role rather than a name."""
    return (
        bool(after and after.number and after.column - piece.after <= 2)
        or piece.text.strip("*~")[:1].islower()
    )


# What is in parentheses


class _Owners:
    """Gives what is in parentheses to the seats."""

    def __init__(self, lines: list[list[Piece]], seats: list[Found]) -> None:
        self.seats = seats
        self.free = {(piece.line, piece.column): piece for row in lines for piece in row if piece.group}
        """What belongs to nobody yet, by its place."""
        self.after = {piece: other for row in lines for piece, other in pairwise(row)}

    def run(self) -> list[Piece]:
        """Answers what stays without an owner."""
        for seat in self.seats:
            self._beside(seat)
        for seat in self.seats:
            if seat.where is None:
                self._above_or_below(seat)
        for seat in self.seats:
            self._indented(seat)
        self._numbered()
        self._distant()
        for seat in self.seats:
            seat.tokens.sort(key=lambda piece: (abs(piece.line - seat.low), piece.column))
        return list(self.free.values())

    def _take(self, seat: Found, pieces: Iterable[Piece], where: Where) -> None:
        for piece in pieces:
            del self.free[piece.line, piece.column]
            seat.where = seat.where or where
            if piece.number and seat.marker is None:
                seat.marker = piece
                seat.where = where
            else:
                seat.tokens.append(piece)

    def _chain(self, line: int, column: int, step: int, numbers: int = 1) -> list[Piece]:
        """What stands in one column from a line on, without a gap, with no more than so many `(n)`."""
        found: list[Piece] = []
        while (piece := self.free.get((line, column))) and (numbers := numbers - piece.number) >= 0:
            found.append(piece)
            line += step
        return found

    def _beside(self, seat: Found) -> None:
        """`role (n)`, and what is under the parenthesis; `name (n)` is understood, too."""
        for word in (seat.role, seat.name):
            piece = self.after.get(word) if word else None
            if word and piece and piece.group and piece.column - word.after <= 1 + piece.number:
                self._take(seat, self._chain(piece.line, piece.column, 1), "beside")
                return

    def _above_or_below(self, seat: Found) -> None:
        """What stands over the name or under the role; only on the side of the `(n)`, where there is one."""
        up = max((self._chain(seat.top - 1, column, -1) for column in seat.columns), key=len)
        down = max((self._chain(seat.low + 1, column, 1) for column in seat.columns), key=len)
        up_number = any(piece.number for piece in up)
        down_number = any(piece.number for piece in down)
        if up_number or not down_number:
            self._take(seat, up, "above")
        if not up_number:
            self._take(seat, down, "below")

    def _indented(self, seat: Found) -> None:
        """Tokens under where the `(n)` of somebody on a side would be; other programs put them under the role."""
        if seat.where in {None, "beside"} and seat.role:
            for column in (seat.role.after + 1, seat.role.column):
                self._take(seat, self._chain(seat.low + 1, column, 1, 0), "beside")

    def _numbered(self) -> None:
        """A stray `(n)` goes to the seat in column n, if that has none, and what is under it too."""
        lacking = {column: seat for seat in self.seats if not seat.marker for column in seat.columns}
        for piece in [piece for piece in self.free.values() if piece.number and len(piece.text) < 9]:
            seat = lacking.get(int(piece.text))
            if seat and not seat.marker and piece.line in {seat.low, seat.low + 1, seat.top - 1}:
                where: Where = (
                    "above" if piece.line < seat.top else "below" if piece.line > seat.low else "beside"
                )
                chain = self._chain(piece.line, piece.column, -1 if where == "above" else 1)
                self._take(seat, chain, where)

    def _distant(self) -> None:
        """What stands in the column of a seat, on the side where its tokens are, with nothing else in between."""
        columns: dict[int, list[Found]] = defaultdict(list)
        for seat in self.seats:
            marker = [seat.marker.column] if seat.marker and seat.where == "beside" else []
            for column in {*seat.columns, *marker}:
                columns[column].append(seat)
        lines = {column: [seat.top for seat in seats] for column, seats in columns.items()}
        for (line, column), piece in list(self.free.items()):
            if column not in columns:
                continue
            index = bisect_left(lines[column], line)
            over, under = columns[column][index - 1 : index], columns[column][index : index + 1]
            owners = [seat for seat in over if seat.where != "above"]
            owners += [seat for seat in under if seat.where in {None, "above"}]
            if len(owners) == 1 and not (piece.number and owners[0].marker):
                if owners[0].marker and owners[0].where != "beside":
                    owners[0].apart = owners[0].apart or piece
                self._take(owners[0], [piece], "above" if owners == under else "below")
