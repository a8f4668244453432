"""Contents of a chunk of a `.botc` file, with the place of every word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from kibitz.core.values import Span
from kibitz.languages.botc.game.log import Grimoire, Player
from kibitz.languages.botc.game.roles import Role, by_prefix, known_as, owners

if TYPE_CHECKING:
    from kibitz.languages.botc.drawing.render import Layout

Form = Literal["line", "drawing", "bag"]


class Word(NamedTuple):
    """A name, a role or a token, and its place."""

    text: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    def shifted(self, by: int) -> Word:
        return Word(self.text, self.start + by, self.end + by)


class TokenWord(NamedTuple):
    """The parts of a reminder token. `prefix` is empty if the record does not name a character."""

    prefix: str
    name: str

    @property
    def role(self) -> Role | None:
        """The character of the token, also for short prefixes, or None."""
        return by_prefix().get(self.prefix)

    @property
    def owner(self) -> str:
        """The identifier of that character, or else the prefix as written."""
        return self.role.id if self.role else self.prefix

    @property
    def known(self) -> bool:
        """Whether that character has such a token."""
        return self.role is not None and self.name in self.role.tokens


def token_of(text: str) -> TokenWord:
    """Return the parts of a token such as `poisoner:poisoned` or `poisoned`."""
    prefix, colon, name = text.rpartition(":")
    return TokenWord(prefix if colon else "", name)


def in_full(text: str) -> str:
    """Return a token with full identifier and present name: `washerwoman:townsfolk` for `ww:townsfolk`."""
    token = token_of(text)
    role = token.role
    if role is None:
        whose = owners(token.name) if not token.prefix else ()
        return f"{whose[0].id}:{token.name}" if len(whose) == 1 else text
    return f"{role.id}:{role.aliases.get(token.name) or token.name}"


@dataclass(frozen=True)
class Seat:
    """One player as written; `broken` if only a part is readable (words may then be empty)."""

    name: Word
    role: Word
    tokens: tuple[Word, ...]
    dead: bool
    spent: bool
    span: Span
    broken: bool = False

    @cached_property
    def player(self) -> Player:
        """The player, with the identifier of the named character."""
        tokens = tuple([token.text for token in self.tokens])
        return Player(self.name.text, known_as(self.role.text), tokens, self.dead, self.spent)

    @property
    def written(self) -> Player:
        """The player with the words as written."""
        return replace(self.player, role=self.role.text)

    def moved(self, move: Callable[[Word], Word], span: Span) -> Seat:
        """Return the seat with other words."""
        name, role, *tokens = map(move, self.words)
        return Seat(name, role, tuple(tokens), self.dead, self.spent, span, self.broken)

    def shifted(self, by: int) -> Seat:
        """Return the seat at another place of the text."""
        return self.moved(lambda word: word.shifted(by), self.span.shifted(by))

    def touches(self, span: Span) -> bool:
        """Return whether a span touches the seat or one of its words."""
        return any(one.touches(span) for one in (self.span, *(word.span for word in self.words)))

    @property
    def words(self) -> tuple[Word, ...]:
        """The name, the role and the tokens."""
        return self.name, self.role, *self.tokens

    @property
    def readable(self) -> bool:
        """Whether the name and the role are readable."""
        return bool(self.name.text and self.role.text)


@dataclass(frozen=True)
class Record:
    """A grimoire in one of its forms, or a bag. `sound` means that every part is readable.

    A sound drawing may still have a wrong layout.
    """

    form: Form
    span: Span
    seats: tuple[Seat, ...] = ()
    roles: tuple[Word, ...] = ()
    """The roles of a bag."""
    sides: Layout | None = None
    """Numbers of players at the top, right, bottom and left of a drawing."""
    sound: bool = True
    closed: bool = True
    """Whether it ends with its bracket, or with the last line of its frame."""

    @cached_property
    def seated(self) -> tuple[Seat, ...]:
        """The seats with a readable name and role."""
        return tuple([seat for seat in self.seats if seat.readable])

    @cached_property
    def grimoire(self) -> Grimoire:
        """The grimoire of the readable players, without places."""
        return Grimoire(tuple([seat.player for seat in self.seated]))

    @property
    def players(self) -> tuple[Player, ...]:
        """The readable players, clockwise."""
        return self.grimoire.players

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the readable players, clockwise."""
        return self.grimoire.names

    @property
    def parts(self) -> list[Span]:
        """The places of its players, or of the roles of a bag."""
        return [word.span for word in self.roles] or [seat.span for seat in self.seats]

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words for roles, of the seats or of the bag."""
        return self.roles or tuple(seat.role for seat in self.seats)
