"""The ends of chunks and statements, and the extent of brackets.

A statement over several lines reaches only as far as it is possible. An array ends before a line that cannot be in
one, such as a header or `key =`.
An inline table ends at an impossible line end, and an unterminated string ends with its line.
So nothing unterminated swallows the file, and every valid document is cut correctly.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from kibitz.core.bounds import ENTRIES
from kibitz.core.cut import SplitPoint
from kibitz.languages.pfn.toml.model import BLANKS, CLOSERS, first_of, is_value, line_end, pattern

CLOSES = {"[": "]", "{": "}"}
"""The brackets, with those that close them."""


class Opened(NamedTuple):
    """An open bracket with its place."""

    sign: str
    at: int


class Open(list[Opened]):
    """The open brackets, the innermost last. A closing bracket without an opening one is ignored."""

    def take(self, sign: str, at: int) -> None:
        """Pass a sign of any kind."""
        if sign in CLOSES:
            self.append(Opened(sign, at))
        elif self and sign in CLOSES.values():
            self.pop()

    @property
    def last(self) -> str:
        """The sign of the innermost bracket, or an empty string if none is open."""
        return self[-1].sign if self else ""


def followed(text: str, start: int = 0, end: int = sys.maxsize) -> Iterator[tuple[re.Match[str], Open]]:
    """Yield the signs, words and strings of a statement, each with the brackets that are open before it.

    After the last one, the brackets are those that stay open.
    """
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
    """The brackets of a statement at the start of a line, from an opening one to its closing one."""

    def __init__(self, text: str, line: int, long_end: Callable[[int], int | None]) -> None:
        """`long_end` returns the end of the long string at an offset, or None if it is not known yet."""
        self.text = text
        self.line = line
        self.long_end = long_end
        self.open = Open()
        """The open brackets, each with the last thing read in it (see `_read`)."""
        self.last: list[Literal["", "key", "=", "value"]] = []

    def reach(self, at: int) -> Extent | None:
        piece = pattern("PIECE")
        while (found := piece.search(self.text, at)) is not None:
            sign, at = found[0], found.end()
            if sign == "\n":
                if not self._goes_on(at) or (self.open[0].sign == "{" and at - self.line > MOST):
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

    def _extent(self, end: int) -> Extent:
        """Return the extent. An inline table that never ends is given up, so that the following pairs count."""
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
        """Return whether the open bracket may continue on a line. Impossible inline tables are closed."""
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


LONG_RUN = 500
"""The minimum length of a run of one-line statements that is cut, in code points."""
TOGETHER = 10 * LONG_RUN
"""The maximum length of statements that are read together, in code points. Reading them takes 5 to 12 ms."""

MOST = 10 * TOGETHER
"""The maximum length of a list table or unclosed inline table that is one chunk, in code points: each edit reads it again.

