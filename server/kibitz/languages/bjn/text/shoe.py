"""What comments say of the shoe: `// shuffle`, `// burn 1`, `// cut 260`, each on a line of its own.

Those of stakes are explained with them, and read in :mod:`.stakes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.values import Span
from kibitz.languages.bjn.game.shoe import Shoe

MARKS = {
    "shoe": "the hands of this record are dealt from one shoe until it is shuffled",
    "shuffle": "the next hand is dealt from a full shoe",
    "burn": "so many cards go from the shoe unseen, one where no number stands",
    "bet": "so much is bet, by each player or by one after the other; behind an event of a player, by that player",
    "insurance": "these players insure against the dealer's blackjack, all of them where no number stands",
    "even money": "these players take even money for their blackjack, all of them where no number stands",
    "time": "the time of day, such as `20:15`: from the first one to the last one hands an hour are counted",
    "cut": "behind so many cards lies the cut card; the hand in which it comes is the last one",
}
"""The words that begin such comments."""
_MARK = re.compile(rf"(?mi)^[ \t]*(//[ \t]*({'|'.join(MARKS)})\b(?:[ \t]+([0-9]{{1,4}}))?)")

_TIME = re.compile(r"(?mi)^[ \t]*//[ \t]*time[ \t]+([01]?[0-9]|2[0-3]):([0-5][0-9])\b")


class Mark(NamedTuple):
    """One of the :data:`MARKS`, its number where it has one, and its place."""

    name: str
    number: int | None
    span: Span


def marks(text: str) -> Iterator[Mark]:
    """The marks of a chunk in order."""
    if "//" in text:
        for found in _MARK.finditer(text):
            yield Mark(found[2].lower(), int(found[3]) if found[3] else None, Span(*found.span(1)))


def mark_at(text: str, offset: int) -> Mark | None:
    """The mark that an offset is in."""
    return next((one for one in marks(text) if one.span.holds(offset)), None)


def times(text: str) -> Iterator[tuple[int, int]]:
    """Where a chunk tells the time, and which: in minutes since midnight."""
    if "//" in text:
        for found in _TIME.finditer(text):
            yield found.start(), int(found[1]) * 60 + int(found[2])


def shares(text: str) -> bool:
    """Whether a chunk says that hands share a shoe."""
    return any(one.name in ("shoe", "shuffle") for one in marks(text))


def behind(shoe: Shoe, text: str) -> Shoe:
    """The shoe after what the comments of a chunk say, given the one behind its hand."""
    for name, number, _ in marks(text):
        if name == "shuffle":
            shoe = shoe.fresh
        elif name == "burn":
            shoe = shoe._replace(unseen=shoe.unseen + (1 if number is None else number))
        elif name == "cut":
            shoe = shoe._replace(cut=number or 0)
    return shoe
