"""Roles, scripts, and which roles may change."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, cast, get_args

from kibitz.core.data import frozen, read_data
from kibitz.core.memory import remembered
from kibitz.core.words import nearest

Team = Literal["townsfolk", "outsider", "minion", "demon", "traveller", "fabled", "loric"]

TEAMS: tuple[Team, ...] = get_args(Team)
COUNTED: tuple[Team, ...] = TEAMS[:4]
"""The teams of the setup table, in its order."""
GOOD = frozenset({"townsfolk", "outsider"})
EVIL = frozenset({"minion", "demon"})
ALIGNMENTS = frozenset({"good", "evil"})
"""Tokens without a character, which give the side of a player."""
LETTERS: Mapping[Team, str] = dict(zip(TEAMS, "TOMDRFL", strict=True))
"""The letters of the teams."""


NOBODY = "unassigned"
"""The role of a player without a character."""
NOTE = "note"
"""The prefix of a note of the storyteller: `note:is_mad`."""


def of_nobody(token: str) -> bool:
    """Return whether a token belongs to no character: an alignment or a note."""
    return token in ALIGNMENTS or token.partition(":")[0] == NOTE


@dataclass(frozen=True, slots=True)
class Role:
    """A character. `data/roles.json` explains the fields."""

    id: str
    name: str
    team: Team
    edition: str
    summary: str = ""
    tokens: Mapping[str, int] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    everywhere: tuple[str, ...] = ()
    first_night: float | None = None
    other_night: float | None = None
    setup: Mapping[str, Any] = field(default_factory=dict)
    placement: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str | None] = field(default_factory=dict)
    exclusive: tuple[str, ...] = ()
    changes: bool = False
    short: str = ""
    not_in_bag: bool = False
    duplicates: bool = False
    borrows: bool = False
    makes: Mapping[str, Any] = field(default_factory=dict)
    traits: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    official: str = ""
    """The name of a character in its script."""
    until: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The ends of tokens: `dawn`, `dusk`, `next dusk`, `death`. Other tokens stay."""
    stays: tuple[str, ...] = ()
    counts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Tokens that count, in order, by the phase that advances them."""

    @property
    def good(self) -> bool:
        return self.team in GOOD

    def may_lie(self, token: str, on: Role) -> bool:
        """Return whether the ability allows one of its tokens on a player who is `on`."""
        where, _, force = self.placement.get(token, "").partition(":")
        if force != "rule":
            return True
        right = {
            "self": on.id == self.id or on.borrows,
            "other": on.id != self.id,
            # The alignment of a traveller is not visible.
            "good": on.good or on.team == "traveller",
            "townsfolk": on.team == "townsfolk",
            "townsfolk_or_minion": on.team in {"townsfolk", "minion"} or on.id == self.id,
        }
        return right.get(where, True)

    def may_be_laid(self, token: str, on: Role | None, mine: Iterable[str], lying: Container[str]) -> bool:
        """Return whether the ability allows a token on a player, and no other token excludes it.

        `mine` are the tokens on the player, `lying` all tokens in the grimoire.
        """
        if on and not self.may_lie(token, on):
            return False
        if "wrong" in self.tokens and any(one.startswith(f"{self.id}:") for one in mine):
            return False
        return token not in self.exclusive or not any(f"{self.id}:{one}" in lying for one in self.exclusive)

    def passes(self, token: str) -> bool:
        """Return whether a token ends with the night or the day."""
        return not {"dawn", "dusk"}.isdisjoint(self.until.get(token, ()))

    def advanced(self, token: str, passed: Container[str], day: int) -> str:
        """Return the next form of a token that counts days, or an empty text if it has ended.

        The count never exceeds `day`.
        """
        for phase, counts in self.counts.items():
            if token in counts and phase in passed:
                was = counts.index(token)
                at = min(was + 1, len(counts) - 1)
                return counts[max(min(at, day - 1), was) if day else at]
        return token

    def is_called(self, word: str) -> bool:
        """Return whether a word is its identifier or its name in a script, ignoring case and separators."""
        return any(same_letters(word, name) for name in (self.id, self.official))

    def label(self, token: str) -> str:
        """Return the text on a token."""
        return self.labels.get(token) or token.replace("_", " ").capitalize()


@cache
def edition_name(edition: str) -> str:
    """Return the name of an edition for people: `Sects & Violets`."""
    return edition.replace("_", " ").title().replace(" And ", " & ")


@cache
def roles() -> dict[str, Role]:
    """Return every character by its identifier, in the order of the editions."""
    return {row["id"]: Role(**frozen(row)) for row in _data()["roles"]}


@cache
def having(trait: str) -> frozenset[str]:
    """Return the characters with a trait such as `revives`."""
    return frozenset(role.id for role in roles().values() if trait in role.traits)


@cache
def setup_table() -> dict[int, tuple[int, int, int, int]]:
    """Return the numbers of Townsfolk, Outsiders, Minions and Demons by the number of players without Travellers."""
    return {row[0]: (row[1], row[2], row[3], row[4]) for row in _data()["setup"]}


@cache
def by_prefix() -> dict[str, Role]:
    """Return the characters by the prefixes of their tokens: identifiers and short forms."""
    return {**{role.short: role for role in roles().values() if role.short}, **roles()}


@remembered
def owners(token: str) -> tuple[Role, ...]:
    """Return the characters that have a token of this name."""
    return tuple(role for role in roles().values() if token in role.tokens)


@remembered
def meant(word: str) -> Role | None:
    """Return the character that a word probably means, or None."""
    found = by_prefix().get(word.lower()) or _squeezed().get(_squeeze(word))
    if found is None and (name := nearest(word, roles())):
        found = roles()[name]
    return found


def called(word: str) -> Role | None:
    """Return the character with this name, ignoring case and separators, or None."""
    return _squeezed().get(_squeeze(word))


def known_as(word: str) -> str:
    """Return the identifier of the character with this name, ignoring case and separators, or the word.

    >>> known_as("FortuneTeller"), known_as("Imp"), known_as("xyzzy")
    ('fortune_teller', 'imp', 'xyzzy')
    """
    role = None if word in roles() else called(word)
    return role.id if role else word


@cache
def _squeezed() -> dict[str, Role]:
    return {_squeeze(name): role for role in roles().values() for name in (role.id, role.name)}


def same_letters(word: str, other: str) -> bool:
    """Return whether two words are equal, ignoring case and separators."""
    return _squeeze(word) == _squeeze(other)


def identifier(label: str) -> str:
    """Return the identifier for a name or for the text on a token: `lil_monsta` for Lil' Monsta; empty without a letter."""
    plain = unicodedata.normalize("NFKD", label.casefold())
    words = re.findall(
        "[a-z0-9]+",
        "".join(letter for letter in plain if letter not in "'’" and not unicodedata.combining(letter)),
    )
    if words and len(words[0]) == 1 and words[0].isdigit():
        words[0] = NUMBERS[int(words[0])]
    word = "_".join(words)
    return f"no_{word}" if word[:1].isdigit() else word


NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]


def _squeeze(word: str) -> str:
    """Return only letters and digits, as in official identifiers: `scarletwoman` for `Scarlet Woman`."""
    return "".join(letter for letter in word.casefold() if letter.isalnum())


@cache
def _data() -> dict[str, Any]:
    source = read_data("kibitz.languages.botc", "data/roles.json")
    return cast(dict[str, Any], json.loads(source))


def changed_by(was: Role, now: Role, in_play: Iterable[str], dead: Iterable[str]) -> str:
    """Return the character that may have changed a player's character, or an empty text.

    `dead` are the characters of dead players.
    """
    if either := having("is another") & {was.id, now.id}:
        return min(either)
    # Characters that change by their own ability probably need no other cause.
    own = made_of({was.id}, now, {was.id} & {*in_play}, dead)
    return own or made_of({was.team, was.id}, now, in_play, dead)


def made_of(was: Set[str], now: Role, in_play: Iterable[str], dead: Iterable[str]) -> str:
    """Return the character that may have changed a player of these teams or characters, or an empty string."""
    for name in sorted(roles().keys() & set(in_play)):
        change = roles()[name].makes
        into = {now.team, now.id}
        if (
            change
            and was & {*change["of"]}
            and into & {*change["now"]}
            and (name in dead or "dead" not in change)
        ):
            return name
    return ""


