"""How a record is laid out: blank lines between tables, blanks around `=`, nothing else.

A table is laid out as a whole, so that it does not matter where it is cut into chunks. Values and comments stay as they
are written, and so does a statement that can't be read, with everything on its lines.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from typing import NamedTuple

from kibitz.core.document import Document
from kibitz.core.rules import Rules
from kibitz.core.values import Edit, Span
from kibitz.languages.pfn.cut import is_header, line_end, statements
from kibitz.languages.pfn.model import Comment, Header, KeyValue, Statement
from kibitz.languages.pfn.statements import is_unreadable, read


class Line(NamedTuple):
    """A statement and the lines it stands on."""

    text: str
    """The statement, or its whole lines where it can't be read."""
    statement: Statement | None
    """None where it can't be read."""
    blank: bool
    """Whether there are empty lines before it."""
    end: str
    """The line end behind it; empty at the end of the document."""


def edits(document: Document, span: Span, rules: Rules, align: bool) -> Iterator[Edit]:
    """A replacement for each table that touches a range. `align` puts the `=` of a table below each other."""
    for start, text in _tables(document, span):
        end = start + len(text)
        yield Edit(start, end, _laid_out(text, rules, align, first=start == 0, last=end == len(document)))


def meaning(text: str, rules: Rules) -> Hashable:
    """Every statement as it is written, without the blanks around its parts."""
    return tuple(_parts(line) for line in _lines(text, rules))


def _tables(document: Document, span: Span) -> Iterator[tuple[int, str]]:
    """The tables that touch a range, each from its header to the next one; at a border both."""
    first = document.place_at(max(span.start - 1, 0))
    while not is_header(first.chunk.text, 0) and (before := document.before(first)) is not None:
        first = before
    parts: list[str] = []
    start = first.start
    for place in document.places(first.start):
        if parts and is_header(place.chunk.text, 0):
            yield start, "".join(parts)
            if place.start > span.end:
                return
            parts, start = [], place.start
        parts.append(place.chunk.text)
    yield start, "".join(parts)


def _lines(text: str, rules: Rules) -> list[Line]:
    lines = []
    at = 0
    for start, written in statements(text):
        statement, problems = read(written, rules)
        end = start + len(written)
        line = text.rfind("\n", 0, start) + 1
        behind = line_end(text, end)
        break_ = _BREAK.search(text, end, behind)
        stop = break_.start() if break_ else behind
        if is_unreadable(problems):
            lines.append(Line(text[line:stop], None, line > at, text[stop:behind]))
        else:
            lines.append(Line(written, statement, line > at, text[stop:behind]))
        at = behind
    return lines


_BREAK = re.compile(r"\r?\n\Z")


def _laid_out(text: str, rules: Rules, align: bool, first: bool, last: bool) -> str:
    lines = _lines(text, rules)
    width = (
        max((len(_key(line)) for line in lines if not isinstance(line.statement, Header)), default=0)
        if align
        else 0
    )
    gap = -1 if last else _gap(lines, text)
    line_break = next((line.end for line in lines if line.end), "\n")
    out = []
    for number, line in enumerate(lines):
        if (line.blank or number == gap) and not (number == 0 and first):
            out.append(line_break)
        line_break = line.end or line_break
        # Nothing is put behind what can't be read: a line feed could make a line end of a carriage return.
        out += [_written(line, width), line_break if line.statement else line.end]
    if gap == len(lines) > 0:
        out.append(line_break)
    return "".join(out)


def _gap(lines: list[Line], text: str) -> int:
    """The number of the line before which an empty one parts a table from the next: comments stay with what follows."""
    gap = len(lines)
    if _EMPTY_LAST.search(text):
        return gap
    while gap > 0 and isinstance(lines[gap - 1].statement, Comment):
        gap -= 1
        if lines[gap].blank:
            break
    return gap


_EMPTY_LAST = re.compile(r"\n[ \t]*\r?\n[ \t]*\Z")


def _written(line: Line, width: int) -> str:
    text, statement = line.text, line.statement
    if isinstance(statement, KeyValue) and statement.value is not None:
        value = text[slice(*statement.value.span)]
        return f"{_key(line).ljust(width)} = {value}{_comment(line, statement.value.span.end)}"
    if isinstance(statement, Header):
        name = _key(line)
        name = f"[[{name}]]" if statement.array else f"[{name}]"
        return name + _comment(line, statement.span.end)
    return text


def _key(line: Line) -> str:
    """The key as it is written, without blanks around its dots."""
    if isinstance(line.statement, (KeyValue, Header)):
        return ".".join(line.text[slice(*span)] for span in line.statement.key.spans)
    return ""


def _comment(line: Line, end: int) -> str:
    """The comment behind a statement with the blanks before it, at least one."""
    return line.text[end:] if line.text[end : end + 1] != "#" else " " + line.text[end:]


def _parts(line: Line) -> tuple[str, ...]:
    """What of a statement formatting must keep."""
    text, statement = line.text, line.statement
    if isinstance(statement, KeyValue) and statement.value is not None:
        value = statement.value.span
        return ("=", _key(line), text[slice(*value)], text[value.end :].lstrip(" \t"))
    if isinstance(statement, Header):
        return ("[[" if statement.array else "[", _key(line), text[statement.span.end :].lstrip(" \t"))
    return (text,)
