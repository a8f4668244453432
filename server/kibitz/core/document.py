"""The incremental document: a blocked list of chunks.

Blocks of chunks cache their sums. An edit makes a new document that shares every block it did not touch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kibitz.core.cancellation import check_cancelled
from kibitz.core.chunks import Block, Chunk, Place, Run, blocks_of
from kibitz.core.cut import cut
from kibitz.core.text import LINE_BREAK, Encoding, Measure, Position, index_of, last_break_end, units
from kibitz.core.values import Span

START = 10_000
"""Code points at the start of a document in which its line end is searched."""


class Document(Run[Block]):
    """The text of one file as chunks. It never changes: :func:`kibitz.core.edit.edit` returns a new one."""

    __slots__ = ("blocks", "language")

    def __init__(self, language: Any, blocks: tuple[Block, ...]) -> None:
        """Make a document of blocks. There is always at least one chunk."""
        super().__init__(blocks)
        self.language = language
        """The notation, a :class:`kibitz.core.notation.Notation`. The document asks it for split points only."""
        self.blocks = blocks

    @classmethod
    def open(cls, language: Any, text: str) -> Document:
        """Return the document of a whole text."""
        return cls(language, tuple(blocks_of(cut(language, text)[0])))

    # Text

    def __len__(self) -> int:
        """Return the number of code points."""
        return self.ends()[-1]

    def text(self, start: int = 0, end: int | None = None) -> str:
        """Return the text between two offsets, or the whole text."""
        end = len(self) if end is None else min(end, len(self))
        if end <= start:
            return ""
        start = max(start, 0)
        places = self.places(start, end)
        return "".join([place.text[max(start - place.start, 0) : end - place.start] for place in places])

    @property
    def blank(self) -> bool:
        """Whether nothing but spaces and line ends has been written yet."""
        return not any(chunk.text.strip(" \t\r\n") for block in self.blocks for chunk in block.chunks)

    # Chunks

    def place_at(self, offset: int) -> Place:
        """Return the chunk that holds the character at `offset`, or the last one at the end. Other offsets are clamped."""
        first, before = self.part_at(max(offset, 0))
        block = self.blocks[first]
        second, more = block.part_at(offset - before)
        return Place(before + more, block.chunks[second], first, second)

    def places(self, start: int = 0, end: int | None = None) -> Iterator[Place]:
        """Yield the chunks that overlap a range, in order: at least the one at `start`."""
        if end is None:
            end = len(self)
        first = self.place_at(start)
        for place in self.since(first):
            if place.start >= end and place.start > first.start:
                return
            yield place

    def since(self, place: Place) -> Iterator[Place]:
        """Yield the chunks from one on."""
        at, index = place.start, place.number
        for number, block in enumerate(self.blocks[place.block :], start=place.block):
            check_cancelled()
            for chunk in block.chunks[index:] if index else block.chunks:
                yield Place(at, chunk, number, index)
                at += len(chunk.text)
                index += 1
            index = 0

    def until(self, place: Place) -> Iterator[Place]:
        """Yield the chunks up to one, that one first."""
        near: Place | None = place
        while near is not None:
            yield near
            near = self.before(near)

    def before(self, place: Place) -> Place | None:
        """Return the chunk before another one, or None."""
        if not place.number:
            return self.place_at(place.start - 1) if place.start > 0 else None
        chunk = self.blocks[place.block].chunks[place.number - 1]
        return Place(place.start - len(chunk.text), chunk, place.block, place.number - 1)

    def after(self, place: Place) -> Place | None:
        """Return the chunk after another one, or None."""
        return self.place_at(place.end) if place.end < len(self) else None

    def block_start(self, number: int) -> int:
        """Return the first offset of a block."""
        return self.sum_before(number)

    def find(self, chunks: Iterable[Chunk]) -> dict[Chunk, int]:
        """Return the offsets of some chunks or anchors. Those that are gone are left out."""
        wanted, found = set(chunks), dict[Chunk, int]()
        for number, block in enumerate(self.blocks):
            if not wanted.isdisjoint(block.anchors):
                start = self.block_start(number)
                for chunk in block.chunks:
                    found |= dict.fromkeys(wanted & {chunk, chunk.anchor}, start)
                    start += len(chunk.text)
        return found

    # Lines and columns

    @property
    def line_count(self) -> int:
        """The number of lines, at least 1."""
        return self.ends("breaks")[-1] + 1

    def line_start(self, line: int) -> int:
        """Return the offset of the first character of a line. Lines outside the document are clamped."""
        return self._after(line, "breaks") if line > 0 else 0

    def line_end(self, line: int) -> int:
        """Return the offset after the last character of a line, before its line end."""
        if line >= self.line_count - 1:
            return len(self)
        behind = self.line_start(line + 1)
        return behind - 2 if self.text(behind - 2, behind) == "\r\n" else behind - 1

    def line_at(self, offset: int) -> Span:
        """Return the line of an offset, without its line end."""
        line = self.position_at(offset, "utf-32").line
        return Span(self.line_start(line), self.line_end(line))

    def offset_at(self, position: Position, encoding: Encoding) -> int:
        """Return the offset of a line and column. Places past the end of a line or of the document are clamped."""
        line, column = position
        start = self.line_start(line)
        if not 0 <= line < self.line_count or column <= 0:
            return start
        return min(self._after(self._before(start, encoding) + column, encoding), self.line_end(line))

    def position_at(self, offset: int, encoding: Encoding) -> Position:
        """Return the line and column of an offset. An offset between `\\r` and `\\n` belongs to the line that they end."""
        offset = min(max(offset, 0), len(self))
        place = self.place_at(offset)
        at = offset - place.start
        inside = place.text[: at - (place.text[at - 1 : at + 1] == "\r\n")]
        line = self._sum_before(place, "breaks") + units(inside, "breaks")
        begin, before = last_break_end(inside), self.before(place)
        if begin or before is None or before.text.endswith(("\n", "\r")):
            return Position(line, units(inside[begin:], encoding))
        column = self._sum_before(place, encoding) + units(inside, encoding)
        return Position(line, column - self._before(self.line_start(line), encoding))

    def _sum_before(self, place: Place, measure: Measure) -> int:
        """Return the number of units of a measure before a chunk."""
        within = self.blocks[place.block].sum_before(place.number, measure)
        return self.sum_before(place.block, measure) + within

    def _before(self, offset: int, measure: Measure) -> int:
        """Return the number of units of a measure before an offset."""
        place = self.place_at(offset)
        return self._sum_before(place, measure) + units(place.text[: offset - place.start], measure)

    def _after(self, count: int, measure: Measure) -> int:
        """Return the offset after a number of units of a measure, or the end."""
        if count > self.ends(measure)[-1]:
            return len(self)
        first, before = self.part_at(count - 1, measure)
        block = self.blocks[first]
        second, more = block.part_at(count - 1 - before, measure)
        start = self.block_start(first) + block.sum_before(second)
        return start + index_of(block.chunks[second].text, count - before - more, measure)


def line_end_of(document: Document) -> str:
    """Return the line end of a document: the first one near its start, which formatting keeps, or LF."""
    found = LINE_BREAK.search(document.text(0, START))
    return found[0] if found else "\n"
