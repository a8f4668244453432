"""What a chunk of a `.botc` file holds, with the place of every word.

The words of an entry count from where the entry begins, so that equal entries share one value; a :class:`Seat` knows
where its entry stands in the chunk.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Literal, NamedTuple

from kibitz.core.values import Span
from kibitz.languages.botc.model import Grimoire, Player
from kibitz.languages.botc.nature import Nature, nature_of
from kibitz.languages.botc.roles import Role, by_prefix, roles

if TYPE_CHECKING:
    from kibitz.languages.botc.layouts import Layout

Form = Literal["line", "drawing", "bag"]
FORMS: tuple[Form, ...] = ("line", "drawing", "bag")


class Word(NamedTuple):
    """A name, a role or a token, and where it stands."""

    text: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    def shifted(self, by: int) -> Word:
        return Word(self.text, self.start + by, self.end + by)


class TokenWord(NamedTuple):
    """A reminder token taken apart: `prefix` is empty where the record does not say whose it is."""

    prefix: str
    name: str

    @property
    def role(self) -> Role | None:
        """The character whose token it is; short prefixes count."""
        return by_prefix().get(self.prefix)


def token_of(text: str) -> TokenWord:
    """`poisoner:poisoned` or `poisoned`, taken apart."""
    prefix, colon, name = text.rpartition(":")
    return TokenWord(prefix if colon else "", name)


def _known(text: str) -> bool:
    prefix, _, name = text.partition(":")
    role = roles().get(prefix)
    return role is not None and name in role.tokens


_REGULAR = re.compile(r"[A-Z][A-Za-z0-9_]*")
"""A name as the specification has it: with an initial capital."""


@dataclass(frozen=True)
class Entry:
    """One player as written; `broken` if only a part of it could be read (words may then be empty).

    Equal entries of one-line grimoires are one value, so what follows from an entry alone is kept with it.
    """

    name: Word
    role: Word
    tokens: tuple[Word, ...]
    dead: bool
    spent: bool
    span: Span
    broken: bool = False

    @cached_property
    def player(self) -> Player:
        return Player(
            self.name.text, self.role.text, tuple(token.text for token in self.tokens), self.dead, self.spent
        )

    @cached_property
    def character(self) -> Role | None:
        """The character of the seat, None for an unknown one."""
        return roles().get(self.role.text)

    @property
    def readable(self) -> bool:
        """Whether both a name and a role could be read."""
        return bool(self.name.text and self.role.text)

    @cached_property
    def who(self) -> tuple[str, str]:
        """The player and the character, which stay the same in a game."""
        return self.name.text, self.role.text

    @property
    def state(self) -> int:
        """0 for the living, 1 for the dead, 2 for the dead whose vote is used: it only grows in a game."""
        return self.dead + self.spent

    @cached_property
    def plain(self) -> bool:
        """Whether each word is one that nothing need be said about: known, in full, spelt as the notation has it."""
        return (
            not self.broken
            and _REGULAR.fullmatch(self.name.text) is not None
            and self.character is not None
            and all(_known(token.text) for token in self.tokens)
        )

    @cached_property
    def nature(self) -> Nature | None:
        """What rules about the whole grimoire ask of the entry; None if one of them has to look at it closely."""
        return nature_of(self.player) if self.plain else None


class Seat(NamedTuple):
    """An entry at its place in the chunk."""

    at: int
    entry: Entry

    @property
    def name(self) -> Word:
        return self.entry.name.shifted(self.at)

    @property
    def role(self) -> Word:
        return self.entry.role.shifted(self.at)

    @property
    def tokens(self) -> list[Word]:
        return [token.shifted(self.at) for token in self.entry.tokens]

    @property
    def span(self) -> Span:
        return self.entry.span.shifted(self.at)

    @property
    def character(self) -> Role | None:
        """The character of the seat, None for an unknown one."""
        return self.entry.character


@dataclass(frozen=True)
class Record:
    """A grimoire in one of its forms, or a bag. `sound` says that nothing of it was unreadable or in doubt."""

    form: Form
    span: Span
    entries: tuple[Entry, ...] = ()
    starts: tuple[int, ...] | None = None
    """Where the entries begin; None where all that stands between them is single blanks."""
    roles: tuple[Word, ...] = ()
    """The roles of a bag."""
    sides: Layout | None = None
    """How many sit at the top, right, bottom and left of a drawing."""
    sound: bool = True

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The entries at their places."""
        starts = self.starts
        if starts is None:
            starts = tuple(accumulate((entry.span.end + 1 for entry in self.entries), initial=1))
        return tuple(map(Seat, starts, self.entries))

    @cached_property
    def seated(self) -> tuple[Seat, ...]:
        """The seats of which name and role could be read."""
        return tuple([seat for seat in self.seats if seat.entry.readable])

    @cached_property
    def grimoire(self) -> Grimoire:
        """Who sits where, without places."""
        return Grimoire(tuple([entry.player for entry in self.entries if entry.readable]))

    @cached_property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The players and characters of the seats that could be read, clockwise."""
        return tuple([entry.who for entry in self.entries if entry.name.text and entry.role.text])

    @property
    def names(self) -> tuple[str, ...]:
        """Whose seats could be read, clockwise."""
        return tuple([name for name, _ in self.pairs])

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words for roles, of the seats or of the bag."""
        return self.roles or tuple(seat.role for seat in self.seats)


class Sheet(NamedTuple):
    """A chunk: at most one record, and the comments and conflict markers in and behind it."""

    record: Record | None
    comments: tuple[Span, ...]
