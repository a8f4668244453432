"""Positions, moves and refusals of all replayed games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from kibitz.core.bounds import CACHED_RECORDS, CACHED_VALUES, CALM, GONE_OVER, SOME
from kibitz.core.memory import latest
from kibitz.core.slips import one_slip_away

Cell = tuple[int, int]
Details = tuple[str, ...]
"""The details of an action, as written."""
Earlier = Callable[[int, str, Details], bool]
"""Whether an action (team, letter, details) is the cause of a refusal."""


class Move(NamedTuple):
    """A legal move of the team to move."""

    sign: str
    details: Details
    why: str = ""
    """The advantage of the move, in a player's words."""


class Refusal(NamedTuple):
    """The reason why the game server would refuse an action."""

    slug: str
    """The rule of `rules.toml` that the action breaks."""
    fields: Mapping[str, object] = MappingProxyType({})
    """The fields of the rule's message."""
    earlier: Earlier | None = None
    """Whether an action is the cause; the last such action counts."""
    saying: str = ""
    """The label of the cause."""


AFTER_THE_END = Refusal("after-the-end", earlier=lambda _, __, ___: True, saying="the game ended here")
OUT_OF_TURN = Refusal("turn-order")


def place(cell: Cell) -> str:
    """Return a cell in words, for messages."""
    return f"row {cell[0]}, column {cell[1]}"


def rotated(times: int, by: int) -> str:
    """Return the rotation of a tile in words."""
    return f" turned by {times * by}°" if times else ""


@latest(CACHED_VALUES)
def positions(letters: str, step: int, tile: str) -> tuple[str, ...]:
    """Return a tile in all positions, itself first. Each rotation shifts the letters of its path ends."""
    return tuple(
        "".join(letters[(letters.index(one) + by) % len(letters)] for one in tile)
        for by in range(0, len(letters), step)
    )


@latest(CACHED_VALUES)
def sides_turned(tile: str) -> tuple[str, ...]:
    """Return a tile with four sides and other letters in its four positions, turned clockwise, itself first."""
    return tuple(tile[4 - turn : 4] + tile[: 4 - turn] + tile[4:] for turn in range(4))


def refused(problem: str, cell: Cell | None = None, what: str = "action") -> Refusal:
    """Return the refusal of a move between cells. If a cell is given, the cause is the last action on it."""
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
    """Return the refusal of a tile or token in an impossible place."""
    return Refusal("misplaced", {"thing": thing[:1].upper() + thing[1:], "problem": problem}, earlier, saying)


def tile_taken(where: str, earlier: Earlier) -> Refusal:
    """Return the refusal of a tile on a taken place."""
    return Refusal("tile-taken", {"place": where}, earlier, "that tile")


def not_held(tile: str, team: int, hand: Iterable[str], earlier: Earlier | None = None) -> Refusal:
    """Return the refusal of a tile that is not in the team's hand."""
    listed = ", ".join(f"`{one}`" for one in dict.fromkeys(hand))
    told = f"team {team} holds {listed or 'no tile'}"
    return Refusal("not-in-hand", {"tile": tile, "hand": told}, earlier, "that tile")


def no_such_tile(tile: str) -> Refusal:
    """Return the refusal of a tile that is not in the game."""
    return Refusal("not-in-hand", {"tile": tile, "hand": "no tile of the game is such"})


P = TypeVar("P")
T = TypeVar("T")


def leaders(points: Sequence[Any]) -> tuple[int, ...]:
    """Return the teams with the most points."""
    most = max(points)
    return tuple([team for team, one in enumerate(points) if one == most])


def with_one(things: tuple[T, ...], at: int, thing: T) -> tuple[T, ...]:
    """Return things with one of them replaced."""
    return (*things[:at], thing, *things[at + 1 :])


def with_changes(position: P, **changes: object) -> P:
    """Return a position with some fields replaced. It takes a fifth of the time of `dataclasses.replace`."""
    after = object.__new__(type(position))
    vars(after).update(vars(position), **changes)
    return after


class Act(NamedTuple):
    """A valid action of a team."""

    team: int
    sign: str
    details: Details

    def __str__(self) -> str:
        """Return the action as in a record: `0m&1.2`."""
        return f"{self.team}{self.sign}" + ("&" + ".".join(self.details) if self.details else "")


class Thing(NamedTuple):
    """The thing that a detail names by the server's id."""

    name: str
    """The name of the thing: `Hound`, `x 2, y 3`."""
    about: str = ""
    """A description of the thing."""
    cell: Cell | None = None
    """The cell of the thing."""


