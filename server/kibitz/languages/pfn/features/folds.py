"""The folds of a record."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core import parts
from kibitz.core.analysis import Analysis
from kibitz.core.answers import Fold
from kibitz.languages.pfn.features._cursor import runs_of_trades
from kibitz.languages.pfn.language import Pfn


def folds(language: Pfn, analysis: Analysis) -> Iterator[Fold]:
    """Yield the runs of trades, and then the folds of the parts. Editors limit the number of folds."""
    document = analysis.document
    yield from (Fold(*run) for run in runs_of_trades(analysis) if document.place_at(run.start).end < run.end)
    yield from parts.folds(language, document)
