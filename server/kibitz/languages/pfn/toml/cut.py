"""Where chunks and statements end.

What spans lines is followed only as far as it can be what it began as: an array ends before a line that can't stand in
one (a header, `key =`), an inline table at a line end that it can't hold, a string that nothing closes at the end of its
line. So nothing unclosed swallows the file, and every valid document is cut as it is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Literal, NamedTuple

from kibitz.core.cut import Border
from kibitz.core.grammar import Grammar

GRAMMAR = Grammar("pfn", ("statement", "key", "lexicon"))

CLOSERS = ('"""', "'''")

LONG_RUN = 500
"""Statements on a line each that follow one another are cut only where they are longer than this together."""

_SPANNING = ("{", *CLOSERS)
"""The signs, besides brackets, with which something begins that may span lines."""

_BLANKS = " \t\ufeff"
"""A byte order mark is an error of its own and must not hide the header behind it."""

Rest = Callable[[str], bool]

_VALUES = (
    "BASIC_STRING", "LITERAL_STRING", "LONG_BASIC_STRING", "LONG_LITERAL_STRING", "BOOLEAN", "INTEGER", "FLOAT",
    "DATETIME", "DATE", "TIME",
)  # fmt: skip


class Stretch(NamedTuple):
    """Whole lines: `lines` of a statement each at most, a `header`, or one statement `whole`, line ends and all.

    `apart` are lines that began as one statement and are better read one by one: an inline table that is never closed.
    """

    start: int
    end: int
    kind: Literal["lines", "header", "whole", "apart"]


@cache
def pattern(terminal: str) -> re.Pattern[str]:
    """The regular expression of a terminal of the grammar."""
    return GRAMMAR.pattern(terminal)


@cache
def one_of(*terminals: str) -> re.Pattern[str]:
    """What matches one of several terminals."""
    return re.compile("|".join(f"(?:{pattern(name).pattern})" for name in terminals))


def is_value(text: str) -> bool:
    """Whether a text is a value other than an array or an inline table."""
    return one_of(*_VALUES).fullmatch(text) is not None


def borders(text: str, rest: Rest) -> Iterator[Border]:
    """See :meth:`kibitz.core.language.Language.split`: hard before headers, soft behind other statements.

    A table of a list is never cut: what it says, a trade, is judged as a whole.
    """
    listed = False
    scanner = _Scanner(text, rest)
    for start, end, kind in scanner.stretches():
        if kind == "header":
            yield Border(start, True)
            listed = text.startswith("[[", end - len(text[start:end].lstrip(_BLANKS)))
            if listed:
                for header in scanner.listed():
                    yield Border(header, True)
            continue
        if listed:
            continue
        if kind != "lines":
            yield Border(start, False)
        elif end - start > LONG_RUN:
            at = line_end(text, start)
            while at < end:
                yield Border(at, False)
                at = line_end(text, at)
        yield Border(end, False)


def statements(text: str) -> Iterator[tuple[int, str]]:
    """The statements of a chunk with their offsets, without blanks and line ends around them."""
    for start, end, kind in _Scanner(text, lambda _: False).stretches():
        if kind == "whole":
            yield from _stripped(text, start, end)
            continue
        at = start
        lines = text[start:end].split("\n")
        for line in lines:
            behind = at + len(line) + 1
            # A carriage return belongs to the line end if there is one behind it, and else is an error.
            bare = (line[:-1] if line[-1:] == "\r" and behind <= end else line).strip(" \t")
            if bare:
                yield (at + line.index(bare), bare)
            at = behind


def line_end(text: str, at: int) -> int:
    """The offset behind the line that `at` is on."""
    return text.find("\n", at) + 1 or len(text)


def is_header(text: str, at: int) -> bool:
    """Whether the line at `at` begins as a header, be it behind a byte order mark."""
    return text[at : at + 1] == "[" or _first_of(text, at) == "["


