"""The fold over a record: the state of the game from chunk to chunk, and the rules about actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Span
from kibitz.languages.qgn.check.actions import known_actions, team_indices
from kibitz.languages.qgn.check.play import begin, follow
from kibitz.languages.qgn.check.tags import missing
from kibitz.languages.qgn.game import replay
from kibitz.languages.qgn.game.games import Games, Known
from kibitz.languages.qgn.text.head import REQUIRED
from kibitz.languages.qgn.text.head import facts as facts_of
from kibitz.languages.qgn.text.model import Part

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
    found: list[Diagnostic] = []
    if not state.begun:
        first = part.items[0]
        found.append(missing(list(REQUIRED), first.start, first.end, "\n", rules))
    told = state.told
    if state.teams is not None and part.highest >= len(state.teams) and GLUED not in told:
        found += team_indices(state.teams, state.glued, state.teams_at, part, rules)
        told |= {GLUED} if state.glued else set()
    if state.known is not None:
        found += known_actions(state.known, part, told, rules)
        told |= part.signs - state.known.kinds.keys()
    course = state.course
    if course is not None:
        course, troubles = follow(course, state.known, state.teams, part, rules)
        found += troubles
    crlf = state.crlf or part.crlf is not None
    return state._replace(begun=True, course=course, told=told, crlf=crlf), found


def opened(state: State, chunk: Chunk, part: Part, games: Games) -> State:
    """The state after the head of a game."""
    facts = facts_of(part, games)
    at = (chunk.anchor, facts.teams_at) if facts.teams_at is not None else None
    course = begin(facts.known, facts.teams)
    return State(True, facts.key, facts.teams, facts.glued, at, facts.known, course, frozenset(), state.crlf)
