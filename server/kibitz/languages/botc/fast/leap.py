"""Going over grimoires of which nothing can be said: of most of them, a look at the text proves that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.memory import remembered
from kibitz.core.notation import Leap
from kibitz.languages.botc.check.log import Before, seen
from kibitz.languages.botc.fast.proof import DOUBTFUL, Proof, proof_of, settled
from kibitz.languages.botc.game.log import Circle, silent
from kibitz.languages.botc.game.phase import begins_anew
from kibitz.languages.botc.game.setup import MOST_WITH_TRAVELLERS
from kibitz.languages.botc.text.grammar import terminal


def look_at(text: str) -> Overview | None:
    """A chunk that is nothing but a grimoire in one of the two forms that most are in; None for others."""
    if text[:1] == "[":
        return _look_at_line(text)
    return _look_at_drawing(text) if text[:1] == "┌" else None


def leap(chunks: tuple[Chunk, ...], state: Before | None) -> Leap | None:
    """See :meth:`kibitz.core.notation.Notation.leap`."""
    for number, chunk in enumerate(chunks):
        found = look_at(chunk.text)
        if not (found and found.clean) or (state and not silent(state.circle, found.circle, state.titled)):
            return Leap(state, number)
        state = None if begins_anew(chunk.text) else Before(found.circle, chunk, seen(state))
    return Leap(state, len(chunks))


# Drawings as this program draws them, looked over without reading what stands where; any others are refused

_TITLE = re.compile(r"┌─ Grimoire \(([0-9]{1,3}) players?\) ─+┐")
_WORD = re.compile(r"[^ ]+")


def _look_at_drawing(text: str) -> Overview | None:
    """A chunk that is nothing but a drawing in which everything stands where it belongs."""
    end = text.find("┘") + 1
    lines = text[:end].split("\r\n" if "\r\n" in text else "\n")
    title, rows, floor = lines[0], lines[1:-1], lines[-1]
    frame, width = _TITLE.fullmatch(title), len(title)
    if frame is None or floor != f"└{'─' * (width - 2)}┘" or text[end:].strip(" \t\r\n"):
        return None
    if not all(len(row) == width and row[0] == row[-1] == "│" for row in rows):
        return None
    inside = " ".join([row[1:-1] for row in rows])
    if not (inside.isascii() and inside.isprintable()):
        return None
    found = _Picture(inside, width - 1).read()
    return _overview(found) if found and len(found) == int(frame[1]) else None


class _Seat(NamedTuple):
    """A player; `line` and `column` are those of the name."""

    column: int
    line: int
    looked: Looked


class _Picture:
    """What stands within the frame: the lines one behind the other, a new one every `step` characters."""

    def __init__(self, inside: str, step: int) -> None:
        self.step = step
        self.words = {found.start(): found[0] for found in _WORD.finditer(inside)}
        """What nobody has taken yet, by its place."""
        self.top, self.bottom, self.sides = list[_Seat](), list[_Seat](), list[_Seat]()

    def read(self) -> list[Looked] | None:
        """Who sits there, clockwise; None if anything is not where it belongs."""
        words = list(self.words.items())
        if any(self._crowded(place, word) for place, word in words if word[0] != "("):
            return None
        if not all(self._seat(place, word) for place, word in words if _marker(word)) or self.words:
            return None
        return self._clockwise()

    def _crowded(self, place: int, word: str) -> bool:
        """Whether something stands so close behind a name or role that it might be a part of it or belong to it."""
        near, next_ = (self.words.get(place + len(word) + gap, "") for gap in (1, 2))
        return bool(near and not _marker(near)) or _marker(next_)

    def _seat(self, place: int, marker: str) -> bool:
        """Takes a player, who has a `(n)` at a place: under it at the top, over it at the bottom, else before it."""
        number, (line, column), step = int(marker[1:-1]), divmod(place, self.step), self.step
        if before := column + 1 - number:
            side, line, name = self.sides, line - 1, place - before - step
        elif self.words.get(place + step, "(")[0] != "(":
            side, name = self.top, place + step
        else:
            side, name = self.bottom, place - 2 * step
        del self.words[place]
        tokens = self._tokens(place, -step if side is self.top else step)
        who, role = self.words.pop(name, ""), self.words.pop(name + step, "")
        player = _look(who, role, tokens)
        if player is None or marker != f"({number})" or before not in {0, len(role) + 1}:
            return False
        side.append(_Seat(number, line, player))
        return True

    def _tokens(self, place: int, step: int) -> tuple[str, ...]:
        """What is in parentheses from a `(n)` on, the nearest first; it is taken."""
        found = []
        while (word := self.words.get(place := place + step, ""))[:1] == "(" and not _marker(word):
            del self.words[place]
            if word != "()":
                found.append(word[1:-1] if word[-1] == ")" else word)
        return tuple(found)

    def _clockwise(self) -> list[Looked] | None:
        """The players of all sides, if each row is one and no two players share a column."""
        taken = [seat.column for seat in (*self.top, *self.sides, *self.bottom)]
        rows = [seat.column for seat in (*self.top, *self.bottom)]
        level = all(len({seat.line for seat in row}) < 2 for row in (self.top, self.bottom))
        if not rows or not level or len(set(taken)) < len(taken):
            return None
        middle = min(rows) + max(rows)
        right = [seat for seat in self.sides if 2 * seat.column >= middle]
        left = [seat for seat in self.sides if 2 * seat.column < middle]
        clockwise = (*sorted(self.top), *right, *sorted(self.bottom)[::-1], *left[::-1])
        return [seat.looked for seat in clockwise]


def _look(who: str, role: str, tokens: tuple[str, ...]) -> Looked | None:
    """A player as drawn: the name has all marks of the dead, the role has none."""
    dead = who[:1] == "*" and who[-1:] == "*"
    known, character = _person(who[:-1] if dead else who), _held(role)
    if known is None or character is None or character[0] != role or not all(map(_token().fullmatch, tokens)):
        return None
    name, state, regular = known
    if (state > 0) != dead:
        return None
    return Looked(name, role, state, proof_of(role, tokens, dead) if regular else DOUBTFUL)


def _marker(word: str) -> bool:
    """Whether it is a `(n)`."""
    return word[:1] == "(" and word[1:-1].isdecimal() and word[-1] == ")"


@cache
def _token() -> re.Pattern[str]:
    identifier = terminal("IDENTIFIER")
    return re.compile(f"{identifier}(?::{identifier})?")


# Lines without reading what stands where. Whatever is not a line of entries in order, with single blanks between them, is refused

_REGULAR = re.compile(r"[A-Z][A-Za-z0-9_]*")
"""A name as the specification has it: with an initial capital."""


class Looked(NamedTuple):
    """An entry without its tokens' places: `state` is that of :class:`Circle`, `proof` what it comes to for the rules."""

    name: str
    role: str
    state: int
    proof: Proof


