"""Plays that go by the true count: the published indices for Hi-Lo. No positions, no text."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import tomli

from kibitz.core.data import read_data
from kibitz.languages.bjn.game.advice import shown
from kibitz.languages.bjn.game.decisions import OTHERS, Decision
from kibitz.languages.bjn.game.scoring import left_by_value
from kibitz.languages.bjn.game.table import PIPS, Table


class Index(NamedTuple):
    """From a true count on one play is right, below it another one."""

    at: int
    play: str
    otherwise: str

    def right(self, true: float) -> str:
        """What is right at a true count."""
        return self.play if true >= self.at else self.otherwise

    def named(self, situation: str) -> str:
        """`16 against 10: standing from 0 on`."""
        return f"{situation}: {OTHERS[self.play]} from {self.at:+d} on".replace("-", "−").replace("+0", "0")


INSURANCE = "insurance: from +3 on"


def index_of(decision: Decision) -> Index | None:
    """The index that a decision goes by, if there is one."""
    hand, table = decision.hand, decision.table
    legal, up = decision.legal, shown(table)
    fresh = hand.size == 2 and not hand.split
    if hand.soft or not up:
        return None
    found = _indices("surrender").get((hand.total, up)) if fresh and table.setup.plays("surr") else None
    if "/" in legal and PIPS[hand.cards[0]] == 10:
        return _indices("tens").get((20, up))
    if found:
        return found
    if decision.advised in ("/", "r"):
        return None
    found = _indices("hard").get((hand.total, up))
    return found if found is None or found.play in f"_{legal}" else None


def insures(table: Table, true: float) -> tuple[bool, float]:
    """Whether to insure against an ace at a true count, and what the other choice gives away, in bets."""
    left = left_by_value(table)
    worth = 0.5 * (3 * left[-1] / max(1, sum(left)) - 1)
    right: bool = true >= _published()["insurance"]
    return right, max(0.0, worth if right else -worth)


@cache
def _published() -> dict[str, Any]:
    return tomli.loads(read_data("kibitz.languages.bjn", "data/indices.toml"))


@cache
def _indices(kind: str) -> dict[tuple[int, int], Index]:
    """By the total and the card that the dealer shows."""
    return {(total, up): Index(*rest) for total, up, *rest in _published()[kind]}
