"""Two moments of one game side by side: what has happened between them, in sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping

from kibitz.languages.botc.game.model import UNKNOWN, Grimoire, Player
from kibitz.languages.botc.game.script import UNSAID, Script

_WHEN = {"night": " in the night", "day": " by day"}


def differences(
    before: Grimoire,
    after: Grimoire,
    script: Script = UNSAID,
    phase: str = "",
    executed: Container[str] = (),
) -> Iterator[str]:
    """What changed: `Charlie died in the night`, `The Imp passed from Gus to Fay`, `The Poisoner's Poisoned went from Bob to David`.

    `phase` is the one in which it did, as far as that is known, and `executed` are those of whom it is told that they were.
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
    """Another character of a player, be it its own or that of somebody who has died with it."""
    now, no_more = new[was.name], f"no more the {script.title(was.role)}"
    had = [one.name for one in before.players if one.role == now.role]
    if len(had) == 1 and had[0] in new and new[had[0]].dead:
        return f"The {script.title(now.role)} passed from {had[0]} to {now.name}, {no_more}"
    return f"{now.name} is the {script.title(now.role)} now, {no_more}"


def _of_player(was: Player, now: Player, died: str) -> Iterator[str]:
    if now.dead and not was.dead:
        yield f"{now.name} {died}" + (", and the vote is spent" if now.spent else "")
    elif was.dead and not now.dead:
        yield f"{now.name} is alive again"
    elif now.spent and not was.spent:
        yield f"{now.name}'s vote is spent"
    elif was.spent and not now.spent:
        yield f"{now.name} has the vote back"


def _tokens(before: Grimoire, after: Grimoire, script: Script) -> Iterator[str]:
    """Tokens that were moved, laid and taken away."""
    was, now = _lying(before), _lying(after)
    for token in dict.fromkeys([*was, *now]):
        gone = [name for name in was[token] if name not in now[token]]
        come = [name for name in now[token] if name not in was[token]]
        moved = min(len(gone), len(come))
        said = _token(token, script)
        for one, other in zip(gone, come, strict=False):
            yield f"{said} went from {one} to {other}"
        yield from (f"{said} was taken from {name}" for name in gone[moved:])
        yield from (f"{said} was laid on {name}" for name in come[moved:])


def _token(token: str, script: Script) -> str:
    """`The Poisoner's Poisoned`; one of nobody known as it is written."""
    prefix, _, name = token.rpartition(":")
    role = script.owner(prefix)
    return f"The {role.name}'s {role.label(name)}" if role else token


def _lying(grimoire: Grimoire) -> defaultdict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for player in grimoire.players:
        for token in player.tokens:
            found[token].append(player.name)
    return found


def _as(player: Player, script: Script) -> str:
    """The character in parentheses; nothing of one that is hidden."""
    return "" if player.role == UNKNOWN else f" ({script.title(player.role)})"
