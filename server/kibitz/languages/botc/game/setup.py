"""The setup table and the characters that change it (the game's rulebook, Setup, and each character's own words).

Only visible facts count: the seats without travellers and storyteller characters, and the tokens that mark the Drunk,
the Marionette or the holder of Lil' Monsta.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from kibitz.core.bounds import CACHED_VALUES
from kibitz.core.memory import latest
from kibitz.core.words import listed
from kibitz.languages.botc.game.log import Grimoire, Player
from kibitz.languages.botc.game.roles import (
    ALIGNMENTS,
    COUNTED,
    EVIL,
    GOOD,
    UNSAID,
    Role,
    Script,
    Team,
    roles,
    setup_table,
)

Counts = tuple[int, int, int, int]
"""Numbers of Townsfolk, Outsiders, Minions and Demons."""

MOST_WITH_TRAVELLERS = 20
"""Maximum number of players, with travellers."""


class Expected(NamedTuple):
    """The possible counts of a setup. `outsiders` is None if any number is right; townsfolk are the rest."""

    players: int
    outsiders: frozenset[int] | None
    minions: frozenset[int]
    demons: frozenset[int]
    because: tuple[str, ...]
    """The characters that changed the table."""
    words: str = ""
    """The expectation in words, if numbers do not express it."""

    def allows(self, counts: Counts) -> bool:
        _, outsiders, minions, demons = counts
        return (
            sum(counts) == self.players
            and (self.outsiders is None or outsiders in self.outsiders)
            and minions in self.minions
            and demons in self.demons
        )

    def __str__(self) -> str:
        """Return the certain parts of the counts: `7/2/2/1`, `?/?/2/1`, `7/0/2/1 or 6/1/2/1`."""
        if self.words:
            return self.words
        if self.outsiders is None or len(self.minions) > 1 or len(self.demons) > 1:
            some = (frozenset[int]() if self.outsiders is None else self.outsiders, self.minions, self.demons)
            return "/".join(["?", *(_number(numbers) for numbers in some)])
        minions, demons = min(self.minions), min(self.demons)
        return " or ".join(
            f"{self.players - outsiders - minions - demons}/{outsiders}/{minions}/{demons}"
            for outsiders in sorted(self.outsiders)
        )


def _number(numbers: frozenset[int]) -> str:
    if not numbers:
        return "?"
    least, most = min(numbers), max(numbers)
    if len(numbers) == most - least + 1 > 2:
        return f"{least} to {most}"
    return listed(map(str, sorted(numbers)), "or")


def truly(player: Player, script: Script = UNSAID) -> Role | None:
    """Return the true character of a player, such as the Drunk or a Philosopher with another ability; None if unknown."""
    role = script.role(player.role)
    for token in player.tokens:
        hidden = _hidden().get(token)
        if role and hidden and role.team in hidden.shows:
            return hidden
    return role


def team(player: Player, script: Script = UNSAID) -> Team | None:
    """Return the team that a player counts for in the setup, or None for an unknown character."""
    role = truly(player, script)
    return role.team if role else None


def teams(grimoire: Grimoire, script: Script = UNSAID) -> list[Team | None]:
    """Return the teams of the players in the setup. If a character is in play, its token on another player is only a note."""
    seated = {player.role for player in grimoire.players}
    return [
        script.team(player.role)
        if not player.tokens or borrowed(player, script) in seated
        else team(player, script)
        for player in grimoire.players
    ]


def alignments(grimoire: Grimoire, script: Script) -> list[str]:
    """Return the alignments of the players: `good` or `evil` by a token, or else by the team; empty if unknown."""
    return [
        next((token for token in player.tokens if token in ALIGNMENTS), "")
        or ("good" if its in GOOD else "evil" if its in EVIL else "")
        for player, its in zip(grimoire.players, teams(grimoire, script), strict=True)
    ]


def borrowed(player: Player, script: Script = UNSAID) -> str:
    """Return the character that borrows the ability of the one in a seat, such as a Philosopher, or an empty string."""
    role = truly(player, script)
    return role.id if role and role.borrows and role.id != player.role else ""


def composition(sides: Iterable[Team | None]) -> Counts:
    """Return the number of players of each team of the setup table."""
    found = list(sides)
    townsfolk, outsiders, minions, demons = (found.count(name) for name in COUNTED)
    return townsfolk, outsiders, minions, demons


def expected(players: int, in_play: Iterable[Role]) -> Expected | None:
    """Return the expected counts for a number of players without travellers, changed by the characters in play.

    The result is None outside the table, or if a character of the script changes the setup in an unknown way.
    """
    present = list(in_play)
    if any(role.setup.get("unknown") for role in present):
        return None
    # Two players with one character mean that it moved: its change counts once.
    return _expected(players, tuple(dict.fromkeys(role.id for role in present if role.setup)))


@latest(CACHED_VALUES)
def _expected(players: int, changing: tuple[str, ...]) -> Expected | None:
    row = setup_table().get(players)
    if row is None:
        return None
    _, outsider, minion, demon = row
    outsiders: set[int] | None = {outsider}
    minions, demons, because = {minion}, {demon}, []
    for role in map(roles().__getitem__, changing):
        effect = role.setup
        if effect.get("majority"):
            majority = frozenset(range(players // 2 + 1, players + 1))
            words = f"more than {players // 2} {roles()[effect['majority']].name}"
            return Expected(players, None, frozenset(range(players)), majority, (), words)
        if effect.get("no_evil"):
            return Expected(players, None, frozenset({0}), frozenset({0}), (role.name,))
        if effect.get("outsider") == "any" or effect.get("outsider_set"):
            outsiders = None
        elif outsiders is not None:
            outsiders = {has + change for has in outsiders for change in _changes(effect, "outsider")}
        minions = {has + change for has in minions for change in _changes(effect, "minion")}
        demons = {max(0, has + change) for has in demons for change in _changes(effect, "demon")}
        if effect.get("minion_chosen"):
            minions |= set(range(minion))
        if effect.get("demon_seat") is False:
            demons = {0}
        if any(key in effect for key in COUNTING):
            because.append(role.name)
    # The minimum of zero applies after all changes.
    free = None if outsiders is None else frozenset(max(0, has) for has in outsiders)
    return Expected(players, free, frozenset(minions), frozenset(demons), tuple(because))


COUNTING = ("outsider", "outsider_any_of", "outsider_set", "minion", "minion_chosen", "demon", "demon_seat")
"""The keys of a setup that change the numbers."""


def _changes(effect: Mapping[str, Any], key: str) -> Iterable[int]:
    """Return the possible changes of a team's count by a character."""
    if f"{key}_any_of" in effect:
        return list(effect[f"{key}_any_of"])
    least, most = effect.get(key, (0, 0))
    return range(least, most + 1)


