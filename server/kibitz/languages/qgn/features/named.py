"""Teams: the one at a place, in the tag `teams` or at the index of an action, and all places where they are named."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core import answers
from kibitz.core.analysis import Analysis, checked
from kibitz.core.answers import Named
from kibitz.core.edit import edit
from kibitz.core.internal_errors import RefusedError
from kibitz.core.values import Edit, Span
from kibitz.languages.qgn.check.tags import team_spans
from kibitz.languages.qgn.features._history import actions, cursor_at, read, told_by
from kibitz.languages.qgn.text.items import FAR, Action, Tag
from kibitz.languages.qgn.text.record import SEPARATOR, Game, game_at, winning


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


def named(language: object, analysis: Analysis, offset: int) -> Named | None:
    """Return the team at `offset`, in the tag `teams` or in an action, with all its actions, or None."""
    team = team_at(analysis, offset)
    if team is None or team.index == FAR:
        return None
    places = [answers.Mention(team.at, True)] if team.at is not None else []
    mine = (one for one in actions(analysis, team.game.actions) if one[1].index == team.index)
    places += [answers.Mention(action.index_at.shifted(span.start)) for span, action in mine]
    return Named(team.name, team.span, tuple(places), renames=team.at is not None)


NOTHING_HERE = (
    "only teams can be renamed: put the cursor on a name in the tag `teams`, or on the index of an action"
)


def rename(language: object, analysis: Analysis, offset: int, name: str) -> list[Edit]:
    """Return the edit that renames the team at `offset`. Raise RefusedError if the name is not possible."""
    team = team_at(analysis, offset)
    if team is None:
        raise RefusedError(NOTHING_HERE)
    if team.at is None or team.game.head is None:
        raise RefusedError(f"team {team.index} has no name: write it into the tag `teams`")
    if why := _unfit(name):
        raise RefusedError(why)
    others = told_by(analysis, team.game.head).teams
    if name == team.name:
        return []
    if name in others:
        raise RefusedError(f"`{name}` is team {others.index(name)} already")
    # A renamed team must be able to get its old name back.
    if (why := _unfit(team.name)) or others.count(team.name) > 1:
        why = why or f"another team is called `{team.name}`, too"
        raise RefusedError(f"{why}: fix the tag `teams` first")
    after = edit(analysis.document, *team.at, name)
    told = team_at(checked(after, analysis), team.at.start)
    if told is None or told.name != name:
        raise RefusedError(f"`{name}` needs double quotes around the tag's value: write them first")
    return [Edit(*team.at, name)]


def _unfit(name: str) -> str:
    """Return the fault of a new name, or nothing if it is valid."""
    if not name.strip():
        return "a team needs a name"
    if name != name.strip():
        return "a name can't begin or end with a space"
    odd = not {*"\"',\n\r"}.isdisjoint(name)
    return "the name of a team can't hold quotes, commas or line breaks" if odd else ""
