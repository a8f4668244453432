"""A drawing's lines, cut into pieces, and findings about the frame.

Columns are display columns counted from the left frame, which is 0; offsets are code points of the whole text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz.core.picture import columns
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Diagnostic, Span
from kibitz.languages.botc.text.grammar import report

FRAME = ("│", "|")
_PIECE = re.compile(
    r"\((?P<inner>(?:[^()\s]| (?! ))*)\)|\((?P<open>[^()\s]*)|(?P<close>[^()\s]+)\)|(?P<text>[^()\s]+)|\)"
)
_COUNT = re.compile(r"\(\s*([0-9]{1,6})\b[^)]*\)")
_FLOOR = re.compile(r"[+\-]?[─-]{3,}[┘+\-]?")
"""The last line of a drawing without its first corner."""


@dataclass(slots=True, eq=False)
class Piece:
    """A word, or the text between parentheses, on one line of a drawing."""

    line: int
    column: int
    """The first column, with the parenthesis; in a line of the wrong length, the corrected column."""
    width: int
    start: int
    end: int
    """The offsets of `text`."""
    text: str
    group: bool
    """Whether it is in parentheses."""

    @property
    def after(self) -> int:
        """The column after it."""
        return self.column + self.width

    @property
    def number(self) -> bool:
        """Whether it is a `(n)`."""
        return self.group and self.text.isascii() and self.text.isdigit()


class _Line(NamedTuple):
    """A line of known width. A line that is not whole lacks the left end of its frame."""

    number: int
    start: int
    end: int
    width: int
    whole: bool


class Scan:
    """A drawing cut into pieces, from the first line with `┌` to the line that begins with `└`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines: list[list[Piece]] = []
        self.count: tuple[int, int, int] | None = None
        """The number of players in the title, with the place of the number."""
        self.doubts: list[Diagnostic] = []
        self.closed = True
        """Whether the last line of the frame is there."""
        self._indent = 0
        """The indentation of the title in code points."""
        self._framed: list[_Line] = []
        self._open: dict[str, list[Span]] = {"left": [], "right": []}
        """Lines whose frame lacks an end, by its side."""
        self._unopened: list[Piece] = []
        """The pieces without their first bracket."""
        self._run()

    def _run(self) -> None:
        lines = iter(_lines(self.text))
        for line, start in lines:
            if line.startswith("┌", _indent(line)):
                self._indent = _indent(line)
                self._keep(line, start, line.endswith("┐"))
                if found := _COUNT.search(line):
                    self.count = int(found[1]), start + found.start(1), start + found.end(1)
                break
            self._outside(line, start)
        else:
            self.doubts = []
            self._doubt("not-closed", 0, len(self.text), expected="┌")
            return
        for line, start in lines:
            if line.startswith("└", _indent(line)):
                self._keep(line, start, line.endswith("┘"))
                break
            if _FLOOR.fullmatch(line.strip()):
                self.closed = False
                self._doubt("not-closed", start + _indent(line), start + len(line), expected="└")
                break
            self._row(line, start)
        else:
            self.closed = False
            at = self.text.index("┌")
            self._doubt("not-closed", at, at + 1, expected="└")
        for line, start in lines:
            self._outside(line, start)
        if not self._squeezed_whole():
            self._gaps_of_frame()
            self._straighten()
            self._bracket()
            self._join()

    def _doubt(self, slug: str, start: int, end: int, **fields: Any) -> None:
        self.doubts.append(report(slug, Span(start, end), **fields))

    # Lines

    def _keep(self, line: str, start: int, whole: bool) -> None:
        """Keep a line that begins with its frame at any indentation, and report a missing end."""
        self.lines.append([])
        indent = _indent(line)
        if whole:
            self._measure(line[indent:], start + indent, True)
        else:
            self._open["right"].append(Span(start + indent, start + len(line)))

    def _measure(self, line: str, start: int, whole: bool) -> None:
        width = columns(line.replace("\t", " "))
        self._framed.append(_Line(len(self.lines) - 1, start, start + len(line), width, whole))

    def _outside(self, line: str, start: int) -> None:
        if line:
            self._doubt("outside-frame", start + _indent(line), start + len(line))

    def _row(self, line: str, start: int) -> None:
        indent = _indent(line)
        left, right = line.startswith(FRAME, indent), len(line) > indent + 1 and line.endswith(FRAME)
        if left:
            self._keep(line, start, right)
            indent += 1
        else:
            # In a line without its left end, spaces count from the left end of the other lines.
            indent = min(indent, self._indent)
            self.lines.append([])
            if not right:
                self._outside(line, start)
                return
            self._open["left"].append(Span(start + _indent(line), start + len(line)))
            self._measure(line[indent:], start + indent, False)
        self._cut(line[indent : len(line) - right], start + indent, int(left))

    def _cut(self, body: str, start: int, column: int) -> None:
        number, row, at = len(self.lines) - 1, self.lines[-1], 0
        for found in _PIECE.finditer(body):
            column += columns(body[at : found.start()].replace("\t", " "))
            at = found.end()
            width, kind = columns(found[0]), found.lastgroup
            if kind not in {"inner", "text"}:
                expected = ")" if kind == "open" else "("
                self._doubt("not-closed", start + found.start(), start + found.end(), expected=expected)
            if kind and (found[kind] or kind == "inner"):
                first, last = (start + offset for offset in found.span(kind))
                row.append(Piece(number, column, width, first, last, found[kind], kind != "text"))
                if kind == "close":
                    self._unopened.append(row[-1])
            column += width

    # Pieces that belong together

    def _gaps_of_frame(self) -> None:
        """Report a missing side of the frame once."""
        for side, (first, *more) in ((side, lines) for side, lines in self._open.items() if lines):
            where = f"this line and {len(more)} more" if more else "this line"
            self._doubt("broken-frame", *first, side=side, where=where)

    def _squeezed_whole(self) -> bool:
        """Report a drawing without columns, because each run of spaces has become one space. Return whether it is one."""
        rows = [line for line in self._framed if self.lines[line.number]]
        squeezed = [line for line in rows if self._squeezed(line)]
        if len(squeezed) < 2 or 2 * len(squeezed) <= len(rows):
            return False
        self.lines, self.count, self.doubts, self.closed = [], None, [], True
        self._doubt("squeezed", squeezed[0].start, squeezed[-1].end)
        return True

    def _squeezed(self, line: _Line) -> bool:
        """Return whether a line is shorter than the frame and has no adjacent spaces."""
        return line.width < self._framed[0].width and "  " not in self.text[line.start : line.end]

    def _straighten(self) -> None:
        """Give the pieces of lines with an unusual width the columns from before a word was changed.

        All pieces after the changed word are off by as much as the frame; the columns of the other lines show the first of them.
        """
        rows, widths = self.lines, Counter(line.width for line in self._framed if line.whole)
        if not widths:
            return
        width = widths.most_common(1)[0][0]
        uneven = [line for line in self._framed if line.width != width]
        changed = {line.number for line in uneven}
        known = {piece.column for row in rows for piece in row if piece.line not in changed}
        for line in uneven:
            if line.whole:
                self._doubt("unequal-lines", line.start, line.end, width=line.width, expected=width)
            around = [row for at in (line.number + 1, line.number - 1) for row in rows[at : at + 1]]
            if self._squeezed(line) and _spread(rows[line.number], around):
                continue
            beside = (*rows[line.number - 1], *rows[(line.number + 1) % len(rows)])
            near = Counter({piece.column: 2 for piece in beside})
            near.update({piece.column: 1 for piece in beside if not piece.group})
            _shift(rows[line.number], line.width - width, known, near)

    def _bracket(self) -> None:
        """Correct the column of a piece that has a space for its first parenthesis, by the neighbouring lines."""
        for piece in self._unopened:
            beside = self.lines[max(piece.line - 1, 0) : piece.line + 2]
            taken = {one.column for row in beside for one in row if one is not piece}
            piece.column -= piece.column not in taken and piece.column - 1 in taken

    def _join(self) -> None:
        """Join words with a single space between them, unless a neighbouring line has columns there."""
        begins = [{piece.column for piece in row} for row in self.lines]
        begins.append(set())
        for number, row in enumerate(self.lines):
            joined: list[Piece] = []
            for piece in row:
                last = joined[-1] if joined else None
                near = piece.column in begins[number - 1] or piece.column in begins[number + 1]
                words = last and not (last.group or piece.group or near)
                if last and words and self.text[last.end : piece.start] == " ":
                    last.width, last.end, last.text = piece.after - last.column, piece.end, ""
                else:
                    joined.append(piece)
            for piece in joined:
                if not (piece.text or piece.group):
                    piece.text = self.text[piece.start : piece.end]
                    self._doubt("blank-inside", piece.start, piece.end, text=piece.text)
            self.lines[number] = joined


