"""Two moments of one game side by side: what has happened between them, in sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from kibitz.languages.botc.game.model import Grimoire, Player
from kibitz.languages.botc.game.script import UNSAID, Script


def differences(before: Grimoire, after: Grimoire, script: Script = UNSAID) -> Iterator[str]:
    """What changed: `Charlie died`, `poisoner:poisoned went from Bob to David`."""
    old = {player.name: player for player in before.players}
    new = {player.name: player for player in after.players}
    for name, player in new.items():
        if name not in old:
            yield f"{name} ({_named(player, script)}) has joined"
    for name, player in old.items():
        if name not in new:
            yield f"{name} ({_named(player, script)}) has left"
        else:
            yield from _of_player(player, new[name], script)
    yield from _tokens(before, after)


def _of_player(was: Player, now: Player, script: Script) -> Iterator[str]:
    if was.role != now.role:
        yield f"{now.name} is the {_named(now, script)} now, no more the {_named(was, script)}"
    if now.dead and not was.dead:
        yield f"{now.name} died" + (", and the vote is spent" if now.spent else "")
    elif was.dead and not now.dead:
        yield f"{now.name} is alive again"
    elif now.spent and not was.spent:
        yield f"{now.name}'s vote is spent"
    elif was.spent and not now.spent:
        yield f"{now.name} has the vote back"


def _tokens(before: Grimoire, after: Grimoire) -> Iterator[str]:
    """Tokens that were moved, laid and taken away."""
    was, now = _lying(before), _lying(after)
    for token in dict.fromkeys([*was, *now]):
        gone = [name for name in was[token] if name not in now[token]]
        come = [name for name in now[token] if name not in was[token]]
        moved = min(len(gone), len(come))
        for one, other in zip(gone, come, strict=False):
            yield f"{token} went from {one} to {other}"
        yield from (f"{token} was taken from {name}" for name in gone[moved:])
        yield from (f"{token} was laid on {name}" for name in come[moved:])


def _lying(grimoire: Grimoire) -> defaultdict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for player in grimoire.players:
        for token in player.tokens:
            found[token].append(player.name)
    return found


def _named(player: Player, script: Script) -> str:
    role = script.role(player.role)
    return role.name if role else player.role
