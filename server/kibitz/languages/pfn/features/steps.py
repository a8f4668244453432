"""The steps of a round: the deal, each trade, the result."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import placed_trades, record_of
from kibitz.languages.pfn.language import Pfn


def steps(language: Pfn, analysis: Analysis) -> Iterator[Span]:
    """Yield the tables of deal, trades and result, in the order of the record."""
    record = record_of(analysis)
    trades = [trade.table.span.shifted(place.start) for place, _, trade in placed_trades(analysis)]
    tables = [
        table.span for name in ("Deal", "Result") for table in record.at(name) if table.header is not None
    ]
    yield from sorted([*trades, *tables])
