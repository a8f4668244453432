"""A place in a record: its item, its game, the position there, and the earlier actions, which show habits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise, takewhile
from typing import NamedTuple, cast

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import RECENT, SOME
from kibitz.core.chunks import Place
from kibitz.core.items import begun, place_written, touched
from kibitz.core.memory import latest
from kibitz.core.rules import Rules
from kibitz.core.values import Span
from kibitz.languages.qgn.check.step import State, actions_of
from kibitz.languages.qgn.game.games import Games, Known
from kibitz.languages.qgn.game.position import Act, Move, Position, Refusal
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text.items import NOTHING, Action, Junk, Part, Placed, read_action
from kibitz.languages.qgn.text.record import Head, is_head, read_head

Written = tuple[Span, Action]
"""A readable action and its span."""
Attempt = tuple[Span, Action | Junk]
"""An action, or words that may be meant as one, and its span."""


def read(analysis: Analysis, place: Place | None) -> Part:
    """Return the items of a chunk; an absent head is empty."""
    part: Part = NOTHING if place is None else analysis.language.parsed(place.chunk.text).value
    return part


def told_by(analysis: Analysis, head: Place | None) -> Head:
    """Return the parsed tags of a game."""
    return read_head(read(analysis, head), games_of(analysis))


def games_of(analysis: Analysis) -> Games:
    """Return the known games."""
    return cast(Qgn, analysis.language).games


def attempts(analysis: Analysis, places: Iterable[Place]) -> Iterator[Attempt]:
    """Yield all actions of some chunks, and the unreadable words that may be meant as actions."""
    for place in places:
        for start, action in actions_of(read(analysis, place)):
            yield Span(start, start + len(action.text)).shifted(place.start), action


def actions(analysis: Analysis, places: Iterable[Place]) -> Iterator[Written]:
    """Yield the readable actions of some chunks with their spans in the document."""
    return readable(attempts(analysis, places))


def readable(played: Iterable[Attempt]) -> Iterator[Written]:
    return ((span, one) for span, one in played if isinstance(one, Action) and one.sign)


def played_before(analysis: Analysis, offset: int) -> list[Attempt]:
    """Return the :func:`attempts` of a game that begin before an offset."""
    document = analysis.document
    places = takewhile(lambda one: not is_head(one), document.until(document.place_at(offset - 1)))
    return [one for one in attempts(analysis, reversed([*places])) if one[0].start < offset]


def count_before(analysis: Analysis, offset: int) -> tuple[int, int]:
    """Return the number of actions of a game that begin before an offset, and the round of the last one."""
    indices = [one.index for _, one in readable(played_before(analysis, offset))]
    return len(indices), 1 + sum(after < before for before, after in pairwise(indices))


def rounds(played: Iterable[Written], number: int = 1) -> list[tuple[int, list[Written]]]:
    """Group actions by rounds, from a number on; a new round begins when the team index falls."""
    found: list[tuple[int, list[Written]]] = []
    last = -1
    for one in played:
        index = one[1].index
        number += index < last
        if not found or found[-1][0] != number:
            found.append((number, []))
        found[-1][1].append(one)
        last = index
    return found


class Cursor(NamedTuple):
    """A place in a record."""

    place: Place
    part: Part
    placed: Placed | None
    """The item that the place touches, in offsets of the document."""


def cursor_at(analysis: Analysis, offset: int) -> Cursor:
    """Return the item at an offset. If two items touch it, this is the second one, unless that is a comment."""
    place = analysis.document.place_at(offset)
    part = read(analysis, place)
    found = touched(part.items, offset - place.start)
    return Cursor(place, part, found.shifted(place.start) if found else None)


def column_at(analysis: Analysis, offset: int) -> int:
    """Return the column of an offset, in code points from 0."""
    return analysis.document.position_at(offset, "utf-32").column


def begun_at(analysis: Analysis, offset: int) -> Placed | None:
    """Return the last item that begins before an offset in its chunk, in offsets of the document."""
    place = place_written(analysis.document, offset)
    items = begun(read(analysis, place).items, offset - place.start)
    return items[-1].shifted(place.start) if items else None


def state_at(analysis: Analysis, place: Place, offset: int) -> State:
    """Return the state of the game after all actions of a chunk that begin before an offset."""
    head = read(analysis, place).head
    state: State = analysis.state_after(place) if head else analysis.state_before(place)
    for (span, _), after, _ in followed(analysis, () if head else [place], state):
        if span.start >= offset:
            break
        state = after
    return state


def followed(
    analysis: Analysis, places: Iterable[Place], state: State
) -> Iterator[tuple[Attempt, State, Refusal | None]]:
    """Yield the :func:`attempts` of some chunks, each with the state after it and its refusal; `state` is the one before them."""
    for place in places:
        tried = list(attempts(analysis, [place]))
        texts = [action.text for _, action in tried]
        for number, one in enumerate(tried):
            state, refusal = state.followed(texts, number, analysis.language.rules)
            yield one, state, refusal


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
        return self.state.certain.turn if self.state.certain is not None else None

    @property
    def legal(self) -> list[tuple[Act, str]] | None:
        """The legal actions, the best first, each with its advantage, or None if they are unknown.

        Those of the team to move come first. Units may change places in another team's turn.
        """
        position, turn = self.state.certain, self.turn
        if position is None or turn is None:
            return None
        found = list[tuple[Act, str]]()
        for team in sorted(range(len(self.teams)), key=lambda team: team != turn):
            found += [
                (Act(team, sign, details), self._named(why)) for sign, details, why in _judged(position, team)
            ]
        return found if found or position.over or position.is_known else None

    def _named(self, why: str) -> str:
        """Return the advantage of a move in words, with the name of the team."""
        before, team, index = why.partition("team ")
        return before + self.teams[int(index)] if team else why

    def usual(self, sign: str, number: int) -> Counter[str]:
        """Count the earlier values of a detail."""
        alike = (one.details for one in self.recent if one.sign == sign and len(one.details) > number)
        return Counter(details[number].text for details in alike)

    def after(self, text: str, rules: Rules) -> History:
        """Return the position after one more action."""
        state, _ = self.state.played(self.state.act(text, rules))
        return History(state, (*self.actions, read_action(text, rules)), self.earlier)


@latest(SOME)
def _judged(position: Position, team: int) -> list[Move]:
    """Return the legal moves of a team, the best first. Cached: completion of numbers asks for them again."""
    return sorted(
        position.moves_of(team, judged=True), key=lambda move: -WORTH.get(move.why.partition(" ")[0], 1.0)
    )


def history_at(analysis: Analysis, place: Place, offset: int) -> History:
    """Return the position before the action that begins at `offset` in a chunk."""
    state = state_at(analysis, place, offset)
    mine, others = list[Action](), list[Action]()
    found = mine
    for at in islice(analysis.document.until(place), RECENT):
        if not is_head(at):
            found[:0] = [action for span, action in actions(analysis, [at]) if span.start < offset]
        elif found is others and told_by(analysis, at).key != state.head.key:
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
