"""What every game that is replayed has in common: positions, moves, and why a move is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeVar

from kibitz.core.bounds import SOME
from kibitz.core.memory import latest

Details = tuple[str, ...]
"""The details of an action, as they are written."""
Earlier = Callable[[int, str, Details], bool]
"""Tells of the action of a team, by its character and its details, whether a refusal rests on it."""


class Move(NamedTuple):
    """What the team whose turn it is may do."""

    sign: str
    details: Details
    why: str = ""
    """What is good about it, in a person's words."""


class Refusal(NamedTuple):
    """Why the game server would refuse an action."""

    slug: str
    """The rule of `rules.toml` that says so."""
    fields: Mapping[str, object] = MappingProxyType({})
    """What its message names."""
    earlier: Earlier | None = None
    """The action on which it rests: the last one of which this is true."""
    saying: str = ""
    """What is said of that."""


def place(cell: tuple[int, int]) -> str:
    """A cell as messages name it."""
    return f"row {cell[0]}, column {cell[1]}"


def refused(problem: str, cell: tuple[int, int] | None = None, what: str = "action") -> Refusal:
    """An action from one cell to another that is no move; where a cell is named, it rests on the last action there."""
    if cell is None:
        return Refusal("illegal-move", {"problem": problem})
    texts = (str(cell[0]), str(cell[1]))
    return Refusal(
        "illegal-move",
        {"problem": problem},
        lambda _, __, other: texts in {other[:2], other[2:4]},
        f"the last {what} at {place(cell)}",
    )


def misplaced(thing: str, problem: str, earlier: Earlier | None = None, saying: str = "") -> Refusal:
    """A tile or a token that can't be where it is put."""
    return Refusal("misplaced", {"thing": thing[:1].upper() + thing[1:], "problem": problem}, earlier, saying)


def tile_taken(where: str, earlier: Earlier) -> Refusal:
    """A tile that is laid where one lies."""
    return Refusal("tile-taken", {"place": where}, earlier, "that tile")


def not_held(tile: str, team: int, hand: Iterable[str], earlier: Earlier | None = None) -> Refusal:
    """A tile that a team has not in its hand."""
    listed = ", ".join(f"`{one}`" for one in dict.fromkeys(hand))
    told = f"team {team} holds {listed or 'no tile'}"
    return Refusal("not-in-hand", {"tile": tile, "hand": told}, earlier, "that tile")


def no_such_tile(tile: str) -> Refusal:
    """A tile that its game has not."""
    return Refusal("not-in-hand", {"tile": tile, "hand": "no tile of the game is such"})


P = TypeVar("P")
T = TypeVar("T")


def with_one(things: tuple[T, ...], at: int, thing: T) -> tuple[T, ...]:
    """Things of which one is another."""
    return (*things[:at], thing, *things[at + 1 :])


def with_changes(position: P, **changes: object) -> P:
    """A position with some fields that are others: as `dataclasses.replace`, in a fifth of the time."""
    after = object.__new__(type(position))
    vars(after).update(vars(position), **changes)
    return after


class Position(Protocol):
    """A game as it stands. Frozen, and compared with ==."""

    def __hash__(self) -> int: ...

    @property
    def turn(self) -> int | None:
        """Whose turn it is; None where nobody knows."""

    @property
    def over(self) -> bool:
        """Whether the game has come to its end."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners: all teams after a draw, none after a lost game of solo tsuro."""

    def play(self, team: int, sign: str, details: Details) -> tuple[Position, Refusal | None]:
        """The position after an action, the details of which are such as its game has, and why it would be refused.

        Behind a refused action the position is what it most likely is for somebody who goes on.
        """

    def moves(self, judged: bool = False) -> Iterable[Move]:
        """All that the team whose turn it is may do; nothing where that is not known. `judged`: with what is good about each,
        where that takes time to find out."""


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
    """Return the position after an action and its refusal. Repairs play the actions before them again and again: a chunk has some forty, and looking one
    up takes a tenth of the time."""
    return now.play(*act)


def sure(position: Position) -> Course:
    """A course of which the position is known."""
    return Course(position)
