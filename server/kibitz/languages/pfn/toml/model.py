"""TOML as frozen values: statements with spans relative to the statement, and the terminals of the grammar.

Equal statements are one object: each text is read once. The values are those that tomli gives."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple

from kibitz.core.grammar import Grammar
from kibitz.core.values import Span

GRAMMAR = Grammar("pfn", ("statement", "key", "lexicon"))

CLOSERS = ('"""', "'''")

BLANKS = " \t\ufeff"
"""Spaces, tabs and a byte order mark, which must not hide the header after it."""

_VALUES = (
    "BASIC_STRING", "LITERAL_STRING", "LONG_BASIC_STRING", "LONG_LITERAL_STRING", "BOOLEAN", "INTEGER", "FLOAT",
    "DATETIME", "DATE", "TIME",
)  # fmt: skip


@cache
def pattern(terminal: str) -> re.Pattern[str]:
    """Return the regular expression of a terminal of the grammar."""
    return GRAMMAR.pattern(terminal)


@cache
def one_of(*terminals: str) -> re.Pattern[str]:
    """Return a pattern that matches one of several terminals."""
    return re.compile("|".join(f"(?:{pattern(name).pattern})" for name in terminals))


def is_value(text: str) -> bool:
    """Return whether a text is a value other than an array or an inline table."""
    return one_of(*_VALUES).fullmatch(text) is not None


def line_end(text: str, at: int) -> int:
    """Return the offset after the line of `at`."""
    return text.find("\n", at) + 1 or len(text)


def first_of(text: str, line: int) -> str:
    """Return the first character of a line that is not a space, or a line end."""
    return text[line : line_end(text, line)].lstrip(BLANKS)[:1] or "\n"


Kind = Literal["string", "integer", "float", "boolean", "datetime", "date", "time", "array", "table"]


class Key(NamedTuple):
    """A key as its parts, unquoted: `a . "b c"` is `("a", "b c")`. An unreadable key has no parts."""

    parts: tuple[str, ...]
    spans: tuple[Span, ...]
    """The place of each part, with its quotes."""
    span: Span

    @property
    def name(self) -> str:
        """The parts joined by dots, for messages."""
        return ".".join(self.parts)


class Node(NamedTuple):
    """A value. `items` are the elements of an array, `entries` the pairs of an inline table."""

    kind: Kind
    value: object
    """The value as tomli reads it: str, int, float, bool, datetime, date, time, list, dict."""
    span: Span
    items: tuple[Node, ...] = ()
    entries: tuple[KeyValue, ...] = ()


class KeyValue(NamedTuple):
    """`key = value`, as a statement or in an inline table. The value is None if it is missing or broken."""

    key: Key
    value: Node | None
    span: Span
    """From the key to the end of the value; in a broken statement, to the end of the text in its place."""
    equals: int | None = None
    """The offset of the `=`, or None if it is missing."""
    comment: Span | None = None
    """The comment after it, from its `#`."""


class Header(NamedTuple):
    """`[key]`, or `[[key]]` if `array` is true. If the key of a header is unreadable, it has no parts."""

    key: Key
    array: bool
    span: Span
    """From the first to the last bracket."""
    comment: Span | None = None
    closed: bool = True
    """False if the header is unreadable: it may be half typed."""


class Comment(NamedTuple):
    """A line that holds nothing but a comment."""

    span: Span


class Broken(NamedTuple):
    """Unreadable text; the chunk has a finding there."""

    span: Span


class Shorthand(NamedTuple):
    """A line of shorthand for a table."""

    span: Span
    text: str


Statement = Header | KeyValue | Comment | Broken | Shorthand
