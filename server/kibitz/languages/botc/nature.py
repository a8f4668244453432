"""What the rules about a whole grimoire ask of one entry, worked out once for all grimoires that have this entry."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kibitz.languages.botc.model import Player
from kibitz.languages.botc.replay import ENDLESS
from kibitz.languages.botc.roles import COUNTED, Role, roles
from kibitz.languages.botc.setup import COUNTING, SHOWN, team

BITS = 6
"""Each count of a weight has so many bits, so that the weights of fewer than 64 entries add up."""
WEIGHED = (*COUNTED, "traveller")
"""The teams of the first counts of a weight; then come the dead but for travellers, and the dead Demons."""

_HARMLESS = frozenset({*COUNTING, "townsfolk", "townsfolk_any_of", "seat_shows", "note"}) - {
    "minion_chosen",
    "demon_seat",
}
"""What characters may do to the setup without any rule looking at who else sits there."""


class Nature(NamedTuple):
    """Of an entry that gives no rule cause for a closer look."""

    weight: int
    """Counts in one number: added up over a grimoire, it says how many of each team there are, and of the dead."""
    changing: str
    """The character if it may change the counts of the setup table, else nothing."""
    tokens: tuple[str, ...]
    owners: frozenset[str]
    """Whose tokens lie here, but for those that may lie anywhere."""
    told: frozenset[str]
    """Who has been shown this player as one of two, truly."""
    mistold: frozenset[str]
    """Who has been shown this player as one of two, falsely."""


def nature_of(player: Player) -> Nature | None:
    """The nature of an entry whose words are all known; None if a rule has to look closely at it."""
    if not player.tokens:
        return _bare(player.role, player.dead)
    role = roles()[player.role]
    laid = [_Laid(token) for token in player.tokens]
    pairs = [one for one in laid if "wrong" in one.owner.tokens]
    told = frozenset([one.owner.id for one in pairs if one.name != "wrong"])
    mistold = frozenset([one.owner.id for one in pairs if one.name == "wrong"])
    if not _ordinary(role) or not all(_silent(player, role, one) for one in laid) or told & mistold:
        return None
    owners = [one.owner.id for one in laid if one.name not in one.owner.everywhere and one.text not in SHOWN]
    return Nature(
        _weight(player), role.id if role.setup else "", player.tokens, frozenset(owners), told, mistold
    )


@lru_cache(maxsize=1024)
def _bare(role: str, dead: bool) -> Nature | None:
    """The nature of an entry without tokens."""
    if not _ordinary(roles()[role]):
        return None
    nobody = frozenset[str]()
    changing = role if roles()[role].setup else ""
    return Nature(_weight(Player("", role, (), dead)), changing, (), nobody, nobody, nobody)


def counted(weight: int) -> list[int]:
    """How many there are of each team of `WEIGHED`, then how many dead, then how many dead Demons."""
    return [weight >> BITS * place & (1 << BITS) - 1 for place in range(len(WEIGHED) + 2)]


class _Laid:
    """A token that is known, taken apart."""

    def __init__(self, text: str) -> None:
        self.text = text
        prefix, _, self.name = text.partition(":")
        self.owner = roles()[prefix]


def _ordinary(role: Role) -> bool:
    """Whether a character changes no more than counts of the setup."""
    return _HARMLESS.issuperset(role.setup) and role.team in WEIGHED and role.id not in ENDLESS


def _silent(player: Player, seated: Role, laid: _Laid) -> bool:
    """Whether no rule has anything to say of a token on a player, whoever else sits in the grimoire."""
    if laid.text in SHOWN and laid.owner.id != "drunk":
        return False
    unlikely = laid.owner.exclusive or (laid.name == "dead" and not player.dead)
    return not unlikely and laid.owner.may_lie(laid.name, seated)


def _weight(player: Player) -> int:
    """See :attr:`Nature.weight`."""
    side = team(player) or "traveller"
    places = [WEIGHED.index(side)]
    if player.dead and side != "traveller":
        places.append(len(WEIGHED))
    if player.dead and side == "demon":
        places.append(len(WEIGHED) + 1)
    return sum(1 << BITS * place for place in places)