A trade with a commented round below it is shorter.
"""

TRADES = "Trades"
"""The name in the headers of trades."""

_SPANNING = ("{", *CLOSERS)
"""The signs other than brackets that begin a value over several lines."""

Rest = Callable[[str], bool]


class Written(NamedTuple):
    """A statement as it is written, without spaces and line ends around it."""

    offset: int
    text: str


def is_uncut(text: str) -> bool:
    """Return whether a text begins with a table that is never cut: one of a list, and one with the name of the trades.

    A trade is judged as a whole.
    """
    header = text[: line_end(text, 0)].lstrip(BLANKS)
    return header.startswith("[[") or (header.startswith("[") and TRADES in header)


def split_points(text: str, rest: Rest) -> Iterator[SplitPoint]:
    """See :meth:`kibitz.core.language.Language.split`.

    Borders are hard before headers, and soft after other statements. Two kinds of statements are read together with the
    next one: those in a merge conflict, and those with an open string. No border follows them.
    """
    listed, parted, torn, before, last = False, False, False, 0, 0
    scanner = _Scanner(text, rest)
    for start, end, kind in scanner.extents():
        if kind == "header":
            yield SplitPoint(start, True)
            listed, parted, torn, before, last = is_uncut(text[start:end]), False, False, end, start
            continue
        for at in () if listed and end - last < MOST else _ends(text, start, end, kind):
            for found in pattern("VERSION").finditer(text, before, at):
                parted = not found["theirs"]
            lines, before = text[before:at].rstrip(), at
            if lines:
                torn = pattern("OPEN_LINE").match(lines, lines.rfind("\n") + 1) is not None
            if not (listed or parted or torn) or at - last >= (MOST if listed else TOGETHER):
                yield SplitPoint(at, False)
                # A scanner that begins here does not know the text before it.
                listed, parted, torn, last = False, False, False, at


def _ends(text: str, start: int, end: int, kind: str) -> Iterator[int]:
    """Yield the borders of a statement; in a long run of one-line statements, the end of each line."""
    if kind != "lines":
        yield start
    elif end - start > LONG_RUN:
        at = line_end(text, start)
        while at < end:
            yield at
            at = line_end(text, at)
    yield end


def statements(text: str) -> Iterator[Written]:
    """Yield the statements of a chunk, or of a whole table."""
    for start, end, kind in _Scanner(text, lambda _: False).extents():
        yield from (_stripped if kind == "whole" else _lines)(text, start, end)


def tables(text: str) -> Iterator[str]:
    """Yield the tables of a text, each with its header."""
    start = 0
    for split_point in split_points(text, lambda _: False):
        if split_point.hard:
            yield text[start : split_point.offset]
            start = split_point.offset
    yield text[start:]


def _lines(text: str, start: int, end: int) -> Iterator[Written]:
    """Yield a statement for each line that is not empty."""
    at = start
    for line in text[start:end].split("\n"):
        behind = at + len(line) + 1
        # A carriage return belongs to the line end after it. Elsewhere it is an error.
        bare = (line[:-1] if line[-1:] == "\r" and behind <= end else line).strip(" \t")
        if bare:
            yield Written(at + line.index(bare), bare)
        at = behind


class _Scanner:
    """A scanner of a text that begins at the start of a statement."""

    def __init__(self, text: str, rest: Rest) -> None:
        self.text = text
        self.rest = rest
        self.vain: set[str] = set()
        """The closers that have been looked for in vain."""
        self.at = 0
        self._next = dict.fromkeys(_SPANNING, -1)
        """The next place of each of these signs, and the first of these places."""
        self._spanning = -1

    def extents(self) -> Iterator[Extent]:
        """Yield the extents of the text, up to the place where `rest` asks for more text."""
        text = self.text
        while (opener := self._opener()) < len(text):
            line = max(text.rfind("\n", self.at, opener) + 1, self.at)
            if line > self.at:
                yield Extent(self.at, line, "lines")
            if text[opener] == "[" and not text[line:opener].strip(BLANKS):
                self.at = line_end(text, line)
                yield Extent(line, self.at, "header")
                continue
            reached = self._reach(line)
            if reached is None:
                return
            self.at = reached.end
            yield reached
        if self.at < len(text):
            yield Extent(self.at, len(text), "lines")

    def long_end(self, at: int) -> int | None:
        """Return the end of a long string: its closer or, without one, its line end. Return None if it is not known yet."""
        text, closer = self.text, self.text[at : at + 3]
        if closer not in self.vain:
            if (found := pattern("LOOSE_LONG").match(text, at)) is not None:
                return found.end()
            # A closer that is missing here is missing further on, so the text need not be searched again.
            self.vain.add(closer)
        if self.rest(closer):
            return None
        end = text.find("\n", at)
        return len(text) if end < 0 else end

    def _reach(self, line: int) -> Extent | None:
        """Return the extent of the statement at the start of a line, or None if this needs more text."""
        found = pattern("ASSIGNMENT").match(self.text, line)
        value = found.end() if found else line
        opener = pattern("OPENER").match(self.text, value)
        if found is None or opener is None:
            return Extent(line, line_end(self.text, line), "whole")
        if opener[0] not in CLOSERS:
            return Brackets(self.text, line, self.long_end).reach(value)
        end = self.long_end(value)
        return None if end is None else Extent(line, line_end(self.text, end), "whole")

    def _opener(self) -> int:
        """Return the offset of the next match of the terminal OPENER, or the end of the text.

        A search for each sign is ten times as quick as a search for all of them.
        """
        if self._spanning < self.at:
            for sign, place in self._next.items():
                if place < self.at:
                    found = self.text.find(sign, self.at)
                    self._next[sign] = len(self.text) if found < 0 else found
            self._spanning = min(self._next.values())
        bracket = self.text.find("[", self.at, self._spanning)
        return self._spanning if bracket < 0 else bracket


def _stripped(text: str, start: int, end: int) -> Iterator[Written]:
    """Yield the text as one statement, unless it is empty."""
    while start < end:
        if text.endswith("\r\n", start, end):
            end -= 2
        elif text[end - 1] in " \t\n":
            end -= 1
        else:
            break
    bare = text[start:end].lstrip(" \t")
    if bare:
        yield Written(end - len(bare), bare)
