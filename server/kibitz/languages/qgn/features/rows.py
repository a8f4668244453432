"""Games as rows: one for each action, or one for each game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, cast

from kibitz.core.analysis import Analysis
from kibitz.core.counting import Figure, Tally, each, times
from kibitz.core.memory import kept_with
from kibitz.core.rows import Kind, Record, Row, Rows, Said, Value, by_columns, declared
from kibitz.core.values import Span
from kibitz.languages.qgn.check.step import State, about, begun
from kibitz.languages.qgn.check.tags import iso_date
from kibitz.languages.qgn.features._history import actions, followed, read, told_by
from kibitz.languages.qgn.game.games import Known
from kibitz.languages.qgn.game.position import Position
from kibitz.languages.qgn.text.items import Action, Junk
from kibitz.languages.qgn.text.record import Game, games, winning

OPENING = 3
"""Number of actions in the opening of a game, as in `data/columns.toml`."""

EVENTS = declared("kibitz.languages.qgn", "events")
RECORDS = declared("kibitz.languages.qgn", "records")


def rows(language: object, kind: Kind) -> Rows | None:
    """See :meth:`kibitz.core.language.Language.rows`."""
    return {"events": Rows(EVENTS, _events), "records": Rows(RECORDS, of_games)}.get(kind)


class _Played(NamedTuple):
    """An action, its span, and the game after it."""

    span: Span
    action: Action | Junk
    round: int
    ply: int
    legal: bool | None
    rule: str | None
    position: Position | None
    """The game after the action; after a refused action, the likeliest continuation."""


class _Replay:
    """The replay of a game."""

    def __init__(self, analysis: Analysis, game: Game) -> None:
        self._analysis, self.game = analysis, game
        self.head = told_by(analysis, game.head)
        self.tags = {key: tag.value for key, (_, tag) in winning(read(analysis, game.head)).items()}
        self.known, self.teams = self.head.known, self.head.teams
        self.state = State(head=self.head, position=begun(self.head))
        """The game before its first action."""

    def actions(self) -> Iterator[_Played]:
        """Yield the actions in order."""
        state, ply, number, last = self.state, 0, 1, -1
        analysis, known = self._analysis, self.known
        own = known is None or not any(
            one.sign in known.kinds for _, one in actions(analysis, self.game.actions)
        )
        now = None if own else state.certain
        for (span, action), after, refusal in followed(analysis, self.game.actions, state):
            if isinstance(action, Action) and action.sign:
                ply, number, last = ply + 1, number + (action.index < last), action.index
            legal, rule = None, None
            if state.position is not None and known is not None and not own:
                act = state.act(action.text, analysis.language.rules)
                rule = refusal.slug if refusal else self._wrong(known, action) if act is None else None
                now = after.certain
                legal = False if rule else True if now is not None else None
            state = after
            yield _Played(span, action, number, ply, legal, rule, now)

    def _wrong(self, known: Known, action: Action | Junk) -> str | None:
        """Return the rule that the action breaks before the game is asked, or None."""
        if isinstance(action, Junk) or not action.sign:
            return None
        if action.index >= len(self.teams):
            return "team-index"
        if action.sign not in known.kinds:
            return "unknown-action"
        wrong = about(known, action.text, self._analysis.language.rules)
        # The syntax check reports empty details.
        return wrong[0].rule.slug if wrong else "empty-detail"

    def names(self, teams: Iterable[int]) -> tuple[str, ...]:
        """Return the names of some teams."""
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
    """Return the games, each as the only row of its record. Cached, because several tables use them."""
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
            "&" * bool(action.details) + ".".join(action.texts),
            played.legal,
            played.rule,
            winners,
            *_state(position),
        )
        yield *played.span, (said,)


def _state(position: Position | None) -> tuple[Value, ...]:
    """Return the turn, hand, number of moves, points and board of a position."""
    if position is None:
        return (None,) * 5
    turn = None if position.over else position.turn
    moves = None if turn is None else position.mobility(turn)
    hand = None if turn is None else position.hand_of(turn)
    return turn, hand, moves, position.points, position.as_line()


def _game(replay: _Replay) -> Row:
    ply = refused = number = 0
    opening: list[str] = []
    position = replay.state.position
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
        refused if replay.state.position is not None else None,
        position.over if position is not None else None,
        replay.names(position.winners) if position is not None and position.over else None,
        position.points if position is not None else None,
        " ".join(opening) or None,
    )
    return replay.game.start, replay.game.end, (said,)


TEAMS = declared("kibitz.languages.qgn", "teams")
_RECORDS = Rows(RECORDS, of_games)


def stats(language: object) -> Sequence[Tally]:
    """See :meth:`kibitz.core.language.Language.stats`."""
    teams = Rows(TEAMS, _teams)
    games = Figure("games", times)
    wins = (
        Figure("won"),
        Figure("drawn"),
        Figure("finished", "over"),
        games,
    )
    return (
        Tally(
            "Games",
            _RECORDS,
            ("game",),
            (
                games,
                Figure("finished", "over"),
                Figure("drawn", each(_drawn, "over", "winners", "teams")),
                Figure("mean actions", "actions", fold="mean"),
                Figure("mean rounds", "rounds", fold="mean"),
                Figure("refused actions", "refused"),
            ),
        ),
        Tally("Wins", teams, ("game", "name"), wins),
        Tally("Who begins", teams, ("game", "team"), wins, most=0),
        Tally(
            f"Openings: the first {OPENING} actions",
            _RECORDS,
            ("game", "opening"),
            (games,),
        ),
    )


def _drawn(over: Value, winners: Value, teams: Value) -> bool:
    """Return whether a game ended without a winner, or with all of several teams as winners."""
    won, names = (cast("tuple[str, ...]", some or ()) for some in (winners, teams))
    return bool(over) and (not won or (len(won) == len(names) > 1))


def _teams(analysis: Analysis) -> Iterator[Record]:
    """Yield a row for each team of each game."""
    told = by_columns("", analysis, _RECORDS)
    columns = [told[name] for name in ("game", "teams", "over", "winners")]
    for game, teams, over, winners in zip(*columns, strict=True):
        names, won = (cast("tuple[str, ...]", some or ()) for some in (teams, winners))
        drawn = _drawn(over, winners, teams)
        said = [
            Said(game, team, name, over, name in won and not drawn, drawn)
            for team, name in enumerate(names)
            if name
        ]
        yield Record(0, [(0, 0, (one,)) for one in said])
