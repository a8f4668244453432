"""The lines that nearly all TOML is made of: a header, or a pair with a string, a number or a boolean, in any legal spelling.

One regular expression, put together from the terminals of the grammar, reads them several times as quickly as the
recogniser does. What it leaves to that: arrays, inline tables, dates, escapes, and whatever is wrong.
"""

from __future__ import annotations

import re
from functools import cache

from kibitz.core.bounds import SHORT
from kibitz.core.values import Span
from kibitz.languages.pfn.toml.model import Comment, Header, Key, KeyValue, Kind, Node
from kibitz.languages.pfn.toml.terminals import one_of, pattern

_PARTS = ("BARE_KEY", "BASIC_STRING", "LITERAL_STRING")


def _header(blank: str) -> str:
    """A header with such blanks between its parts; `tables` and `table` are names in two brackets and in one."""
    name = _name(blank)
    return rf"\[\[{blank}(?P<tables>{name}){blank}\]\]|\[{blank}(?P<table>{name}){blank}\]"


def _pair(blank: str, gap: str) -> str:
    """A pair, with a `gap` before and behind the sign."""
    value = one_of("FLOAT", "INTEGER", "BASIC_STRING", "LITERAL_STRING", "BOOLEAN").pattern
    return f"(?P<key>{_name(blank)}){gap}{pattern('EQUALS').pattern}{gap}(?P<value>{value})"


def _name(blank: str) -> str:
    """A key. Of those with more than ten parts something may have to be said."""
    part = one_of(*_PARTS).pattern
    return rf"(?:{part})(?:{blank}\.{blank}(?:{part})){{0,9}}"


@cache
def _line() -> re.Pattern[str]:
    """A line, with its line end if it has one."""
    blank = f"(?:{pattern('BLANK').pattern})?"
    return re.compile(
        _uncaptured(
            rf"{blank}(?:{_pair(blank, blank)}|{_header(blank)})?"
            rf"{blank}(?P<comment>{pattern('COMMENT').pattern})?(?:{pattern('NEWLINE').pattern}|\Z)"
        )
    )


@cache
def tidy() -> re.Pattern[str]:
    """The lines of a table as formatting leaves them, comments aside, and an empty one."""
    return re.compile(_uncaptured(rf"(?:{_header('')})\n(?:{_pair('', ' ')}\n)*\n"))


def match(text: str, at: int = 0) -> re.Match[str] | None:
    """Such a line at an offset, with its line end, and with the groups `key`, `value`, `tables`, `table` and `comment`."""
    return _line().match(text, at)


def read(text: str) -> Header | KeyValue | Comment | None:
    """What a statement says that is such a line, without blanks around it; None where it is another one."""
    found = match(text) if len(text) < SHORT else None
    if found is None or found.end() < len(text):
        return None
    key, value, tables, table, comment = found.groups()
    behind = Span(*found.span("comment")) if comment else None
    if key:
        name, node = _key(key, 0), _node(value, found.start("value"))
        if name is None or node is None:
            return None
        return KeyValue(name, node, Span(0, node.span.end), text.index("=", len(key)), behind)
    if tables or table:
        name = _key(tables or table, found.start("tables" if tables else "table"))
        end = 0 if name is None else text.index("]", name.span.end) + 1 + bool(tables)
        return name and Header(name, bool(tables), Span(0, end), behind)
    return behind and Comment(behind)


def pieces(name: str) -> list[str]:
    """The parts of the name of a line, as they are written."""
    return [name] if name.isidentifier() else [one[0] for one in one_of(*_PARTS).finditer(name)]


def parts(name: str) -> tuple[str, ...] | None:
    """The parts of the name of a line; None where it holds escapes."""
    if name.isidentifier():
        return (name,)
    return None if "\\" in name else tuple([one[1:-1] if one[0] in "\"'" else one for one in pieces(name)])


def scalar(written: str) -> str | int | float | bool | None:
    """The value of a line, the one that tomli gives; None where it holds escapes."""
    if written.isdecimal():
        return int(written)
    if written[0] in "\"'":
        return None if "\\" in written and written[0] == '"' else written[1:-1]
    if written in {"true", "false"}:
        return written == "true"
    if "." in written:
        return float(written)
    try:
        return int(written, 0)
    except ValueError:  # Such as `1e3` and `inf`.
        return float(written)


def _key(written: str, at: int) -> Key | None:
    """A name that begins at an offset."""
    if (names := parts(written)) is None:
        return None
    places = [Span(*found.span()).shifted(at) for found in one_of(*_PARTS).finditer(written)]
    return Key(names, tuple(places), Span(at, at + len(written)))


def _node(written: str, at: int) -> Node | None:
    """A value that begins at an offset."""
    value = scalar(written)
    return None if value is None else Node(_KINDS[type(value)], value, Span(at, at + len(written)))


_KINDS: dict[type, Kind] = {str: "string", int: "integer", float: "float", bool: "boolean"}


def _uncaptured(regexp: str) -> str:
    """The same expression without groups that have no names."""
    return re.sub(r"(\\.|\[\^?\]?(?:\\.|[^\]\\])*\])|\((?!\?)", lambda one: one[1] or "(?:", regexp)
