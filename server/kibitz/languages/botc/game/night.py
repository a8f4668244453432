"""A night: who wakes, in which order, and what two characters that are jinxed have to mind.

The order is the publisher's (`data/roles.json`); of the steps that are no characters only those of the first night are
told that wake somebody.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, cast

from kibitz.core.data import read_data
from kibitz.core.words import listed
from kibitz.languages.botc.game.model import Grimoire, Player
from kibitz.languages.botc.game.roles import Role, having, roles
from kibitz.languages.botc.game.script import UNSAID, Script
from kibitz.languages.botc.game.setup import in_play, team

MINION_INFO, DEMON_INFO = 19, 23
"""Where in the first night the Minions learn of the Demon, and the Demon of the Minions."""
FEWEST_INFORMED = 7
"""With fewer players than these, evil does not learn who is evil (the game's rulebook, Teensyville)."""


class Step(NamedTuple):
    """Something that happens in a night: a player wakes, or several as `label` says."""

    place: float
    label: str
    does: str
    player: Player | None = None
    role: Role | None = None


def night(
    grimoire: Grimoire, first: bool, died: frozenset[str] = frozenset(), script: Script = UNSAID
) -> list[Step]:
    """What happens in the first or in another night, in order.

    `died` are those who have died since the grimoire before.
    """
    found = [*_players(grimoire, first, died, script), *(_evil(grimoire, script) if first else ())]
    found += _monsta(grimoire, first, script)
    for role in script.storyteller:
        place = script.place(role, first)
        found += [Step(place, role.name, role.summary, None, role)] if place is not None else []
    return sorted(found, key=lambda step: step.place)


def _players(grimoire: Grimoire, first: bool, died: frozenset[str], script: Script) -> Iterator[Step]:
    for player in grimoire.players:
        role = script.role(player.role)
        place = script.place(role, first) if role else None
        if role and place is not None and wakes(player, died):
            yield Step(place, f"{player.name} ({role.name})", role.summary, player, role)


def wakes(player: Player, died: frozenset[str] = frozenset()) -> bool:
    """Whether a player may wake: the living, and those of the dead whose ability works on."""
    names = {token.rpartition(":")[2] for token in player.tokens}
    return (
        not player.dead
        or player.role in having("lives on")
        or "has_ability" in names
        or (player.role in having("acts at death") and ("dead" in names or player.name in died))
    )


def _evil(grimoire: Grimoire, script: Script) -> Iterator[Step]:
    """What Minions and Demon are told in the first night."""
    sides = [(team(player, script), player) for player in grimoire.players]
    minions = [player for side, player in sides if side == "minion" and player.role != "marionette"]
    shown = [one.name for one in minions if "marionette:is_the_marionette" not in one.tokens]
    demons = listed([player.name for side, player in sides if side == "demon"])
    if sum(side != "traveller" for side, _ in sides) < FEWEST_INFORMED or not demons:
        return
    if any(player.role == "poppy_grower" for player in grimoire.players):
        # Minions and Demon do not know each other until it dies.
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
    """Lil' Monsta has no seat: its Minions wake."""
    role = roles()["lil_monsta"]
    seated = any(player.role == role.id for player in grimoire.players)
    place = script.place(role, first)
    if not seated and place is not None and role in in_play(grimoire, script):
        sides = [(player, team(player, script)) for player in grimoire.players if not player.dead]
        minions = [player.name for player, side in sides if side == "minion"]
        yield Step(place, f"Lil' Monsta ({', '.join(minions)})", role.summary, None, role)


def jinxed(grimoire: Grimoire, script: Script) -> list[tuple[Role, Role]]:
    """The pairs of characters in play that have a jinx."""
    here = {role.id: role for role in in_play(grimoire, script)}
    pairs = dict.fromkeys([*_jinxes(), *script.jinxes])
    return [(here[one], here[other]) for one, other in pairs if one in here and other in here]


@cache
def _jinxes() -> tuple[tuple[str, str], ...]:
    data = json.loads(read_data("kibitz.languages.botc", "data/jinxes.json"))
    return tuple((one, other) for one, other in cast("list[list[str]]", data["pairs"]))


def sheet(
    grimoire: Grimoire, first: bool, died: frozenset[str] = frozenset(), script: Script = UNSAID
) -> Iterator[str]:
    """The night sheet: a line for each step with what lies on the player and what the character does, then the jinxes."""
    yield "First night" if first else "Night"
    for number, step in enumerate(night(grimoire, first, died, script), 1):
        label = step.label
        if step.player and step.role:
            lying = f" ({', '.join(step.player.tokens)})" if step.player.tokens else ""
            label = f"{step.player.name}, {step.role.name}{'†' if step.player.dead else ''}{lying}"
        yield f"{number}. {label}: {step.does}".removesuffix(": ")
    yield from (f"Jinx: {one.name} and {other.name}" for one, other in jinxed(grimoire, script))
