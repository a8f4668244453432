"""Drawings as chats, mails and editors hand them on: quoted, fenced, with tabs, in ASCII, without title or empty rows.

Such a drawing is recognised if all of it can be read once the damage is undone. It is one finding then, with the fix
that draws it anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from kibitz.core.picture import columns
from kibitz.core.values import Diagnostic, Fix, Related, Span
from kibitz.core.words import plural
from kibitz.languages.botc.drawing.layouts import balanced
from kibitz.languages.botc.drawing.record import read_drawing
from kibitz.languages.botc.drawing.render import redrawn
from kibitz.languages.botc.text.nodes import Record
from kibitz.languages.botc.text.rulebook import report

_QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+(?=[ \t]*[┌│└+|]|[ \t]*$)")
_ASCII_END = re.compile(r"[ \t]*\+-[-=]*(?P<title>[^+]*?)-*\+")
_TABS = ((8, True), (8, False), (4, False), (4, True), (2, False))
"""How wide tabs may be, and whether whoever made them counted bytes instead of characters."""

_CORNERS = ("└", "+-")
"""One of them is in the last line of a drawing."""
QUOTED = "its lines begin with `>`"
WIDEST = 1000
"""So many characters are in a line of a drawing at the most: thousands of corners in one line would each look to its end."""


class Pasted(NamedTuple):
    """A damaged drawing: how long its text is, what the damage is, and what it says."""

    length: int
    damage: str
    record: Record


@cache
def _stretch() -> re.Pattern[str]:
    """From the first line of what may be a drawing to its last one; empty lines may have lost their frame."""
    # A line break that could be read as two, with an empty line in between, would be tried in all ways.
    line_break, quote = r"(?:\r\n|\n|\r(?!\n))", r"[ \t]*(?:>[ \t]?)*"
    # So would blanks before a fence, were there two ways to read those that no `>` divides.
    fence = r"[ \t]*(?:(?:>[ \t]?)+[ \t]*)?```"
    rest = rf"[^\r\n]{{0,{WIDEST}}}"
    row = rf"{quote}(?:[│|]{rest})?"
    return re.compile(
        rf"(?P<fence>{fence}{rest}{line_break})?"
        rf"(?P<drawing>(?P<title>{quote}(?:┌|\+-){rest}{line_break})?(?:{row}{line_break}){{1,400}}?{quote}(?:└|\+-){rest})"
        rf"(?:{line_break}{fence}[ \t]*(?![^\r\n]))?"
    )


def pasted_at(text: str, start: int = 0) -> Pasted | None:
    """The damaged drawing that begins at an offset; None where there is none, or where it can't be read."""
    # Without a last line there is none: each line of a long one would be tried as the first.
    ends = any(text.find(corner, start) >= 0 for corner in _CORNERS)
    found = _stretch().match(text, start) if ends else None
    if found is None:
        return None
    lines = found["drawing"].splitlines()
    damage = [*_damage(lines)]
    if found["title"] is None:
        damage.append("its title is missing")
    if found["fence"] is not None:
        damage.append("it stands in a code fence")
    if not damage:
        return None
    record = _read(lines, titled=found["title"] is not None)
    return Pasted(found.end() - start, " and ".join(damage), record) if record else None


def quotes(text: str) -> Iterator[Span]:
    """What a chat has put before the lines of a drawing that it quotes."""
    return (Span(*found.span()) for found in re.finditer(rf"(?m:^){_QUOTE.pattern}", text))


def problem_of(pasted: Pasted, text: str, start: int) -> Diagnostic:
    """What is said of a damaged drawing at its first line, with the fix that draws it as it should be."""
    end = start + pasted.length
    head = start + len(text[start:end].splitlines()[0])
    record = pasted.record
    edit = redrawn(record.grimoire, record.sides or balanced(len(record.entries)), text[start:end])
    return report(
        "pasted",
        Span(start, head),
        Fix.of("Draw it as it should be", start, end, edit.text, safe=True),
        related=[Related(Span(start, end), "the drawing")],
        damage=pasted.damage,
        count=plural(len(record.entries), "player"),
    )


def _damage(lines: list[str]) -> Iterator[str]:
    if any(_QUOTE.match(line) for line in lines):
        yield QUOTED
    if any("\t" in line for line in lines):
        yield "it has tabs"
    if any(_ASCII_END.match(_unquoted(line)) for line in lines):
        yield "its frame is made of `+`, `-` and `|`"
    if not all(_unquoted(line).strip() for line in lines):
        yield "its empty lines have lost their frame"


def _read(lines: list[str], titled: bool) -> Record | None:
    """What the lines say once the damage is undone; None if that is not certain."""
    bare = [_framed(_unquoted(line)) for line in lines]
    if not titled:
        bare.insert(0, "┌─ Grimoire ─┐")
    for size, in_bytes in _TABS:
        straight = [_without_tabs(line, size, in_bytes) for line in bare]
        if len({columns(line) for line in straight}) == 1 or not any("\t" in line for line in bare):
            break
    record, _ = read_drawing("\n".join(straight), explains=False)
    return record if record.entries and record.sound else None


def _unquoted(line: str) -> str:
    found = _QUOTE.match(line)
    return line[found.end() :] if found else line


def _framed(line: str) -> str:
    """The line with the frame that belongs to it."""
    if found := _ASCII_END.match(line):
        title = found["title"]
        left, right, gap = ("┌─", "┐", "─") if title.strip() else ("└", "┘", "")
        return f"{left}{title}{gap}{'─' * (len(found[0]) - len(title) - 4)}{right}"
    return line if line.strip() else "│"


def _without_tabs(line: str, size: int, in_bytes: bool) -> str:
    head, *rest = line.split("\t")
    for part in rest:
        taken = len(head.encode()) if in_bytes else columns(head)
        head += " " * (size - taken % size) + part
    return head
