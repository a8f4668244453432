"""A fast path for logs of grimoires without titles and comments. Removing this folder changes no result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.memory import remembered
from kibitz.core.notation import Skip
from kibitz.languages.botc.check.log import LOST, Before
from kibitz.languages.botc.game.log import Grimoire, Player, one_game
from kibitz.languages.botc.game.roles import COUNTED, LETTERS, Role, roles
from kibitz.languages.botc.game.setup import COUNTING, MOST_WITH_TRAVELLERS, expected, team, tells
from kibitz.languages.botc.text.grammar import terminal

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


Entry = tuple[Player, Proof]


def skip_clean(chunks: tuple[Chunk, ...], state: Before | None) -> Skip:
    """See :meth:`kibitz.core.notation.Notation.skip_clean`."""
    for number, chunk in enumerate(chunks):
        found = look_at(chunk.text)
        if found is None or (state and not _goes_on(state, found)):
            return Skip(state, number)
        earlier = None if state is LOST else state.grimoire if state else Grimoire()
        state = Before(found, chunk, earlier)
    return Skip(state, len(chunks))


def look_at(text: str) -> Grimoire | None:
    """Return the grimoire of a chunk, or None if it has more than that, or if a rule for one grimoire may report it."""
    seats = _in_line(text) if text[:1] == "[" else _drawn(text) if text[:1] == "┌" else None
    if not seats:
        return None
    players, proofs = zip(*seats, strict=True)
    names = {player.name for player in players}
    in_order = len(players) == len(names) <= MOST_WITH_TRAVELLERS
    return Grimoire(players) if in_order and _settled(proofs) else None


def _in_line(text: str) -> Sequence[Entry] | None:
    """Return the entries of a chunk with only a line in order, or None for others."""
    end = text.find("]")
    if end < 0 or text[end + 1 :].strip(" \t\r\n"):
        return None
    seats = [*map(_entry, text[1:end].split(" "))]
    found = [*filter(None, seats)]
    return found if len(found) == len(seats) else None


def _goes_on(before: Before, after: Grimoire) -> bool:
    """Return whether two successive grimoires need no comparison: they are of two games, or no player lost a mark of the dead.

    After a title, a log is compared more closely.
    """
    was, now = before.grimoire.players, after.players
    if before.titled or len(was) != len(now):
        return not one_game(before.grimoire, after, before.titled)
    seats = zip(was, now, strict=True)
    return all(old is new or _same(old, new) for old, new in seats) or not one_game(before.grimoire, after)


def _same(old: Player, new: Player) -> bool:
    same = (old.name, old.role) == (new.name, new.role)
    return same and (old.dead, old.spent) <= (new.dead, new.spent)


@remembered
def proof_of(role: str, tokens: tuple[str, ...], dead: bool) -> Proof | None:
    """Return the proof of an entry, or None for an unknown word or a possible finding about the entry alone."""
    seated, laid = roles().get(role), [_laid(token) for token in tokens]
    found = [one for one in laid if one]
    needed = tuple(chain.from_iterable(_needed(*one) for one in found))
    if (
        seated is None
        or len(found) < len(laid)
        or not (_HARMLESS.issuperset(seated.setup) and seated.team in (*COUNTED, "traveller"))
        or not set(tokens).isdisjoint(needed)
        or not all(_silent(seated, dead, *one) for one in found)
    ):
        return None
    letter = LETTERS[team(Player("", role, tokens)) or "traveller"]
    things = [f"{own.id}:" if name in own.exclusive else f"{own.id}:{name}" for own, name in found]
    return Proof((role, *things), needed, letter.lower() if dead else letter)


def _settled(proofs: Sequence[Proof]) -> bool:
    """Return whether only rules about names may report a grimoire, by the proofs of all its entries.

    No character or token occurs twice, and tokens have their characters and partners. The teams follow the setup
    table, and the game goes on.
    """
    listed = [*chain.from_iterable(proof.things for proof in proofs)]
    found = {*listed}
    return (
        len(found) == len(listed)
        and found.issuperset(chain.from_iterable(proof.needed for proof in proofs))
        and _adds_up("".join(sorted(proof.side for proof in proofs)), tuple(sorted(found & _changing())))
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


@cache
def _pattern() -> re.Pattern[str]:
    """Return the pattern of an entry without spaces whose name has an initial capital. A dead player has marks at both ends."""
    identifier, spent = map(terminal, ("IDENTIFIER", "SPENT"))
    token = f"{identifier}(?::{identifier})?"
    return re.compile(
        rf"(?P<dead>\*(?P<spent>{spent})?)?(?P<name>[A-Z][A-Za-z0-9_]*)(?(spent){spent}):"
        rf"(?P<role>{identifier})(?:\((?P<tokens>{token}(?:,{token})*)\))?(?(dead)\*)"
    )


# A log has a line for each moment, so most entries have been read before.


@remembered
def _entry(text: str) -> Entry | None:
    """Return an entry with its proof, or None if it is not in order."""
    found = _pattern().fullmatch(text)
    if found is None:
        return None
    name, role, dead, spent = found["name"], found["role"], bool(found["dead"]), bool(found["spent"])
    tokens = tuple(found["tokens"].split(",")) if found["tokens"] else ()
    proof = proof_of(role, tokens, dead)
    return proof and (Player(name, role, tokens, dead, spent), proof)


# Drawings in the exact layout of kibitz

_TITLE = re.compile(r"┌─ Grimoire \(([0-9]{1,3}) players?\) ─+┐")
_WORD = re.compile(r"[^ ]+")


def _drawn(text: str) -> Sequence[Entry] | None:
    """Return the entries of a chunk with only a well-formed drawing, or None for others."""
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
    return found if found and len(found) == int(frame[1]) else None


class _Seat(NamedTuple):
    """A player, with the line and column of the name."""

    column: int
    line: int
    entry: Entry


class _Picture:
    """The text inside the frame: all lines joined, `step` characters each."""

    def __init__(self, inside: str, step: int) -> None:
        self.step = step
        self.words = {found.start(): found[0] for found in _WORD.finditer(inside)}
        """The words that no seat has taken, by their places."""
        self.top, self.bottom, self.sides = list[_Seat](), list[_Seat](), list[_Seat]()

    def read(self) -> list[Entry] | None:
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
        player = _entry_of(who, role, tokens)
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

    def _clockwise(self) -> list[Entry] | None:
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
        return [seat.entry for seat in clockwise]


def _entry_of(who: str, role: str, tokens: tuple[str, ...]) -> Entry | None:
    """Return a drawn player, or None for wrong marks: the name has all marks of the dead, the role has none."""
    if "(" in role or any("," in token for token in tokens):
        return None
    star = "*" * who.endswith("*")
    laid = f"({','.join(tokens)})" if tokens else ""
    return _entry(f"{who.removesuffix(star)}:{role}{laid}{star}") if star or who[:1] != "*" else None


def _marker(word: str) -> bool:
    """Return whether a word is a `(n)`."""
    return word[:1] == "(" and word[1:-1].isdecimal() and word[-1] == ")"
