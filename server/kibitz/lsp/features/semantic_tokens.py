"""Semantic tokens of whole documents, put together from those of chunks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from kibitz.core.analysis import Analysis
from kibitz.core.answers import SemanticToken
from kibitz.core.chunks import Chunk, Place
from kibitz.core.language import Language
from kibitz.core.text import Encoding, last_break_end, units
from kibitz.core.values import Span
from kibitz.lsp.features import convert

HAND_WRITTEN = 20_000
"""Maximum length in characters of a chunk that has tokens in a preview: more would delay the next key."""


class _Part(NamedTuple):
    """Tokens of a chunk, with positions relative to the start of the chunk."""

    data: list[int]
    line: int
    column: int
    """The start of the last token."""
    tail: int
    """The units after the last line end, or all units of a chunk in one line."""


_parts: WeakKeyDictionary[Chunk, dict[tuple[Language[Any], Encoding], _Part]] = WeakKeyDictionary()
"""Tokens of all chunks: each key needs those of the whole document again."""


def tokens(analysis: Analysis, encoding: Encoding, span: Span | None = None) -> list[int]:
    """Return five numbers for each token of the document, or of the chunks that a span touches.

    See :func:`kibitz.lsp.features.convert.tokens`.
    """
    data: list[int] = []
    last_line = last_column = 0
    document, (start, end) = analysis.document, span or (0, None)
    line, column = document.position_at(document.place_at(start).start, encoding)
    for place in document.places(start, end):
        part = _part(analysis, place, encoding)
        if part.data:
            first, begins = part.data[:2]
            first, begins = line + first, begins + (0 if first else column)
            data += (first - last_line, begins - last_column if first == last_line else begins)
            data += part.data[2:]
            last_line, last_column = line + part.line, part.column + (0 if part.line else column)
        line += place.chunk.size("breaks")
        column = part.tail + (0 if place.chunk.size("breaks") else column)
    return data


def modifiers(analysis: Analysis, offsets: Iterable[int]) -> dict[int, frozenset[str]]:
    """Return the modifiers of the tokens at some offsets, such as the team or the suit."""
    found: dict[int, frozenset[str]] = {}
    known: list[SemanticToken] = []
    last = None
    for offset in sorted(set(offsets)):
        place = analysis.document.place_at(offset)
        if place.start != last:
            short = len(place.text) <= HAND_WRITTEN
            last, known = place.start, list(_tokens(analysis, place)) if short else []
        number = bisect_right(known, offset - place.start, key=lambda one: one.start) - 1
        if number >= 0 and offset - place.start < known[number].end and known[number].modifiers:
            found[offset] = known[number].modifiers
    return found


def _part(analysis: Analysis, place: Place, encoding: Encoding) -> _Part:
    known, key = _parts.setdefault(place.chunk, {}), (analysis.language, encoding)
    if key not in known:
        known[key] = _encoded(analysis, place, encoding)
    return known[key]


def _encoded(analysis: Analysis, place: Place, encoding: Encoding) -> _Part:
    data = convert.tokens(_tokens(analysis, place), place.text, encoding)
    line = column = 0
    for lines, columns in zip(data[::5], data[1::5], strict=True):
        line, column = line + lines, columns if lines else column + columns
    return _Part(data, line, column, units(place.text[last_break_end(place.text) :], encoding))


def _tokens(analysis: Analysis, place: Place) -> Iterator[SemanticToken]:
    first, behind = place.start, place.end
    for start, end, kind, modifiers in analysis.language.tokens(analysis, Span(first, behind)):
        if first <= start and end <= behind:
            yield SemanticToken(start - first, end - first, kind, modifiers)
