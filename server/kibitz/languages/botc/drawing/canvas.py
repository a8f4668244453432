"""Text on a grid of display columns, and the frame around it.

Two units occur, and every name says which is meant. A *column* is a cell of a terminal: most characters take one, East
Asian wide ones and emoji two, combining marks none. An *offset* is a count of code points, within a line or a text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from wcwidth import wcswidth

Kind = Literal["name", "role", "token", "column", "link"]
"""What is drawn: for a seat its name, role, tokens and `(n)`; links are the `()` that lead to a token."""

UNDRAWABLE = re.compile(r"[\s\x00-\x1f\x7f-\x9f]")
"""Characters that would break the grid."""


class Cell(NamedTuple):
    """Something to draw: `text` from display column `column` of a line on, both counted from 0 at the frame."""

    player: int
    kind: Kind
    token: int | None
    line: int
    column: int
    text: str


class Part(NamedTuple):
    """Something drawn: which player it belongs to, by its index; for a token, which of that player's tokens it is.

    `line` counts from 0; `start` and `end` are offsets (code points, not columns) within that line of the picture.
    """

    player: int
    kind: Kind
    token: int | None
    line: int
    start: int
    end: int


def columns(text: str) -> int:
    """How many display columns a text takes that holds no tabs or line ends."""
    return len(text) if text.isascii() else _wide(text)


@lru_cache(maxsize=4096)
def _wide(text: str) -> int:
    # Every word counts by itself, so that widths add up: a joiner at the end of a word must not swallow a blank. It
    # counts as between blanks, where words stand, because marks at its ends may combine with those.
    return sum(max(wcswidth(f" {word} ") - 2, 0) for word in text.split(" ")) + text.count(" ")


def drawable(text: str) -> str:
    """The text, with a sign in place of each character that can't be drawn in a line."""
    return text if text.isalnum() else UNDRAWABLE.sub("�", text)


def frame(title: str, cells: Sequence[Cell], height: int) -> tuple[str, tuple[Part, ...]]:
    """The picture of `cells` in a frame of `height` lines, and where in it they are; no line end at its end.

    The frame is one column wider than the widest line, or as wide as the title needs.
    """
    right, head = picture_width(title, cells) - 1, _head(title)
    rows: list[list[Cell]] = [[] for _ in range(height)]
    for cell in cells:
        rows[cell.line].append(cell)
    lines = [head + "─" * (right - columns(head)) + "┐"]
    parts: list[Part] = []
    lines += [_row(rows[number], right, parts) for number in range(1, height - 1)]
    lines.append("└" + "─" * (right - 1) + "┘")
    return "\n".join(lines), tuple(parts)


def picture_width(title: str, cells: Sequence[Cell]) -> int:
    """How many columns the picture of `cells` takes, its frame included."""
    widest = max((cell.column + columns(cell.text) for cell in cells), default=0)
    return max(widest + 1, columns(_head(title))) + 1


def _head(title: str) -> str:
    return f"┌─ {title} ─"


def _row(cells: list[Cell], right: int, parts: list[Part]) -> str:
    text, column = "│", 1
    for cell in sorted(cells, key=_column):
        text += " " * (cell.column - column)
        start = len(text)
        text += cell.text
        column = cell.column + columns(cell.text)
        if cell.kind != "link":
            parts.append(Part(cell.player, cell.kind, cell.token, cell.line, start, len(text)))
    return text + " " * (right - column) + "│"


def _column(cell: Cell) -> int:
    return cell.column
