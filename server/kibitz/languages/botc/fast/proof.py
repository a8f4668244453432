"""What the rules about a whole grimoire ask of one entry, put together over all entries.

That proves cheaply that nothing is to be said of a grimoire, as of most of them. Where it proves nothing the rules decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from kibitz.core.memory import remembered
from kibitz.languages.botc.game.model import Player
from kibitz.languages.botc.game.roles import COUNTED, LETTERS, Role, roles
from kibitz.languages.botc.game.setup import COUNTING, expected, team, tells

_HARMLESS = frozenset({*COUNTING, "townsfolk", "townsfolk_any_of", "seat_shows", "note"}) - {
    "minion_chosen",
    "demon_seat",
}
"""What characters may do to the setup without any rule looking at who else sits there."""


class Proof(NamedTuple):
    """What matters of an entry to all rules but those about its name."""

    things: tuple[str, ...]
    """The character and the tokens, of those that exclude each other what they share: each may be there once."""
    needed: tuple[str, ...]
    """What else must be there because of the tokens: their characters, the other one of two that are shown."""
    side: str
    """The letter of the team, a small one of the dead."""


DOUBTFUL = Proof(("?", "?"), (), "")
"""An entry that some rule has to look at. As it has a thing twice, no grimoire that has it is settled."""


@remembered
def proof_of(role: str, tokens: tuple[str, ...], dead: bool) -> Proof:
    """The proof of an entry: `DOUBTFUL` if a word is unknown or if a rule may have something to say of it alone."""
    seated, laid = roles().get(role), [_laid(token) for token in tokens]
    if seated is None or not _ordinary(seated) or None in laid:
        return DOUBTFUL
    found = [one for one in laid if one]
    needed = tuple(chain.from_iterable(_needed(*one) for one in found))
    if not set(tokens).isdisjoint(needed) or not all(_silent(seated, dead, *one) for one in found):
        return DOUBTFUL
    letter = LETTERS[team(Player("", role, tokens)) or "traveller"]
    things = [f"{own.id}:" if name in own.exclusive else f"{own.id}:{name}" for own, name in found]
    return Proof((role, *things), needed, letter.lower() if dead else letter)


def settled(proofs: Sequence[Proof]) -> bool:
    """Whether no rule but those about names has anything to say of a grimoire, by the proofs of all its entries.

    No character and no token is there twice, characters whose tokens lie there are in play, tokens that come in pairs
    do, the teams are as the setup table has them, and the game goes on.
    """
    things, needed, sides = zip(*proofs, strict=True)
    listed = [*chain.from_iterable(things)]
    found = {*listed}
    return (
        len(found) == len(listed)
        and found.issuperset(chain.from_iterable(needed))
        and _adds_up("".join(sorted(sides)), tuple(sorted(found & _changing())))
    )


@remembered
def _adds_up(sides: str, changing: tuple[str, ...]) -> bool:
    """Whether the teams are as the setup table has them, for those who are in play and change it, and nobody has won."""
    townsfolk, outsiders, minions, demons = (sides.upper().count(LETTERS[one]) for one in COUNTED)
    players = townsfolk + outsiders + minions + demons
    dead = sum(sides.count(LETTERS[one].lower()) for one in COUNTED)
    wanted = expected(players, [roles()[name] for name in changing])
    # Outside of the setup table nothing is expected, but the number of players is remarkable.
    return (
        wanted is not None
        and wanted.allows((townsfolk, outsiders, minions, demons))
        and (not dead or (LETTERS["demon"] in sides and players - dead > 2))
    )


@cache
def _changing() -> frozenset[str]:
    """The characters that change the setup."""
    return frozenset(role.id for role in roles().values() if role.setup)


def _ordinary(role: Role) -> bool:
    """Whether a character changes no more than counts of the setup."""
    return _HARMLESS.issuperset(role.setup) and role.team in (*COUNTED, "traveller")


def _laid(token: str) -> tuple[Role, str] | None:
    """A token of a known character, taken apart."""
    prefix, _, name = token.partition(":")
    role = roles().get(prefix)
    return (role, name) if role and name in role.tokens else None


def _needed(role: Role, name: str) -> Iterator[str]:
    """What must be there because of a token."""
    if name not in role.everywhere and not tells(f"{role.id}:{name}"):
        yield role.id
    if "wrong" in role.tokens:
        yield from (f"{role.id}:{other}" for other in role.tokens if other != name)


def _silent(seated: Role, dead: bool, role: Role, name: str) -> bool:
    """Whether no rule has anything to say of a token on a player, whoever else sits in the grimoire."""
    if tells(f"{role.id}:{name}") and role.id != "drunk" and role.team != seated.team:
        return False
    return not (name == "dead" and not dead) and role.may_lie(name, seated)
