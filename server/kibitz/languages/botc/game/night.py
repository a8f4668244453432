"""The players who wake in a night, and the changes since the previous grimoire."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import inf
from typing import NamedTuple, cast

from kibitz.core.data import read_data
from kibitz.core.words import listed, plural
from kibitz.languages.botc.game.log import UNKNOWN, Grimoire, Player, Title, died_between
from kibitz.languages.botc.game.roles import UNSAID, Role, Script, changed_by, having, roles
from kibitz.languages.botc.game.setup import Counts, composition, in_play, team, teams


class Count(NamedTuple):
    """The numbers of a grimoire. Votes are the unused ones of dead players."""

    players: int
    alive: int
    votes: int
    travellers: int
    sides: Counts
    """The number of players of each team in the setup table."""

    @property
    def majority(self) -> int:
        """The votes that execute a player: half of the living, rounded up (the game's almanac, Execution)."""
        return (self.alive + 1) // 2

    @property
    def exile(self) -> int:
        """The hands that exile a traveller: half of all players, rounded up (the game's almanac, Travellers)."""
        return (self.players + 1) // 2


def count(grimoire: Grimoire, script: Script = UNSAID) -> Count:
    """Return the numbers of a grimoire."""
    players, sides = grimoire.players, teams(grimoire, script)
    return Count(
        len(players),
        sum(not player.dead for player in players),
        sum(player.dead and not player.spent for player in players),
        sides.count("traveller"),
        composition(sides),
    )


def written(counts: Iterable[int]) -> str:
    """Return counts in the storytellers' notation: `7/2/2/1`."""
    return "/".join(map(str, counts))


def in_words(counts: Iterable[int]) -> str:
    """Return `7/2/2/1` in words.

    >>> in_words((3, 0, 1, 1))
    '3 townsfolk, 0 outsiders, 1 minion and 1 demon'
    """
    townsfolk, *others = counts
    teams = map(plural, others, ("outsider", "minion", "demon"))
    return listed([f"{townsfolk} townsfolk", *teams])


WINNERS = {"no Demon lives": "good", "only two players live": "evil"}
"""The winner, by the reason for the end of a game."""


def over(grimoire: Grimoire, script: Script = UNSAID) -> str:
    """Return why the game is probably over, or an empty text.

    The rulebook: good wins when the Demon dies, evil when two players live.
    """
    players = [player for player in grimoire.players if team(player, script) != "traveller"]
    alive = [player for player in players if not player.dead or player.role in having("lives on")]
    if len(alive) == len(players) or any(
        player.role in having("goes on without a Demon") for player in alive
    ):
        return ""
    # An unknown character may be the Demon.
    if not any(
        team(player, script) in {"demon", None}
        or any(token.endswith(":is_the_demon") for token in player.tokens)
        for player in alive
    ):
        return "no Demon lives"
    return "only two players live" if len(alive) <= 2 else ""


MINION_INFO, DEMON_INFO = 19, 23
"""Positions in the first night at which the Minions learn the Demon, and the Demon learns the Minions."""
FEWEST_INFORMED = 7
"""Minimum number of players with which the evil players learn each other (the game's rulebook, Teensyville)."""


class Step(NamedTuple):
    """An event of a night: a player wakes, or several players that `label` names."""

    place: float
    label: str
    does: str
    player: Player | None = None
    role: Role | None = None


def night(
    grimoire: Grimoire, first: bool, died: frozenset[str] = frozenset(), script: Script = UNSAID
) -> list[Step]:
    """Return the events of the first or of another night, in order.

    `died` are the players who have died since the previous grimoire.
    """
    found = list[Step]()
    for player in grimoire.players:
        role = script.role(player.role)
        place = script.place(role, first) if role else None
        if role and place is not None and wakes(player, died):
            found.append(Step(place, f"{player.name} ({role.name})", role.summary, player, role))
    found += [*(_evil(grimoire, script) if first else ()), *_monsta(grimoire, first, script)]
    for role in script.storyteller:
        place = script.place(role, first)
        found += [Step(place, role.name, role.summary, None, role)] if place is not None else []
    return sorted(found, key=lambda step: step.place)


def night_of(
    grimoire: Grimoire, before: Grimoire | None, title: Title | None, script: Script = UNSAID
) -> tuple[list[Step], bool]:
    """Return the events of the night in the title above, or of the next night, and whether it is the first night.

    `before` is the previous grimoire of the same game.
    """
    first = first_night(grimoire, before is not None, title)
    if before and title and title.phase == "night":
        return _past_night(before, grimoire, first, script), first
    died = died_between(before, grimoire) if before else frozenset[str]()
    return night(grimoire, first, died, script), first


def first_night(grimoire: Grimoire, later: bool, title: Title | None = None) -> bool:
    """Return whether the night of the title, or else the next one, is the first night.

    Without a title, a death or an earlier grimoire of the game means that it is not.
    """
    if title:
        return title.night == (title.phase == "night")
    return not later and not any(player.dead for player in grimoire.players)


def _past_night(eve: Grimoire, after: Grimoire, first: bool, script: Script) -> list[Step]:
    """Return the events of a past night, in order; `eve` is the grimoire before the night, `after` the one after it.

    A player who dies or changes characters acts with the old character up to that step.
    """
    now = {player.name: player for player in after.players}
    old = {player.name: player for player in eve.players}
    mixed = [replace(one, tokens=now[one.name].tokens) if one.name in now else one for one in eve.players]
    mixed += [player for name, player in now.items() if name not in old]
    steps = night(Grimoire(tuple(mixed)), first, died_between(eve, after), script)
    kept = [
        step for step in steps if step.player is None or _acts(step, now.get(step.player.name), mixed, script)
    ]
    for name, player in now.items():
        was, role = old.get(name, player), script.role(player.role)
        place = script.place(role, first) if role else None
        if (
            role
            and place is not None
            and was.role != role.id
            and place > _turning(was, player, mixed, script)
        ):
            kept.append(Step(place, f"{name} ({role.name})", role.summary, player, role))
    return sorted(kept, key=lambda step: step.place)


def _acts(step: Step, now: Player | None, eve: Sequence[Player], script: Script) -> bool:
    """Return whether a player was able to act at a step of a past night."""
    was, role = step.player, step.role
    if was is None or role is None or now is None or was.dead:
        return True
    if now.role != was.role:
        return step.place <= _turning(was, now, eve, script)
    if "acts at death" in role.traits:
        return now.dead
    return not now.dead or step.place <= _death(now, eve, script)


def _death(player: Player, eve: Sequence[Player], script: Script) -> float:
    """Return the place in the night at which a player died: that of the character of a `dead` token, or of the Demon."""
    killers = script.known(token.partition(":")[0] for token in player.tokens if token.endswith(":dead"))
    demons = script.known(one.role for one in eve if not one.dead and script.team(one.role) == "demon")
    places = [place for role in killers or demons if (place := script.place(role, False)) is not None]
    return min(places, default=inf)


def _turning(was: Player, now: Player, eve: Sequence[Player], script: Script) -> float:
    """Return the place in the night at which a player got another character."""
    old, new = script.role(was.role), script.role(now.role)
    cause = changed_by(old, new, [one.role for one in eve], [one.role for one in eve]) if old and new else ""
    role = script.role(cause)
    place = script.place(role, False) if role else None
    return _death(replace(now, tokens=()), eve, script) if place is None else place


def wakes(player: Player, died: frozenset[str] = frozenset()) -> bool:
    """Return whether a player may wake: a living one, or a dead one whose ability still works."""
    names = {token.rpartition(":")[2] for token in player.tokens}
    return (
        not player.dead
        or player.role in having("lives on")
        or "has_ability" in names
        or (player.role in having("acts at death") and ("dead" in names or player.name in died))
    )


def _evil(grimoire: Grimoire, script: Script) -> Iterator[Step]:
    """Yield the information of the Minions and the Demon in the first night."""
    sides = [(team(player, script), player) for player in grimoire.players]
    minions = [player for side, player in sides if side == "minion" and player.role != "marionette"]
    shown = [one.name for one in minions if "marionette:is_the_marionette" not in one.tokens]
    demons = listed([player.name for side, player in sides if side == "demon"])
    if sum(side != "traveller" for side, _ in sides) < FEWEST_INFORMED or not demons:
        return
    if any(player.role == "poppy_grower" for player in grimoire.players):
        # Minions and Demon do not know each other until the Poppy Grower dies.
        return
    if shown:
        learn = "learns of" if len(shown) == 1 else "learn of each other, and of"
        place = script.step("minioninfo", MINION_INFO, True) or 0
        yield Step(place, "Minion info", f"{listed(shown)} {learn} {demons}")
    whom = listed([one.name for one in minions])
    known = f"learns of {whom}" if minions else "learns that there are no Minions"
    place = script.step("demoninfo", DEMON_INFO, True) or 0
    yield Step(place, "Demon info", f"{demons} {known}, and of three characters that are not in play")


def _monsta(grimoire: Grimoire, first: bool, script: Script) -> Iterator[Step]:
    """Yield the step of the Minions that care for Lil' Monsta, which has no seat."""
    role = roles()["lil_monsta"]
    seated = any(player.role == role.id for player in grimoire.players)
    place = script.place(role, first)
    if not seated and place is not None and role in in_play(grimoire, script):
        sides = [(player, team(player, script)) for player in grimoire.players if not player.dead]
        minions = [player.name for player, side in sides if side == "minion"]
        yield Step(place, f"Lil' Monsta ({', '.join(minions)})", role.summary, None, role)


def jinxed(grimoire: Grimoire, script: Script) -> list[tuple[Role, Role]]:
    """Return the pairs of characters in play that have a jinx."""
    here = {role.id: role for role in in_play(grimoire, script)}
    pairs = dict.fromkeys([*_jinxes(), *script.jinxes])
    return [(here[one], here[other]) for one, other in pairs if one in here and other in here]


@cache
def _jinxes() -> tuple[tuple[str, str], ...]:
    data = json.loads(read_data("kibitz.languages.botc", "data/jinxes.json"))
    return tuple((one, other) for one, other in cast("list[list[str]]", data["pairs"]))


def sheet(steps: Iterable[Step], grimoire: Grimoire, first: bool, script: Script = UNSAID) -> Iterator[str]:
    """Yield the night sheet: a line for each step with the tokens of the player and the ability, then the jinxes."""
    yield "First night" if first else "Night"
    for number, step in enumerate(steps, 1):
        label = step.label
        if step.player and step.role:
            lying = f" ({', '.join(step.player.tokens)})" if step.player.tokens else ""
            label = f"{step.player.name}, {step.role.name}{'†' if step.player.dead else ''}{lying}"
        yield f"{number}. {label}: {step.does}".removesuffix(": ")
    yield from (f"Jinx: {one.name} and {other.name}" for one, other in jinxed(grimoire, script))


_WHEN = {"night": " in the night", "day": " by day"}


def differences(
    before: Grimoire,
    after: Grimoire,
    script: Script = UNSAID,
    phase: str = "",
    executed: Container[str] = (),
) -> Iterator[str]:
    """Yield the changes: `Charlie died in the night`, `Fay becomes the Imp after Gus, and is no longer the Poisoner`.

    `phase` is the phase in between, if it is known. `executed` are the players whose execution is in the record.
    """
    old = {player.name: player for player in before.players}
    new = {player.name: player for player in after.players}
    for name, player in new.items():
        if name not in old:
            yield f"{name}{_as(player, script)} has joined"
    for name, player in old.items():
        if name not in new:
            yield f"{name}{_as(player, script)} has left"
        else:
            died = "was executed" if name in executed else f"died{_WHEN.get(phase, '')}"
            yield from _of_player(player, new[name], died)
    for name in old:
        if name in new and old[name].role != new[name].role:
            yield _character(old[name], new, before, script)
    yield from _tokens(before, after, script)


def _character(was: Player, new: Mapping[str, Player], before: Grimoire, script: Script) -> str:
    """Return the new character of a player: another one, or that of a dead player."""
    now, no_more = new[was.name], f"and is no longer the {script.title(was.role)}"
    had = [one.name for one in before.players if one.role == now.role]
    if len(had) == 1 and had[0] in new and new[had[0]].dead:
        return f"{now.name} becomes the {script.title(now.role)} after {had[0]}, {no_more}"
    return f"{now.name} becomes the {script.title(now.role)}, {no_more}"


def _of_player(was: Player, now: Player, died: str) -> Iterator[str]:
    if now.dead and not was.dead:
        yield f"{now.name} {died}" + (", and the ghost vote is spent" if now.spent else "")
    elif was.dead and not now.dead:
        yield f"{now.name} is alive again"
    elif now.spent and not was.spent:
        yield f"{now.name} spends the ghost vote"
    elif was.spent and not now.spent:
        yield f"{now.name} gets the ghost vote back"


def _tokens(before: Grimoire, after: Grimoire, script: Script) -> Iterator[str]:
    """Yield the tokens that were moved, added and removed, except those that only mark the dead."""
    was, now = _lying(before), _lying(after)
    for token in dict.fromkeys([*was, *now]):
        gone = [name for name in was[token] if name not in now[token]]
        come = [name for name in now[token] if name not in was[token]]
        moved = min(len(gone), len(come))
        prefix, _, name = token.rpartition(":")
        role = script.owner(prefix)
        said = f"{role.label(name)} ({role.name})" if role else token
        for one, other in zip(gone, come, strict=False):
            yield f"The reminder {said} moves from {one} to {other}"
        yield from (f"{name} loses the reminder {said}" for name in gone[moved:])
        yield from (f"{name} gets the reminder {said}" for name in come[moved:])


def _lying(grimoire: Grimoire) -> defaultdict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for player in grimoire.players:
        for token in player.tokens:
            if not (player.dead and token.endswith(":dead")):
                found[token].append(player.name)
    return found


def _as(player: Player, script: Script) -> str:
    """Return the character in parentheses, or an empty text if it is hidden."""
    return "" if player.role == UNKNOWN else f" ({script.title(player.role)})"
