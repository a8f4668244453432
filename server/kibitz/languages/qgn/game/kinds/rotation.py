"""Games without known rules except that teams take turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.languages.qgn.game.position import Details, Move, Refusal


class Rotation(NamedTuple):
    """The team to move."""

    teams: int
    passing: str = ""
    """The action that passes the turn; if empty, each action does."""
    turn: int = 0
    over: bool = False
    winners: tuple[int, ...] = ()

    def play(self, team: int, sign: str, details: Details) -> tuple[Rotation, Refusal | None]:
        goes_on = self.passing in ("", sign)
        after = self._replace(turn=(team + goes_on) % self.teams)
        return after, None if team == self.turn else Refusal("turn-order")

    def moves(self, judged: bool = False) -> Iterator[Move]:
        return iter(())
