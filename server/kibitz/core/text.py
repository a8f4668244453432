"""Lines, columns and encodings of plain text, by the rules of the Language Server Protocol.

Only `\\n`, `\\r\\n` and a lone `\\r` end a line: a form feed, NEL or U+2028 does not.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from typing import Literal, NamedTuple

Encoding = Literal["utf-8", "utf-16", "utf-32"]
Measure = Literal["breaks", "utf-8", "utf-16", "utf-32"]
"""A size of texts: their line ends, or their length in an encoding. The last one counts code points."""

LINE_BREAK = re.compile(r"\r\n|\n|\r")
"""One end of a line."""


class Position(NamedTuple):
    """A line and a column, both from 0. The column counts units of an encoding."""

    line: int
    column: int


def count_breaks(text: str) -> int:
    """Return the number of line ends in a text that does not begin or end between `\\r` and `\\n`."""
    breaks = text.count("\n")
    if "\r" in text:
        breaks += text.count("\r") - text.count("\r\n")
    return breaks


def units(text: str, measure: Measure) -> int:
    """Return the size of `text`: its line ends, its bytes of UTF-8, its UTF-16 code units, or its code points.

    Lone surrogates, which editors with UTF-16 can send, count as one unit of UTF-16 and as three bytes.
    """
    if measure == "breaks":
        return count_breaks(text)
    if measure == "utf-32" or text.isascii():
        return len(text)
    if measure == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def index_of(text: str, count: int, measure: Measure) -> int:
    """Return the number of code points in the first `count` units of `text`, which has that many.

    A count within a character is rounded down to its start.
    """
    if measure == "breaks":
        return next(islice(break_ends(text), count - 1, None))
    if measure == "utf-32" or text.isascii():
        return count
    return bisect_right(range(len(text) + 1), count, key=lambda end: units(text[:end], measure)) - 1


def break_ends(text: str) -> Iterator[int]:
    """Yield the starts of all lines but the first."""
    if "\r" in text:
        yield from (found.end() for found in LINE_BREAK.finditer(text))
        return
    end = 0
    while end := text.find("\n", end) + 1:
        yield end


def last_break_end(text: str) -> int:
    """Return the offset after the last line end of `text`, or 0 if there is none."""
    return max(text.rfind("\n"), text.rfind("\r")) + 1
