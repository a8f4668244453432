"""Games as rows: one for each action, or one a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.memory import kept_with
from kibitz.core.rows import Kind, Record, Row, Rows, Said, Value, declared
from kibitz.core.values import Span
from kibitz.languages.qgn.check.actions import about
from kibitz.languages.qgn.check.play import act_of
from kibitz.languages.qgn.check.step import course_of
from kibitz.languages.qgn.check.values import iso_date
from kibitz.languages.qgn.drawing.noted import noted
from kibitz.languages.qgn.features._cursor import attempts, read, told_by
from kibitz.languages.qgn.game.course import Act, Slip
from kibitz.languages.qgn.game.games import Known
from kibitz.languages.qgn.game.kinds.standing import hand_of, mobility, points_of
from kibitz.languages.qgn.game.position import Position
from kibitz.languages.qgn.text.head import winning
from kibitz.languages.qgn.text.model import Action, Junk
from kibitz.languages.qgn.text.record import Game, games

OPENING = 3
"""So many actions are the opening of a game; `data/columns.toml` tells it."""

EVENTS = declared("kibitz.languages.qgn", "events")
RECORDS = declared("kibitz.languages.qgn", "records")


def rows(language: object, kind: Kind) -> Rows | None:
    """See :meth:`kibitz.core.language.Language.rows`."""
    return {"events": Rows(EVENTS, _events), "records": Rows(RECORDS, of_games)}.get(kind)


class _Played(NamedTuple):
    """An action, where it stands, and what became of the game with it."""

    span: Span
    action: Action | Junk
    round: int
    ply: int
    legal: bool | None
    rule: str | None
    position: Position | None
    """The game behind it; behind one that is refused as it most likely goes on."""


class _Replay:
    """A game, action by action."""

    def __init__(self, analysis: Analysis, game: Game) -> None:
        self._analysis, self.game = analysis, game
        self._actions = list(attempts(analysis, game.actions))
        self.head = told_by(analysis, game.head)
        self.tags = {key: tag.value for key, (_, tag) in winning(read(analysis, game.head)).items()}
        self.known, self.teams = self.head.known, self.head.teams
        self.course = course_of(self.head)
        """The game before its first action."""

    def actions(self) -> Iterator[_Played]:
        """The actions in order."""
        course, ply, number, last = self.course, 0, 1, -1
        known, rules = self.known, self._analysis.language.rules
        acts = [act_of(known, len(self.teams), one.text, rules) for _, one in self._actions] if known else []
        own = known is None or not any(
            one.sign in known.kinds for _, one in self._actions if isinstance(one, Action)
        )
        now = course.position if course is not None and not own else None
        for at, (span, action) in enumerate(self._actions):
            if isinstance(action, Action) and action.sign:
                ply, number, last = ply + 1, number + (action.index < last), action.index
            legal, rule = None, None
            if course is not None and known is not None and not own:
                course, refusal = course.then(acts[at])
                rule = refusal.slug if refusal else self._wrong(known, action, acts[at])
                now = course.position
                legal = False if rule else True if now is not None else None
            yield _Played(span, action, number, ply, legal, rule, now)

    def _wrong(self, known: Known, action: Action | Junk, act: Act | Slip | None) -> str | None:
        """The rule by which the game has no such action."""
        if isinstance(act, Slip):
            wrong = about(known, action.text, self._analysis.language.rules)
            # What has an empty detail is told of by its syntax.
            return wrong[0].rule.slug if wrong else "empty-detail"
        if isinstance(action, Junk) or not action.sign:
            return None
        if action.index >= len(self.teams):
            return "team-index"
        return None if action.sign in known.kinds else "unknown-action"

    def names(self, teams: Iterable[int]) -> tuple[str, ...]:
        """The names of some teams."""
        return tuple([self.teams[team] for team in teams if team < len(self.teams)])


def _replays(analysis: Analysis) -> Iterator[_Replay]:
    for game in games(analysis.document):
        if game.head is not None or game.actions:
            replay = _Replay(analysis, game)
            if replay.tags or game.actions:
                yield replay


def _events(analysis: Analysis) -> Iterator[Record]:
    return (Record(replay.game.start, _actions(replay)) for replay in _replays(analysis))


@kept_with
def of_games(analysis: Analysis) -> Sequence[Record]:
    """The games, each as the one row of its record. Kept: several tables are made of them."""
    return [Record(replay.game.start, [_game(replay)]) for replay in _replays(analysis)]


def _actions(replay: _Replay) -> Iterator[Row]:
    key, over = replay.tags.get("key"), False
    for played in replay.actions():
        action, position, winners = played.action, played.position, None
        if isinstance(action, Junk) or not action.sign:
            yield *played.span, (Said(key, *[None] * (len(EVENTS) - 1)),)
            continue
        if position is not None and position.over and not over:
            over, winners = True, replay.names(position.winners)
        kind = replay.known.kinds.get(action.sign) if replay.known else None
        said = Said(
            key,
            played.ply,
            played.round,
            action.index,
            next(iter(replay.names((action.index,))), None),
            kind.name if kind else action.sign,
            "&" * bool(action.details) + ".".join([detail.text for detail in action.details]),
            played.legal,
            played.rule,
            winners,
            *_state(position),
        )
        yield *played.span, (said,)


def _state(position: Position | None) -> tuple[Value, ...]:
    """How the game stands: turn, hand, moves, points, board."""
    if position is None:
        return (None,) * 5
    turn = None if position.over else position.turn
    moves = None if turn is None else mobility(position, turn)
    hand = None if turn is None else hand_of(position, turn)
    return turn, hand, moves, points_of(position), noted(position)


def _game(replay: _Replay) -> Row:
    ply = refused = number = 0
    opening: list[str] = []
    position = replay.course and replay.course.position
    for played in replay.actions():
        if isinstance(played.action, Action) and played.action.sign:
            ply, number = played.ply, played.round
            opening += [played.action.plain] if ply <= OPENING else []
        refused += played.legal is False
        position = played.position
    tags = replay.tags
    said = Said(
        tags.get("key"),
        replay.teams or None,
        tags.get("variant"),
        tags.get("seed"),
        iso_date(tags.get("date", "")),
        replay.head.completed,
        ply,
        number,
        refused if replay.course is not None else None,
        position.over if position is not None else None,
        replay.names(position.winners) if position is not None and position.over else None,
        points_of(position) if position is not None else None,
        " ".join(opening) or None,
    )
    return replay.game.start, replay.game.end, (said,)
