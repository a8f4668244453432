"""What every game that is replayed has in common: positions, moves, and why a move is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeVar

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
    return Refusal("misplaced", {"thing": thing, "problem": problem}, earlier, saying)


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
        """Who has won; several share it, and where the game is over with none nobody has."""

    def play(self, team: int, sign: str, details: Details) -> tuple[Position, Refusal | None]:
        """The position after an action, the details of which are such as its game has, and why it would be refused.

        Behind a refused action the position is what it most likely is for somebody who goes on.
        """

    def moves(self, judged: bool = False) -> Iterable[Move]:
        """All that the team whose turn it is may do; nothing where that is not known. `judged`: with what is good about each,
        where that takes time to find out."""
