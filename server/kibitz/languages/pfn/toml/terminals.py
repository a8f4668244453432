"""The terminals of the grammar, and how lines begin and end."""

from __future__ import annotations

import re
from functools import cache

from kibitz.core.grammar import Grammar

GRAMMAR = Grammar("pfn", ("statement", "key", "lexicon"))

CLOSERS = ('"""', "'''")

BLANKS = " \t\ufeff"
"""A byte order mark is an error of its own and must not hide the header behind it."""

_VALUES = (
    "BASIC_STRING", "LITERAL_STRING", "LONG_BASIC_STRING", "LONG_LITERAL_STRING", "BOOLEAN", "INTEGER", "FLOAT",
    "DATETIME", "DATE", "TIME",
)  # fmt: skip


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


def line_end(text: str, at: int) -> int:
    """The offset behind the line that `at` is on."""
    return text.find("\n", at) + 1 or len(text)


def is_header(text: str, at: int) -> bool:
    """Whether the line at `at` begins as a header, be it behind a byte order mark."""
    return text[at : at + 1] == "[" or first_of(text, at) == "["


def first_of(text: str, line: int) -> str:
    """The first character of a line that is no blank; a line end where there is none, and at the end of the text."""
    return text[line : line_end(text, line)].lstrip(BLANKS)[:1] or "\n"