class _Scanner:
    """Goes through a text that begins at the start of a statement."""

    def __init__(self, text: str, rest: Rest) -> None:
        self.text = text
        self.rest = rest
        self.vain: set[str] = set()
        """The closers that have been looked for in vain."""
        self.at = 0
        self._next = dict.fromkeys(_SPANNING, -1)
        """Where each of these signs stands next, and the first of these places."""
        self._spanning = -1

    def stretches(self) -> Iterator[Stretch]:
        """The text as stretches; it ends early where `rest` asks for more text."""
        text = self.text
        while (opener := self._opener()) < len(text):
            line = max(text.rfind("\n", self.at, opener) + 1, self.at)
            if line > self.at:
                yield Stretch(self.at, line, "lines")
            if text[opener] == "[" and not text[line:opener].strip(_BLANKS):
                self.at = line_end(text, line)
                yield Stretch(line, self.at, "header")
                continue
            reached = self._reach(line)
            if reached is None:
                return
            self.at = reached.end
            yield reached
        if self.at < len(text):
            yield Stretch(self.at, len(text), "lines")

    def listed(self) -> Iterator[int]:
        """Passes over tables of lists that are plain lines, as those of a long round are, and tells where they begin.

        What follows them is the next stretch.
        """
        while (opener := self._opener()) and self.text.startswith("\n[[", opener - 1):
            self.at = line_end(self.text, opener)
            yield opener

    def long_end(self, at: int) -> int | None:
        """Where a long string ends: with its closer or, if it has none, with its line; None if that can't be told."""
        text, closer = self.text, self.text[at : at + 3]
        if closer not in self.vain:
            if (found := pattern("LOOSE_LONG").match(text, at)) is not None:
                return found.end()
            # What closes no string closes none that begins further on, so the text need not be searched again.
            self.vain.add(closer)
        if self.rest(closer):
            return None
        end = text.find("\n", at)
        return len(text) if end < 0 else end

    def _reach(self, line: int) -> Stretch | None:
        """The statement at the start of a line; None if it can't be told without more text how far it reaches."""
        found = pattern("ASSIGNMENT").match(self.text, line)
        value = found.end() if found else line
        opener = pattern("OPENER").match(self.text, value)
        if found is None or opener is None:
            return Stretch(line, line_end(self.text, line), "whole")
        if opener[0] not in CLOSERS:
            return _Brackets(self, line).reach(value)
        end = self.long_end(value)
        return None if end is None else Stretch(line, line_end(self.text, end), "whole")

    def _opener(self) -> int:
        """Where the next match of the terminal OPENER is; the end of the text where there is none.

        Its signs are looked for one by one, which is ten times as quick as a search for all of them.
        """
        if self._spanning < self.at:
            for sign, place in self._next.items():
                if place < self.at:
                    found = self.text.find(sign, self.at)
                    self._next[sign] = len(self.text) if found < 0 else found
            self._spanning = min(self._next.values())
        bracket = self.text.find("[", self.at, self._spanning)
        return self._spanning if bracket < 0 else bracket


def _stripped(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    while start < end:
        if text.endswith("\r\n", start, end):
            end -= 2
        elif text[end - 1] in " \t\n":
            end -= 1
        else:
            break
    bare = text[start:end].lstrip(" \t")
    if bare:
        yield (end - len(bare), bare)


class _Brackets:
    """Follows the brackets of the statement at the start of a line, from an opening one to what closes it."""

    def __init__(self, scanner: _Scanner, line: int) -> None:
        self.scanner = scanner
        self.text = scanner.text
        self.line = line
        self.open: list[str] = []
        """The brackets that are open, and for each what was last read in it (see `_read`)."""
        self.last: list[Literal["", "key", "=", "value"]] = []

    def reach(self, at: int) -> Stretch | None:
        piece = pattern("PIECE")
        while (found := piece.search(self.text, at := self._behind_plain(at))) is not None:
            sign, at = found[0], found.end()
            if sign == "\n":
                if not self._goes_on(at):
                    return self._stretch(at)
            elif sign in {"[", "{"}:
                self.open.append(sign)
                self.last.append("")
            elif sign in {"]", "}"}:
                self.open.pop()
                self.last.pop()
                if not self.open:
                    return self._stretch(line_end(self.text, at))
                self.last[-1] = "value"
            elif sign in CLOSERS:
                end = self.scanner.long_end(found.start())
                if end is None:
                    return None
                self._read(sign)
                at = end
            elif sign[0] != "#":
                self._read(sign)
        return self._stretch(len(self.text))

    def _behind_plain(self, at: int) -> int:
        """Behind what needs no second look in an array: values, flat inline tables and commas on the line."""
        if not self.open or self.open[-1] != "[":
            return at
        plain = pattern("PLAIN_ITEMS")
        while (found := plain.match(self.text, at)) is not None:
            if bare := found[0].rstrip(" \t\r"):
                self.last[-1] = "" if bare[-1] == "," else "value"
            at = found.end()
        return at

    def _stretch(self, end: int) -> Stretch:
        """An inline table that is never closed is given up, so that the pairs behind it count."""
        return Stretch(self.line, end, "apart" if self.open[:1] == ["{"] else "whole")

    def _read(self, sign: str) -> None:
        if sign == ",":
            self.last[-1] = ""
        elif self.open[-1] == "[":
            self.last[-1] = "value"
        elif sign == "=":
            self.last[-1] = "="
        else:
            self.last[-1] = "value" if self.last[-1] in {"=", "value"} else "key"

    def _goes_on(self, line: int) -> bool:
        """Whether what is open may go on with a line. Inline tables that can't are given up."""
        while self.open[-1] == "{" and not self._inline_goes_on(line):
            if len(self.open) == 1:
                return False
            self.open.pop()
            self.last.pop()
            self.last[-1] = "value"
        return self.open[-1] == "{" or self._array_goes_on(line)

    def _inline_goes_on(self, line: int) -> bool:
        last = self.last[-1]
        if last in {"key", "="}:
            return False
        found = _first_of(self.text, line)
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


def _first_of(text: str, line: int) -> str:
    """The first character of a line that is no blank; a line end where there is none, and at the end of the text."""
    return text[line : line_end(text, line)].lstrip(_BLANKS)[:1] or "\n"
