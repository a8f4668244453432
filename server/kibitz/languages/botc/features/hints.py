"""The letter of the team after each role."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Hint
from kibitz.core.setting import Preferences
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import records_in
from kibitz.languages.botc.game.roles import LETTERS, Script
from kibitz.languages.botc.settings import TEAM_HINTS

TEAM = "teamLetter"


def hints(language: object, analysis: Analysis, span: Span, preferences: Preferences) -> Iterator[Hint]:
    """Yield the team's letter after each role, if the user wants it."""
    if not preferences.flag(TEAM_HINTS, False):
        return
    script: Script = analysis.context
    document = analysis.document
    for place, record in records_in(document, document.places(*span)):
        for word in record.words:
            if role := script.role(word.text):
                yield Hint(place.start + word.end, LETTERS[role.team], TEAM, role.team)
