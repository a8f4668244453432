"""The team at a place: in the tag `teams`, or at the index of an action."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.qgn.check.values import team_spans
from kibitz.languages.qgn.features._cursor import cursor_at, read
from kibitz.languages.qgn.text.head import SEPARATOR, winning
from kibitz.languages.qgn.text.model import Action, Tag
from kibitz.languages.qgn.text.record import Game, game_at


@dataclass(frozen=True, slots=True)
class Team:
    """A team of a game; `at` is the span of its name, if it has one."""

    game: Game
    index: int
    span: Span
    name: str
    at: Span | None


def team_at(analysis: Analysis, offset: int) -> Team | None:
    """Return the team at an offset, or None."""
    here = cursor_at(analysis, offset)
    placed = here.placed
    if placed is None:
        return None
    item, span = placed.item, placed.span
    if isinstance(item, Action) and item.sign:
        span = item.index_at.shifted(placed.start)
    elif not isinstance(item, Tag) or not here.part.head:
        return None
    if not span.holds(offset):
        return None
    game = game_at(analysis.document, here.place)
    spans = _team_spans(analysis, game)
    if isinstance(item, Action):
        named = spans[item.index] if item.index < len(spans) else (f"team {item.index}", None)
        return Team(game, item.index, span, *named)
    teams = (Team(game, index, at, name, at) for index, (name, at) in enumerate(spans))
    return next((team for team in teams if team.span.holds(offset) and team.name), None)


def _team_spans(analysis: Analysis, game: Game) -> list[tuple[str, Span]]:
    """Return the names of the teams with their spans."""
    found = winning(read(analysis, game.head)).get("teams")
    if found is None or not found[1].value:
        return []
    start, tag = found
    at = game.start + start + tag.value_at.start
    spans = team_spans(tag.value)
    return [(name, span.shifted(at)) for name, span in zip(tag.value.split(SEPARATOR), spans, strict=True)]
