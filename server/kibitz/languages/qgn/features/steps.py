"""What happens in games: each action."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.qgn.features._cursor import actions


def steps(language: object, analysis: Analysis) -> Iterator[Span]:
    """The actions of all games."""
    return (span for span, _ in actions(analysis, analysis.document.places()))
