"""The canvas of text previews: pieces of text on a grid, each with its source.

There are two units, and every name states which one it uses. A *column* is a cell of a terminal: most characters take one,
East Asian wide ones and emoji two, combining marks none. An *offset* counts code points, in a line or a text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic

from kibitz.core.answers import Drawn, Preview, S
from kibitz.core.memory import remembered
from kibitz.core.shown import signs
from kibitz.core.values import Span

_UNDRAWABLE = re.compile(r"[^\S ]|[\x00-\x1f\x7f-\x9f]")
"""Characters that break the grid: control characters, and spaces that are not one column wide."""

NARROW = re.compile(r"[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u2193\u2500-\u25bf\u2660-\u2667]*")
"""Characters that take one column each: Latin letters, dots and dashes, arrows, frames and suits."""

Piece = str | tuple[str, S | None]
"""A text, alone or with its source."""
Cell = Piece[S] | Sequence[Piece[S]]
"""The contents of a table cell: a piece, or several with a space between them."""


def columns(text: str) -> int:
    """How many columns a text takes that holds no tabs or line ends.

    >>> columns("kibitz"), columns("\\u68cb")
    (6, 2)
    """
    return len(text) if text.isascii() or NARROW.fullmatch(text) else _wide(text)


@remembered
def _wide(text: str) -> int:
    # Imported here, because it is rarely needed and its tables take a megabyte.
    from wcwidth import wcswidth

    # Every word counts alone, so that widths add up: a joiner at the end of a word must not swallow a space. It is measured between spaces,
    # because marks at its ends may combine with them.
    return sum(max(wcswidth(f" {word} ") - 2, 0) for word in text.split(" ")) + text.count(" ")


def drawable(text: str) -> str:
    """The text, with a sign in place of each character that can't be drawn in a line.

    >>> drawable("one\\ttwo")
    'one\\ufffdtwo'
    """
    return text if text.isprintable() else _UNDRAWABLE.sub("\ufffd", text)


def displayed(text: str) -> str:
    """Return the same for a text that is only displayed, with a sign for hidden characters as well."""
    return text if text.isascii() and text.isprintable() else signs(drawable(text))


@dataclass(frozen=True, slots=True)
class _Placed(Generic[S]):
    column: int
    text: str
    source: S | None


class Canvas(Generic[S]):
    """Lines of text, and where in them whatever stands for something is drawn.

    >>> canvas: Canvas[Span] = Canvas()
    >>> canvas.write("hand ", ("as", Span(7, 9)), " ", ("\\u68cb", Span(12, 14)))
    >>> _ = canvas.put(1, 5, "11")
    >>> canvas.lines()
    ['hand as \\u68cb', '     11']
    >>> [(glyph.source.start, glyph.line, glyph.start, glyph.end) for glyph in canvas.drawn()]
    [(7, 0, 5, 7), (12, 0, 8, 9)]
    """

    def __init__(self) -> None:
        self._rows: list[list[_Placed[S]]] = []

    @property
    def height(self) -> int:
        """Return the number of lines."""
        return len(self._rows)

    @property
    def width(self) -> int:
        """Return the number of columns of the widest line."""
        return max((one.column + columns(one.text) for row in self._rows for one in row), default=0)

    def put(self, line: int, column: int, text: str, source: S | None = None) -> int:
        """Draw a text at a column of a line, and return the column after it. Missing lines are added.

        Spaces around the text do not belong to its source.
        """
        self._rows += [[] for _ in range(line + 1 - len(self._rows))]
        text = drawable(text)
        if bare := text.strip(" "):
            lead = len(text) - len(text.lstrip(" "))
            self._rows[line].append(_Placed(column + lead, bare, source))
        return column + columns(text)

    def write(self, *pieces: Piece[S]) -> None:
        """Add a line of adjacent pieces, or an empty line."""
        self._write(self.height, 0, pieces)

    def table(
        self, rows: Iterable[Sequence[Cell[S]]], *, gap: str = "  ", right: Collection[int] = ()
    ) -> None:
        """Add a line for each row. The cells of a column are below one another.

        `right` are the numbers of the columns of the table whose cells end below each other.

        >>> canvas: Canvas[Span] = Canvas()
        >>> canvas.table([["", "cards", "chips"], ["Ann", ["4", "12"], "90"]], right={2})
        >>> canvas.lines()
        ['     cards  chips', 'Ann  4 12      90']
        """
        cells = [[_pieces(cell) for cell in row] for row in rows]
        sizes = [[sum(columns(_text(piece)) for piece in cell) for cell in row] for row in cells]
        count = max(map(len, sizes), default=0)
        widest = [max(row[at] for row in sizes if at < len(row)) for at in range(count)]
        for row, taken in zip(cells, sizes, strict=True):
            line, column = self.height, 0
            self.write()
            for at, cell in enumerate(row):
                spare = widest[at] - taken[at]
                self._write(line, column + (spare if at in right else 0), cell)
                column += widest[at] + len(gap)

    def _write(self, line: int, column: int, pieces: Iterable[Piece[S]]) -> None:
        self._rows += [[] for _ in range(line + 1 - len(self._rows))]
        for piece in pieces:
            source = None if isinstance(piece, str) else piece[1]
            column = self.put(line, column, _text(piece), source)

    def lines(self) -> list[str]:
        """Return the lines without trailing spaces."""
        return [text for text, _ in self._drawn_lines()]

    def drawn(self) -> Iterator[Drawn[S]]:
        """Yield the drawn pieces that have a source, line by line and from left to right."""
        for _, drawn in self._drawn_lines():
            yield from drawn

    def preview(self: Canvas[Span]) -> Preview:
        """Return the preview. Each source is a span of the document."""
        return Preview("".join(f"{line}\n" for line in self.lines()), tuple(self.drawn()))

    def _drawn_lines(self) -> Iterator[tuple[str, list[Drawn[S]]]]:
        for number, row in enumerate(self._rows):
            text, column, drawn = "", 0, list[Drawn[S]]()
            for one in sorted(row, key=_column):
                text += " " * (one.column - column)
                start = len(text)
                text += one.text
                column = one.column + columns(one.text)
                if one.source is not None:
                    drawn.append(Drawn(one.source, number, start, len(text)))
            yield text, drawn


def _pieces(cell: Cell[S]) -> list[Piece[S]]:
    if isinstance(cell, str) or (isinstance(cell, tuple) and len(cell) == 2 and isinstance(cell[0], str)):
        return [cell]  # type: ignore[list-item]
    found: list[Piece[S]] = []
    for piece in cell:
        found += [" ", piece] if found else [piece]
    return found


def _text(piece: Piece[S]) -> str:
    return piece if isinstance(piece, str) else piece[0]


def _column(placed: _Placed[S]) -> int:
    return placed.column
