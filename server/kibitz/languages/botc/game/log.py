"""A grimoire, the phases of a game, and the lifetimes of reminder tokens from one grimoire to the next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from kibitz.core.slips import one_slip_away
from kibitz.languages.botc.game.roles import NUMBERS, UNSAID, Role, Script, owners

UNKNOWN = "?"
"""The character of a player if it is unknown or hidden."""


@dataclass(frozen=True, slots=True)
class Player:
    """One seat of a grimoire.

    `role` is an identifier (`scarlet_woman`). A token is `role:name` (`poisoner:poisoned`), or a bare name if the
    record does not give the role. With `spent`, a dead player has used the vote.
    """

    name: str
    role: str
    tokens: tuple[str, ...] = ()
    dead: bool = False
    spent: bool = False

    def without(self, token: str) -> Player:
        """Return the player without a token."""
        return replace(self, tokens=tuple(one for one in self.tokens if one != token))

    def __str__(self) -> str:
        """Return the entry: `Alice:baron(drunk:is_the_drunk)`, `*Bob:imp*` or `*~~Eve~~:poisoner*`."""
        tokens = f"({','.join(self.tokens)})" if self.tokens else ""
        star, tildes = "*" * (self.dead or self.spent), "~~" * self.spent
        return f"{star}{tildes}{self.name}{tildes}:{self.role}{tokens}{star}"


@dataclass(frozen=True, slots=True)
class Grimoire:
    """One moment of a game: the seats in clockwise order."""

    players: tuple[Player, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple([player.name for player in self.players])

    def __str__(self) -> str:
        """Return the grimoire in one line."""
        return f"[{' '.join(map(str, self.players))}]"


_TITLE = re.compile(
    rf"(?P<signs>#+\s*)(?:(?P<alone>setup|dusk)|(?P<word>night|day|game|n|d)(?P<gap>\s*)(?P<number>[0-9]{{1,3}}|{'|'.join(NUMBERS)}))\b",
    re.IGNORECASE,
)


_MISSPELT = re.compile(
    rf"(?P<signs>#+\s*)(?P<word>[^\W\d_]{{3,7}})(?P<gap>\s*)(?P<number>[0-9]{{1,3}}|{'|'.join(NUMBERS)}|)[ \t]*[.:]?[ \t]*",
    re.IGNORECASE,
)
_OTHER_WORDS = frozenset({"might", "light", "right", "fight", "sight", "tight", "eight", "nights", "setups"})
"""Words that are not typos of a phase."""


def _meant(word: str) -> str:
    """Return the phase that a word is a typo of, or an empty string.

    >>> [_meant(word) for word in ("nigth", "nihgt", "dya", "may", "might", "stup")]
    ['night', 'night', 'day', '', '', 'setup']
    """
    for phase in ("night", "setup", "dusk", "game", "day"):
        # Other words are one letter away from a short one.
        swapped = sorted(word) == sorted(phase)
        if word not in _OTHER_WORDS and one_slip_away(word, phase) and (len(phase) > 4 or swapped):
            return phase
    return ""


class Title(NamedTuple):
    """A comment that names a phase, and its style."""

    phase: str
    """`setup`, `night`, `day`, `dusk` or `game`."""
    number: int
    signs: str
    """The text before it: `# `."""
    word: str
    gap: str
    digits: bool
    misspelt: bool = False
    alone: bool = True
    """Whether no text follows it."""

    @classmethod
    def of(cls, comment: str) -> Title | None:
        """Return the title in a comment, or None. The comment begins with its sign, and any text may follow the title.

        A title with a typo counts if no text follows it.
        """
        found, misspelt = _TITLE.match(comment), False
        if found:
            word = found["alone"] or found["word"]
            phase = {"n": "night", "d": "day"}.get(word.lower(), word.lower())
        elif found := _MISSPELT.fullmatch(comment):
            word, misspelt = found["word"], True
            phase = _meant(word.lower())
            if not phase or bool(found["number"]) == (phase in {"setup", "dusk"}):
                return None
        else:
            return None
        said = (found["number"] or "0").lower()
        number = int(said) if said.isdigit() else NUMBERS.index(said)
        gap = " " if found["gap"] is None else found["gap"]
        alone = not comment[found.end() :].strip(" \t.:")
        return cls(phase, number, found["signs"], word, gap, said.isdigit(), misspelt, alone)

    def written(self, phase: str, number: int) -> str:
        """Return the title of another phase in the same style."""
        word = phase[: len(self.word)] if len(self.word) == 1 else phase
        word = word.upper() if self.word.isupper() else word.title() if self.word[0].isupper() else word
        said = str(number) if self.digits or number >= len(NUMBERS) else NUMBERS[number]
        return f"{self.signs}{word}{self.gap}{said.upper() if word.isupper() and len(word) > 1 else said}"

    @property
    def order(self) -> int:
        """The place among the titles of a game; -1 for a dusk, which has no number."""
        return {"night": 2 * self.number, "day": 2 * self.number + 1, "dusk": -1}.get(self.phase, 0)

    @property
    def title(self) -> str:
        """The title as it is usually written: `Setup`, `Night 2`, `Dusk`."""
        return (
            self.phase.title() if self.phase in {"setup", "dusk"} else f"{self.phase.title()} {self.number}"
        )

    @property
    def night(self) -> int:
        """The night of the game that the title belongs to; 0 before the first one."""
        return 0 if self.phase in ANEW else self.number


ANEW = frozenset({"setup", "game"})
"""Phases that begin a game."""
_NEXT = {"setup": "night", "game": "night", "night": "day", "day": "dusk", "dusk": "night"}
"""The next phase after a phase."""
_ENDS = {"night": "dawn", "day": "dusk"}
"""The end of a phase."""


def titles(text: str) -> list[Title]:
    """Return the titles among the comments of a text."""
    return [title for *_, title in titled_lines(text)]


def titled_lines(text: str) -> list[tuple[int, str, Title]]:
    """Return the titles of a text, each with its offset and its line."""
    found = re.finditer(r"[^\r\n]+", text) if "#" in text else ()
    lines = [(one.end() - len(line), line.rstrip()) for one in found if (line := one[0].lstrip())[:1] == "#"]
    return [(start, line, title) for start, line in lines if (title := Title.of(line))]


def is_night(text: str) -> bool:
    """Return whether the last title of a text is not that of a day."""
    return [title.phase for title in titles(text)][-1:] != ["day"]


def begins_anew(text: str) -> bool:
    """Return whether a comment in a text is the title of another game, or of its setup."""
    return any(title.phase in ANEW for title in titles(text))


def under(text: str, before: Title | None) -> Title | None:
    """Return the title after a text; `before` is the title before it. A dusk has the number of its day."""
    for title in titles(text):
        before = before._replace(phase="dusk") if title.phase == "dusk" and before else title
    return before


def passed(before: Title, after: Title) -> frozenset[str]:
    """Return the phases between two titles of a game: `dawn`, `dusk`, or both."""
    if (before.phase, before.number) == (after.phase, after.number) or after.phase in ANEW:
        return frozenset()
    phases = [before.phase]
    while phases[-1] != after.phase or len(phases) == 1:
        phases.append(_NEXT[phases[-1]])
    return frozenset(_ENDS[phase] for phase in phases[:-1] if phase in _ENDS)


def following(title: Title) -> str:
    """Return the title of the next phase in the same style."""
    phase = "day" if title.phase == "night" else "night"
    return title.written(phase, title.night + (phase == "night"))


def public(grimoire: Grimoire) -> Grimoire:
    """Return a grimoire without the storyteller's information."""
    return Grimoire(tuple([replace(player, role=UNKNOWN, tokens=()) for player in grimoire.players]))


