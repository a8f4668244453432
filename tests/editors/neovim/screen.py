"""The screen of Neovim: the grid of its user interface, as text and as SVG."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

CELL = 9, 20
"""Width and height of a character in the SVG, in pixels."""
FONT = "DejaVu Sans Mono, Menlo, Consolas, monospace"


class Cell(NamedTuple):
    """A character, empty after a wide one, and the number of its highlighting."""

    text: str = " "
    style: int = 0


@dataclass
class Screen:
    """The grid, kept up by the events that `nvim_ui_attach` subscribes to (`:help ui-linegrid`)."""

    width: int = 0
    height: int = 0
    rows: list[list[Cell]] = field(default_factory=list)
    """The contents of the screen when the grid was last complete."""
    grid: list[list[Cell]] = field(default_factory=list)
    cursor: tuple[int, int] = (0, 0)
    mode: str = "normal"
    styles: dict[int, dict[str, Any]] = field(default_factory=dict)
    foreground: int = 0
    background: int = 0xFFFFFF
    special: int = 0xFF0000

    def take(self, events: list[list[Any]]) -> None:
        for name, *calls in events:
            handle: Callable[..., None] = getattr(self, f"_{name}", _ignore)
            for call in calls:
                handle(*call)

    def text(self) -> str:
        """Return the characters on the screen, without spaces at the ends of lines."""
        return "\n".join("".join(cell.text for cell in row).rstrip() for row in self.rows)

    def style_at(self, row: int, column: int) -> dict[str, Any]:
        return self.styles.get(self.rows[row][column].style, {})

    def style_of(self, text: str) -> dict[str, Any]:
        """The highlighting of the first character of a text on the screen. Raises ValueError if it is not there."""
        for number, row in enumerate(self.rows):
            # After a wide character is an empty cell. A sign replaces it, so that columns are indexes.
            column = "".join(cell.text or "\0" for cell in row).find(text)
            if column >= 0:
                return self.style_at(number, column)
        raise ValueError(f"{text!r} is not on the screen:\n{self.text()}")

    def svg(self) -> str:
        """Return the screen as SVG."""
        wide, high = CELL
        size = f'width="{self.width * wide}" height="{self.height * high}"'
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}" font-size="15">',
            f'<rect width="100%" height="100%" fill="{_colour(self.background)}"/>',
        ]
        for number, row in enumerate(self.rows):
            parts += self._backgrounds(number, row)
        for number, row in enumerate(self.rows):
            parts += self._texts(number, row)
        line, column = self.cursor
        bar = 2 if self.mode.startswith("insert") else wide
        parts.append(
            f'<rect x="{column * wide}" y="{line * high}" width="{bar}" height="{high}"'
            f' fill="{_colour(self.foreground)}" opacity="0.6"/>'
        )
        return "\n".join([*parts, "</svg>"]) + "\n"

    def _colours(self, style: int) -> tuple[int, int]:
        known = self.styles.get(style, {})
        pair = known.get("foreground", self.foreground), known.get("background", self.background)
        return (pair[1], pair[0]) if known.get("reverse") else pair

    def _backgrounds(self, number: int, row: list[Cell]) -> list[str]:
        wide, high = CELL
        return [
            f'<rect x="{start * wide}" y="{number * high}" width="{length * wide}" height="{high}"'
            f' fill="{_colour(self._colours(style)[1])}"/>'
            for start, length, style in _runs(row)
            if self._colours(style)[1] != self.background
        ]

    def _texts(self, number: int, row: list[Cell]) -> list[str]:
        wide, high = CELL
        parts: list[str] = []
        for start, length, style in _runs(row):
            text = "".join(cell.text for cell in row[start : start + length])
            known = self.styles.get(style, {})
            if known.get("undercurl") or known.get("underline"):
                parts.append(self._underline(number, start, length, known))
            if text.strip():
                parts.append(
                    f'<text x="{start * wide}" y="{number * high + 15}" xml:space="preserve"'
                    f' textLength="{length * wide}" fill="{_colour(self._colours(style)[0])}"{_attributes(known)}>'
                    f"{escape(text)}</text>"
                )
        return parts

    def _underline(self, number: int, start: int, length: int, known: dict[str, Any]) -> str:
        wide, high = CELL
        colour = _colour(known.get("special", self.special))
        left, y = start * wide, number * high + 18
        if known.get("underline"):
            waves = f"h{length * wide}"
        else:
            waves = " ".join("q1.5,-3 3,0 q1.5,3 3,0" for _ in range(length * wide // 6))
        return f'<path d="M{left},{y} {waves}" fill="none" stroke="{colour}"/>'

    # Events

    def _grid_resize(self, _: int, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._grid_clear(1)

    def _grid_clear(self, _: int) -> None:
        self.grid = [[Cell()] * self.width for _ in range(self.height)]

    def _grid_line(self, _: int, row: int, column: int, cells: list[list[Any]], *__: Any) -> None:
        style = 0
        for text, *more in cells:
            style = more[0] if more else style
            times = more[1] if len(more) > 1 else 1
            self.grid[row][column : column + times] = [Cell(text, style)] * times
            column += times

    def _grid_scroll(self, _: int, top: int, bottom: int, left: int, right: int, rows: int, __: int) -> None:
        order = range(top, bottom - rows) if rows > 0 else range(bottom - 1, top - rows - 1, -1)
        for row in order:
            self.grid[row][left:right] = self.grid[row + rows][left:right]

    def _flush(self) -> None:
        self.rows = [list(row) for row in self.grid]

    def _grid_cursor_goto(self, _: int, row: int, column: int) -> None:
        self.cursor = row, column

    def _hl_attr_define(self, number: int, rgb: dict[str, Any], *_: Any) -> None:
        self.styles[number] = rgb

    def _default_colors_set(self, foreground: int, background: int, special: int, *_: Any) -> None:
        self.foreground, self.background, self.special = foreground, background, special

    def _mode_change(self, mode: str, _: int) -> None:
        self.mode = mode


def _ignore(*_: object) -> None:
    """An event that changes nothing that we look at."""


def _runs(row: list[Cell]) -> list[tuple[int, int, int]]:
    """Stretches of equal highlighting: column, length, style."""
    runs, start = [], 0
    for style, cells in groupby(row, key=lambda cell: cell.style):
        length = len(list(cells))
        runs.append((start, length, style))
        start += length
    return runs


def _colour(number: int) -> str:
    return f"#{number:06x}"


def _attributes(known: dict[str, Any]) -> str:
    result = ""
    if known.get("bold"):
        result += ' font-weight="bold"'
    if known.get("italic"):
        result += ' font-style="italic"'
    if known.get("strikethrough"):
        result += ' text-decoration="line-through"'
    return result
