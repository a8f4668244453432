"""Games of which no more is known than that the teams take turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.languages.qgn.game.position import Details, Move, Refusal


class Rotation(NamedTuple):
    """Whose turn it is."""

    teams: int
    turn: int = 0
    over: bool = False
    winners: tuple[int, ...] = ()

    def play(self, team: int, sign: str, details: Details) -> tuple[Rotation, Refusal | None]:
        after = Rotation(self.teams, (team + 1) % self.teams)
        return after, None if team == self.turn else Refusal("turn-order")

    def moves(self, judged: bool = False) -> Iterator[Move]:
        return iter(())