class Position:
    """The position of a game. Frozen, and compared with ==. Answers are those of games whose rules are unknown."""

    __slots__ = ()
    has_things: bool = False
    """Whether :meth:`thing` knows details of the game."""

    if TYPE_CHECKING:

        @property
        def turn(self) -> int | None:
            """The team to move, or None if it is unknown."""

        @property
        def over(self) -> bool:
            """Whether the game is over."""

        @property
        def winners(self) -> tuple[int, ...]:
            """The winners: all teams after a draw, none after a lost game of solo tsuro."""

        @property
        def points(self) -> tuple[int, ...] | None:
            """The points of each team, or None in games without points."""

    else:
        turn, over, winners, points = None, False, (), None

    def play(self, team: int, sign: str, details: Details) -> tuple[Position, Refusal | None]:
        """Return the position after an action with valid details, and its refusal, if any.

        After a refused action the position is the likeliest one in which the game continues.
        """
        raise NotImplementedError

    @property
    def is_known(self) -> bool:
        """Whether all inputs of the next moves are known."""
        return False

    def moves(self, judged: bool = False) -> Iterable[Move]:
        """Return all moves of the team to move, or nothing if they are unknown. `judged` adds costly advantages."""
        return ()

    def moves_of(self, team: int, judged: bool = False) -> Iterable[Move]:
        """Return the known moves of a team, including swaps of units in another team's turn."""
        return self.moves(judged) if team == self.turn else ()

    def mobility(self, team: int) -> int | None:
        """Count the moves of a team, without building them if possible, or return None if they are unknown."""
        return sum(1 for _ in self.moves_of(team)) if self.is_known else None

    def hand_of(self, team: int) -> tuple[str, ...] | None:
        """Return the cards or tiles of a team, or None if there are none or they are unknown."""
        return None

    def thing(self, detail: str) -> Thing | None:
        """Return the thing that a detail names, or None if it is unknown or not an id."""
        return None

    def in_words(self, act: Act) -> str:
        """Return an action in words: `Hound to x 2, y 3`, or nothing if there is nothing to add to its details."""
        return ""

    def as_line(self) -> str | None:
        """Return the board as text, or None if it is unknown.

        Boards with cells are written row by row from the top, with `/` between rows: `. 0 1/…`. Other boards are the
        details of their tiles, then ` | ` and the tokens: `1.0.ABCDEFGH … | 0:1.0.C`.
        """
        return None

    def cells_after(self, act: Act, after: Position) -> Iterable[Cell]:
        """Return the cells that an action has changed."""
        return ()


def in_rows(cells: tuple[T, ...], width: int, sign: Callable[[T], str]) -> str:
    """Return cells row by row, see :meth:`Position.as_line`."""
    return "/".join([_row(sign, cells[at : at + width]) for at in range(0, len(cells), width)])


@latest(CACHED_VALUES)
def _row(sign: Callable[[T], str], cells: tuple[T, ...]) -> str:
    """Return a row of a board. Cached, because few rows change with an action."""
    return " ".join(map(sign, cells))


def tiles_and(pieces: Iterable[tuple[object, Sequence[object]]], tiles: Iterable[Sequence[object]]) -> str:
    """Return tiles and pieces by their owners, see :meth:`Position.as_line`."""
    said = [f"{owner}:{_dotted(details)}" for owner, details in pieces]
    return f"{' '.join(map(_dotted, tiles))} | {' '.join(said)}".strip()


def _dotted(details: Sequence[object]) -> str:
    return ".".join(map(str, details))


@dataclass(frozen=True)
class Rotation(Position):
    """The team to move."""

    teams: int
    passing: str = ""
    """The action that passes the turn; if empty, each action does."""
    turn: int = 0

    def play(self, team: int, sign: str, details: Details) -> tuple[Rotation, Refusal | None]:
        goes_on = self.passing in ("", sign)
        after = with_changes(self, turn=(team + goes_on) % self.teams)
        return after, None if team == self.turn else OUT_OF_TURN


def goes_well(position: Position, acts: Sequence[Act | None]) -> tuple[Position, int, Refusal | None]:
    """Return the position before the first refused or invalid act, the number of acts before it, and its refusal."""
    for number, act in enumerate(acts):
        if act is None:
            return position, number, None
        after, refusal = position.play(*act)
        if refusal is not None:
            return position, number, refusal
        position = after
    return position, len(acts), None


