"""Lines, columns and encodings of plain text, by the rules of the Language Server Protocol.

Only `\\n`, `\\r\\n` and a lone `\\r` end a line: a form feed, NEL or U+2028 does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

Encoding = Literal["utf-8", "utf-16", "utf-32"]

LINE_BREAK = re.compile(r"\r\n|\n|\r")
"""One end of a line."""
SHORT_TEXT = 1000
"""Code points in which line ends are found one by one."""


class Position(NamedTuple):
    """A line and a column, both from 0. The column counts units of an encoding."""

    line: int
    column: int


def count_breaks(text: str, start: int = 0, end: int | None = None) -> int:
    """Return the number of line ends between two offsets, neither of which is between `\\r` and `\\n`."""
    if end is None:
        end = len(text)
    breaks = text.count("\n", start, end)
    if text.find("\r", start, end) >= 0:
        breaks += text.count("\r", start, end) - text.count("\r\n", start, end)
    return breaks


def units(text: str, encoding: Encoding) -> int:
    """Return the length of `text` in units of an encoding: bytes of UTF-8, UTF-16 code units, or code points.

    Lone surrogates, which editors with UTF-16 can send, count as one unit of UTF-16 and as three bytes.
    """
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def index_of(text: str, count: int, encoding: Encoding) -> int:
    """Return the number of code points in the first `count` units of `text`.

    A count within a character is rounded down to its start; one past the end gives the length.
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
    """Return the offset after the `number`-th line end (from 1) of `text`. Raises ValueError if it has fewer."""
    start, end = 0, len(text)
    # To count is much quicker than to go from line to line.
    while end - start > SHORT_TEXT:
        middle = (start + end) // 2
        middle += text[middle - 1 : middle + 1] == "\r\n"
        breaks = count_breaks(text, start, middle)
        if breaks < number:
            start, number = middle, number - breaks
        else:
            end = middle
    if "\r" not in text:
        for _ in range(number):
            start = text.index("\n", start) + 1
        return start
    for index, found in enumerate(LINE_BREAK.finditer(text, start), start=1):
        if index == number:
            return found.end()
    raise ValueError(f"fewer than {number} line ends")


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
