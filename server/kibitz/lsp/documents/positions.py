"""Offsets as positions of the protocol and back, and URIs as paths."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.uris import from_fs_path, to_fs_path

from kibitz.core.document import Document
from kibitz.core.text import Encoding, Position
from kibitz.core.values import Span


class Positions:
    """The positions of one version of a document."""

    def __init__(self, document: Document, encoding: Encoding) -> None:
        self.document = document
        self.encoding = encoding

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
