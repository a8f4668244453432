"""What happens in games: each action."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.qgn.features._cursor import read
from kibitz.languages.qgn.language import Qgn


def steps(language: Qgn, analysis: Analysis) -> Iterator[Span]:
    """The actions of all games."""
    for place in analysis.document.places():
        for start, action in read(analysis, place).actions:
            yield Span(start, start + len(action.text)).shifted(place.start)
