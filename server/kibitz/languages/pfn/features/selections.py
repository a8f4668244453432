"""Steps of a growing selection: the parts of a table, the run of trades, the file."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.items import nested
from kibitz.core.parts import spans
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import runs_of_trades
from kibitz.languages.pfn.language import Pfn


def selections(language: Pfn, analysis: Analysis, offset: int) -> Sequence[Span]:
    """Return the ranges around an offset from the smallest on, each within the next."""
    place = analysis.document.place_at(offset)
    inner = (one.shifted(place.start) for one in spans(place.text, language))
    return nested([*inner, *runs_of_trades(analysis), Span(0, len(analysis.document))], offset)
