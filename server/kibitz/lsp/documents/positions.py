"""Offsets as positions of the protocol and back, and URIs as paths."""

from __future__ import annotations

import os
import re
import sys
from bisect import bisect_right
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.uris import from_fs_path, to_fs_path

from kibitz.core.document import Document
from kibitz.core.text import LINE_BREAK, Encoding, Position, units
from kibitz.core.values import Span


class Positions:
    """The positions of one version of a document, asked for one at a time."""

    def __init__(self, document: Document, encoding: Encoding) -> None:
        self.document = document
        self.encoding = encoding
        self._table: LineTable | None = None

    @property
    def table(self) -> LineTable:
        """The positions for many lookups, made on first use."""
        if self._table is None:
            self._table = LineTable(self.document, self.encoding)
        return self._table

    def pair(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both from 0, the column in units of the encoding."""
        return self.document.position_at(offset, self.encoding)

    def pairs(self, start: int, end: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the lines and columns of the two ends of a span."""
        return self.pair(start), self.pair(end)

    def within_break(self, offset: int) -> bool:
        """Return whether an offset is between `\\r` and `\\n`, which has no position."""
        return offset > 0 and self.document.text(offset - 1, offset + 1) == "\r\n"

    def line(self, offset: int) -> int:
        return self.pair(offset)[0]

    def position(self, offset: int) -> types.Position:
        return types.Position(*self.pair(offset))

    def range(self, start: int, end: int) -> types.Range:
        first, last = self.pairs(start, end)
        return types.Range(types.Position(*first), types.Position(*last))

    def offset(self, position: types.Position) -> int:
        """Return the offset of a position, clamped to its line and to the document."""
        return self.document.offset_at(Position(position.line, position.character), self.encoding)

    def span(self, range_: types.Range) -> Span:
        """Return the offsets of a range, in order."""
        ends = [Position(one.line, one.character) for one in (range_.start, range_.end)]
        return self.between(*ends)

    def between(self, start: Position, end: Position) -> Span:
        """Return the offsets of two places, in order."""
        return Span(*sorted(self.document.offset_at(one, self.encoding) for one in (start, end)))


class LineTable(Positions):
    """The positions of one version of a document for many lookups. Making it takes about as long as reading the text."""

    def __init__(self, document: Document, encoding: Encoding, span: Span | None = None) -> None:
        """Prepare the positions in `span`. The few outside it are looked up one at a time."""
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

    def line_around(self, offset: int) -> tuple[int, int, int]:
        """Return the number of the line of an offset, and its start and end without the line end."""
        at = offset - self._base
        if not 0 <= at <= len(self.text):
            line = self.document.position_at(offset, "utf-32").line
            return line, self.document.line_start(line), self.document.line_end(line)
        number = bisect_right(self._starts, at) - 1
        last = number + 1 == len(self._starts)
        end = len(self.text) if last else self._starts[number + 1] - 1
        if not last and self._returns and self.text[end - 1 : end + 1] == "\r\n":
            end -= 1
        return self._line + number, self._base + self._starts[number], self._base + end

    def units(self, start: int, end: int) -> int:
        """Return the length of a stretch in units of the encoding."""
        if self._simple and self._base <= start and end <= self._base + len(self.text):
            return end - start
        return units(self.document.text(start, end), self.encoding)


_ESCAPED = re.compile("(?:%[89A-Fa-f][0-9A-Fa-f])+")
"""Bytes beyond ASCII in a URI. pygls replaces those that are not UTF-8, and then no path leads to the file."""


def uri_of(path: str) -> str:
    """Return the URI of a file or folder, even if its name is not UTF-8."""
    try:
        return from_fs_path(path) or ""
    except UnicodeEncodeError:
        return Path(os.path.abspath(path)).as_uri()


def path_of(uri: str | None) -> str:
    """Return the path of a file or folder. Any other URI becomes a path that does not exist, with the same suffix."""
    with suppress(ValueError):
        path = uri and to_fs_path(_ESCAPED.sub(_unescaped, uri))
        if path and b"\0" not in os.fsencode(path):
            return path
    # A query is not a part of the name: `x.bjn?y=z` is a hand.
    name = (uri or "").replace("#", "?").partition("?")[0].rpartition("/")[2]
    return os.path.join(os.devnull, re.sub(r"[^\w.]", "_", unquote(name)))


def _unescaped(found: re.Match[str]) -> str:
    return unquote(found[0], errors=sys.getfilesystemencodeerrors())


def position_in(value: Any) -> types.Position | None:
    """Return the position in an argument of a command, or None if it has none. Raises JsonRpcInvalidParams."""
    if value is None:
        return None
    try:
        return types.Position(value["line"], value["character"])
    except (LookupError, TypeError, ValueError) as error:
        raise JsonRpcInvalidParams(
            "a position has a `line` and a `character`, whole numbers from 0 to 2147483647"
        ) from error
