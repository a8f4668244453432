"""The names of teams next to their actions, and of cards and tiles next to the server's ids."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Hint
from kibitz.core.chunks import Place
from kibitz.core.setting import Preferences
from kibitz.core.values import Span
from kibitz.languages.qgn.check.step import State
from kibitz.languages.qgn.features._cursor import actions, attempts
from kibitz.languages.qgn.game.kinds.standing import has_things, thing_of
from kibitz.languages.qgn.text.model import Action
from kibitz.languages.qgn.text.record import is_head


def hints(language: object, analysis: Analysis, span: Span, preferences: Preferences) -> Iterator[Hint]:
    """Yield the team's name at each action, and the things that its details name."""
    for place in analysis.document.places(*span):
        state: State = analysis.state_before(place)
        if is_head(place):
            continue
        for span, action in actions(analysis, [place] if preferences.flag("inlayHints.team", False) else ()):
            if action.index < len(state.teams):
                yield Hint(span.start + action.index_at.end, state.teams[action.index], "team")
        if preferences.flag("inlayHints.names", True) and has_things(state.position):
            yield from _names(analysis, place, state)


def _names(analysis: Analysis, place: Place, state: State) -> Iterator[Hint]:
    """Yield the names of the cards and tiles in the details of a chunk, each at the time of its action."""
    for span, action in attempts(analysis, [place]):
        for detail in action.details if isinstance(action, Action) else ():
            if (thing := thing_of(state.position, detail.text)) is not None:
                yield Hint(span.start + detail.at.end, thing.name, "names", thing.about)
        state = state.then(action.text, analysis.language.rules)
