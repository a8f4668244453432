"""Grimoires in one line, looked over without reading what stands where: who sits there, and whether all is in order.

Whatever is not a line of entries in order, with single blanks between them, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from kibitz.core.memory import remembered
from kibitz.languages.botc.fast.proof import DOUBTFUL, Proof, proof_of, settled
from kibitz.languages.botc.game.log import Circle
from kibitz.languages.botc.game.setup import MOST_WITH_TRAVELLERS
from kibitz.languages.botc.text.grammar import terminal

_REGULAR = re.compile(r"[A-Z][A-Za-z0-9_]*")
"""A name as the specification has it: with an initial capital."""


class Looked(NamedTuple):
    """An entry without its tokens' places: `state` is that of :class:`Circle`, `proof` what it comes to for the rules."""

    name: str
    role: str
    state: int
    proof: Proof


class Overview(NamedTuple):
    """A grimoire looked over: who sits there, and whether it is proven that no rule has anything to say of it by itself."""

    circle: Circle
    clean: bool


def overview(seats: Sequence[Looked]) -> Overview | None:
    """A grimoire of which nothing is in doubt; None where nobody sits there."""
    if not seats:
        return None
    names, roles, states, proofs = zip(*seats, strict=True)
    clean = len(set(names)) == len(names) <= MOST_WITH_TRAVELLERS and settled(proofs)
    return Overview(Circle(names, roles, states), clean)


def look_at_line(text: str) -> Overview | None:
    """A chunk that is nothing but a line of entries in order with single blanks between them."""
    end = text.find("]")
    line = text[1:end]
    if end < 0 or not line.isprintable() or text[end + 1 :].strip(" \t\r\n"):
        return None
    seats = [*map(_look_at_entry, line.split(" "))]
    found = [*filter(None, seats)]
    return overview(found) if len(found) == len(seats) else None


@cache
def halves() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What stands before and behind the first colon of an entry without blanks, put together from the grammar's terminals.

    A dead player has marks in both.
    """
    name, identifier, spent = map(terminal, ("NAME", "IDENTIFIER", "SPENT"))
    token = f"{identifier}(?::{identifier})?"
    return (
        re.compile(rf"(?P<dead>\*(?P<spent>{spent})?)?(?P<name>{name})(?(spent){spent})"),
        re.compile(rf"(?P<role>{identifier})(?:\((?P<tokens>{token}(?:,{token})*)\))?(?P<dead>\*)?"),
    )


# A log has a line for each moment, so most entries have been there before; of the others one half has.


@remembered
def _look_at_entry(text: str) -> Looked | None:
    """An entry by itself, None if it is not in order."""
    who, _, what = text.partition(":")
    before, behind = person(who), held(what)
    if before is None or behind is None or (before[1] > 0) != behind[1]:
        return None
    (name, state, regular), (role, _, proof) = before, behind
    return Looked(name, role, state, proof if regular else DOUBTFUL)


@remembered
def person(text: str) -> tuple[str, int, bool] | None:
    """A name with its marks: the name, the state, whether it is as the specification has names."""
    found = halves()[0].fullmatch(text)
    if found is None:
        return None
    name, state = found["name"], (found["dead"] is not None) + (found["spent"] is not None)
    return name, state, _REGULAR.fullmatch(name) is not None


@remembered
def held(text: str) -> tuple[str, bool, Proof] | None:
    """What stands behind the colon: the role, whether it ends with the mark of the dead, and what that comes to."""
    found = halves()[1].fullmatch(text)
    if found is None:
        return None
    role, dead = found["role"], found["dead"] is not None
    tokens = tuple(found["tokens"].split(",")) if found["tokens"] else ()
    return role, dead, proof_of(role, tokens, dead)
