"""The facts of a round that do not depend on single trades: final banks and winners."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import record_of
from kibitz.languages.pfn.language import Pfn


def fixed_facts(language: Pfn, analysis: Analysis, span: Span) -> Iterator[Span]:
    """See :meth:`kibitz.core.language.Language.fixed_facts`."""
    record = record_of(analysis)
    yield from (record.banks[player].span for player in record.written_banks)
    winners = record.leaf("Result", "Winners")
    if winners is not None and winners.parts and all(part.text in record.players for part in winners.parts):
        yield winners.span
