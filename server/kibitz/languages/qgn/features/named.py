"""Teams: all places where they are named."""

from __future__ import annotations

from kibitz.core import answers
from kibitz.core.analysis import Analysis
from kibitz.core.answers import Named
from kibitz.languages.qgn.features._cursor import actions
from kibitz.languages.qgn.features._team import team_at
from kibitz.languages.qgn.text.items import FAR


def named(language: object, analysis: Analysis, offset: int) -> Named | None:
    """Return the team at `offset`, in the tag `teams` or in an action, with all its actions, or None."""
    team = team_at(analysis, offset)
    if team is None or team.index == FAR:
        return None
    places = [answers.Mention(team.at, True)] if team.at is not None else []
    mine = (one for one in actions(analysis, team.game.actions) if one[1].index == team.index)
    places += [answers.Mention(action.index_at.shifted(span.start)) for span, action in mine]
    return Named(team.name, team.span, tuple(places), renames=team.at is not None)
