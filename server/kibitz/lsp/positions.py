"""Offsets as positions of the protocol and back, and the reading of parameters that hold positions."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Protocol

from kibitz.core.document import Document
from kibitz.core.text import LINE_BREAK, Encoding, Position, units
from kibitz.core.values import Span
from kibitz.lsp.protocol import MalformedError
from kibitz.lsp.transport import Json


class Places(Protocol):
    """A text in which positions can be found."""

    def offset_at(self, position: Position, encoding: Encoding) -> int:
        """The offset of a position, clamped to its line and to the text."""


def offset_of(places: Places, position: Json, encoding: Encoding) -> int:
    """The offset of a position as JSON. Raises MalformedError."""
    return places.offset_at(Position(_number(position, "line"), _number(position, "character")), encoding)


def span_of(places: Places, range_: Json, encoding: Encoding) -> Span:
    """The offsets of a range as JSON, in order. Raises MalformedError."""
    start, end = member(range_, "start"), member(range_, "end")
    one = offset_of(places, start, encoding)
    # Most of what is typed replaces nothing.
    other = one if start == end else offset_of(places, end, encoding)
    return Span(min(one, other), max(one, other))


class Positions:
    """The positions of one version of a document, asked for one at a time."""

    def __init__(self, document: Document, encoding: Encoding) -> None:
        self.document = document
        self.encoding = encoding

    def pair(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 0, the column in units of the encoding."""
        return self.document.position_at(offset, self.encoding)

    def pairs(self, start: int, end: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """The same of the two ends of a span."""
        return self.document.positions_at(start, end, self.encoding)

    def within_break(self, offset: int) -> bool:
        """Whether an offset is between `\\r` and `\\n`, where no position is."""
        return offset > 0 and self.document.text(offset - 1, offset + 1) == "\r\n"

    def line(self, offset: int) -> int:
        return self.pair(offset)[0]

    def position(self, offset: int) -> Json:
        line, column = self.pair(offset)
        return {"line": line, "character": column}

    def range(self, start: int, end: int) -> Json:
        (line, column), (end_line, end_column) = self.pairs(start, end)
        return {
            "start": {"line": line, "character": column},
            "end": {"line": end_line, "character": end_column},
        }

    def offset(self, position: Json) -> int:
        """The offset of a position, clamped to its line and to the document. Raises MalformedError."""
        return offset_of(self.document, position, self.encoding)

    def span(self, range_: Json) -> Span:
        """The offsets of a range, in order. Raises MalformedError."""
        return span_of(self.document, range_, self.encoding)


class LineTable(Positions):
    """The same for very many positions: made in about the time that reading the text takes, then quick."""

    def __init__(self, document: Document, encoding: Encoding, span: Span | None = None) -> None:
        """`span` is where the positions are; the few that are outside are looked up one at a time."""
        super().__init__(document, encoding)
        self._line, self._base, end = 0, 0, len(document)
        if span is not None:
            self._line = document.position_at(span.start, "utf-32").line
            self._base = document.line_start(self._line)
            end = document.line_end(document.position_at(span.end, "utf-32").line)
        self.text = document.text(self._base, end)
        self._simple = encoding == "utf-32" or self.text.isascii()
        self._returns = "\r" in self.text
        if self._returns:
            self._starts = [0, *(found.end() for found in LINE_BREAK.finditer(self.text))]
        else:
            self._starts = [0, *accumulate(len(line) + 1 for line in self.text.split("\n"))][:-1]

    def within_break(self, offset: int) -> bool:
        at = offset - self._base
        if not 0 < at < len(self.text):
            return super().within_break(offset)
        return self._returns and self.text[at - 1 : at + 1] == "\r\n"

    def pair(self, offset: int) -> tuple[int, int]:
        at = offset - self._base
        if not 0 <= at <= len(self.text):
            return super().pair(offset)
        if self._returns and self.text[at - 1 : at + 1] == "\r\n":
            at -= 1
        line = bisect_right(self._starts, at) - 1
        start = self._starts[line]
        return self._line + line, at - start if self._simple else units(self.text[start:at], self.encoding)

    def pairs(self, start: int, end: int) -> tuple[tuple[int, int], tuple[int, int]]:
        return self.pair(start), self.pair(end)


def member(params: Json, name: str) -> Json:
    """A member of an object. Raises MalformedError where there is none."""
    if not isinstance(params, dict) or name not in params:
        raise MalformedError(f"`{name}` is missing")
    return params[name]


def text_member(params: Json, name: str) -> str:
    """A member that is a string. Raises MalformedError."""
    value = member(params, name)
    if not isinstance(value, str):
        raise MalformedError(f"`{name}` is not a string")
    return value


def uri_of(params: Json) -> str:
    """The document that parameters are about. Raises MalformedError."""
    return text_member(member(params, "textDocument"), "uri")


def _number(params: Json, name: str) -> int:
    value = member(params, name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise MalformedError(f"`{name}` is not a number")
    return value
