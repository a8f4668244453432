"""What is drawn of a grimoire, and the frame around it. Columns are those of :mod:`kibitz.core.picture`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from kibitz.core.picture import Canvas, columns

Kind = Literal["name", "role", "token", "column", "link"]
"""What is drawn: for a seat its name, role, tokens and `(n)`; links are the `()` that lead to a token."""


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


def frame(title: str, cells: Sequence[Cell], height: int) -> tuple[str, tuple[Part, ...]]:
    """The picture of `cells` in a frame of `height` lines, and where in it they are; no line end at its end.

    The frame is one column wider than the widest line, or as wide as the title needs.
    """
    canvas: Canvas[Cell] = Canvas()
    for cell in cells:
        canvas.put(cell.line, cell.column, cell.text, cell)
    right, head = picture_width(title, cells) - 1, _head(title)
    rows = [*canvas.lines()[1:], *[""] * height][: height - 2]
    lines = [
        f"{head}{'─' * (right - columns(head))}┐",
        # Nothing stands in the first column, which is that of the frame.
        *[f"│{row[1:]}{' ' * (right - max(columns(row), 1))}│" for row in rows],
        f"└{'─' * (right - 1)}┘",
    ]
    parts = [
        Part(*one.source[:3], one.line, one.start, one.end)
        for one in canvas.drawn()
        if one.source.kind != "link"
    ]
    return "\n".join(lines), tuple(parts)


def picture_width(title: str, cells: Sequence[Cell]) -> int:
    """How many columns the picture of `cells` takes, its frame included."""
    widest = max((cell.column + columns(cell.text) for cell in cells), default=0)
    return max(widest + 1, columns(_head(title))) + 1


def _head(title: str) -> str:
    return f"┌─ {title} ─"
