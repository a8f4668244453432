"""A summary above each game."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Lens
from kibitz.core.bounds import LENSES
from kibitz.core.words import plural
from kibitz.languages.qgn.check.step import State, course_of
from kibitz.languages.qgn.drawing.board import plain
from kibitz.languages.qgn.features._cursor import attempts, read, told_by
from kibitz.languages.qgn.game.position import Course
from kibitz.languages.qgn.text.record import Game, aggregate_before, games, tag_spans, tally_of_text


def lenses(language: object, analysis: Analysis) -> list[Lens]:
    """Return a summary of each game: "2 teams · 14 actions · winner b"."""
    found: list[Lens] = []
    for game in games(analysis.document):
        if len(found) >= LENSES:
            break
        if game.head is None:
            continue
        tags = tag_spans(read(analysis, game.head))
        if not tags:
            continue
        state = _ended(analysis, game)
        parts = [plural(len(state.teams), "team")] if state.teams else []
        parts.append(plural(_count(analysis, game), "action"))
        drawn = list[str]()
        if state.course is not None:
            parts += _result(state.course, state.teams)
            drawn = plain(state.course.known, state.teams)
        found.append(Lens(tags[0].shifted(game.head.start), " · ".join(parts), "\n".join(drawn)))
    return found


def _count(analysis: Analysis, game: Game) -> int:
    """Count the actions of a game."""
    if not game.actions:
        return 0
    last = tally_of_text(analysis.language, game.last.chunk.text)
    return aggregate_before(analysis, game.last).then(last).actions


def _ended(analysis: Analysis, game: Game) -> State:
    """Return the state at the end of a game, replayed from its own head."""
    told = told_by(analysis, game.head)
    state = State(known=told.known, teams=told.teams, course=course_of(told))
    for _, action in attempts(analysis, game.actions):
        state = state.then(action.text, analysis.language.rules)
    return state


def _result(course: Course, teams: tuple[str, ...]) -> list[str]:
    """Return the result of a game in words: unclear, draw, winners, or nothing if the game is not over."""
    if course.actions_since_error:
        return ["unclear at the end"]
    if not course.known.over:
        return []
    winners = [teams[team] for team in course.known.winners]
    if not winners or len(winners) == len(teams):
        return ["draw"]
    return [f"winner {winners[0]}" if len(winners) == 1 else f"winners {', '.join(winners)}"]
