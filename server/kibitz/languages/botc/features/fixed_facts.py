"""The facts of a grimoire apart from its players: comments, the script, and the player count of a drawing."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import sheet_at
from kibitz.languages.botc.language import Botc


def fixed_facts(language: Botc, analysis: Analysis, span: Span) -> Iterator[Span]:
    """See :meth:`kibitz.core.language.Language.fixed_facts`. A player count that agrees with the players always stays."""
    for place in analysis.document.places(*span):
        for comment in sheet_at(analysis.document, place).comments:
            here = comment.shifted(place.start)
            if not any(here.holds(one.span.start) for one in analysis.diagnostics_in(*here)):
                yield here
        for problem in language.parsed(place.text).problems:
            if problem.rule.slug == "header-count":
                yield problem.span.shifted(place.start)
