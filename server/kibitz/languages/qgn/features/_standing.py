"""The position at a place of a game, and the actions before it, which show habits."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
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
from kibitz.languages.qgn.game.position import Act, Move, Position
from kibitz.languages.qgn.text.items import read_action
from kibitz.languages.qgn.text.model import Action
from kibitz.languages.qgn.text.record import is_head

Weights = dict[str, float]
"""Values with their relative weights."""


def by_weight(weights: Weights) -> Weights:
    """Return the weights in descending order."""
    return dict(sorted(weights.items(), key=lambda one: -one[1]))


WORTH = {"wins": 5.0, "stops": 4.5, "puts": 4.0, "takes": 2.0, "attacks": 2.0, "leaves": 0.2}
"""The relative likelihood of a move by the first word of its advantage."""
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

    @property
    def legal(self) -> list[tuple[Act, str]] | None:
        """The legal actions, the best first, each with its advantage, or None if they are unknown.

        Those of the team to move come first. Units may change places in another team's turn.
        """
        position, turn = self.state.course and self.state.course.position, self.turn
        if position is None or turn is None:
            return None
        found = list[tuple[Act, str]]()
        for team in sorted(range(len(self.teams)), key=lambda team: team != turn):
            found += [
                (Act(team, sign, details), self._named(why)) for sign, details, why in _judged(position, team)
            ]
        return found if found or position.over or is_known(position) else None

    def _named(self, why: str) -> str:
        """Return the advantage of a move in words, with the name of the team."""
        before, team, index = why.partition("team ")
        return before + self.teams[int(index)] if team else why

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
def _judged(position: Position, team: int) -> list[Move]:
    """Return the legal moves of a team, the best first. Cached: completion of numbers asks for them again."""
    return sorted(
        moves_of(position, team, judged=True), key=lambda move: -WORTH.get(move.why.partition(" ")[0], 1.0)
    )


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