@latest(SOME)
def replayed(now: Position, act: Act) -> tuple[Position, Refusal | None]:
    """Return the position after an action and its refusal.

    Cached: repairs replay earlier actions, about forty in a chunk, and a lookup takes a tenth of the time.
    """
    return now.play(*act)


@latest(SOME)
def meant(position: Position, texts: tuple[str, ...], acts: tuple[Act | None, ...]) -> Position | None:
    """Return the position after the only action that may be meant instead of a mistake, or None.

    The mistake is written twice, or it is a typo of a legal action. `texts` are the action before it, if there is one, and the
    mistake itself. `acts` follow it, and must be legal. Cached: each key in a chunk asks again for its mistakes.
    """
    if len(acts) < CALM or None in acts:
        return None
    ways = [position.play(position.turn or 0, *move[:2])[0] for move in near(position, texts[-1])]
    ways += [position] * (texts[:1] == texts[1:])
    fitting = [one for one in ways if goes_well(one, acts)[1] == CALM]
    return fitting[0] if len(fitting) == 1 else None


def near(position: Position, text: str) -> list[Move]:
    """Return the legal actions that are one typo away from a text.

    A detail that is a name may differ as a whole, and one detail may be missing or extra at the end.
    """
    # A typo changes only one half of a text.
    first, last, details = text[: len(text) // 2], text[-(len(text) // 2) :], text.split(".")
    words = _words(position)
    slips = [
        move
        for move, word in words
        if ((word.startswith(first) or word.endswith(last)) and one_slip_away(text, word))
        or (len(word) == len(text) and _swapped(details, word.split(".")))
    ]
    if slips or not position.has_things:
        return slips
    return [move for move, word in words if _other_name(_parts(text), _parts(word))]


@latest(CACHED_RECORDS)
def _words(position: Position) -> Sequence[tuple[Move, str]]:
    """Return the legal moves with their texts. Cached: a search for repairs tries many texts in one position."""
    return [(move, written(position, move)) for move in islice(position.moves(), GONE_OVER)]


def _parts(text: str) -> list[str]:
    """Split an action into the team with its letter, and the details."""
    head, _, details = text.partition("&")
    return [head, *details.split(".")]


def _other_name(written: Sequence[str], meant: Sequence[str]) -> bool:
    """Return whether two actions differ in one detail, or by one detail at the end."""
    alike = sum(one == other for one, other in zip(written, meant, strict=False))
    same_length = len(written) == len(meant)
    return (
        written[0] == meant[0] and alike == max(len(written), len(meant)) - 1 and (same_length or alike > 1)
    )


def written(position: Position, move: Move) -> str:
    """Return a move of the team to move as in a record."""
    return str(Act(position.turn or 0, move.sign, move.details))


def _swapped(written: Sequence[str], details: Sequence[str]) -> bool:
    """Return whether two details have changed places. The first part, which holds the action's letter, stays."""
    if len(written) != len(details):
        return False
    differing = [pair for pair in zip(written, details, strict=True) if pair[0] != pair[1]]
    return len(differing) == 2 and differing[0] == differing[1][::-1]


Teams = tuple[str, ...]
"""The names of the teams."""


def message_fields(position: Position, act: Act, refusal: Refusal, teams: Teams) -> dict[str, Any]:
    """Return the fields of the message about a refusal."""
    fields = dict(refusal.fields)
    if refusal.slug == "turn-order" and position.turn is not None:
        return {"turn": position.turn, "name": teams[position.turn], "team": act.team}
    if refusal.slug == "cell-taken":
        fields["name"] = teams[int(str(fields["team"]))]
    if refusal.slug == "after-the-end":
        fields["result"] = quoted_result(position, teams)
    return fields


def result(position: Position, teams: Teams) -> str:
    """Return the result or the turn of a game in words: "a has won"."""
    names = [teams[team] for team in position.winners]
    if len(names) == 1:
        return f"{names[0]} has won"
    if names and len(names) < len(teams):
        return f"{', '.join(names[:-1])} and {names[-1]} have won together"
    if position.over:
        return "it is a draw"
    if position.turn is None:
        return ""
    if position.is_known and not any(position.moves()):
        return "nobody can move"
    return f"it is the turn of {teams[position.turn]}"


def quoted_result(position: Position, teams: Teams) -> str:
    """Return the result for a message: "`a` has won"."""
    return result(position, tuple([f"`{team}`" for team in teams]))
