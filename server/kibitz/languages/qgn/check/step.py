"""The fold over a record: the state of the game from chunk to chunk, and the rules about actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kibitz.core.bounds import PROBLEMS
from kibitz.core.chunks import Chunk
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Span
from kibitz.languages.qgn.check import play
from kibitz.languages.qgn.check.actions import misused, team_indices, unknown_letters
from kibitz.languages.qgn.check.tags import missing
from kibitz.languages.qgn.game.course import Act, Course, Slip, sure
from kibitz.languages.qgn.game.games import Games, Kind, Known
from kibitz.languages.qgn.game.kinds.begin import begin
from kibitz.languages.qgn.game.kinds.lines import Board
from kibitz.languages.qgn.game.position import Position
from kibitz.languages.qgn.game.refused import result
from kibitz.languages.qgn.text.head import REQUIRED, Head, read_head
from kibitz.languages.qgn.text.model import Part

GLUED = "teams"
"""That there are fewer teams than names, told once a game. No letter of an action is that long."""
USUAL = "usual"
"""That an action has come that the game has: then the others are mistaken, and no variant of somebody's own."""


class Otherwise(NamedTuple):
    """A tag `completed` that says something else than the replay of its game."""

    chunk: Chunk
    span: Span
    said: bool
    result: str
    """What the replay comes to, in words."""


class Told(NamedTuple):
    """Something that is said of a chunk, which is known only behind it; with offsets of the chunk."""

    chunk: Chunk
    found: Diagnostic


class State(NamedTuple):
    """What a chunk needs to know of the game before it. Where a game is not replayed there is no count of actions in it, so
    an edit in a long game is forgotten where teams and board are the old ones, as they mostly are at once."""

    begun: bool = False
    """Whether anything of a record has been seen."""
    key: str | None = None
    teams: tuple[str, ...] = ()
    glued: bool = False
    teams_at: tuple[Chunk, Span] | None = None
    known: Known | None = None
    course: Course | None = None
    """What is followed of the game; None where that is nothing."""
    chunks: tuple[Chunk, ...] = ()
    """Those of the actions of a game that is followed."""
    told: frozenset[str] = frozenset()
    """Of what is said once a game: the unknown letters, :data:`GLUED`, and :data:`USUAL`."""
    strange: tuple[Told, ...] = ()
    """What is said of the unknown letters of a game of which nothing else has come yet."""
    late: tuple[Told, ...] = ()
    """What has come out of chunks before."""
    crlf: bool = False
    """Whether `\\r\\n` has been seen among the actions of any game."""
    completed: tuple[Chunk, Span, bool] | None = None
    """What the tag `completed` says of a game whose end is known from its actions, and where."""
    otherwise: tuple[Otherwise, ...] = ()
    """The games before this one that have not ended as they say."""

    @property
    def position(self) -> Position | None:
        """The last position that is known."""
        return self.course.known if self.course is not None else None

    def act(self, text: str, rules: Rules) -> Act | Slip | None:
        """What an action says to the game; None if it is none of a game that is known."""
        return None if self.known is None else play.act_of(self.known, len(self.teams), text, rules)

    def kind(self, sign: str) -> Kind | None:
        """The action of the game that is written so."""
        return self.known.kinds.get(sign) if self.known else None

    def then(self, text: str, rules: Rules) -> State:
        """The state behind one more action, of which nothing is said."""
        if self.course is None:
            return self
        return self._replace(course=self.course.then(self.act(text, rules))[0])

    @property
    def ended(self) -> tuple[Otherwise, ...]:
        """The games that have not ended as they say, if this one ends here."""
        if self.completed is None or self.course is None or not self.chunks:
            return self.otherwise
        (chunk, span, said), position = self.completed, self.course.position
        if position is None or position.over == said or len(self.otherwise) >= PROBLEMS:
            return self.otherwise
        if said and not any(position.moves()):
            # With open tiles, tsuro may stop where nobody has won and nobody has a tile any more.
            return self.otherwise
        return (*self.otherwise, Otherwise(chunk, span, said, result(position, self.teams)))

    def settled(self, rules: Rules) -> tuple[Told, ...]:
        """What has come out of chunks before, if the game ends here."""
        if not self.strange or self.known is None or len(self.late) >= PROBLEMS:
            return self.late
        if USUAL in self.told:
            return self.late + self.strange
        chunk, found = self.strange[0]
        return (*self.late, Told(chunk, rules["own-variant"].at(*found.span, game=f"`{self.known.key}`")))

    @property
    def board(self) -> Board | None:
        """The position, in games that are won by pieces in a line."""
        return self.position if isinstance(self.position, Board) else None

    def with_chunk(self, chunk: Chunk) -> tuple[Chunk, ...]:
        """The chunks of the game behind one more of actions."""
        kept = self.course is None or len(self.chunks) >= play.CHUNKS_KEPT
        return self.chunks if kept else (*self.chunks, chunk)


