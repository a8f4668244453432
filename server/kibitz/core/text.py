"""Lines, columns and encodings of plain text, by the rules of the Language Server Protocol.

Only `\\n`, `\\r\\n` and a lone `\\r` end a line: a form feed, NEL or U+2028 does not.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Encoding = Literal["utf-8", "utf-16", "utf-32"]

LINE_BREAK = re.compile(r"\r\n|\n|\r")
"""One end of a line."""


class Position(NamedTuple):
    """A line and a column, both from 0; the column counts units of an encoding."""

    line: int
    column: int


def count_breaks(text: str) -> int:
    """How many line ends `text` holds."""
    breaks = text.count("\n")
    if "\r" in text:
        breaks += text.count("\r") - text.count("\r\n")
    return breaks


def units(text: str, encoding: Encoding) -> int:
    """The length of `text` in units of an encoding: bytes of UTF-8, UTF-16 code units, or code points.

    Lone surrogates, which editors on UTF-16 can send, count as one unit of UTF-16 and as three bytes.
    """
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def index_of(text: str, count: int, encoding: Encoding) -> int:
    """How many code points the first `count` units of `text` are.

    A count inside a character is rounded down to its start, one past the end gives the length.
    """
    if count <= 0:
        return 0
    if encoding == "utf-32" or text.isascii():
        return min(count, len(text))
    low, high = 0, min(count, len(text))
    while low < high:
        middle = (low + high + 1) // 2
        if units(text[:middle], encoding) <= count:
            low = middle
        else:
            high = middle - 1
    return low


def nth_break_end(text: str, number: int) -> int:
    """The offset behind the `number`-th line end (from 1) of `text`, which must have that many."""
    if "\r" not in text:
        at = -1
        for _ in range(number):
            at = text.index("\n", at + 1)
        return at + 1
    for index, found in enumerate(LINE_BREAK.finditer(text), start=1):
        if index == number:
            return found.end()
    raise ValueError(f"fewer than {number} line ends")


def last_break_end(text: str) -> int:
    """The offset behind the last line end of `text`, 0 if there is none."""
    return max(text.rfind("\n"), text.rfind("\r")) + 1
