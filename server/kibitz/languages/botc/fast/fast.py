"""Fast paths for grimoires without findings. Removing this folder changes no result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, chain
from typing import NamedTuple

from kibitz.core.bounds import ENTRIES
from kibitz.core.chunks import Chunk
from kibitz.core.memory import remembered
from kibitz.core.notation import Parsed, Skip
from kibitz.core.values import Span
from kibitz.languages.botc.check.log import Before, seen
from kibitz.languages.botc.game.log import Circle, Player, begins_anew, silent
from kibitz.languages.botc.game.roles import COUNTED, LETTERS, Role, roles
from kibitz.languages.botc.game.setup import COUNTING, MOST_WITH_TRAVELLERS, expected, team, tells
from kibitz.languages.botc.text.grammar import terminal
from kibitz.languages.botc.text.mend import read_entry
from kibitz.languages.botc.text.nodes import Record
from kibitz.languages.botc.text.read import Sheet

_HARMLESS = frozenset({*COUNTING, "townsfolk", "townsfolk_any_of", "seat_shows", "note"}) - {
    "minion_chosen",
    "demon_seat",
}
"""The effects of characters on the setup that no rule compares with other players."""


class Proof(NamedTuple):
    """The facts of an entry for all rules except those about its name."""

    things: tuple[str, ...]
    """The character and the tokens, which must be unique. Tokens that exclude each other share one key."""
    needed: tuple[str, ...]
    """The characters that its tokens require, and the other token of a pair."""
    side: str
    """The letter of the team, in lower case for a dead player."""


DOUBTFUL = Proof(("?", "?"), (), "")
"""The proof of an entry that needs the rules. Its duplicate prevents a grimoire from being settled."""


@remembered
def proof_of(role: str, tokens: tuple[str, ...], dead: bool) -> Proof:
    """Return the proof of an entry, or `DOUBTFUL` for an unknown word or a possible finding about the entry alone."""
    seated, laid = roles().get(role), [_laid(token) for token in tokens]
    if seated is None or not _ordinary(seated) or None in laid:
        return DOUBTFUL
    found = [one for one in laid if one]
    needed = tuple(chain.from_iterable(_needed(*one) for one in found))
    if not set(tokens).isdisjoint(needed) or not all(_silent(seated, dead, *one) for one in found):
        return DOUBTFUL
    letter = LETTERS[team(Player("", role, tokens)) or "traveller"]
    things = [f"{own.id}:" if name in own.exclusive else f"{own.id}:{name}" for own, name in found]
    return Proof((role, *things), needed, letter.lower() if dead else letter)


def settled(proofs: Sequence[Proof]) -> bool:
    """Return whether only rules about names may report a grimoire, by the proofs of all its entries.

    No character or token occurs twice, and tokens have their characters and partners. The teams follow the setup
    table, and the game goes on.
    """
    things, needed, sides = zip(*proofs, strict=True)
    listed = [*chain.from_iterable(things)]
    found = {*listed}
    return (
        len(found) == len(listed)
        and found.issuperset(chain.from_iterable(needed))
        and _adds_up("".join(sorted(sides)), tuple(sorted(found & _changing())))
    )


@remembered
def _adds_up(sides: str, changing: tuple[str, ...]) -> bool:
    """Return whether the teams follow the setup table, with the characters that change it, and the game goes on."""
    townsfolk, outsiders, minions, demons = (sides.upper().count(LETTERS[one]) for one in COUNTED)
    players = townsfolk + outsiders + minions + demons
    dead = sum(sides.count(LETTERS[one].lower()) for one in COUNTED)
    wanted = expected(players, [roles()[name] for name in changing])
    # The setup table does not cover this number of players, which has a finding of its own.
    return (
        wanted is not None
        and wanted.allows((townsfolk, outsiders, minions, demons))
        and (not dead or (LETTERS["demon"] in sides and players - dead > 2))
    )


@cache
def _changing() -> frozenset[str]:
    """Return the characters that change the setup."""
    return frozenset(role.id for role in roles().values() if role.setup)


def _ordinary(role: Role) -> bool:
    """Return whether a character changes at most the counts of the setup."""
    return _HARMLESS.issuperset(role.setup) and role.team in (*COUNTED, "traveller")


def _laid(token: str) -> tuple[Role, str] | None:
    """Return the character and the name of a known token, or None."""
    prefix, _, name = token.partition(":")
    role = roles().get(prefix)
    return (role, name) if role and name in role.tokens else None


def _needed(role: Role, name: str) -> Iterator[str]:
    """Yield the characters and tokens that a token requires."""
    if name not in role.everywhere and not tells(f"{role.id}:{name}"):
        yield role.id
    if "wrong" in role.tokens:
        yield from (f"{role.id}:{other}" for other in role.tokens if other != name)


def _silent(seated: Role, dead: bool, role: Role, name: str) -> bool:
    """Return whether no rule applies to a token on a player, regardless of the other seats."""
    if tells(f"{role.id}:{name}") and role.id != "drunk" and role.team != seated.team:
        return False
    return not (name == "dead" and not dead) and role.may_lie(name, seated)


_LINE = re.compile(r"\[([\w:*~(,)]+(?: [\w:*~(,)]+)*)\][ \t\r\n]*", re.ASCII)


def read(text: str) -> Parsed[Sheet] | None:
    """Return the contents of a chunk, or None if it needs the full reader."""
    if (found := _LINE.fullmatch(text)) is None:
        return None
    words = found[1].split(" ")
    entries, problems = zip(*map(read_entry, words), strict=True)
    if any(problems) or len(words) > ENTRIES:
        return None
    starts = tuple(accumulate([len(word) + 1 for word in words[:-1]], initial=1))
    return Parsed(Sheet(Record("line", Span(0, found.end(1) + 1), entries, starts)))


def look_at(text: str) -> Overview | None:
    """Return the overview of a chunk with only a grimoire in a common form, or None for others."""
    if text[:1] == "[":
        return _look_at_line(text)
    return _look_at_drawing(text) if text[:1] == "┌" else None


def skip_clean(chunks: tuple[Chunk, ...], state: Before | None) -> Skip | None:
    """See :meth:`kibitz.core.notation.Notation.skip_clean`."""
    for number, chunk in enumerate(chunks):
        found = look_at(chunk.text)
        if not (found and found.clean) or (state and not silent(state.circle, found.circle, state.titled)):
            return Skip(state, number)
        state = None if begins_anew(chunk.text) else Before(found.circle, chunk, seen(state))
    return Skip(state, len(chunks))


# Fast reader for drawings in the exact layout of kibitz; others return None

_TITLE = re.compile(r"┌─ Grimoire \(([0-9]{1,3}) players?\) ─+┐")
_WORD = re.compile(r"[^ ]+")


def _look_at_drawing(text: str) -> Overview | None:
    """Return the overview of a chunk with only a well-formed drawing, or None for others."""
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
    """A player, with the line and column of the name."""

    column: int
    line: int
    looked: Looked


class _Picture:
    """The text inside the frame: all lines joined, `step` characters each."""

    def __init__(self, inside: str, step: int) -> None:
        self.step = step
        self.words = {found.start(): found[0] for found in _WORD.finditer(inside)}
        """The words that no seat has taken, by their places."""
        self.top, self.bottom, self.sides = list[_Seat](), list[_Seat](), list[_Seat]()

    def read(self) -> list[Looked] | None:
        """Return the players clockwise, or None if a word is out of place."""
        words = list(self.words.items())
        if any(self._crowded(place, word) for place, word in words if word[0] != "("):
            return None
        if not all(self._seat(place, word) for place, word in words if _marker(word)) or self.words:
            return None
        return self._clockwise()

    def _crowded(self, place: int, word: str) -> bool:
        """Return whether a word follows a name or role so closely that it may belong to it."""
        near, next_ = (self.words.get(place + len(word) + gap, "") for gap in (1, 2))
        return bool(near and not _marker(near)) or _marker(next_)

    def _seat(self, place: int, marker: str) -> bool:
        """Take the player of a `(n)` below, above or before it. Return whether the seat is well-formed."""
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
        """Take the words in parentheses from an `(n)` on, the nearest first."""
        found = []
        while (word := self.words.get(place := place + step, ""))[:1] == "(" and not _marker(word):
            del self.words[place]
            if word != "()":
                found.append(word[1:-1] if word[-1] == ")" else word)
        return tuple(found)

    def _clockwise(self) -> list[Looked] | None:
        """Return the players of all sides, or None for uneven rows or a shared column."""
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
    """Return a drawn player, or None for wrong marks: the name has all marks of the dead, the role has none."""
    dead = who[:1] == "*" and who[-1:] == "*"
    known, character = _person(who[:-1] if dead else who), _held(role)
    if known is None or character is None or character[0] != role or not all(map(_token().fullmatch, tokens)):
        return None
    name, state, regular = known
    if (state > 0) != dead:
        return None
    return Looked(name, role, state, proof_of(role, tokens, dead) if regular else DOUBTFUL)


def _marker(word: str) -> bool:
    """Return whether a word is a `(n)`."""
    return word[:1] == "(" and word[1:-1].isdecimal() and word[-1] == ")"


@cache
def _token() -> re.Pattern[str]:
    identifier = terminal("IDENTIFIER")
    return re.compile(f"{identifier}(?::{identifier})?")


# Lines without places of words. Only well-formed entries with single spaces are read.

_REGULAR = re.compile(r"[A-Z][A-Za-z0-9_]*")
"""A name in the specification's style: with an initial capital."""


