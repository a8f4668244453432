"""A fast path for logs of grimoires in lines, without titles and comments. Removing this folder changes no result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.memory import remembered
from kibitz.core.notation import Skip
from kibitz.languages.botc.check.log import LOST, Before
from kibitz.languages.botc.game.log import Grimoire, Player, one_game
from kibitz.languages.botc.game.roles import COUNTED, LETTERS, Role, roles
from kibitz.languages.botc.game.setup import COUNTING, MOST_WITH_TRAVELLERS, expected, team, tells
from kibitz.languages.botc.text.grammar import terminal

_HARMLESS = frozenset({*COUNTING, "townsfolk", "townsfolk_any_of", "seat_shows", "note"}) - {
    "minion_chosen",
    "demon_seat",
}
"""The effects of characters on the setup that no rule compares with other players."""


class Proof(NamedTuple):
    """The facts of an entry for all rules except those about its name."""

    things: tuple[str, ...]
    """The character and the tokens, which must be unique. Tokens that exclude each other share one key."""
    needed: tuple[str, ...]
    """The characters that its tokens require, and the other token of a pair."""
    side: str
    """The letter of the team, in lower case for a dead player."""


def skip_clean(chunks: tuple[Chunk, ...], state: Before | None) -> Skip:
    """See :meth:`kibitz.core.notation.Notation.skip_clean`."""
    for number, chunk in enumerate(chunks):
        found = look_at(chunk.text)
        if found is None or (state and not _goes_on(state, found)):
            return Skip(state, number)
        earlier = None if state is LOST else state.grimoire if state else Grimoire()
        state = Before(found, chunk, earlier)
    return Skip(state, len(chunks))


def look_at(text: str) -> Grimoire | None:
    """Return the grimoire of a chunk, or None if it is not only a line in order or if a rule for one grimoire may report it."""
    end = text.find("]")
    if text[:1] != "[" or end < 0 or text[end + 1 :].strip(" \t\r\n"):
        return None
    seats = [seat for entry in text[1:end].split(" ") if (seat := _look_at_entry(entry))]
    players = tuple([player for player, _ in seats])
    names = {player.name for player in players}
    in_order = text.count(" ", 0, end) + 1 == len(names) <= MOST_WITH_TRAVELLERS
    return Grimoire(players) if in_order and _settled([proof for _, proof in seats]) else None


def _goes_on(before: Before, after: Grimoire) -> bool:
    """Return whether two successive grimoires need no comparison: they are of two games, or no player lost a mark of the dead.

    After a title, a log is compared more closely.
    """
    was, now = before.grimoire.players, after.players
    if before.titled or len(was) != len(now):
        return not one_game(before.grimoire, after, before.titled)
    seats = zip(was, now, strict=True)
    return all(old is new or _same(old, new) for old, new in seats) or not one_game(before.grimoire, after)


def _same(old: Player, new: Player) -> bool:
    same = (old.name, old.role) == (new.name, new.role)
    return same and (old.dead, old.spent) <= (new.dead, new.spent)


@remembered
def proof_of(role: str, tokens: tuple[str, ...], dead: bool) -> Proof | None:
    """Return the proof of an entry, or None for an unknown word or a possible finding about the entry alone."""
    seated, laid = roles().get(role), [_laid(token) for token in tokens]
    found = [one for one in laid if one]
    needed = tuple(chain.from_iterable(_needed(*one) for one in found))
    if (
        seated is None
        or len(found) < len(laid)
        or not (_HARMLESS.issuperset(seated.setup) and seated.team in (*COUNTED, "traveller"))
        or not set(tokens).isdisjoint(needed)
        or not all(_silent(seated, dead, *one) for one in found)
    ):
        return None
    letter = LETTERS[team(Player("", role, tokens)) or "traveller"]
    things = [f"{own.id}:" if name in own.exclusive else f"{own.id}:{name}" for own, name in found]
    return Proof((role, *things), needed, letter.lower() if dead else letter)


def _settled(proofs: Sequence[Proof]) -> bool:
    """Return whether only rules about names may report a grimoire, by the proofs of all its entries.

    No character or token occurs twice, and tokens have their characters and partners. The teams follow the setup
    table, and the game goes on.
    """
    listed = [*chain.from_iterable(proof.things for proof in proofs)]
    found = {*listed}
    return (
        len(found) == len(listed)
        and found.issuperset(chain.from_iterable(proof.needed for proof in proofs))
        and _adds_up("".join(sorted(proof.side for proof in proofs)), tuple(sorted(found & _changing())))
    )


@remembered
def _adds_up(sides: str, changing: tuple[str, ...]) -> bool:
    """Return whether the teams follow the setup table, with the characters that change it, and the game goes on."""
    townsfolk, outsiders, minions, demons = (sides.upper().count(LETTERS[one]) for one in COUNTED)
    players = townsfolk + outsiders + minions + demons
    dead = sum(sides.count(LETTERS[one].lower()) for one in COUNTED)
    wanted = expected(players, [roles()[name] for name in changing])
    # The setup table does not cover this number of players, which has a finding of its own.
    return (
        wanted is not None
        and wanted.allows((townsfolk, outsiders, minions, demons))
        and (not dead or (LETTERS["demon"] in sides and players - dead > 2))
    )


@cache
def _changing() -> frozenset[str]:
    """Return the characters that change the setup."""
    return frozenset(role.id for role in roles().values() if role.setup)


def _laid(token: str) -> tuple[Role, str] | None:
    """Return the character and the name of a known token, or None."""
    prefix, _, name = token.partition(":")
    role = roles().get(prefix)
    return (role, name) if role and name in role.tokens else None


def _needed(role: Role, name: str) -> Iterator[str]:
    """Yield the characters and tokens that a token requires."""
    if name not in role.everywhere and not tells(f"{role.id}:{name}"):
        yield role.id
    if "wrong" in role.tokens:
        yield from (f"{role.id}:{other}" for other in role.tokens if other != name)


def _silent(seated: Role, dead: bool, role: Role, name: str) -> bool:
    """Return whether no rule applies to a token on a player, regardless of the other seats."""
    if tells(f"{role.id}:{name}") and role.id != "drunk" and role.team != seated.team:
        return False
    return not (name == "dead" and not dead) and role.may_lie(name, seated)


@cache
def _entry() -> re.Pattern[str]:
    """Return the pattern of an entry without spaces whose name has an initial capital. A dead player has marks at both ends."""
    identifier, spent = map(terminal, ("IDENTIFIER", "SPENT"))
    token = f"{identifier}(?::{identifier})?"
    return re.compile(
        rf"(?P<dead>\*(?P<spent>{spent})?)?(?P<name>[A-Z][A-Za-z0-9_]*)(?(spent){spent}):"
        rf"(?P<role>{identifier})(?:\((?P<tokens>{token}(?:,{token})*)\))?(?(dead)\*)"
    )


# A log has a line for each moment, so most entries have been read before.


@remembered
def _look_at_entry(text: str) -> tuple[Player, Proof] | None:
    """Return an entry with its proof, or None if it is not in order."""
    found = _entry().fullmatch(text)
    if found is None:
        return None
    name, role, dead, spent = found["name"], found["role"], bool(found["dead"]), bool(found["spent"])
    tokens = tuple(found["tokens"].split(",")) if found["tokens"] else ()
    proof = proof_of(role, tokens, dead)
    return proof and (Player(name, role, tokens, dead, spent), proof)
