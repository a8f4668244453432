"""Places that explain a diagnostic, in offsets of the document."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.core.chunks import Chunk
from kibitz.core.document import Document
from kibitz.core.values import Diagnostic, Related


def resolved(document: Document, diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Gives anchored related places their offsets; a place that is gone is left out."""
    anchors = {other.chunk for one in diagnostics for other in one.related if other.chunk is not None}
    if not anchors:
        return diagnostics
    starts = document.find(anchors)
    return [_resolved(one, starts) if one.related else one for one in diagnostics]


def _resolved(one: Diagnostic, starts: Mapping[Chunk, int]) -> Diagnostic:
    if all(other.chunk is None for other in one.related):
        return one
    related = [other if other.chunk is None else _found(other, starts) for other in one.related]
    return one._replace(related=tuple([other for other in related if other is not None]))


def _found(other: Related, starts: Mapping[Chunk, int]) -> Related | None:
    """An anchored place in offsets of the document, None if it is gone."""
    start = starts.get(other.chunk) if other.chunk is not None else None
    return None if start is None else Related(other.span.shifted(start), other.message)
