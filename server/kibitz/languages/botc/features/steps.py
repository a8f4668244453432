"""What happens in a log: its grimoires, one moment after the other."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import records


def steps(language: object, analysis: Analysis) -> Iterator[Span]:
    """The grimoires and bags."""
    for start, record in records(analysis.document):
        yield record.span.shifted(start)