class Looked(NamedTuple):
    """An entry without the places of its tokens. `state` is that of :class:`Circle`, `proof` the facts for the rules."""

    name: str
    role: str
    state: int
    proof: Proof


class Overview(NamedTuple):
    """A grimoire with its players, and whether no rule for a single grimoire reports it."""

    circle: Circle
    clean: bool


def _overview(seats: Sequence[Looked]) -> Overview | None:
    """Return a grimoire without doubts, or None if it is empty."""
    if not seats:
        return None
    names, roles, states, proofs = zip(*seats, strict=True)
    clean = len(set(names)) == len(names) <= MOST_WITH_TRAVELLERS and settled(proofs)
    return Overview(Circle(names, roles, states), clean)


def _look_at_line(text: str) -> Overview | None:
    """Return the grimoire of a chunk that only has entries in order with single spaces."""
    end = text.find("]")
    line = text[1:end]
    if end < 0 or not line.isprintable() or text[end + 1 :].strip(" \t\r\n"):
        return None
    seats = [*map(_look_at_entry, line.split(" "))]
    found = [*filter(None, seats)]
    return _overview(found) if len(found) == len(seats) else None


@cache
def _halves() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the pattern of an entry without spaces, before and after its first colon, from the grammar's terminals.

    A dead player has marks in both parts.
    """
    name, identifier, spent = map(terminal, ("NAME", "IDENTIFIER", "SPENT"))
    token = f"{identifier}(?::{identifier})?"
    return (
        re.compile(rf"(?P<dead>\*(?P<spent>{spent})?)?(?P<name>{name})(?(spent){spent})"),
        re.compile(rf"(?P<role>{identifier})(?:\((?P<tokens>{token}(?:,{token})*)\))?(?P<dead>\*)?"),
    )


# A log has a line for each moment, so most entries, or one half of them, have been read before.


@remembered
def _look_at_entry(text: str) -> Looked | None:
    """Return an entry, or None if it is not in order."""
    who, _, what = text.partition(":")
    before, behind = _person(who), _held(what)
    if before is None or behind is None or (before[1] > 0) != behind[1]:
        return None
    (name, state, regular), (role, _, proof) = before, behind
    return Looked(name, role, state, proof if regular else DOUBTFUL)


@remembered
def _person(text: str) -> tuple[str, int, bool] | None:
    """Return a name without its marks, the state, and whether the name follows the specification; None for other text."""
    found = _halves()[0].fullmatch(text)
    if found is None:
        return None
    name, state = found["name"], (found["dead"] is not None) + (found["spent"] is not None)
    return name, state, _REGULAR.fullmatch(name) is not None


@remembered
def _held(text: str) -> tuple[str, bool, Proof] | None:
    """Return the text after the colon: the role, whether it ends with the mark of the dead, and its facts."""
    found = _halves()[1].fullmatch(text)
    if found is None:
        return None
    role, dead = found["role"], found["dead"] is not None
    tokens = tuple(found["tokens"].split(",")) if found["tokens"] else ()
    return role, dead, proof_of(role, tokens, dead)
