"""Reads a drawing of a grimoire: made by this program, by another one, or edited by hand.

Everything that is in order is read. Whatever is not becomes a doubt at its place:

=================  ============================================================  ==========================
slug               what                                                          fields
=================  ============================================================  ==========================
not-closed         no `└` line, a `(`, `)`, `*` or `~~` without its partner      expected
outside-frame      a line without any frame                                      (none)
broken-frame       lines whose frame lacks its left or right end                 side, where
squeezed           a drawing whose blanks have been made one each                (none)
unequal-lines      a line that is longer or shorter than the others              width, expected
blank-inside       a name or role of several words                               text
header-count       the title tells another number of players than sit there      stated, seats
seat-without-role  a name without a role under it                                name
role-without-name  a role without a name above it                                role
out-of-line        a name that does not stand over its role                      name, column, role_column
wrong-column       `(n)` is not the column of the name                           name, stated, column
shifted-columns    all `(n)` are off by the same number                          by
missing-column     a seat without `(n)` where most have one, or a row of them    name, column
lost-column        a `(n)` that belongs to no seat                               text
shared-column      two seats in one column                                       name, other, column
lost-token         a token that belongs to no seat                               token
lost-link          a `()` that leads to no seat                                  (none)
missing-link       a token over or under a `()` that is missing                  name
marks-differ       the role is marked as dead or spent, the name is not          name
spent-alive        `~~` without `*`: only the dead spend their vote              name
=================  ============================================================  ==========================

Columns are display columns, counted from the left frame; offsets are code points of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Literal, NamedTuple

from kibitz.languages.botc.drawing.layouts import Layout
from kibitz.languages.botc.drawing.scan import Doubt, Piece, scan
from kibitz.languages.botc.drawing.seats import Found, bare, find
from kibitz.languages.botc.game.model import Grimoire
from kibitz.languages.botc.text.nodes import Entry, Word


class Reading(NamedTuple):
    """What a drawing says: its players clockwise, with the places of their words, what is doubtful, in order of the text."""

    entries: tuple[Entry, ...]
    """Marks of death, parentheses and the commas between tokens are no part of their words."""
    whole: Grimoire
    """With the tokens that are joined to nobody: each at the seat that is nearest to its column."""
    doubts: tuple[Doubt, ...]
    sides: Layout

    @property
    def grimoire(self) -> Grimoire:
        """Who sits there."""
        return Grimoire(tuple([entry.player for entry in self.entries]))


def read(text: str) -> Reading:
    """Reads a drawing; any text gives a reading."""
    return _Reader(text).read()


class _Reader:
    """One drawing while it is read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.sheet = scan(text)
        self.doubts = self.sheet.doubts

    def read(self) -> Reading:
        found, rest = find(self.sheet.lines)
        sides = _clockwise(found)
        if all(seat.name and seat.role for seat in found):
            # What belongs to nobody may belong to who is half there.
            self._strays(rest)
        self._check_links(found)
        self._check_columns([seat for side in sides for seat in side if seat.name and seat.role])
        self._check_count(len(found))
        given = self._given(rest, [one for side in sides for one in side])
        seats = [[(seat, given.get(one, ())) for one in side if (seat := self._seat(one))] for side in sides]
        every = [pair for side in seats for pair in side]
        whole = [replace(one.player, tokens=(*one.player.tokens, *more)) for one, more in every]
        return Reading(
            tuple([entry for entry, _ in every]),
            Grimoire(tuple(whole)),
            tuple(sorted(self.doubts, key=lambda doubt: doubt[1:3])),
            Layout(*map(len, seats)),
        )

    def _doubt(self, slug: str, piece: Piece, **fields: object) -> None:
        start, end = piece.start, piece.end
        if piece.group:
            start -= self.text[start - 1 : start] == "("
            end += self.text[end : end + 1] == ")"
        self.doubts.append((slug, start, end, fields))

    # Seats

    def _seat(self, found: Found) -> Entry | None:
        if found.name is None:
            self._doubt("role-without-name", found.main, role=found.main.text)
            return None
        name, name_marks = self._bare(found.name)
        if found.role is None:
            self._doubt("seat-without-role", found.name, name=name.text)
            return None
        role, role_marks = self._bare(found.role)
        dead, spent = ("*" in name_marks or "*" in role_marks), ("~" in name_marks or "~" in role_marks)
        if not set(role_marks) <= set(name_marks):
            self._doubt("marks-differ", found.role, name=name.text)
        elif spent and not dead:
            self._doubt("spent-alive", found.name, name=name.text)
        tokens = tuple(word for piece in found.tokens for word in _tokens(piece))
        return Entry(name, role, tokens, dead or spent, spent, name.span)

    def _bare(self, piece: Piece) -> tuple[Word, str]:
        """A name or role without the marks of death around it, and these marks: `*`, `~~`, both or none."""
        text = piece.text
        before = text[: len(text) - len(text.lstrip("*~"))]
        after = text[len(text.rstrip("*~")) :]
        if before == text:
            return Word(text, piece.start, piece.end), ""
        for mark in ("*", "~~"):
            if (mark in before) != (mark in after):
                self._doubt("not-closed", piece, expected=mark)
        marks = "".join(mark for mark in ("*", "~~") if mark in before + after)
        bare = text[len(before) : len(text) - len(after)]
        return Word(bare, piece.start + len(before), piece.end - len(after)), marks

    # Doubts

    def _strays(self, rest: list[Piece]) -> None:
        for piece in rest:
            if piece.number:
                self._doubt("lost-column", piece, text=piece.text)
            elif piece.text.strip():
                self._doubt("lost-token", piece, token=piece.text.strip())
            else:
                self._doubt("lost-link", piece)

    def _given(self, rest: list[Piece], seats: list[Found]) -> dict[Found, tuple[str, ...]]:
        """The tokens that are joined to nobody, by the seats that are nearest to them."""
        given: dict[Found, tuple[str, ...]] = {}
        for piece in rest if seats else ():
            if not piece.number and piece.text.strip():
                near = min(
                    seats,
                    key=lambda one: (abs(one.main.column - piece.column), abs(one.main.line - piece.line)),
                )
                given[near] = (*given.get(near, ()), *(word.text for word in _tokens(piece)))
        return given

    def _check_links(self, seats: list[Found]) -> None:
        """Where a `()` is missing; some programs write none at all."""
        apart = [(seat, seat.apart) for seat in seats if seat.apart]
        linked = any(piece.group and not piece.text for row in self.sheet.lines for piece in row)
        for seat, piece in apart if linked or len(apart) == 1 else ():
            self._doubt("missing-link", piece, name=bare(seat.main.text))

    def _check_count(self, seats: int) -> None:
        if self.sheet.count and self.sheet.count[0] != seats:
            stated, start, end = self.sheet.count
            self.doubts.append(("header-count", start, end, {"stated": stated, "seats": seats}))

    def _check_columns(self, seats: list[Found]) -> None:
        taken: dict[int, str] = {}
        crooked: set[tuple[int, int]] = set()
        unmarked: set[int] = set()
        marked = [(seat, seat.marker) for seat in seats if seat.marker]
        for seat in seats:
            name, column = bare(seat.main.text), seat.main.column
            # What moved a whole line, or took one away, is said once.
            if not seat.straight and seat.role:
                moved = (seat.top, column - seat.role.column)
                if moved not in crooked:
                    self._doubt(
                        "out-of-line", seat.main, name=name, column=column, role_column=seat.role.column
                    )
                crooked.add(moved)
            elif column in taken:
                self._doubt("shared-column", seat.main, name=name, other=taken[column], column=column)
            else:
                taken[column] = name
            if not seat.marker and 2 * len(marked) > len(seats) and seat.top not in unmarked:
                self._doubt("missing-column", seat.main, name=name, column=column)
                unmarked.add(seat.top)
        self._check_numbers([(seat, marker) for seat, marker in marked if seat.straight])

    def _check_numbers(self, marked: list[tuple[Found, Piece]]) -> None:
        wrong = [(seat, marker) for seat, marker in marked if _stated(marker) not in seat.columns]
        off = {_stated(marker) - seat.main.column for seat, marker in wrong}
        if len(off) == 1 and len(wrong) == len(marked) > 1:
            self._doubt("shifted-columns", wrong[0][1], by=off.pop())
            return
        for seat, marker in wrong:
            name = bare(seat.main.text)
            self._doubt("wrong-column", marker, name=name, stated=marker.text, column=seat.main.column)


def _tokens(piece: Piece) -> Iterator[Word]:
    """The tokens in one pair of parentheses: other programs put several there, with commas."""
    at = piece.start
    for part in piece.text.split(","):
        if inner := part.strip():
            start = at + part.index(inner)
            yield Word(inner, start, start + len(inner))
        at += len(part) + 1


def _stated(marker: Piece) -> int:
    """The number in a `(n)`; no column is as far right as a number of ten digits says."""
    return int(marker.text[:10])


# Sides, and so the order in which the players sit

Side = Literal["top", "side", "bottom"]


def _clockwise(seats: list[Found]) -> tuple[list[Found], list[Found], list[Found], list[Found]]:
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
    if level := [(one, other) for one, other in pairwise(downwards) if one.top == other.top]:
        border = max(_column(seat) for seat in level[0])
        return [seat for seat in downwards if _column(seat) >= border]
    if downwards and _column(downwards[0]) > _column(downwards[-1]):
        return []
    return downwards
