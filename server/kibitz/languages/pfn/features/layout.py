"""Formatting: empty lines between tables and spaces around `=`."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterator
from typing import Literal, NamedTuple

from kibitz.core.bounds import SHORT
from kibitz.core.document import Document
from kibitz.core.memory import remembered
from kibitz.core.rules import Rules
from kibitz.core.setting import Preferences
from kibitz.core.values import Edit, Span
from kibitz.languages.pfn.check.sums import may_trade
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.settings import ALIGN
from kibitz.languages.pfn.text.shorthand import has_counts, has_jots
from kibitz.languages.pfn.toml.cut import statements, tables
from kibitz.languages.pfn.toml.model import Header, KeyValue, first_of, line_end
from kibitz.languages.pfn.toml.read import is_unreadable, read, tidy

Sign = Literal["=", "[", "[[", ""]
"""The kind of a statement; nothing for a comment."""


class StatementText(NamedTuple):
    """The parts of a statement that formatting must keep: everything except the spaces around them."""

    sign: Sign
    """A comment is all `value`."""
    key: str
    """The key or the name in a header as it is written, without spaces around its dots."""
    value: str
    comment: str
    """The comment after it, without the spaces before it."""


class Line(NamedTuple):
    """A statement with its lines."""

    text: str
    """The statement, or its whole lines if it is unreadable."""
    form: StatementText | None
    """The form, or None if the statement is unreadable."""
    blank: bool
    """Whether there are empty lines before it."""
    end: str
    """The line end after it; empty at the end of the document."""


def layout(language: Pfn, document: Document, preferences: Preferences, span: Span) -> Iterator[Edit]:
    """Yield a replacement for each table that a range touches, if the table may need one."""
    align = preferences.flag(ALIGN, False)
    for start, text in _tables(document, span):
        last = start + len(text) == len(document)
        if align or last or not is_tidy(text):
            new = "".join(_laid_out(text, language.rules, align, first=start == 0, last=last))
            yield Edit(start, start + len(text), new)


def is_tidy(text: str) -> bool:
    """Return whether a table with another one after it is surely formatted, if keys are not aligned."""
    return len(text) < SHORT and tidy().fullmatch(text) is not None


def meaning(language: Pfn, text: str) -> Hashable:
    """Return all statements as they are written, without the spaces around their parts."""
    return tuple([line.form or line.text for table in tables(text) for line in _lines(table, language.rules)])


def _tables(document: Document, span: Span) -> Iterator[tuple[int, str]]:
    """Yield the tables that touch a range, each from its header to the next one; at a border both."""
    first = document.place_at(max(span.start - 1, 0))
    while first_of(first.text, 0) != "[" and (before := document.before(first)) is not None:
        first = before
    parts: list[str] = []
    start = first.start
    for place in document.places(first.start):
        if parts and first_of(place.text, 0) == "[":
            yield start, "".join(parts)
            if place.start > span.end:
                return
            parts, start = [], place.start
        parts.append(place.text)
    yield start, "".join(parts)


@remembered
def _lines(text: str, rules: Rules) -> tuple[Line, ...]:
    """Return the statements of a table with their lines. They are cached because formatting also compares the meaning."""
    found = []
    at = 0
    for start, written in statements(text):
        form = _form(written, rules)
        line = text.rfind("\n", 0, start) + 1
        behind = line_end(text, start + len(written))
        stop = behind - 1 if text.endswith("\n", start, behind) else behind
        stop -= text.endswith("\r\n", start, behind)
        shown = text[line:stop] if form is None else written
        found.append(Line(shown, form, line > at, text[stop:behind]))
        at = behind
    return tuple(found)


@remembered
def _form(text: str, rules: Rules) -> StatementText | None:
    """Return the form of a statement, or None if it is unreadable."""
    statement, problems = read(text, rules)
    if is_unreadable(problems):
        return None
    if isinstance(statement, KeyValue) and statement.value is not None:
        value = statement.value.span
        return StatementText("=", _key(text, statement), text[slice(*value)], text[value.end :].lstrip(" \t"))
    if isinstance(statement, Header):
        sign: Literal["[", "[["] = "[[" if statement.array else "["
        return StatementText(sign, _key(text, statement), "", text[statement.span.end :].lstrip(" \t"))
    return StatementText("", "", text, "")


def _key(text: str, statement: KeyValue | Header) -> str:
    return ".".join(text[slice(*span)] for span in statement.key.spans)


def _laid_out(text: str, rules: Rules, align: bool, first: bool, last: bool) -> Iterator[str]:
    """Yield the parts of a table: each statement, and the text between two of them."""
    said = _lines(text, rules)
    keys = [line.form.key for line in said if line.form is not None and line.form.sign == "="]
    width = max(map(len, keys), default=0) if align else 0
    gap = -1 if last else _gap(said, text)
    line_break = next((line.end for line in said if line.end), "\n")
    for number, line in enumerate(said):
        parted = (line.blank or number == gap) and not (number == 0 and first)
        yield line_break if parted else ""
        line_break = line.end or line_break
        # An unreadable line gets no line feed: it could turn a carriage return into a line end.
        yield _written(line, width) + (line_break if line.form else line.end)
    yield line_break if gap == len(said) > 0 else ""


def _gap(said: tuple[Line, ...], text: str) -> int:
    """Return the number of the line before which an empty line is due.

    The empty line separates the table from the next one. Comments stay with the next table.
    """
    gap = len(said)
    if _EMPTY_LAST.search(text):
        return gap
    while gap > 0 and (form := said[gap - 1].form) is not None and not form.sign:
        gap -= 1
        if said[gap].blank:
            break
    return gap


_EMPTY_LAST = re.compile(r"\n[ \t]*\r?\n[ \t]*\Z")


def _written(line: Line, width: int) -> str:
    if line.form is None or not line.form.sign:
        return line.text
    sign, key, value, comment = line.form
    bare = f"{key.ljust(width)} = {value}" if sign == "=" else f"{sign}{key}{']' * len(sign)}"
    if not comment:
        return bare
    # The spaces before a comment stay, but at least one: people align comments.
    before = line.text[: -len(comment)]
    return bare + (before[len(before.rstrip(" \t")) :] or " ") + comment


SLUGS = frozenset({"jotted", "jotted-hand"})


def shorthand_slugs(language: Pfn, document: Document) -> Collection[str]:
    """Return the rules about shorthand trades and hands in counts, or nothing if the document has neither."""
    texts = (place.text for place in document.places())
    return SLUGS if any(has_counts(text) or (may_trade(text) and has_jots(text)) for text in texts) else ()