def _lines(text: str) -> Iterator[tuple[str, int]]:
    """Yield every line without trailing spaces, and its offset."""
    start = 0
    for found in LINE_BREAK.finditer(text + "\n"):
        yield text[start : found.start()].rstrip(" \t"), start
        start = found.end()


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _spread(row: list[Piece], beside: Iterable[list[Piece]]) -> bool:
    """Move the words of a row to the columns of a neighbouring row with as many words. Return whether there is one."""
    heads = _heads(row)
    for other in map(_heads, beside):
        if heads and len(heads) == len(other):
            by = {one: to.column - one.column for one, to in zip(heads, other, strict=True)}
            moved = 0
            for piece in row:
                moved = by.get(piece, moved)
                piece.column += moved
            return True
    return False


def _heads(row: list[Piece]) -> list[Piece]:
    """Return the words of a row without parentheses; for a row of parentheses, return these."""
    return [piece for piece in row if not piece.group] or row


def _shift(row: list[Piece], excess: int, known: set[int], near: Counter[int]) -> None:
    """Move the last pieces of a row back by `excess` columns, as many as bring most of the row into known columns.

    `near` are the columns of the neighbouring rows, with their weights.
    """
    total, best, first = 0, 0, len(row)
    for index in range(len(row) - 1, -1, -1):
        old, new = row[index].column, row[index].column - excess
        total += near[new] + (new in known) - near[old] - (old in known)
        clear = index == 0 or new > row[index - 1].column
        if total > best and clear:
            best, first = total, index
    for piece in row[first:]:
        piece.column -= excess
