"""Blood on the Clocktower: seats, the arithmetic of the setup, the order of a night. Names and numbers of characters are the publisher's.

>>> from kibitz.games import clocktower
>>> grimoire = clocktower.deal(7, seed=3)
>>> len(grimoire.players), str(clocktower.expected(7, clocktower.in_play(grimoire)))
(7, '5/0/1/1')
>>> clocktower.night(grimoire, first=True)[0].label
'Minion info'
>>> clocktower.roles()["baron"].summary
'Setup: two Townsfolk are swapped for two extra Outsiders.'
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kibitz.games import IllegalError, Pictured
from kibitz.languages.botc.game.model import Grimoire, Player
from kibitz.languages.botc.game.night import Step, night
from kibitz.languages.botc.game.roles import COUNTED, Role, Team, roles, setup_table
from kibitz.languages.botc.game.setup import Expected, composition, expected, in_play, teams

__all__ = [
    "Expected", "Grimoire", "Picture", "Player", "Role", "Step", "composition", "deal", "expected", "in_play", "night",
    "roles", "teams",
]  # fmt: skip

TRIES = 100
"""So often another bag is drawn where one changes the setup, as a Balloonist does."""


class Picture(Pictured):
    """A grimoire to be looked at, or a game of several."""

    notation = "botc"

    def __init__(self, *grimoires: Grimoire) -> None:
        self.grimoires = grimoires

    @property
    def record(self) -> str:
        from kibitz.languages.botc.text.write import line

        return "\n".join(map(line, self.grimoires)) + "\n"


def deal(
    players: int | Sequence[str], script: Sequence[str] | str = "trouble_brewing", seed: int | None = None
) -> Grimoire:
    """A grimoire before the first night: characters of an edition, or of a list of their ids, whose counts are those of the setup.

    `players` are names, or how many there are. Raises IllegalError where the setup allows none.
    """
    random = Random(seed)  # noqa: S311 - a game.
    names = [f"Player{number + 1}" for number in range(players)] if isinstance(players, int) else [*players]
    bag = [roles()[one] for one in script] if not isinstance(script, str) else _edition(script)
    for _ in range(TRIES):
        drawn = _drawn(random, len(names), bag)
        wanted = expected(len(names), drawn)
        if len(drawn) == len(names) and wanted and wanted.allows(composition(role.team for role in drawn)):
            random.shuffle(drawn)
            return Grimoire(tuple([Player(name, role.id) for name, role in zip(names, drawn, strict=True)]))
    raise IllegalError(f"these characters are not enough for a setup of {len(names)} players")


def _edition(name: str) -> list[Role]:
    return [role for role in roles().values() if role.edition == name]


def _drawn(random: Random, players: int, script: Sequence[Role]) -> list[Role]:
    """Evil first, which says how many Outsiders there may be, then these, then Townsfolk; fewer where there are not enough."""
    bag = {team: [role for role in script if role.team == team and not role.not_in_bag] for team in COUNTED}

    def some(team: Team, count: int) -> list[Role]:
        return random.sample(bag[team], min(count, len(bag[team])))

    usual = setup_table().get(players, (0, 0, 0, 0))
    evil = [*some("minion", usual[2]), *some("demon", usual[3])]
    wanted = expected(players, evil)
    allowed = [usual[1]] if wanted is None or wanted.outsiders is None else sorted(wanted.outsiders)
    outsiders = some("outsider", random.choice(allowed or [0]))
    return [*evil, *outsiders, *some("townsfolk", players - len(evil) - len(outsiders))]
