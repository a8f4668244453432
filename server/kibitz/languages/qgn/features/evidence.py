"""What bears witness of a game beside its actions: which game it is, its variant, how it was dealt, whether it has ended."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.qgn.features._cursor import read
from kibitz.languages.qgn.text.head import winning
from kibitz.languages.qgn.text.record import head_of

WITNESSES = ("key", "variant", "seed", "completed")


def evidence(language: object, analysis: Analysis, span: Span) -> Iterator[Span]:
    """See :meth:`kibitz.core.language.Language.evidence`."""
    head = head_of(analysis.document, analysis.document.place_at(span.start))
    if head is None:
        return
    wrong = [one.span for one in analysis.language.parsed(head.chunk.text).problems]
    tags = winning(read(analysis, head))
    for key in WITNESSES:
        start, tag = tags.get(key, (0, None))
        value = tag.value_at.shifted(start) if tag else None
        if value and not any(one.start <= value.end and value.start <= one.end for one in wrong):
            yield value.shifted(head.start)