OUTSIDE = frozenset({"traveller", "fabled", "loric"})
"""Teams of characters that may be in play with every script."""
STORYTELLER = frozenset({"fabled", "loric"})
"""The teams of characters that no player has."""


@dataclass(frozen=True, slots=True)
class Script:
    """The facts of a game at the head of a file. Without `roles`, any character may be in play."""

    name: str = ""
    roles: frozenset[str] = frozenset()
    fabled: tuple[str, ...] = ()
    own: Mapping[str, Role] = field(default_factory=dict, hash=False)
    """Characters that no list has but this one, by their identifiers."""
    first_order: tuple[str, ...] = ()
    """The order of the first night with its steps, if the script has one of its own."""
    other_order: tuple[str, ...] = ()
    jinxes: tuple[tuple[str, str], ...] = ()
    """The pairs of characters with a jinx here, in addition to the usual ones."""
    source: str = ""
    """The text of the script in the file."""
    problem: str = ""
    """The reason why it cannot be read as a script."""

    def role(self, name: str) -> Role | None:
        """Return the character of an identifier. The script's own may be called as the script calls it."""
        role = self.own.get(name) or roles().get(name)
        return role or next((one for one in self.own.values() if one.is_called(name)), None)

    def team(self, name: str) -> Team | None:
        """Return the team of a character, or None for an unknown one."""
        role = self.role(name)
        return role.team if role else None

    def title(self, name: str) -> str:
        """Return the name of a character, or the word itself if it is unknown."""
        role = self.role(name)
        return role.name if role else name

    def known(self, names: Iterable[str]) -> list[Role]:
        """Return the known characters among some identifiers."""
        return [role for name in names if (role := self.role(name))]

    def owner(self, prefix: str) -> Role | None:
        """Return the character with this token prefix, or None."""
        return by_prefix().get(prefix) or self.role(prefix) if prefix not in self.own else self.own[prefix]

    def owners(self, token: str) -> tuple[Role, ...]:
        """Return the characters that have a token of this name, including the script's own."""
        return (*owners(token), *(role for role in self.own.values() if token in role.tokens))

    def everybody(self) -> Iterator[Role]:
        """Yield every character, the script's own first."""
        yield from self.own.values()
        yield from (role for name, role in roles().items() if name not in self.own)

    def has(self, role: Role) -> bool:
        """Whether a character may be in play."""
        allowed = not self.roles or role.id in self.roles or role.team in OUTSIDE
        return allowed or any(role.id in one.setup.get("requires", ()) for one in self.known(self.roles))

    def for_players(self) -> Iterator[Role]:
        """Yield every character of the script that a player may have."""
        return (role for role in self.everybody() if self.has(role) and role.team not in STORYTELLER)

    @property
    def storyteller(self) -> list[Role]:
        """The storyteller's characters that are in play."""
        return self.known(self.fabled)

    def place(self, role: Role, first: bool) -> float | None:
        """Return the position of a character in the first or another night, or None if it does not wake."""
        return self.step(role.id, role.first_night if first else role.other_night, first)

    def step(self, name: str, usual: float | None, first: bool) -> float | None:
        """Return the place in a night of an event with the place `usual` in the publisher's order.

        Characters that the script's order leaves out, such as travellers, follow those that usually precede them.
        """
        order = self.first_order if first else self.other_order
        if name in order:
            return order.index(name) + 1
        if not order or usual is None:
            return usual
        known = [(at, role) for at, one in enumerate(order) if (role := roles().get(one))]
        nights = [(at, role.first_night if first else role.other_night) for at, role in known]
        return max([at for at, place in nights if place is not None and place < usual], default=-1) + 1.5

    def by_team(self) -> Iterator[tuple[str, list[Role]]]:
        """Yield the teams of the script with their characters, sorted by night order."""
        here = self.known(self.roles) + self.storyteller
        for team in TEAMS:
            if own := sorted({role.id: role for role in here if role.team == team}.values(), key=self._order):
                yield team, own

    def _order(self, role: Role) -> tuple[float, str]:
        places = [place for first in (True, False) if (place := self.place(role, first)) is not None]
        return min(places, default=1000), role.id


UNSAID = Script()
"""The facts of a file without a script."""
