"""Hands as text: on one line without spaces, or one entry a line with comments in one column."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Literal

from kibitz.core.text import count_breaks
from kibitz.core.values import Edit
from kibitz.languages.bjn.text.sheet import Item, Placed, Sheet

STYLES = ("keep", "compact", "annotated")
Style = Literal["compact", "annotated"]


def form(sheet: Sheet, style: str) -> Style:
    """Return the form for a hand. A hand with comments between its entries stays annotated, so no comment moves."""
    if style == "annotated":
        return "annotated"
    return "compact" if sheet.compact or (style == "compact" and not inner_comments(sheet)) else "annotated"


def inner_comments(sheet: Sheet) -> list[Placed]:
    """Return the comments before the last entry of a hand."""
    end = sheet.entries[-1].start if sheet.entries else 0
    return [placed for placed in sheet.items if placed.kind == "comment" and placed.start < end]


def laid_out(sheet: Sheet, form: Style, line_end: str) -> str:
    """Return the text of a hand in one of the two forms. Both keep the lines after its last entry."""
    rows = _rows(sheet)
    if form == "compact" and len(sheet.entries) > 1:
        rows = _joined(rows)
    column = 2 + max((len(row[0]) for row in rows if row[0] and row[1]), default=0)
    lines = [_line(row, column) for row in rows]
    return line_end.join(_without_empty_runs(lines)) + line_end if any(lines) else ""


Line = tuple[str, str]
"""A line: its entry and its comment."""


def _rows(sheet: Sheet) -> list[Line]:
    """Return a line for each entry. Empty lines stay."""
    rows: list[Line] = []
    end = 0
    for placed in sheet.items:
        breaks = count_breaks(sheet.text[end : placed.start])
        trailing = placed.kind == "comment" and rows and not breaks and not rows[-1][1]
        rows += [("", "")] * (breaks - 1 if rows else 0)
        text = written(placed.item)
        if trailing:
            rows[-1] = (rows[-1][0], text)
        else:
            rows.append(("", text) if placed.kind == "comment" else (text, ""))
        end = placed.end
    return rows + [("", "")] * (count_breaks(sheet.text[end:]) - 1 if rows else 0)


def _joined(rows: list[Line]) -> list[Line]:
    """Return all entries in one row; the comment of the last one stays after it."""
    places = [index for index, row in enumerate(rows) if row[0]]
    entries = "|".join(rows[index][0] for index in places)
    return [*rows[: places[0]], (entries, rows[places[-1]][1]), *rows[places[-1] + 1 :]]


def _line(row: Line, column: int) -> str:
    entry, comment = row
    return f"{entry:<{column}}{comment}" if entry and comment else entry or comment


def _without_empty_runs(lines: list[str]) -> Iterator[str]:
    """Yield lines, and only one of several empty ones in a row."""
    for empty, run in groupby(lines, lambda line: not line):
        yield from [""] if empty else run


def written(item: Item) -> str:
    """Return the text of an item without needless spaces."""
    if item.kind == "outcome":
        return "".join(item.text.split())
    return item.text.rstrip()


def converted(sheet: Sheet, to: Style, line_end: str) -> str:
    """Return one hand in one of the two forms."""
    if to == "annotated":
        return laid_out(sheet, "annotated", line_end)
    inner = inner_comments(sheet)
    comments = "".join(placed.text.rstrip() + line_end for placed in inner)
    rest = tuple(placed for placed in sheet.items if placed not in inner)
    return comments + laid_out(Sheet(sheet.text, rest), "compact", line_end)


def behind(sheet: Sheet, end: int, entry: str) -> Edit:
    """Return an edit that inserts an entry after the one that ends at `end`: on its line in a compact hand, or else on the next one."""
    line = sheet.end_of_line(end)
    if sheet.compact or any(end < placed.start < line for placed in sheet.entries):
        return Edit(end, end, f"|{entry}")
    return Edit(line, line, f"{sheet.line_end}{entry}")