def explained(players: int, in_bag: Sequence[Role]) -> bool:
    """Return whether a bag may lack a character that stays out of it: the Drunk, the Marionette, Lil' Monsta."""
    found = composition(role.team for role in in_bag)
    for hidden in _HIDDEN:
        wanted = expected(players, [*in_bag, *(roles()[name] for name in hidden)])
        townsfolk, outsiders, minions, demons = found
        drunk, marionette = "drunk" in hidden, "marionette" in hidden
        shown: tuple[Counts, ...] = (
            (townsfolk - drunk - marionette, outsiders + drunk, minions + marionette, demons),
            (townsfolk - drunk, outsiders + drunk - marionette, minions + marionette, demons),
        )
        if wanted and any(min(counts) >= 0 and wanted.allows(counts) for counts in shown):
            return True
    return False


_HIDDEN = tuple(
    hidden for number in range(4) for hidden in combinations(("drunk", "marionette", "lil_monsta"), number)
)
"""Characters that may be in play although no player drew them."""


UNSEEN = ("lil_monsta", "hermit")
"""Characters of a script that may change the setup without a trace.

The token of Lil' Monsta has no player before the first night, and the Hermit may be the Outsider that it removes.
"""


def in_play(grimoire: Grimoire, script: Script = UNSAID) -> list[Role]:
    """Return the characters of a grimoire, including those that only a token shows."""
    found = script.known(player.role for player in grimoire.players)
    seated = {role.id for role in found}
    shown = {
        token.partition(":")[0] for player in grimoire.players for token in player.tokens if tells(token)
    }
    return found + [roles()[name] for name in sorted(shown - seated)]


@cache
def _hidden() -> dict[str, Role]:
    """Return the true characters by the tokens that reveal them."""
    found = {f"{role.id}:is_the_{role.id}": role for role in roles().values() if role.shows}
    return {**found, "is_the_drunk": roles()["drunk"]}


def tells(token: str) -> bool:
    """Return whether a token reveals a character that no seat shows."""
    return ":" in token and token in {"lil_monsta:is_the_demon", *_hidden()}
