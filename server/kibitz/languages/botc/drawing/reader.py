"""Reader for drawings: finds the players and their seats."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from kibitz.core.values import Diagnostic
from kibitz.languages.botc.drawing.render import Layout
from kibitz.languages.botc.drawing.scan import Piece, Scan
from kibitz.languages.botc.game.log import Grimoire
from kibitz.languages.botc.text.nodes import Seat, Word

Where = Literal["above", "beside", "below"]

FAR = 12
"""The maximum distance of a name from its role, in columns, if only their order joins them."""


@dataclass(slots=True, eq=False)
class Found:
    """The parts of a seat that the drawing has."""

    main: Piece
    """The name, or the part that is there instead."""
    name: Piece | None
    role: Piece | None
    marker: Piece | None = None
    """Its `(n)`."""
    where: Where | None = None
    """The place of the `(n)`, or else of the tokens."""
    tokens: list[Piece] = field(default_factory=list)
    """The other words in parentheses that belong to it, the nearest first; some may be empty."""
    apart: Piece | None = None
    """The first token that lacks a `()` between it and the seat."""

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
        """Whether the name is exactly above the role, ignoring marks of death."""
        return not (self.name and self.role) or not _starts(self.name).isdisjoint(_starts(self.role))

    @property
    def columns(self) -> list[int]:
        """The possible columns of the seat: the starts of its name and role, with or without marks."""
        found = [column for piece in (self.name, self.role) if piece for column in _starts(piece)]
        return sorted(set(found))


def bare(word: str) -> str:
    """Return a name or role without the marks of death around it."""
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
    """Return the role under each name. `below` are the columns of the words one line further."""
    found: dict[Piece, Piece] = {}
    at = {piece.column: piece for piece in under}
    for name in names:
        if name.column in at:
            found[name] = at.pop(name.column)
    # A word with a word under it is a name, not the role of a shifted name.
    free = [piece for piece in at.values() if piece.column not in below]
    found.update(_in_order(names, free, found))
    return found


def _in_order(names: list[Piece], free: list[Piece], found: dict[Piece, Piece]) -> dict[Piece, Piece]:
    """Pair the rest between two straight pairs, if it has as many names as roles."""
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
    """Return whether a single word is a role, not a name."""
    return (
        bool(after and after.number and after.column - piece.after <= 2)
        or piece.text.strip("*~")[:1].islower()
    )


# Parentheses


class _Owners:
    """Assigns the pieces in parentheses to seats."""

    def __init__(self, lines: list[list[Piece]], seats: list[Found]) -> None:
        self.seats = seats
        self.free = {(piece.line, piece.column): piece for row in lines for piece in row if piece.group}
        """The pieces in parentheses without a player, by their places."""
        self.after = {piece: other for row in lines for piece, other in pairwise(row)}

    def run(self) -> list[Piece]:
        """Assign all pieces, and return those without an owner."""
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
        """Return the words in one column from a line on, without a gap, up to a number of `(n)`."""
        found: list[Piece] = []
        while (piece := self.free.get((line, column))) and (numbers := numbers - piece.number) >= 0:
            found.append(piece)
            line += step
        return found

    def _beside(self, seat: Found) -> None:
        """Read `role (n)` and the words under the parenthesis; `name (n)` is accepted as well."""
        for word in (seat.role, seat.name):
            piece = self.after.get(word) if word else None
            if word and piece and piece.group and piece.column - word.after <= 1 + piece.number:
                self._take(seat, self._chain(piece.line, piece.column, 1), "beside")
                return

    def _above_or_below(self, seat: Found) -> None:
        """Take the words above the name or below the role, only on the side of an `(n)`."""
        up = max((self._chain(seat.top - 1, column, -1) for column in seat.columns), key=len)
        down = max((self._chain(seat.low + 1, column, 1) for column in seat.columns), key=len)
        up_number = any(piece.number for piece in up)
        down_number = any(piece.number for piece in down)
        if up_number or not down_number:
            self._take(seat, up, "above")
        if not up_number:
            self._take(seat, down, "below")

    def _indented(self, seat: Found) -> None:
        """Take the tokens below the place of an `(n)` on a side; other programs put them below the role."""
        if seat.where in {None, "beside"} and seat.role:
            for column in (seat.role.after + 1, seat.role.column):
                self._take(seat, self._chain(seat.low + 1, column, 1, 0), "beside")

    def _numbered(self) -> None:
        """Assign a stray `(n)`, with the pieces under it, to the seat in column n that lacks one."""
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
        """Take the words in the column of a seat, on the side of its tokens, without other words between them."""
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


class Reading(NamedTuple):
    """The contents of a drawing: its players clockwise with the places of their words, and the doubts in text order."""

    seats: tuple[Seat, ...]
    """The players. Their words exclude marks of death, parentheses and commas between tokens."""
    whole: Grimoire
    """The players with unlinked tokens, which go to the seat with the nearest column."""
    doubts: tuple[Diagnostic, ...]
    sides: Layout
    closed: bool

    @property
    def grimoire(self) -> Grimoire:
        """The players."""
        return Grimoire(tuple(seat.player for seat in self.seats))


class _Reader(Scan):
    """A scanned drawing whose players are found."""

    def read(self) -> Reading:
        found = [*_seats(self.lines)]
        rest = _Owners(self.lines, found).run()
        sides = _clockwise(found)
        if all(seat.name and seat.role for seat in found):
            # A piece without an owner may belong to an incomplete seat.
            self._strays(rest)
        apart = [(seat, seat.apart) for seat in found if seat.apart]
        # Drawings of some programs have no `()`.
        linked = any(piece.group and not piece.text for row in self.lines for piece in row)
        for seat, piece in apart if linked or len(apart) == 1 else ():
            self._doubt_piece("missing-link", piece, name=bare(seat.main.text))
        self._check_columns([seat for side in sides for seat in side if seat.name and seat.role])
        stated, start, end = self.count or (len(found), 0, 0)
        if stated != len(found):
            self._doubt("header-count", start, end, stated=stated, seats=len(found))
        given = self._given(rest, [one for side in sides for one in side])
        seats = [
            [(entry, given.get(one, ())) for one in side if (entry := self._seat(one))] for side in sides
        ]
        every = [pair for side in seats for pair in side]
        whole = [replace(one.player, tokens=(*one.player.tokens, *more)) for one, more in every]
        return Reading(
            tuple(entry for entry, _ in every),
            Grimoire(tuple(whole)),
            tuple(sorted(self.doubts, key=lambda doubt: doubt.span)),
            Layout(*map(len, seats)),
            self.closed,
        )

    def _doubt_piece(self, slug: str, piece: Piece, **fields: Any) -> None:
        start, end = piece.start, piece.end
        if piece.group:
            start -= self.text[start - 1 : start] == "("
            end += self.text[end : end + 1] == ")"
        self._doubt(slug, start, end, **fields)

    # Seats

    def _seat(self, found: Found) -> Seat | None:
        if found.name is None:
            self._doubt_piece("role-without-name", found.main, role=found.main.text)
            return None
        name, name_marks = self._bare(found.name)
        if found.role is None:
            self._doubt_piece("seat-without-role", found.name, name=name.text)
            return None
        role, role_marks = self._bare(found.role)
        dead, spent = ("*" in name_marks or "*" in role_marks), ("~" in name_marks or "~" in role_marks)
        if not set(role_marks) <= set(name_marks):
            self._doubt_piece("marks-differ", found.role, name=name.text)
        elif spent and not dead:
            self._doubt_piece("spent-alive", found.name, name=name.text)
        tokens = tuple(word for piece in found.tokens for word in _tokens(piece))
        return Seat(name, role, tokens, dead or spent, spent, name.span)

    def _bare(self, piece: Piece) -> tuple[Word, str]:
        """Return a name or role without its marks of death, and these marks: `*`, `~~`, both or none."""
        text = piece.text
        before = text[: len(text) - len(text.lstrip("*~"))]
        after = text[len(text.rstrip("*~")) :]
        if before == text:
            return Word(text, piece.start, piece.end), ""
        for mark in ("*", "~~"):
            if (mark in before) != (mark in after):
                self._doubt_piece("not-closed", piece, expected=mark)
        marks = "".join(mark for mark in ("*", "~~") if mark in before + after)
        bare = text[len(before) : len(text) - len(after)]
        return Word(bare, piece.start + len(before), piece.end - len(after)), marks

    # Doubts

    def _strays(self, rest: list[Piece]) -> None:
        for piece in rest:
            if piece.number:
                self._doubt_piece("lost-column", piece, text=piece.text)
            elif piece.text.strip():
                self._doubt_piece("lost-token", piece, token=piece.text.strip())
            else:
                self._doubt_piece("lost-link", piece)

    def _given(self, rest: list[Piece], seats: list[Found]) -> dict[Found, tuple[str, ...]]:
        """Return the unlinked tokens by their nearest seats."""
        given: dict[Found, tuple[str, ...]] = {}
        for piece in rest if seats else ():
            if not piece.number and piece.text.strip():
                near = min(
                    seats,
                    key=lambda one: (abs(one.main.column - piece.column), abs(one.main.line - piece.line)),
                )
                given[near] = (*given.get(near, ()), *(word.text for word in _tokens(piece)))
        return given

    def _check_columns(self, seats: list[Found]) -> None:
        taken: dict[int, str] = {}
        crooked: set[tuple[int, int]] = set()
        unmarked: set[int] = set()
        marked = [(seat, seat.marker) for seat in seats if seat.marker]
        for seat in seats:
            name, column = bare(seat.main.text), seat.main.column
            # A shift of a whole line, or a removed line, is reported once.
            if not seat.straight and seat.role:
                moved = (seat.top, column - seat.role.column)
                if moved not in crooked:
                    self._doubt_piece(
                        "out-of-line", seat.main, name=name, column=column, role_column=seat.role.column
                    )
                crooked.add(moved)
            elif column in taken:
                self._doubt_piece("shared-column", seat.main, name=name, other=taken[column], column=column)
            else:
                taken[column] = name
            if not seat.marker and 2 * len(marked) > len(seats) and seat.top not in unmarked:
                self._doubt_piece("missing-column", seat.main, name=name, column=column)
                unmarked.add(seat.top)
        self._check_numbers([(seat, marker) for seat, marker in marked if seat.straight])

    def _check_numbers(self, marked: list[tuple[Found, Piece]]) -> None:
        wrong = [(seat, marker) for seat, marker in marked if _stated(marker) not in seat.columns]
        off = {_stated(marker) - seat.main.column for seat, marker in wrong}
        if len(off) == 1 and len(wrong) == len(marked) > 1:
            self._doubt_piece("shifted-columns", wrong[0][1], by=off.pop())
            return
        for seat, marker in wrong:
            name = bare(seat.main.text)
            self._doubt_piece("wrong-column", marker, name=name, stated=marker.text, column=seat.main.column)


def _tokens(piece: Piece) -> Iterator[Word]:
    """Yield the tokens in one pair of parentheses. Other programs put several there, with commas."""
    at = piece.start
    for part in piece.text.split(","):
        if inner := part.strip():
            start = at + part.index(inner)
            yield Word(inner, start, start + len(inner))
        at += len(part) + 1


def _stated(marker: Piece) -> int:
    """Return the number in a `(n)`, cut to ten digits."""
    return int(marker.text[:10])


def read(text: str) -> Reading:
    """Read a drawing. Any text gives a reading."""
    return _Reader(text).read()


# Sides, which give the order of the players

Side = Literal["top", "side", "bottom"]


def _clockwise(seats: list[Found]) -> tuple[list[Found], list[Found], list[Found], list[Found]]:
    """Return the seats at the top, right, bottom and left, all clockwise."""
    sides = _sides(seats)
    top = sorted((seat for seat in seats if sides[seat] == "top"), key=_column)
    bottom = sorted((seat for seat in seats if sides[seat] == "bottom"), key=_column, reverse=True)
    right, left = _right_and_left([seat for seat in seats if sides[seat] == "side"], top + bottom)
    return top, right, bottom, left


def _column(seat: Found) -> int:
    return seat.main.column


def _sides(seats: list[Found]) -> dict[Found, Side]:
    """Return the side of each seat by the position of its `(n)` or its tokens, or by its neighbours."""
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
    """Return the seats on the right, downwards, and on the left, upwards."""
    downwards = sorted(stack, key=lambda seat: seat.top)
    if rows:
        middle = min(map(_column, rows)) + max(map(_column, rows))
        right = [seat for seat in downwards if 2 * _column(seat) >= middle]
    else:
        right = _right_of_two(downwards)
    chosen = set(right)
    return right, [seat for seat in reversed(downwards) if seat not in chosen]


def _right_of_two(downwards: list[Found]) -> list[Found]:
    """Return the seats on the right of a drawing without top and bottom.

    Two seats on one line are on two sides. The columns of a single side show which one it is: they grow clockwise.
    """
    if level := [(one, other) for one, other in pairwise(downwards) if one.top == other.top]:
        border = max(_column(seat) for seat in level[0])
        return [seat for seat in downwards if _column(seat) >= border]
    if downwards and _column(downwards[0]) > _column(downwards[-1]):
        return []
    return downwards
