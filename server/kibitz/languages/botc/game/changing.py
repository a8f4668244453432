"""Which characters may change the character of a player while a game goes on, by their words (`makes` in `data/roles.json`)."""

from __future__ import annotations

from collections.abc import Iterable, Set

from kibitz.languages.botc.game.roles import Role, having, roles


def changed_by(was: Role, now: Role, in_play: Iterable[str], dead: Iterable[str]) -> str:
    """The character that may have made another one of a player; empty where there is none. `dead` are those of dead players."""
    if either := having("is another") & {was.id, now.id}:
        return min(either)
    # Who changes by the own words is changed by nobody else, as far as one can tell.
    own = made_of({was.id}, now, {was.id} & {*in_play}, dead)
    return own or made_of({was.team, was.id}, now, in_play, dead)


def made_of(was: Set[str], now: Role, in_play: Iterable[str], dead: Iterable[str]) -> str:
    """The character that may have made another one of somebody of these teams or characters; empty where there is none."""
    for name in sorted(roles().keys() & set(in_play)):
        change = roles()[name].makes
        into = {now.team, now.id}
        if (
            change
            and was & {*change["of"]}
            and into & {*change["now"]}
            and (name in dead or "dead" not in change)
        ):
            return name
    return ""
