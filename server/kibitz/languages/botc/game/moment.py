"""The rules of the game about one moment: who lives, who votes, what is needed. No places, no text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kibitz.core.words import listed, plural
from kibitz.languages.botc.game.model import Grimoire, Player
from kibitz.languages.botc.game.roles import having
from kibitz.languages.botc.game.script import UNSAID, Script
from kibitz.languages.botc.game.setup import Counts, composition, team, teams


class Count(NamedTuple):
    """The numbers of a grimoire. Votes are those that the dead have left, one each until it is used."""

    players: int
    alive: int
    votes: int
    travellers: int
    sides: Counts
    """How many there are of each team of the setup table."""

    @property
    def majority(self) -> int:
        """How many votes execute a player: half of the living, rounded up (the game's almanac, Execution)."""
        return (self.alive + 1) // 2

    @property
    def exile(self) -> int:
        """How many hands exile a traveller: half of all players, rounded up (the game's almanac, Travellers)."""
        return (self.players + 1) // 2


def count(grimoire: Grimoire, script: Script = UNSAID) -> Count:
    """The numbers of a grimoire."""
    players, sides = grimoire.players, teams(grimoire, script)
    return Count(
        len(players),
        sum(not player.dead for player in players),
        sum(player.dead and not player.spent for player in players),
        sides.count("traveller"),
        composition(sides),
    )


def written(counts: Iterable[int]) -> str:
    """`7/2/2/1`, as storytellers say it."""
    return "/".join(map(str, counts))


def in_words(counts: Iterable[int]) -> str:
    """What `7/2/2/1` means.

    >>> in_words((3, 0, 1, 1))
    '3 townsfolk, 0 outsiders, 1 minion and 1 demon'
    """
    townsfolk, *others = counts
    teams = map(plural, others, ("outsider", "minion", "demon"))
    return listed([f"{townsfolk} townsfolk", *teams])


WINNERS = {"no Demon lives": "good", "only two players live": "evil"}
"""Who has won, by why a game is over."""


def over(grimoire: Grimoire, script: Script = UNSAID) -> str:
    """Why the game is probably over, or nothing (the game's rulebook: good wins when the Demon dies, evil when two live)."""
    players = [player for player in grimoire.players if team(player, script) != "traveller"]
    alive = [player for player in players if not player.dead or player.role in having("lives on")]
    if len(alive) == len(players) or any(
        player.role in having("goes on without a Demon") for player in alive
    ):
        return ""
    if not any(_demon(player, script) for player in alive):
        return "no Demon lives"
    return "only two players live" if len(alive) <= 2 else ""


def _demon(player: Player, script: Script) -> bool:
    """Whether a player is the Demon, or has a character of which nothing is known."""
    shown = any(token.endswith(":is_the_demon") for token in player.tokens)
    return shown or team(player, script) in {"demon", None}
