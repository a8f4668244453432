"""Games as rows: one for each action, or one a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.memory import kept_with
from kibitz.core.rows import Column, Kind, Record, Row, Rows, Said
from kibitz.languages.qgn.check.actions import about
from kibitz.languages.qgn.check.play import act_of, actions_of
from kibitz.languages.qgn.check.step import course_of
from kibitz.languages.qgn.features._cursor import games_of, read
from kibitz.languages.qgn.game.course import Act, Course, Slip
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text.head import Head, read_head, winning
from kibitz.languages.qgn.text.model import Action, Junk
from kibitz.languages.qgn.text.record import Game, games

OPENING = 3
"""So many actions are the opening of a game."""

EVENTS = (
    Column("game", "string", "the key of the game, such as `connect4`"),
    Column(
        "round", "integer", "the number of the round, from 1: one ends where the number of the team falls"
    ),
    Column("team", "integer", "the number of the team, from 0"),
    Column("name", "string", "the name of the team"),
    Column("action", "string", "what the game calls the action; its letter, where the game is not known"),
    Column("details", "string", "the details as they are written, with dots between them"),
    Column("legal", "boolean", "whether the game server takes it; none where kibitz can't tell"),
    Column("rule", "string", "of one that is refused: the rule of kibitz that says why"),
    Column("winner", "string", "who has won with it, with commas between several"),
)
RECORDS = (
    Column("game", "string", "the key of the game"),
    Column("teams", "string", "the names of the teams, with commas between them"),
    Column("variant", "string", "the variant that is played"),
    Column("seed", "string", "the seed"),
    Column("date", "string", "the date, as it is written"),
    Column("completed", "boolean", "whether the record says that the game was played to its end"),
    Column("actions", "integer", "how many actions there are"),
    Column("rounds", "integer", "how many rounds"),
    Column("refused", "integer", "how many actions the game server refuses; none where kibitz can't tell"),
    Column("over", "boolean", "whether the game has come to its end; none where kibitz can't tell"),
    Column("winner", "string", "who has won, with commas between several; none of a draw"),
    Column("opening", "string", f"the first {OPENING} actions"),
)


def rows(language: Qgn, kind: Kind) -> Rows:
    """See :meth:`kibitz.core.language.Language.rows`."""
    return Rows(EVENTS, _events) if kind == "events" else Rows(RECORDS, of_games)


class _Played(NamedTuple):
    """An action, where it stands, and what became of the game with it."""

    start: int
    action: Action | Junk
    round: int
    legal: bool | None
    rule: str | None
    course: Course | None


class _Replay:
    """A game, action by action."""

    def __init__(self, analysis: Analysis, game: Game) -> None:
        self._analysis, self.game = analysis, game
        self.head: Head | None = None
        self.tags: dict[str, str] = {}
        if game.head is not None:
            part = read(analysis, game.head)
            self.head = read_head(part, games_of(analysis))
            self.tags = {key: tag.value for key, (_, tag) in winning(part).items()}

    @property
    def teams(self) -> tuple[str, ...]:
        return (self.head and self.head.teams) or ()

    def actions(self) -> Iterator[_Played]:
        """The actions in order."""
        course = course_of(self.head) if self.head is not None else None
        number, last = 1, -1
        for place in self.game.actions:
            for start, action in actions_of(read(self._analysis, place)):
                if isinstance(action, Action) and action.sign:
                    number, last = number + (action.index < last), action.index
                legal, rule = None, None
                if course is not None and self.head is not None and self.head.known is not None:
                    act = act_of(self.head.known, len(self.teams), action.text, self._analysis.language.rules)
                    before, (course, refusal) = course, course.then(act)
                    sure = before.position is not None and isinstance(act, Act)
                    legal, rule = (False, refusal.slug) if refusal else (True if sure else None, None)
                    if isinstance(act, Slip):
                        wrong = about(self.head.known, action.text, self._analysis.language.rules)
                        # What has an empty detail is told of by its syntax.
                        legal, rule = False, wrong[0].rule.slug if wrong else "empty-detail"
                yield _Played(place.start + start, action, number, legal, rule, course)

    def names(self, teams: tuple[int, ...]) -> str | None:
        """The names of some teams."""
        return ", ".join([self.teams[team] for team in teams if team < len(self.teams)]) or None


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
    known, won = replay.head.known if replay.head else None, False
    for played in replay.actions():
        action, end = played.action, played.start + len(played.action.text)
        if isinstance(action, Junk) or not action.sign:
            yield played.start, end, (Said(replay.tags.get("key"), *[None] * 8),)
            continue
        kind = known.kinds.get(action.sign) if known else None
        position = played.course.position if played.course is not None else None
        winner = None
        if position is not None and position.over and not won:
            won, winner = True, replay.names(position.winners)
        said = Said(
            replay.tags.get("key"),
            played.round,
            action.index,
            replay.names((action.index,)),
            kind.name if kind else action.sign,
            ".".join([detail.text for detail in action.details]),
            played.legal,
            played.rule,
            winner,
        )
        yield played.start, end, (said,)


def _game(replay: _Replay) -> Row:
    actions = refused = number = 0
    opening: list[str] = []
    course = course_of(replay.head) if replay.head is not None else None
    followed = course is not None
    for played in replay.actions():
        if isinstance(played.action, Action) and played.action.sign:
            actions, number = actions + 1, played.round
            opening += [played.action.plain] if actions <= OPENING else []
        refused += played.legal is False
        course = played.course
    position = course.position if course is not None else None
    head, tags = replay.head, replay.tags
    said = Said(
        tags.get("key"),
        ", ".join(replay.teams) or None,
        tags.get("variant"),
        tags.get("seed"),
        tags.get("date"),
        head.completed if head else None,
        actions,
        number,
        refused if followed else None,
        position.over if position is not None else None,
        replay.names(position.winners) if position is not None and position.over else None,
        " ".join(opening) or None,
    )
    return replay.game.start, replay.game.end, (said,)
