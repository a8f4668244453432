"""The fold over a record: the state of the game from chunk to chunk, and the rules about actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Related, Span
from kibitz.languages.qgn import head, replay
from kibitz.languages.qgn.follow import begin, follow
from kibitz.languages.qgn.games import Games, Known
from kibitz.languages.qgn.legacy import REQUIRED
from kibitz.languages.qgn.model import Action, Part
from kibitz.languages.qgn.proof import proven
from kibitz.languages.qgn.usage import about
from kibitz.languages.qgn.vocabulary import vocabulary

GLUED = "teams"
"""That there are fewer teams than names, told once a game. No letter of an action is that long."""


class State(NamedTuple):
    """What a chunk needs to know of the game before it. There is no count of actions in it, so an edit in a long game
    is forgotten where teams and board are the old ones, as they mostly are at once."""

    begun: bool = False
    """Whether anything of a record has been seen."""
    key: str | None = None
    teams: tuple[str, ...] | None = None
    glued: bool = False
    teams_at: tuple[Chunk, Span] | None = None
    known: Known | None = None
    course: replay.Course | None = None
    """What is followed of the game; None where it is not known or where an action made no sense to it."""
    told: frozenset[str] = frozenset()
    """Of what is said once a game: the unknown letters, and :data:`GLUED`."""
    crlf: bool = False
    """Whether `\\r\\n` has been seen among the actions of any game."""

    @property
    def board(self) -> replay.Board | None:
        """The position, in games that are won by pieces in a line."""
        return self.course if isinstance(self.course, replay.Board) else None


def step(
    state: State, chunk: Chunk, part: Part, rules: Rules, games: Games
) -> tuple[State, Sequence[Diagnostic]]:
    """The state after a chunk, and what the rules about actions say of it."""
    if part.head:
        return opened(state, chunk, part, games), ()
    if (
        part.words
        and part.crlf is None
        and state.begun
        and (after := _unremarkable(state, part, rules)) is not None
    ):
        return after, ()
    found: list[Diagnostic] = []
    if not state.begun:
        first = part.items[0]
        found.append(head.missing(list(REQUIRED), first.start, first.end, "\n", rules))
    told = state.told
    if state.teams is not None and part.highest >= len(state.teams) and GLUED not in told:
        found += _team_indices(state.teams, state, part, rules)
        told |= {GLUED} if state.glued else set()
    if state.known is not None:
        found += _known_actions(state.known, part, told, rules)
        told |= part.signs - state.known.kinds.keys()
    course = state.course
    if course is not None:
        course, troubles = follow(course, state.known, state.teams, part, rules)
        found += troubles
    crlf = state.crlf or part.crlf is not None
    return state._replace(begun=True, course=course, told=told, crlf=crlf), found


def _unremarkable(state: State, part: Part, rules: Rules) -> State | None:
    """The state after plain actions of which nothing is to be said; None where that takes a closer look.

    Said at once, because in archives that is so nearly everywhere; the same as what the rules would say one by one.
    """
    teams = None if state.teams is None else len(state.teams)
    proof = proven(state.course, vocabulary(state.known, teams, rules), part.words)
    return None if proof is None else state._replace(course=proof.course)


def opened(state: State, chunk: Chunk, part: Part, games: Games) -> State:
    """The state after the head of a game."""
    facts = head.facts(part, games)
    at = (chunk.anchor, facts.teams_at) if facts.teams_at is not None else None
    course = begin(facts.known, facts.teams)
    return State(True, facts.key, facts.teams, facts.glued, at, facts.known, course, frozenset(), state.crlf)


def _team_indices(teams: tuple[str, ...], state: State, part: Part, rules: Rules) -> Iterator[Diagnostic]:
    related = [Related(state.teams_at[1], "the teams", state.teams_at[0])] if state.teams_at else []
    last = len(teams) - 1
    listed = f"there are {len(teams)}, 0 to {last}" if last else "there is one, team 0"
    if state.glued:
        listed += "; the names in `teams` lack the blank behind the comma"
    for placed in part.items:
        item = placed.item
        if isinstance(item, Action) and item.index > last and item.sign:
            at = item.index_at.shifted(placed.start)
            index = item.text[: item.index_at.end]
            yield rules["team-index"].at(*at, index=index, teams=listed, related=related)
            if state.glued:
                return


def _known_actions(known: Known, part: Part, told: frozenset[str], rules: Rules) -> Iterator[Diagnostic]:
    """What is unusual in the actions of a known game; each unknown letter once."""
    unknown = set(told)
    for start, action in part.actions:
        if action.sign not in known.kinds:
            if action.sign in unknown:
                continue
            unknown.add(action.sign)
        for problem in about(known, action.text, rules):
            yield problem.shifted(start)
