"""A game, followed up to the first action that is refused or cannot be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.core.bounds import SOME
from kibitz.core.memory import latest
from kibitz.languages.qgn.game.position import Details, Position, Refusal


class Act(NamedTuple):
    """An action of a team, such as its game has."""

    team: int
    sign: str
    details: Details

    def __str__(self) -> str:
        """As a record has it: `0m&1.2`."""
        return f"{self.team}{self.sign}" + ("&" + ".".join(self.details) if self.details else "")


class Slip(NamedTuple):
    """An action that its game has no such one of: what of it can be read is likely to stand."""

    team: int
    sign: str


class Course(NamedTuple):
    """The state of a game. After a refused action, or one that cannot be read, the position is unknown."""

    known: Position
    """The last position that was sure."""
    actions_since_error: int = 0
    """The number of actions since then, the refused one included."""

    @property
    def position(self) -> Position | None:
        """The position, if it is sure."""
        return self.known if not self.actions_since_error else None

    def then(self, act: Act | Slip | None) -> tuple[Course, Refusal | None]:
        """Return the course after an action, None for one that cannot be read, and why the action is refused."""
        if self.actions_since_error or not isinstance(act, Act):
            return self._replace(actions_since_error=self.actions_since_error + 1), None
        after, refusal = _played(self.known, act)
        return (Course(after), None) if refusal is None else (Course(self.known, 1), refusal)


def goes_well(position: Position, acts: Sequence[Act | Slip | None]) -> tuple[Position, int]:
    """The position behind the first of some acts, up to one that is refused or is none, and how many these are."""
    for number, act in enumerate(acts):
        if not isinstance(act, Act):
            return position, number
        after, refusal = position.play(*act)
        if refusal is not None:
            return position, number
        position = after
    return position, len(acts)


@latest(SOME)
def _played(now: Position, act: Act) -> tuple[Position, Refusal | None]:
    """What comes of an action. Repairs play the actions before them again and again: a chunk has some forty, and looking one
    up takes a tenth of the time."""
    return now.play(*act)


def sure(position: Position) -> Course:
    """A course of which the position is known."""
    return Course(position)
