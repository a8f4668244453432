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

from kibitz.core.grammar import Grammar
from kibitz.core.language import Border

GRAMMAR = Grammar("pfn", ("statement", "key", "lexicon"))

CLOSERS = ('"""', "'''")

LONG_RUN = 500
"""Statements on a line each that follow one another are cut only where they are longer than this together."""

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


class Reach(NamedTuple):
    """How far a statement reaches, line end included; see :class:`Stretch` for `apart`."""

    end: int
    apart: bool = False


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
    for start, end, kind in stretches(text, rest):
        if kind == "header":
            listed = text.startswith("[[", end - len(text[start:end].lstrip(_BLANKS)))
            yield Border(start, True)
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
    for start, end, kind in stretches(text, lambda _: False):
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


def stretches(text: str, rest: Rest) -> Iterator[Stretch]:
    """A text that begins at the start of a statement as stretches; it ends early where `rest` asks for more text."""
    opener, vain = pattern("OPENER"), set[str]()
    at = 0
    while (found := opener.search(text, at)) is not None:
        line = max(text.rfind("\n", at, found.start()) + 1, at)
        if line > at:
            yield Stretch(at, line, "lines")
        if found[0] == "[" and not text[line : found.start()].strip(_BLANKS):
            at = line_end(text, line)
            yield Stretch(line, at, "header")
            continue
        reached = _reach(text, line, rest, vain)
        if reached is None:
            return
        at = reached.end
        yield Stretch(line, at, "apart" if reached.apart else "whole")
    if at < len(text):
        yield Stretch(at, len(text), "lines")


def line_end(text: str, at: int) -> int:
    """The offset behind the line that `at` is on."""
    return text.find("\n", at) + 1 or len(text)


def is_header(text: str, at: int) -> bool:
    """Whether the line at `at` begins as a header, be it behind a byte order mark."""
    return text[at : at + 1] == "[" or _first_of(text, at) == "["


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


def _reach(text: str, at: int, rest: Rest, vain: set[str]) -> Reach | None:
    """How far the statement at the start of a line reaches; None if that can't be told without more text.

    `vain` are the closers that have been looked for in vain.
    """
    found = pattern("ASSIGNMENT").match(text, at)
    value = found.end() if found else at
    opener = pattern("OPENER").match(text, value)
    if found is None or opener is None:
        return Reach(line_end(text, at))
    if opener[0] not in CLOSERS:
        return _Brackets(text, rest, vain).reach(value)
    end = _long_end(text, value, rest, vain)
    return None if end is None else Reach(line_end(text, end))


def _long_end(text: str, at: int, rest: Rest, vain: set[str]) -> int | None:
    """Where a long string ends: with its closer or, if it has none, with its line; None if that can't be told."""
    closer = text[at : at + 3]
    if closer not in vain:
        if (found := pattern("LOOSE_LONG").match(text, at)) is not None:
            return found.end()
        # What closes no string closes none that begins further on, so that the text need not be searched again.
        vain.add(closer)
    if rest(closer):
        return None
    end = text.find("\n", at)
    return len(text) if end < 0 else end


class _Brackets:
    """Follows brackets from an opening one to what closes it."""

    def __init__(self, text: str, rest: Rest, vain: set[str]) -> None:
        self.text = text
        self.rest = rest
        self.vain = vain
        self.open: list[str] = []
        """The brackets that are open, and for each what was last read in it (see `_read`)."""
        self.last: list[Literal["", "key", "=", "value"]] = []

    def reach(self, at: int) -> Reach | None:
        piece = pattern("PIECE")
        while (found := piece.search(self.text, at)) is not None:
            sign, at = found[0], found.end()
            if sign == "\n":
                if not self._goes_on(at):
                    return Reach(at, self._apart())
            elif sign in {"[", "{"}:
                self.open.append(sign)
                self.last.append("")
            elif sign in {"]", "}"}:
                self.open.pop()
                self.last.pop()
                if not self.open:
                    return Reach(line_end(self.text, at))
                self.last[-1] = "value"
            elif sign in CLOSERS:
                end = _long_end(self.text, found.start(), self.rest, self.vain)
                if end is None:
                    return None
                self._read(sign)
                at = end
            elif sign[0] != "#":
                self._read(sign)
        return Reach(len(self.text), self._apart())

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

    def _apart(self) -> bool:
        """An inline table that is never closed is given up, so that the pairs behind it count."""
        return self.open[0] == "{"


def _first_of(text: str, line: int) -> str:
    """The first character of a line that is no blank; a line end where there is none, and at the end of the text."""
    return text[line : line_end(text, line)].lstrip(_BLANKS)[:1] or "\n"
