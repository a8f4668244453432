"""Games of which no more is known than that the teams take turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.languages.qgn.game.position import Details, Move, Refusal


class Rotation(NamedTuple):
    """Whose turn it is."""

    teams: int
    passing: str = ""
    """The action with which the turn goes on; empty where it does with each."""
    turn: int = 0
    over: bool = False
    winners: tuple[int, ...] = ()

    def play(self, team: int, sign: str, details: Details) -> tuple[Rotation, Refusal | None]:
        goes_on = self.passing in ("", sign)
        after = self._replace(turn=(team + goes_on) % self.teams)
        return after, None if team == self.turn else Refusal("turn-order")

    def moves(self, judged: bool = False) -> Iterator[Move]:
        return iter(())
