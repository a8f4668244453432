"""What nearly every question about a grimoire needs of it: who sits there, as whom, who lives, whether all is in order.

Most grimoires are a line of entries in order. Of these a glance at the text tells the gist; what stands where in them is
read when somebody asks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from kibitz.languages.botc.grammar import terminal
from kibitz.languages.botc.nature import DOUBTFUL, Nature, nature_of, settled
from kibitz.languages.botc.setup import MOST_WITH_TRAVELLERS

_REGULAR = re.compile(r"[A-Z][A-Za-z0-9_]*")
"""A name as the specification has it: with an initial capital."""


class Glimpse(NamedTuple):
    """An entry without its tokens' places: `state` is 0 for the living, 1 for the dead, 2 if the vote is used, too."""

    name: str
    role: str
    state: int
    weight: int
    marks: int


class Gist(NamedTuple):
    """A grimoire at a glance, clockwise: the seats of which both name and role could be read."""

    names: tuple[str, ...]
    roles: tuple[str, ...]
    states: tuple[int, ...]
    clean: bool
    """Whether nothing can be said of it, proven cheaply; where the proof fails the rules decide."""


def gist_of(seats: Sequence[Glimpse], sound: bool) -> Gist:
    """The gist of a grimoire. `sound` says that nothing of it is in doubt."""
    if not seats:
        return Gist((), (), (), clean=False)
    names, roles, states, weights, marks = zip(*seats, strict=True)
    clean = sound and len(set(names)) == len(names) <= MOST_WITH_TRAVELLERS and settled(weights, marks)
    return Gist(names, roles, states, clean)


def glance_at_line(text: str) -> Gist | None:
    """The gist of a chunk that is nothing but a line of entries in order with single blanks between them."""
    end = text.find("]")
    line = text[1:end]
    if end < 0 or not line.isprintable() or text[end + 1 :].strip(" \t\r\n"):
        return None
    seats = [*map(_glimpse, line.split(" "))]
    return gist_of([*filter(None, seats)], sound=True) if all(seats) else None


def glimpse_of(name: str, state: int, role: str, tokens: tuple[str, ...]) -> Glimpse:
    """An entry at a glance."""
    nature = nature_of(role, tokens, state > 0) if _REGULAR.fullmatch(name) else DOUBTFUL
    return Glimpse(name, role, state, *nature)


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


@lru_cache(maxsize=32768)
def _glimpse(text: str) -> Glimpse | None:
    """An entry by itself, None if it is not in order."""
    who, _, what = text.partition(":")
    before, behind = person(who), held(what)
    if before is None or behind is None or (before[1] > 0) != behind[1]:
        return None
    (name, state, regular), (role, _, nature) = before, behind
    return Glimpse(name, role, state, *(nature if regular else DOUBTFUL))


@lru_cache(maxsize=4096)
def person(text: str) -> tuple[str, int, bool] | None:
    """A name with its marks: the name, the state, whether it is as the specification has names."""
    found = halves()[0].fullmatch(text)
    if found is None:
        return None
    name, state = found["name"], (found["dead"] is not None) + (found["spent"] is not None)
    return name, state, _REGULAR.fullmatch(name) is not None


@lru_cache(maxsize=8192)
def held(text: str) -> tuple[str, bool, Nature] | None:
    """What stands behind the colon: the role, whether it ends with the mark of the dead, and what that comes to."""
    found = halves()[1].fullmatch(text)
    if found is None:
        return None
    role, dead = found["role"], found["dead"] is not None
    tokens = tuple(found["tokens"].split(",")) if found["tokens"] else ()
    return role, dead, nature_of(role, tokens, dead)
