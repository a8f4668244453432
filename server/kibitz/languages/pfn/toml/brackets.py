"""How far a statement with brackets reaches: only as far as it can be what it began as."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from kibitz.core.bounds import ENTRIES
from kibitz.languages.pfn.toml.terminals import CLOSERS, first_of, is_value, line_end, pattern

CLOSES = {"[": "]", "{": "}"}
"""The brackets, with those that close them."""


class Opened(NamedTuple):
    """A bracket that is open, and where."""

    sign: str
    at: int


class Open(list[Opened]):
    """The brackets that are open, the innermost last. What closes nothing counts for nothing."""

    def take(self, sign: str, at: int) -> None:
        """Goes on behind a sign, whatever it is."""
        if sign in CLOSES:
            self.append(Opened(sign, at))
        elif self and sign in CLOSES.values():
            self.pop()

    @property
    def last(self) -> str:
        """The sign of the innermost one; nothing where none is open."""
        return self[-1].sign if self else ""


def followed(text: str, start: int = 0, end: int = sys.maxsize) -> Iterator[tuple[re.Match[str], Open]]:
    """The signs, words and strings of a statement, each with the brackets that are open before it, and behind the last one
    those that are open then."""
    opened = Open()
    for found in pattern("BRACKETED").finditer(text, start, end):
        yield found, opened
        opened.take(found[0], found.start())


class Extent(NamedTuple):
    """Whole lines: `lines` of a statement each at most, a `header`, or one statement `whole`, line ends and all.

    `apart` are lines that began as one statement and are better read one by one: an inline table that is never closed.
    """

    start: int
    end: int
    kind: Literal["lines", "header", "whole", "apart"]


class Brackets:
    """Follows the brackets of the statement at the start of a line, from an opening one to what closes it."""

    def __init__(self, text: str, line: int, long_end: Callable[[int], int | None]) -> None:
        """`long_end` tells where a long string ends that begins at an offset; None if that can't be told yet."""
        self.text = text
        self.line = line
        self.long_end = long_end
        self.open = Open()
        """The brackets that are open, and for each what was last read in it (see `_read`)."""
        self.last: list[Literal["", "key", "=", "value"]] = []

    def reach(self, at: int) -> Extent | None:
        piece = pattern("PIECE")
        while (found := piece.search(self.text, at := self._behind_plain(at))) is not None:
            sign, at = found[0], found.end()
            if sign == "\n":
                if not self._goes_on(at):
                    return self._extent(at)
            elif sign in CLOSES:
                if len(self.open) == ENTRIES:
                    return self._extent(line_end(self.text, at))
                self.open.take(sign, found.start())
                self.last.append("")
            elif sign in CLOSES.values():
                self.open.take(sign, found.start())
                self.last.pop()
                if not self.open:
                    return self._extent(line_end(self.text, at))
                self.last[-1] = "value"
            elif sign in CLOSERS:
                end = self.long_end(found.start())
                if end is None:
                    return None
                self._read(sign)
                at = end
            elif sign[0] != "#":
                self._read(sign)
        return self._extent(len(self.text))

    def _behind_plain(self, at: int) -> int:
        """Behind what needs no second look: in an array values, flat arrays, flat inline tables and commas on the line, in
        an inline table pairs with commas behind them."""
        if not self.open:
            return at
        if self.open.last == "{":
            while not self.last[-1] and (found := pattern("PLAIN_PAIRS").match(self.text, at)) is not None:
                at = found.end()
            return at
        plain = pattern("PLAIN_ITEMS")
        while (found := plain.match(self.text, at)) is not None:
            if bare := found[0].rstrip(" \t\r"):
                self.last[-1] = "" if bare[-1] == "," else "value"
            at = found.end()
        return at

    def _extent(self, end: int) -> Extent:
        """An inline table that is never closed is given up, so that the pairs behind it count."""
        return Extent(self.line, end, "apart" if self.open and self.open[0].sign == "{" else "whole")

    def _read(self, sign: str) -> None:
        if sign == ",":
            self.last[-1] = ""
        elif self.open.last == "[":
            self.last[-1] = "value"
        elif sign == "=":
            self.last[-1] = "="
        else:
            self.last[-1] = "value" if self.last[-1] in {"=", "value"} else "key"

    def _goes_on(self, line: int) -> bool:
        """Whether what is open may go on with a line. Inline tables that can't are given up."""
        while self.open.last == "{" and not self._inline_goes_on(line):
            if len(self.open) == 1:
                return False
            self.open.pop()
            self.last.pop()
            self.last[-1] = "value"
        return self.open.last == "{" or self._array_goes_on(line)

    def _inline_goes_on(self, line: int) -> bool:
        last = self.last[-1]
        if last in {"key", "="}:
            return False
        found = first_of(self.text, line)
        if found in "\r\n#]}":
            return True
        if last == "value":
            return found == ","
        return pattern("ASSIGNMENT").match(self.text, line) is not None

    def _array_goes_on(self, line: int) -> bool:
        if pattern("CONFLICT").match(self.text, line):
            return True
        if (header := pattern("HEADER_LINE").match(self.text, line)) is not None:
            name = header[0].strip(" \t[]")
            return self.last[-1] != "value" and (not name or is_value(name))
        return pattern("ASSIGNMENT").match(self.text, line) is None
