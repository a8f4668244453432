"""The lifetimes of reminder tokens: which ones end or advance when a night or a day has passed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from kibitz.languages.botc.game.log import Player
from kibitz.languages.botc.game.roles import UNSAID, Role, Script, owners

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


def laid(log: Iterable[Players]) -> Counter[str]:
    """Count how often each token was placed in a log, which begins with the latest grimoire."""
    lying = [{token for player in players for token in player.tokens} for players in log]
    return Counter(chain.from_iterable(new - old for new, old in pairwise([*lying, set()])))


def deaths(log: Sequence[Players]) -> Iterator[str]:
    """Yield the tokens for a death by the Demon of the latest grimoire, if the log uses them."""
    tokens = [
        f"{role.id}:dead"
        for role in UNSAID.known(one.role for one in (log[0] if log else ()))
        if role.team == "demon" and "dead" in role.tokens
    ]
    habits = laid(log)
    fresh = len(log) < 2 or not any(player.dead for players in log for player in players)
    yield from [token for token in tokens if habits[token]] or (tokens if fresh else [])
