"""Blood on the Clocktower: seats, the composition of a setup, the order of a night. The publisher owns the characters.

>>> from kibitz.games import clocktower
>>> grimoire = clocktower.deal(7, seed=3).grimoire
>>> len(grimoire.players), str(clocktower.expected(7, clocktower.in_play(grimoire)))
(7, '5/0/1/1')
>>> clocktower.night(grimoire, first=True)[0].label
'Minion info'
>>> game = clocktower.begin({"Ann": "imp", "Bob": "chef", "Cid": "baron", "Dee": "butler", "Eve": "monk"})
>>> print(game.play("kill bob").play("exec ann").record, end="")
# Setup
[Ann:imp Bob:chef Cid:baron Dee:butler Eve:monk]
# Night 1
[Ann:imp *Bob:chef(imp:dead)* Cid:baron Dee:butler Eve:monk]
# Day 1
[*Ann:imp* *Bob:chef(imp:dead)* Cid:baron Dee:butler Eve:monk]
>>> game.play("kill bob").play("revive bob")
Traceback (most recent call last):
kibitz.games.IllegalError: no character in play can bring Bob back to life
>>> clocktower.roles()["baron"].summary
'Setup: two Townsfolk are swapped for two extra Outsiders.'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from kibitz.core.words import did_you_mean, nearest
from kibitz.games import IllegalError, Pictured
from kibitz.languages.botc.game.log import Grimoire, Moment, Player, Title, deaths, following, passed
from kibitz.languages.botc.game.night import WINNERS, Step, night, over
from kibitz.languages.botc.game.roles import COUNTED, Role, Team, changed_by, having, roles, setup_table
from kibitz.languages.botc.game.setup import Expected, composition, expected, in_play, teams
from kibitz.languages.botc.game.shorthand import Shorthand, UnclearError, played

__all__ = [
    "Expected", "Game", "Grimoire", "Player", "Role", "Step", "begin", "changed_by", "composition", "deal", "expected",
    "in_play", "night", "roles", "teams",
]  # fmt: skip

TRIES = 100
"""Greatest number of bags that are drawn if a character such as the Balloonist changes the setup."""


@dataclass(frozen=True)
class Game(Pictured):
    """A game so far: a grimoire for its setup, and one after each night and each day."""

    grimoires: tuple[Grimoire, ...]
    phases: tuple[str, ...] = ()
    """The phase of each grimoire: `Setup`, `Night 1`, `Day 1`. Empty if they are unknown."""
    notation = "botc"

    @property
    def grimoire(self) -> Grimoire:
        """The last grimoire."""
        return self.grimoires[-1]

    @property
    def over(self) -> str:
        """The probable reason for the end of the game: `no Demon lives`, `only two players live`. Empty if it continues."""
        return over(self.grimoire)

    @property
    def winner(self) -> str | None:
        """`good` or `evil` at the end of the game, or None."""
        return WINNERS.get(self.over)

    def play(self, *events: str) -> Game:
        """Return the game after the next night or day, with the events in shorthand:

        `kill bob`, `exec hal`, `vote hal`, `revive eve`, `poison cid`, `star fay` (the Imp dies and Fay becomes it), `bob > slayer`,
        `swap bob cid`, `bob +master`, `bob -master`. Players have their names or their characters.
        Raises IllegalError for an unknown player, and for an event that no character in play explains.
        """
        before = Title.of(f"# {self.phases[-1]}") or Title.of("# Setup")
        after = Title.of(following(before)) if before else None
        night = after is not None and after.phase == "night"
        said = [(event, Shorthand.of(event)) for event in events]
        if unread := [event for event, one in said if one is None]:
            raise IllegalError(f"`{unread[0]}` says nothing that happens: write `kill bob` or `bob > slayer`")
        log = [one.players for one in self.grimoires[::-1]]
        moment = Moment(
            log[0],
            log[1] if log[1:] else (),
            passed(before, after) if before and after else frozenset(),
            0 if night or after is None else after.number,
        )
        kept = [replace(player, tokens=moment.kept(player)) for player in log[0]]
        try:
            shorthand_events = [one for _, one in said if one]
            now = Grimoire(tuple(played(kept, shorthand_events, night, next(deaths(log), ""))))
        except UnclearError as error:
            raise IllegalError(str(error)) from error
        for was, player in zip(self.grimoire.players, now.players, strict=True):
            _explained(was, player, self.grimoire, now)
        return self.then(now, after.title if after else "")

    def then(self, grimoire: Grimoire, phase: str = "") -> Game:
        """Return the game with another grimoire, without any check."""
        return Game((*self.grimoires, grimoire), (*self.phases, phase))

    @property
    def record(self) -> str:
        lines, last = list[str](), ""
        for phase, grimoire in zip(self.phases, self.grimoires, strict=True):
            lines += [f"# {phase}"] if phase not in ("", last) else []
            lines.append(str(grimoire))
            last = phase
        return "\n".join(lines) + "\n"


def _explained(was: Player, now: Player, before: Grimoire, after: Grimoire) -> None:
    """Raise IllegalError if no character in play explains the changes of a player."""
    here = {one.role for one in (*before.players, *after.players)}
    dead = {one.role for one in (*before.players, *after.players) if one.dead}
    if (
        was.name == now.name
        and was.role != now.role
        and not changed_by(roles()[was.role], roles()[now.role], here, dead)
    ):
        raise IllegalError(
            f"no character in play can turn {now.name}, the {roles()[was.role].name}, into the {roles()[now.role].name}"
        )
    if was.dead and not now.dead and not having("revives") & here:
        raise IllegalError(f"no character in play can bring {now.name} back to life")
    for token in set(now.tokens) - set(was.tokens):
        role, _, name = token.rpartition(":")
        if role not in roles() or name not in roles()[role].tokens:
            raise IllegalError(f"no character has a token `{token}`")


def begin(players: Mapping[str, str]) -> Game:
    """Return a game before its first night: players clockwise, with the ids of their characters. Raises IllegalError."""
    if unknown := [role for role in players.values() if role not in roles()]:
        raise IllegalError(
            f"there is no character `{unknown[0]}`" + did_you_mean(nearest(unknown[0], roles()))
        )
    return Game((Grimoire(tuple(Player(name, role) for name, role in players.items())),), ("Setup",))


def deal(
    players: int | Sequence[str], script: Sequence[str] | str = "trouble_brewing", seed: int | None = None
) -> Game:
    """Return a game before its first night, with characters of an edition, or of a list of ids, in the numbers of the setup.

    `players` are names, or their number. Raises IllegalError if the setup allows none.
    """
    random = Random(seed)  # noqa: S311 - a game.
    names = [f"Player{number + 1}" for number in range(players)] if isinstance(players, int) else [*players]
    bag = [roles()[one] for one in script] if not isinstance(script, str) else _edition(script)
    for _ in range(TRIES):
        drawn = _drawn(random, len(names), bag)
        wanted = expected(len(names), drawn)
        if len(drawn) == len(names) and wanted and wanted.allows(composition(role.team for role in drawn)):
            random.shuffle(drawn)
            return begin({name: role.id for name, role in zip(names, drawn, strict=True)})
    raise IllegalError(f"these characters are not enough for a setup of {len(names)} players")


def _edition(name: str) -> list[Role]:
    return [role for role in roles().values() if role.edition == name]


def _drawn(random: Random, players: int, script: Sequence[Role]) -> list[Role]:
    """Return the characters: evil ones, which determine the number of Outsiders, then these, then Townsfolk. They may be too few."""
    bag = {team: [role for role in script if role.team == team and not role.not_in_bag] for team in COUNTED}

    def some(team: Team, count: int) -> list[Role]:
        return random.sample(bag[team], min(count, len(bag[team])))

    usual = setup_table().get(players, (0, 0, 0, 0))
    evil = [*some("minion", usual[2]), *some("demon", usual[3])]
    wanted = expected(players, evil)
    allowed = [usual[1]] if wanted is None or wanted.outsiders is None else sorted(wanted.outsiders)
    outsiders = some("outsider", random.choice(allowed or [0]))
    return [*evil, *outsiders, *some("townsfolk", players - len(evil) - len(outsiders))]
