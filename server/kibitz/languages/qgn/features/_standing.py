"""The position at a place of a game, and the actions before it, which show habits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import RECENT, SOME
from kibitz.core.chunks import Place
from kibitz.core.memory import latest
from kibitz.core.rules import Rules
from kibitz.languages.qgn.check.step import State
from kibitz.languages.qgn.features._cursor import actions, state_at, told_by
from kibitz.languages.qgn.game.games import Kind, Known
from kibitz.languages.qgn.game.kinds.standing import is_known, moves_of
from kibitz.languages.qgn.game.position import Move, Position
from kibitz.languages.qgn.text.items import read_action
from kibitz.languages.qgn.text.model import Action
from kibitz.languages.qgn.text.record import is_head

Weights = dict[str, float]
"""Values with their relative weights."""
Weighed = tuple[tuple[str, ...], float]
"""The details of an action and their weight."""


class Moves:
    """Some moves, grouped once for each beginning of their details."""

    def __init__(self, moves: Iterable[Weighed]) -> None:
        self._begun: dict[tuple[str, ...], list[Weighed]] = {(): list(moves)}
        self._following: dict[tuple[str, ...], Weights] = {}

    def following(self, given: Sequence[str]) -> Weights:
        """Return the next details of the moves that begin as given, the likeliest first."""
        begun, number = tuple(given), len(given)
        if begun not in self._following:
            found: Weights = {}
            for move, weight in self._beginning(begun):
                if number < len(move):
                    found[move[number]] = found.get(move[number], 0.0) + weight
            self._following[begun] = by_weight(found)
        return self._following[begun]

    def _beginning(self, begun: tuple[str, ...]) -> list[Weighed]:
        if begun not in self._begun:
            *before, last = begun
            number = len(before)
            moves = self._beginning(tuple(before))
            self._begun[begun] = [one for one in moves if len(one[0]) > number and one[0][number] == last]
        return self._begun[begun]


def by_weight(weights: Weights) -> Weights:
    """Return the weights in descending order."""
    return dict(sorted(weights.items(), key=lambda one: -one[1]))


HABIT = 3.0
"""The weight of an expected next turn relative to any other turn, before habits are known."""
MOSTLY = 0.5
"""The share of unknown actions from which a record is taken for another game."""


@dataclass(frozen=True)
class Standing:
    """The position at a place of a game, and the actions before it."""

    state: State
    actions: tuple[Action, ...]
    """The last actions of this game before the place."""
    earlier: tuple[Action, ...]
    """The actions of earlier games with the same key."""
    moves: dict[tuple[str, int], Moves | None] = field(default_factory=dict, compare=False)
    """Cache of the moves by action and team."""

    @property
    def known(self) -> Known | None:
        return self.state.known

    @property
    def teams(self) -> tuple[str, ...]:
        return self.state.teams

    @property
    def recent(self) -> tuple[Action, ...]:
        """The latest actions, the source of habits."""
        return (*self.earlier, *self.actions)[-RECENT:]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.position is not None and self.state.position.over

    @property
    def turn(self) -> int | None:
        """The team to move, or None if it is unknown."""
        course = self.state.course
        return course.position.turn if course is not None and course.position is not None else None

    def legal(self, team: int) -> tuple[Move, ...] | None:
        """Return the legal moves of a team, or None if they are unknown."""
        course, known = self.state.course, self.state.known
        position = course.position if course is not None and known is not None and known.replay else None
        if position is None or position.turn is None:
            return None
        moves = _judged(position, team)
        return moves if moves or position.over or team != position.turn or is_known(position) else None

    def usual(self, sign: str, number: int) -> Counter[str]:
        """Count the earlier values of a detail."""
        alike = (one.details for one in self.recent if one.sign == sign and len(one.details) > number)
        return Counter(details[number].text for details in alike)

    def kind(self, sign: str) -> Kind | None:
        return self.state.kind(sign)

    def after(self, text: str, rules: Rules) -> Standing:
        """Return the position after one more action."""
        return Standing(self.state.then(text, rules), (*self.actions, read_action(text, rules)), self.earlier)


@latest(SOME)
def _judged(position: Position, team: int) -> tuple[Move, ...]:
    """Return the legal moves of a team with their advantages. Cached: completion of numbers asks for them again."""
    return moves_of(position, team, judged=True)


def standing_at(analysis: Analysis, place: Place, offset: int) -> Standing:
    """Return the position before the action that begins at `offset` in a chunk."""
    state = state_at(analysis, place, offset)
    mine, others = list[Action](), list[Action]()
    found = mine
    for at in islice(analysis.document.until(place), RECENT):
        if not is_head(at):
            found[:0] = [action for span, action in actions(analysis, [at]) if span.start < offset]
        elif found is others and told_by(analysis, at).key != state.key:
            break
        else:
            found = others
    return Standing(state, tuple(mine), tuple(others))


def heads(standing: Standing) -> Weights:
    """Return the likely next teams with their actions, as in `0m`."""
    count = len(standing.teams)
    if not count or standing.over:
        return {}
    if standing.turn is not None and standing.legal(standing.turn) == ():
        return {}
    if standing.turn is not None and standing.legal(standing.turn):
        # Units may change places in another team's turn.
        order = sorted(range(count), key=lambda team: team != standing.turn)
        signs = ((team, move.sign) for team in order for move in standing.legal(team) or ())
        return {f"{team}{sign}": 1.0 if team == standing.turn else 0.1 for team, sign in dict.fromkeys(signs)}
    found: Weights = {}
    last, habits = standing.actions[-1] if standing.actions else None, followers(standing)
    for (ahead, sign), weight in _expected(standing, last, count).items():
        head = f"{(last.index + ahead) % count if last else ahead}{sign}"
        found[head] = weight + 2 * habits[head]
    if standing.turn is not None:
        turn = str(standing.turn)
        found = {head: weight for head, weight in found.items() if head[:-1] == turn}
    return by_weight(found)


def followers(standing: Standing) -> Counter[str]:
    """Count the actions that followed an action like the last one, with teams relative to that one."""
    found: Counter[str] = Counter()
    count, last = len(standing.teams), standing.actions[-1] if standing.actions else None
    if last is None or not count:
        return found
    for one, other in pairwise(standing.recent):
        if one.sign == last.sign:
            found[f"{(last.index + other.index - one.index) % count}{other.sign}"] += 1
    return found


def _expected(standing: Standing, last: Action | None, count: int) -> dict[tuple[int, str], float]:
    """Return the expected next actions, each with its distance in teams, without regard to habits."""
    known = standing.known
    signs = (_used(standing) if known is None else _signs(standing, known)) or {"a": 1.0}
    ahead = {(number, sign): weight for number in range(count) for sign, weight in signs.items()}
    if last is None:
        first = next(iter(signs))
        return {
            one: weight / (10 * one[0] + 1) * (HABIT if one[1] == first else 1)
            for one, weight in ahead.items()
        }
    following = 1 % count
    turn = known.turn if known else ()
    if known is not None and turn and last.sign in known.kinds:
        step = turn.index(last.sign) + 1 if last.sign in turn else len(turn)
        wanted = (0, turn[step]) if step < len(turn) else (following, turn[0])
        return dict.fromkeys(ahead, 0.05) | {wanted: HABIT}
    found = {one: weight * (HABIT if one[0] == following else 0.3) for one, weight in ahead.items()}
    if known is not None and last.sign in signs:
        found[following, last.sign] *= HABIT
    return found


def _signs(standing: Standing, known: Known) -> Weights:
    """Return the letters of the actions of a known game, and any other letters of this record.

    If the other letters prevail, the record is of another game with the same name.
    """
    strange = Counter(one.sign for one in standing.actions if one.sign not in known.kinds)
    share = strange.total() / max(len(standing.actions), 1)
    found = dict.fromkeys(known.kinds, 1.0 if share < MOSTLY else 0.1)
    return found | {sign: count / len(standing.actions) for sign, count in strange.items()}


def _used(standing: Standing) -> Weights:
    """Return the letters of the actions so far, by their share."""
    used = Counter(one.sign for one in standing.recent)
    return {sign: count / used.total() for sign, count in used.items()}