class Overview(NamedTuple):
    """A grimoire looked over: who sits there, and whether it is proven that no rule has anything to say of it by itself."""

    circle: Circle
    clean: bool


def _overview(seats: Sequence[Looked]) -> Overview | None:
    """A grimoire of which nothing is in doubt; None where nobody sits there."""
    if not seats:
        return None
    names, roles, states, proofs = zip(*seats, strict=True)
    clean = len(set(names)) == len(names) <= MOST_WITH_TRAVELLERS and settled(proofs)
    return Overview(Circle(names, roles, states), clean)


def _look_at_line(text: str) -> Overview | None:
    """A chunk that is nothing but a line of entries in order with single blanks between them."""
    end = text.find("]")
    line = text[1:end]
    if end < 0 or not line.isprintable() or text[end + 1 :].strip(" \t\r\n"):
        return None
    seats = [*map(_look_at_entry, line.split(" "))]
    found = [*filter(None, seats)]
    return _overview(found) if len(found) == len(seats) else None


@cache
def _halves() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What stands before and behind the first colon of an entry without blanks, put together from the grammar's terminals.

    A dead player has marks in both.
    """
    name, identifier, spent = map(terminal, ("NAME", "IDENTIFIER", "SPENT"))
    token = f"{identifier}(?::{identifier})?"
    return (
        re.compile(rf"(?P<dead>\*(?P<spent>{spent})?)?(?P<name>{name})(?(spent){spent})"),
        re.compile(rf"(?P<role>{identifier})(?:\((?P<tokens>{token}(?:,{token})*)\))?(?P<dead>\*)?"),
    )


# A log has a line for each moment, so most entries have been there before; of the others one half has.


@remembered
def _look_at_entry(text: str) -> Looked | None:
    """An entry by itself, None if it is not in order."""
    who, _, what = text.partition(":")
    before, behind = _person(who), _held(what)
    if before is None or behind is None or (before[1] > 0) != behind[1]:
        return None
    (name, state, regular), (role, _, proof) = before, behind
    return Looked(name, role, state, proof if regular else DOUBTFUL)


@remembered
def _person(text: str) -> tuple[str, int, bool] | None:
    """A name with its marks: the name, the state, whether it is as the specification has names."""
    found = _halves()[0].fullmatch(text)
    if found is None:
        return None
    name, state = found["name"], (found["dead"] is not None) + (found["spent"] is not None)
    return name, state, _REGULAR.fullmatch(name) is not None


@remembered
def _held(text: str) -> tuple[str, bool, Proof] | None:
    """What stands behind the colon: the role, whether it ends with the mark of the dead, and what that comes to."""
    found = _halves()[1].fullmatch(text)
    if found is None:
        return None
    role, dead = found["role"], found["dead"] is not None
    tokens = tuple(found["tokens"].split(",")) if found["tokens"] else ()
    return role, dead, proof_of(role, tokens, dead)