def died_between(before: Grimoire, after: Grimoire) -> frozenset[str]:
    """Return the players who are alive in `before` and dead in `after`."""
    alive = {player.name for player in before.players if not player.dead}
    return frozenset(player.name for player in after.players if player.dead and player.name in alive)


def one_game(before: Grimoire, after: Grimoire, titled: bool = False) -> bool:
    """Return whether two grimoires belong to one game: most players are the same and have the same characters.

    After a title, more than a quarter of the characters is enough, because a Pit-Hag or a Barber may have changed the rest.
    """
    most = max(len(before.players), len(after.players))
    same = len(
        {(one.name, one.role) for one in before.players} & {(one.name, one.role) for one in after.players}
    )
    players = len({*before.names}.intersection(after.names)) if titled else same
    return 4 * same > most and 2 * players > most


Players = Sequence[Player]


class Moment(NamedTuple):
    """The previous grimoire, and the phases that have passed since then."""

    players: Players
    earlier: Players
    """The players of the grimoire before that one."""
    passed: frozenset[str]
    """`dawn`, `dusk`, or both."""
    day: int = 0
    """The number of the day that has begun, or 0."""
    script: Script = UNSAID

    def kept(self, player: Player) -> tuple[str, ...]:
        """Return the tokens that stay on a player; tokens that count have advanced."""
        return tuple([after for token in player.tokens if (after := self.after(player, token))])

    def after(self, player: Player, text: str) -> str:
        """Return the next form of a player's token, or an empty text if it has ended."""
        role, name = owner(text, self.players, self.script)
        if role is None:
            return text
        if "death" in role.until.get(name, ()) and powerless(role.id, self.players):
            return ""
        after = role.advanced(name, self.passed, self.day)
        if after != name:
            return f"{text[: len(text) - len(name)]}{after}" if after else ""
        ends = role.until.get(name, ())
        if "next dusk" in ends and "dusk" in self.passed:
            return "" if any(one.name == player.name and text in one.tokens for one in self.earlier) else text
        return text if self.passed.isdisjoint(ends) else ""


def owner(text: str, players: Players, script: Script = UNSAID) -> tuple[Role | None, str]:
    """Return the character of a token, and its name. A token without a prefix belongs to a character in play."""
    prefix, _, name = text.rpartition(":")
    if prefix:
        return script.owner(prefix), name
    seated = {one.role for one in players}
    return next((role for role in owners(name) if role.id in seated), None), name


def powerless(role: str, players: Players) -> bool:
    """Return whether all players with a character are dead and have lost their ability."""
    having = [one for one in players if one.role == role]
    return bool(having) and not any(
        not one.dead or any(token.endswith(":has_ability") for token in one.tokens) for one in having
    )


def deaths(log: Sequence[Players]) -> Iterator[str]:
    """Yield the tokens for a death by the Demon of the latest grimoire, if the log uses them."""
    tokens = [
        f"{role.id}:dead"
        for role in UNSAID.known(one.role for one in (log[0] if log else ()))
        if role.team == "demon" and "dead" in role.tokens
    ]
    used = {token for players in log for player in players for token in player.tokens}
    fresh = len(log) < 2 or not any(player.dead for players in log for player in players)
    yield from [token for token in tokens if token in used] or (tokens if fresh else [])
