"""The names of teams beside their actions."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Hint
from kibitz.core.setting import Preferences
from kibitz.core.values import Span
from kibitz.languages.qgn.features._cursor import read
from kibitz.languages.qgn.language import Qgn


def hints(language: Qgn, analysis: Analysis, span: Span, preferences: Preferences) -> Iterator[Hint]:
    """The name of the team at each action."""
    if not preferences.flag("inlayHints.team", False):
        return
    for place in analysis.document.places(*span):
        part = read(analysis, place)
        teams = analysis.state_before(place).teams
        if part.head or teams is None:
            continue
        for start, action in part.actions:
            if action.index < len(teams):
                yield Hint(place.start + start + action.index_at.end, teams[action.index], "team")
