"""What the rules about a whole grimoire ask of one entry: numbers that are put together over all entries.

They prove cheaply that nothing is to be said of a grimoire, as of most of them. Where they prove nothing the rules decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from operator import or_
from typing import NamedTuple

from kibitz.core.memory import remembered
from kibitz.languages.botc.game.model import Player
from kibitz.languages.botc.game.roles import COUNTED, Role, roles
from kibitz.languages.botc.game.setup import COUNTING, SHOWN, expected, team

BITS = 6
"""Each count of a weight has so many bits, so that the weights of fewer than 64 entries add up."""
WEIGHED = (*COUNTED, "traveller")
"""The teams of the first counts of a weight; then come the dead but for travellers, and the dead Demons."""
THINGS = BITS * (len(WEIGHED) + 2)
"""From which bit of a weight on the characters and tokens are counted, of which there is one each."""

_HARMLESS = frozenset({*COUNTING, "townsfolk", "townsfolk_any_of", "seat_shows", "note"}) - {
    "minion_chosen",
    "demon_seat",
}
"""What characters may do to the setup without any rule looking at who else sits there."""


class Proof(NamedTuple):
    """What matters of an entry to all rules but those about its name."""

    weight: int
    """Counts in one number: their sum says how many of each team there are, of the dead, of characters and tokens."""
    marks: int
    """A set, see :class:`_Bits`: which characters and tokens are there, whose tokens lie here, who has been shown."""


DOUBTFUL = Proof(1 << THINGS, 0)
"""An entry that some rule has to look at. As it counts what it does not have, no grimoire that has it is settled."""


@remembered
def proof_of(role: str, tokens: tuple[str, ...], dead: bool) -> Proof:
    """The proof of an entry: `DOUBTFUL` if a word is unknown or if a rule may have something to say of it alone."""
    bits, seated = _bits(), roles().get(role)
    if seated is None or not _ordinary(seated) or not bits.tokens.keys() >= set(tokens):
        return DOUBTFUL
    marks = reduce(or_, [bits.tokens[token] for token in tokens], bits.seats[role])
    both = marks >> bits.told & marks >> bits.mistold & bits.paired
    if both or not all(_silent(seated, dead, token) for token in tokens):
        return DOUBTFUL
    return Proof(_weight(Player("", role, tokens, dead)) + (1 + len(tokens) << THINGS), marks)


def settled(proofs: Sequence[Proof]) -> bool:
    """Whether no rule but those about names has anything to say of a grimoire, by the proofs of all its entries.

    No character and no token is there twice, characters whose tokens lie there are in play, tokens that come in pairs
    do, the teams are as the setup table has them, and the game goes on.
    """
    bits, weight = _bits(), sum([one.weight for one in proofs])
    found = reduce(or_, [one.marks for one in proofs])
    return (
        (found & bits.things).bit_count() == weight >> THINGS
        and not found >> bits.needed & ~found & bits.everybody
        and not (found >> bits.told ^ found >> bits.mistold) & bits.paired
        and _adds_up(weight & (1 << THINGS) - 1, found & bits.changing)
    )


def counted(weight: int) -> list[int]:
    """How many there are of each team of `WEIGHED`, then how many dead, then how many dead Demons."""
    return [weight >> BITS * place & (1 << BITS) - 1 for place in range(len(WEIGHED) + 2)]


@remembered
def _adds_up(weight: int, changing: int) -> bool:
    """Whether the teams are as the setup table has them, for those who are in play and change it, and nobody has won."""
    *teams, _, dead, dead_demons = counted(weight)
    townsfolk, outsiders, minions, demons = teams
    players = sum(teams)
    wanted = expected(players, [roles()[name] for name, bit in _bits().seats.items() if bit & changing])
    # Outside of the setup table nothing is expected, but the number of players is remarkable.
    return (
        wanted is not None
        and wanted.allows((townsfolk, outsiders, minions, demons))
        and (not dead or (demons > dead_demons and players - dead > 2))
    )


class _Bits:
    """What the bits of :attr:`Proof.marks` stand for.

    From the lowest on: characters that sit there (`seats`); tokens that lie there, of which those that exclude each other
    share one; from `needed` on characters, in the same order, who must sit there because of a token; from `told` and
    `mistold` on those who have been shown two players, one truly and one falsely.
    """

    def __init__(self) -> None:
        count, pairs = len(roles()), [role.id for role in roles().values() if "wrong" in role.tokens]
        self.seats = {name: 1 << number for number, name in enumerate(roles())}
        groups: dict[str, int] = {}
        for role in roles().values():
            for name in role.tokens:
                groups.setdefault(_group(role, name), 1 << count + len(groups))
        self.needed = count + len(groups)
        self.told, self.mistold = self.needed + count, self.needed + count + len(pairs)
        self.everybody, self.things = (1 << count) - 1, (1 << self.needed) - 1
        self.paired = (1 << len(pairs)) - 1
        self.changing = sum(self.seats[role.id] for role in roles().values() if role.setup)
        self.tokens: dict[str, int] = {}
        for role in roles().values():
            for name in role.tokens:
                bit = groups[_group(role, name)]
                if name not in role.everywhere and f"{role.id}:{name}" not in SHOWN:
                    bit |= self.seats[role.id] << self.needed
                if role.id in pairs:
                    bit |= 1 << (self.mistold if name == "wrong" else self.told) + pairs.index(role.id)
                self.tokens[f"{role.id}:{name}"] = bit


@cache
def _bits() -> _Bits:
    return _Bits()


def _group(role: Role, token: str) -> str:
    """What of all tokens in it only one may lie there."""
    return f"{role.id}:" if token in role.exclusive else f"{role.id}:{token}"


def _ordinary(role: Role) -> bool:
    """Whether a character changes no more than counts of the setup."""
    return _HARMLESS.issuperset(role.setup) and role.team in WEIGHED


def _silent(seated: Role, dead: bool, token: str) -> bool:
    """Whether no rule has anything to say of a token on a player, whoever else sits in the grimoire."""
    prefix, _, name = token.partition(":")
    if (
        token in SHOWN
        and prefix != "drunk"
        and (prefix not in roles() or roles()[prefix].team != seated.team)
    ):
        return False
    return not (name == "dead" and not dead) and roles()[prefix].may_lie(name, seated)


def _weight(player: Player) -> int:
    """The counts of an entry but for its things."""
    side = team(player) or "traveller"
    places = [WEIGHED.index(side)]
    if player.dead and side != "traveller":
        places.append(len(WEIGHED))
    if player.dead and side == "demon":
        places.append(len(WEIGHED) + 1)
    return sum(1 << BITS * place for place in places)