def step(
    state: State,
    chunk: Chunk,
    read: Callable[[str], Part],
    rules: Rules,
    games: Games,
) -> tuple[State, Sequence[Diagnostic]]:
    """The state after a chunk, and what the rules about actions say of it."""
    part = read(chunk.text)
    if part.head:
        return _opened(state, chunk, part, games, rules), ()
    found: list[Diagnostic] = []
    if not state.begun:
        found.append(missing(list(REQUIRED), *part.items[0].span, "\n", rules))
    known, teams, course = state.known, state.teams, state.course
    played = play.actions_of(part) if course is not None else ()
    acts = [state.act(one.text, rules) for _, one in played]
    told, strange, late = state.told, state.strange, state.late
    if acts and not strange and all(isinstance(act, Act) for act in acts):
        # Nothing is wrong with any of them by itself.
        told |= {USUAL}
    else:
        if teams and part.highest >= len(teams) and GLUED not in told:
            found += team_indices(teams, state.glued, state.teams_at, part, rules)
            told |= {GLUED} if state.glued else set()
        if known is not None:
            signs = part.signs
            usual = signs & known.kinds.keys()
            found += misused(known, part, rules)
            unknown = list(unknown_letters(known, part, signs, told, rules))
            told |= signs - usual | ({USUAL} if usual else set())
            if USUAL not in told:
                strange += tuple([Told(chunk.anchor, one) for one in unknown])
            else:
                found += unknown
                strange, late = (), state._replace(told=told).settled(rules)
    if course is not None:
        course, troubles = play.check(course, part, acts, play.Played(teams, state.chunks, read, rules))
        found += troubles
    crlf = state.crlf or part.crlf is not None
    return state._replace(
        begun=True,
        course=course,
        chunks=state.with_chunk(chunk),
        told=told,
        strange=strange,
        late=late,
        crlf=crlf,
    ), found


def _opened(state: State, chunk: Chunk, part: Part, games: Games, rules: Rules) -> State:
    """The state after the head of a game."""
    head = read_head(part, games)
    at = (chunk.anchor, head.teams_at) if head.teams_at is not None else None
    completed = None
    ends = head.known is not None and (head.known.board is not None or head.seed is not None)
    if ends and head.completed is not None and head.completed_at is not None:
        completed = (chunk.anchor, head.completed_at, head.completed)
    return State(
        True,
        head.key,
        head.teams,
        head.glued,
        at,
        head.known,
        course_of(head),
        late=state.settled(rules),
        crlf=state.crlf,
        completed=completed,
        otherwise=state.ended,
    )


def course_of(head: Head) -> Course | None:
    """A game before its first action; None if it can't be followed."""
    if head.known is None:
        return None
    position = begin(head.known, len(head.teams), head.variant, head.seed, head.decks)
    return None if position is None else sure(position)
