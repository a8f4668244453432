"""Semantic tokens of whole documents, put together from those of chunks, which are made once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Block, Chunk, Place
from kibitz.core.document import Document
from kibitz.core.text import Encoding, last_break_end, units
from kibitz.core.values import SemanticToken, Span
from kibitz.lsp import convert
from kibitz.lsp.positions import LineTable

if TYPE_CHECKING:
    from kibitz.core.language import Language


class _Part(NamedTuple):
    """What the tokens of a chunk are, as the protocol counts from the chunk's own start."""

    data: list[int]
    line: int
    column: int
    """Where the last token begins."""
    tail: int
    """The units behind the last line end of the chunk, all of them where there is none."""


class Colours:
    """The tokens of one document from version to version: only chunks that are new are looked at."""

    def __init__(self) -> None:
        self._parts: dict[Chunk, _Part] = {}

    def all(self, analysis: Analysis, encoding: Encoding) -> list[int]:
        """Five numbers for each token of the document; see :func:`kibitz.lsp.convert.tokens`."""
        parts: dict[Chunk, _Part] = {}
        data: list[int] = []
        line = column = last_line = last_column = 0
        for place in analysis.document.places():
            chunk = place.chunk
            part = parts[chunk] = self._parts.get(chunk) or _part(analysis, place, encoding)
            if part.data:
                first, begins = part.data[:2]
                first, begins = line + first, begins + (0 if first else column)
                data += (first - last_line, begins - last_column if first == last_line else begins)
                data += part.data[2:]
                last_line, last_column = line + part.line, part.column + (0 if part.line else column)
            line += chunk.breaks
            column = part.tail + (0 if chunk.breaks else column)
        self._parts = parts
        return data


def _part(analysis: Analysis, place: Place, encoding: Encoding) -> _Part:
    chunk = place.chunk
    alone = Document(analysis.language, (Block((chunk,), ()),))
    data = convert.tokens(_tokens(analysis.language, analysis, place), LineTable(alone, encoding))
    line = column = 0
    for lines, columns in zip(data[::5], data[1::5], strict=True):
        line, column = line + lines, columns if lines else column + columns
    return _Part(data, line, column, units(chunk.text[last_break_end(chunk.text) :], encoding))


def _tokens(language: Language[object], analysis: Analysis, place: Place) -> Iterator[SemanticToken]:
    for start, end, kind, modifiers in language.tokens(analysis, Span(place.start, place.end)):
        if place.start <= start and end <= place.end:
            yield SemanticToken(start - place.start, end - place.start, kind, modifiers)
