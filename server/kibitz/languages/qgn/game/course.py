"""A game as it is followed: one position, or, behind an action that was refused or can't be read, what it may be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from kibitz.core.bounds import FEW, SOME
from kibitz.core.memory import latest
from kibitz.languages.qgn.game.position import Details, Move, Position, Refusal

MOST = 150
"""So many moves are tried to find out what was meant."""
TRUSTED = 4
"""After so many actions that went well a position is taken for the right one again."""
NEVER = -(10**6)
"""How many went well where not all has been tried that may have been meant."""


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
    """What is known of a game."""

    positions: tuple[Position, ...]
    """What it may be, the likeliest first; nothing where nobody knows any more."""
    known: Position
    """The last position that was sure."""
    since: int = 0
    """How many actions ago that was."""
    well: int = 0
    """How many actions went well since then."""

    @property
    def position(self) -> Position | None:
        """The position, if it is sure."""
        return self.known if not self.since else None

    def then(self, act: Act | Slip | None, guesses: bool = True) -> tuple[Course, Refusal | None]:
        """The course behind an action (None: one that can't be read) and why it is refused, if that is sure.

        A refusal that may come from an earlier one is none: of what one mistake brings along nothing is said. `guesses`:
        whether it is found out what a mistake may have been meant for; else nothing is known behind it.
        """
        if not self.since:
            return self._on(act, guesses)
        if not isinstance(act, Act):
            return self._replace(since=self.since + 1, well=min(self.well, 0)), None
        played = [one.play(*act) for one in self.positions]
        left = tuple(after for after, refusal in played if refusal is None)
        if left:
            well = self.well + 1
            if len(left) == 1 and well >= TRUSTED:
                return sure(left[0]), None
            return Course(left, self.known, self.since + 1, well), None
        if self.well >= TRUSTED:
            # That much went well, so this is another mistake.
            after, refusal = sure(self.positions[0])._on(act)
            return after._replace(known=self.known, since=self.since + 1), refusal
        # Where the game is over whatever was meant, that is no consequence of the mistake.
        over = bool(self.positions) and all(one.over for one in self.positions)
        return Course((), self.known, self.since + 1), played[0][1] if over else None

    def _on(self, act: Act | Slip | None, guesses: bool = True) -> tuple[Course, Refusal | None]:
        """The course from a position that is sure."""
        now = self.known
        if not isinstance(act, Act):
            return self._past(act) if guesses else Course((), now, 1), None
        after, refusal = _played(now, act)
        if refusal is None:
            return Course((after,), after), None
        if now.over or not guesses:
            return Course((), now, 1), refusal
        return Course(tuple(_meant(now, act, after, refusal)), now, 1, NEVER if _many(now) else 0), refusal

    def _past(self, slip: Slip | None) -> Course:
        """The course behind an action whose details can't be read, if they are all: it was one of those that the game allows."""
        now = self.known
        if slip is not None and slip.team == now.turn and (meant := _any_move(now, slip.sign)):
            return Course(meant, now, 1, TRUSTED)
        any_move = _any_move(now)
        return Course((now, *any_move), now, 1, 0 if any_move else NEVER)


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
    return Course((position,), position)


def _meant(now: Position, act: Act, after: Position, refusal: Refusal) -> Iterator[Position]:
    """What a position may be behind a refused action: another team may have played it, an action may be missing before it,
    it may be too much, or have been another one."""
    if refusal.slug == "turn-order" and now.turn is not None:
        played, wrong = now.play(now.turn, act.sign, act.details)
        if wrong is None:
            yield played
    for between in _any_move(now):
        played, wrong = between.play(*act)
        if wrong is None:
            yield played
    yield TooEarly(now, act)
    yield after
    yield now
    if act.team == now.turn:
        yield from _any_move(now)


class TooEarly(NamedTuple):
    """A position in which the next action was meant to come first, and then the one that stands before it."""

    now: Position
    act: Act

    @property
    def turn(self) -> int | None:
        return self.now.turn

    @property
    def over(self) -> bool:
        return self.now.over

    @property
    def winners(self) -> tuple[int, ...]:
        return self.now.winners

    def play(self, team: int, sign: str, details: Details) -> tuple[Position, Refusal | None]:
        after, refusal = self.now.play(team, sign, details)
        return (after, refusal) if refusal is not None else after.play(*self.act)

    def moves(self, judged: bool = False) -> Iterable[Move]:
        return self.now.moves(judged)


def _many(now: Position) -> bool:
    """Whether there are more moves than are tried."""
    return next(islice(now.moves(), MOST, None), None) is not None


@latest(FEW)
def _any_move(now: Position, sign: str = "") -> tuple[Position, ...]:
    """What a position may be behind any move, of one kind if that is known; nothing where there are too many. Asked again with
    each key of an action."""
    if now.turn is None or _many(now):
        return ()
    moves = [move for move in now.moves() if sign in ("", move.sign)]
    return tuple([now.play(now.turn, move.sign, move.details)[0] for move in moves])
