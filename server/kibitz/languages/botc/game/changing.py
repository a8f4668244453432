"""Which characters may change the character of a player while a game goes on, and which bring the dead back.

By the summaries of the characters in the official release. Where a character's words leave it to the storyteller, they may.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import NamedTuple

from kibitz.languages.botc.game.roles import GOOD, Role


class Change(NamedTuple):
    """What a character may make of whom."""

    was: frozenset[str]
    """The teams or the characters whom it may change."""
    now: frozenset[str]
    """The teams or the characters of what they may become."""
    dead: bool = False
    """Whether that happens when somebody with the character has died."""


_ALL = frozenset({"townsfolk", "outsider", "minion", "demon", "traveller"})
_EVIL, _DEMON = frozenset({"minion", "demon"}), frozenset({"demon"})
_ANY = Change(_ALL, _ALL)
CHANGES = {
    "amnesiac": _ANY,
    "atheist": _ANY,
    "barber": Change(_ALL, _ALL, dead=True),
    "engineer": Change(_EVIL, _EVIL),
    "fang_gu": Change(frozenset({"outsider"}), frozenset({"fang_gu"}), dead=True),
    "farmer": Change(GOOD, frozenset({"farmer"}), dead=True),
    "hatter": Change(_EVIL, _EVIL, dead=True),
    "huntsman": Change(frozenset({"damsel"}), frozenset({"townsfolk"})),
    "imp": Change(frozenset({"minion"}), frozenset({"imp"}), dead=True),
    "kazali": Change(_ALL, frozenset({"minion"})),
    "lord_of_typhon": Change(_ALL, frozenset({"minion"})),
    "pit_hag": _ANY,
    "riot": Change(frozenset({"minion"}), frozenset({"riot"})),
    "scarlet_woman": Change(frozenset({"scarlet_woman"}), _DEMON),
    "snake_charmer": Change(frozenset({"townsfolk", "demon"}), frozenset({"townsfolk", "demon"})),
    "summoner": Change(_ALL, _DEMON),
    "wizard": _ANY,
}
"""The characters that change others, or become another one themselves."""
OWN = frozenset(
    {"alchemist", "apprentice", "boffin", "cannibal", "drunk", "hermit", "lunatic", "marionette", "philosopher", "pixie"}
)  # fmt: skip
"""Who has the ability of another character, or is another one than it seems, may be written as either."""
BACK = frozenset(
    {"al_hadikhia", "amnesiac", "apprentice", "atheist", "boffin", "cannibal", "philosopher", "pixie", "professor", "shabaloth", "wizard"}
)  # fmt: skip
"""Characters that bring the dead back, or may have the ability of one that does."""


def changed_by(was: Role, now: Role, in_play: Iterable[str], dead: Iterable[str]) -> str:
    """The character that may have made another one of a player; empty where there is none. `dead` are those of dead players."""
    if OWN & {was.id, now.id}:
        return next(iter(sorted(OWN & {was.id, now.id})))
    # Who changes by the own words is changed by nobody else, as far as one can tell.
    own = made_of({was.id}, now, {was.id} & {*in_play}, dead)
    return own or made_of({was.team, was.id}, now, in_play, dead)


def made_of(was: Set[str], now: Role, in_play: Iterable[str], dead: Iterable[str]) -> str:
    """The character that may have made another one of somebody of these teams or characters; empty where there is none."""
    for name in sorted(CHANGES.keys() & set(in_play)):
        change = CHANGES[name]
        if change.was & was and change.now & {now.team, now.id} and (not change.dead or name in dead):
            return name
    return ""
