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

WORTH = {"wins": 5.0, "stops": 4.5, "puts": 4.0, "takes": 2.0, "attacks": 2.0, "leaves": 0.2}
"""The relative likelihood of a move by the first word of its advantage."""


@dataclass(frozen=True)
class History:
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

    def after(self, text: str, rules: Rules) -> History:
        """Return the position after one more action."""
        return History(self.state.then(text, rules), (*self.actions, read_action(text, rules)), self.earlier)


@latest(SOME)
def _judged(position: Position, team: int) -> list[Move]:
    """Return the legal moves of a team, the best first. Cached: completion of numbers asks for them again."""
    return sorted(
        moves_of(position, team, judged=True), key=lambda move: -WORTH.get(move.why.partition(" ")[0], 1.0)
    )


def history_at(analysis: Analysis, place: Place, offset: int) -> History:
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
    return History(state, tuple(mine), tuple(others))


def heads(standing: History) -> list[str]:
    """Return the next teams with their actions, as in `0m`, the likeliest first."""
    known, count = standing.known, len(standing.teams)
    if not count or standing.over:
        return []
    habits, used = followers(standing), Counter(one.sign for one in standing.recent)
    letters = [*dict.fromkeys((*(known.kinds if known else ()), *used))] or ["a"]
    team, wanted, turn = 0, letters[0], known.turn if known else ()
    if last := standing.actions[-1] if standing.actions else None:
        step = turn.index(last.sign) + 1 if last.sign in turn else len(turn)
        team = last.index if step < len(turn) else (last.index + 1) % count
        wanted = (*turn, *turn[:1])[step] if turn else last.sign if known else ""
    teams = [(team + ahead) % count for ahead in range(count)] if standing.turn is None else [standing.turn]

    def worth(head: str) -> tuple[int, ...]:
        return habits[head], int(head[:-1]) == team, head[-1] == wanted, used[head[-1]]

    return sorted((f"{each}{sign}" for each in teams for sign in letters), key=worth, reverse=True)


def followers(standing: History) -> Counter[str]:
    """Count the actions that followed an action like the last one, with teams relative to that one."""
    found: Counter[str] = Counter()
    count, last = len(standing.teams), standing.actions[-1] if standing.actions else None
    if last is None or not count:
        return found
    for one, other in pairwise(standing.recent):
        if one.sign == last.sign:
            found[f"{(last.index + other.index - one.index) % count}{other.sign}"] += 1
    return found
