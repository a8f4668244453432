"""The usual form of a trade, a line for each key: put together from the terminals of the grammar and the keys of the specification."""

from __future__ import annotations

import re
from functools import cache

from kibitz.languages.pfn.text.keys import tables
from kibitz.languages.pfn.text.tables import TRADES
from kibitz.languages.pfn.toml.terminals import pattern


@cache
def header_line() -> re.Pattern[str]:
    """The first line of a trade, line end and all."""
    return re.compile(re.escape(tables()[TRADES].header) + _ending())


@cache
def line(key: str) -> re.Pattern[str]:
    """The line of a key, line end and all, with one group: the value."""
    return re.compile(_pair(key) + _ending())


@cache
def rest() -> re.Pattern[str]:
    """What may stand behind the last line."""
    return re.compile(_empty_lines() + _blank())


@cache
def trade() -> re.Pattern[str]:
    """A whole trade behind the first bracket of its header, with a group for the value of each key."""
    keys = [key.name for key in tables()[TRADES].keys]
    lines = [re.escape(tables()[TRADES].header[1:]), *map(_pair, keys)]
    return re.compile(_ending().join(lines) + _blank() + f"(?:{pattern('NEWLINE').pattern}{_blank()})*")


def _pair(key: str) -> str:
    types = {one.name: one.type for one in tables()[TRADES].keys}
    terminals = _VALUES.get(types[key], ("BASIC_STRING",))
    values = "|".join(_uncaptured(pattern(one).pattern) for one in terminals)
    return f"{key}{_blank()}{pattern('EQUALS').pattern}{_blank()}({values})"


_VALUES = {"integer": ("INTEGER",), "number": ("FLOAT", "INTEGER")}
"""The terminals of values, for the types that are no strings."""


def _empty_lines() -> str:
    return f"(?:{_blank()}{pattern('NEWLINE').pattern})*"


def _blank() -> str:
    return f"(?:{pattern('BLANK').pattern})?"


def _ending() -> str:
    return _blank() + pattern("NEWLINE").pattern


def _uncaptured(regexp: str) -> str:
    """The same expression without groups that can be asked for."""
    return re.sub(r"(\\.|\[\^?\]?(?:\\.|[^\]\\])*\])|\((?!\?)", lambda one: one[1] or "(?:", regexp)
