"""The incremental document: a blocked list of chunks.

Blocks of chunks cache their sums. An edit makes a new document that shares every block it did not touch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any

from kibitz.core.cancellation import check_cancelled
from kibitz.core.chunks import Block, Chunk, Measure, Place, Run, blocks_of
from kibitz.core.cut import Cut, Splitter
from kibitz.core.text import (
    LINE_BREAK,
    Encoding,
    Position,
    count_breaks,
    index_of,
    last_break_end,
    nth_break_end,
    units,
)
from kibitz.core.values import Span

HINTS = 2000
"""Number of chunks whose places are remembered."""


START = 10_000
"""Code points at the start of a document in which its line end is searched."""


class Document(Run[Block]):
    """The text of one file as chunks. It never changes: :func:`kibitz.core.edit.edit` returns a new one."""

    __slots__ = ("blocks", "hints", "language")

    def __init__(
        self, language: Splitter, blocks: tuple[Block, ...], hints: dict[Chunk, int] | None = None
    ) -> None:
        """Make a document of blocks. `hints` are those of an earlier version. There is always at least one chunk."""
        super().__init__(blocks)
        self.language: Any = language
        """The notation. The document asks it for split points only."""
        self.blocks = blocks
        self.hints: dict[Chunk, int] = {} if hints is None else hints
        """The number of the block in which :meth:`find` found a chunk, in this document or an earlier one."""

    @classmethod
    def open(cls, language: Splitter, text: str) -> Document:
        """Return the document of a whole text."""
        chunks = list(Cut(language, text).chunks())
        return cls(language, tuple(blocks_of(chunks, language.closers)))

    # Text

    def __len__(self) -> int:
        """Return the number of code points."""
        return self.ends("chars")[-1]

    def text(self, start: int = 0, end: int | None = None) -> str:
        """Return the text between two offsets, or the whole text."""
        end = len(self) if end is None else min(end, len(self))
        if end <= start:
            return ""
        first = self.place_at(start)
        found = [first.text[max(start - first.start, 0) : max(end - first.start, 0)]]
        if end > first.end:
            found += [place.text[: end - place.start] for place in self.places(first.end, end)]
        return "".join(found)

    @property
    def blank(self) -> bool:
        """Whether nothing but spaces and line ends has been written yet."""
        return not any(chunk.text.strip(" \t\r\n") for block in self.blocks for chunk in block.chunks)

    # Chunks

    def place_at(self, offset: int) -> Place:
        """Return the chunk that holds the character at `offset`, or the last one at the end. Other offsets are clamped."""
        return self._place("chars", max(offset, 0))[0]

    def _place(self, measure: Measure, count: int) -> tuple[Place, int]:
        """Return the chunk that holds the unit `count` (from 0) of a measure, or the last one, and the sum before it."""
        first, before = self.part_at(measure, count)
        block = self.blocks[first]
        second, more = block.part_at(measure, count - before)
        if measure == "chars":
            start = before + more
        else:
            start = self.sum_before("chars", first) + block.sum_before("chars", second)
        return Place(start, block.chunks[second], first, second), before + more

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
        return self.sum_before("chars", number)

    def find(self, chunks: Iterable[Chunk]) -> dict[Chunk, int]:
        """Return the offsets of some chunks. Chunks that are gone are left out."""
        wanted, count = set(chunks), len(self.blocks)
        # Most are where they were before the latest edits, or a block further.
        hints = {hint for chunk in wanted if (hint := self.hints.get(chunk)) is not None}
        near = sorted({hint + by for hint in hints for by in (-1, 0, 1) if 0 <= hint + by < count})
        if len(self.hints) > HINTS:
            self.hints.clear()
        found: dict[Chunk, int] = {}
        for numbers in (near, range(count)):
            for number in numbers:
                if not wanted:
                    return found
                self._look_for(wanted, number, found)
        return found

    def _look_for(self, wanted: set[Chunk], number: int, found: dict[Chunk, int]) -> None:
        """Move wanted chunks that are in a block from `wanted` to `found`."""
        chunks = self.blocks[number].chunks
        if wanted.isdisjoint(chunks) and wanted.isdisjoint(map(attrgetter("former"), chunks)):
            return
        start = self.block_start(number)
        for chunk in chunks:
            for one in wanted & {chunk, chunk.anchor}:
                wanted.remove(one)
                found[one], self.hints[one] = start, number
            start += len(chunk.text)

    # Lines and columns

    @property
    def line_count(self) -> int:
        """The number of lines, at least 1."""
        return self.ends("breaks")[-1] + 1

    def line_start(self, line: int) -> int:
        """Return the offset of the first character of a line. Lines outside the document are clamped."""
        return self._line(line)[0]

    def _line(self, line: int) -> tuple[int, Place]:
        """Return the start of a line, and the chunk that holds it."""
        if line <= 0:
            return 0, self.place_at(0)
        if line >= self.line_count:
            return len(self), self.place_at(len(self))
        place, before = self._place("breaks", line - 1)
        start = place.start + nth_break_end(place.text, line - before)
        return start, place if start < place.end else self.place_at(start)

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
        start, place = self._line(line)
        if not 0 <= line < self.line_count or column <= 0:
            return start
        ending = LINE_BREAK.search(place.text, start - place.start)
        if ending is not None:
            return start + index_of(place.text[start - place.start : ending.start()], column, encoding)
        # The line continues after the chunk, maybe for megabytes.
        measure = _MEASURE_OF[encoding]
        return min(self._offset_of(measure, self._count_before(measure, start) + column), self.line_end(line))

    def position_at(self, offset: int, encoding: Encoding) -> Position:
        """Return the line and column of an offset. An offset between `\\r` and `\\n` belongs to the line that they end."""
        offset = min(max(offset, 0), len(self))
        return self._position(self.place_at(offset), offset, encoding)

    def positions_at(self, start: int, end: int, encoding: Encoding) -> tuple[Position, Position]:
        """Return the positions of two offsets. The second is mostly close to the first."""
        start = min(max(start, 0), len(self))
        place = self.place_at(start)
        first = self._position(place, start, encoding)
        between = place.text[start - place.start : max(end - place.start, 0)]
        if not start <= end <= place.end or "\n" in between or "\r" in between:
            return first, self.position_at(end, encoding)
        return first, Position(first.line, first.column + units(between, encoding))

    def _position(self, place: Place, offset: int, encoding: Encoding) -> Position:
        inside = place.text[: offset - place.start]
        if inside.endswith("\r") and place.text[len(inside) : len(inside) + 1] == "\n":
            offset, inside = offset - 1, inside[:-1]
        line = self._sum_before_place("breaks", place) + count_breaks(inside)
        broken = last_break_end(inside)
        start = place.start + broken
        if not broken and not self._begins_line(place):
            start = self.line_start(line)
        if start >= place.start:
            return Position(line, units(inside[start - place.start :], encoding))
        measure = _MEASURE_OF[encoding]
        return Position(line, self._count_before(measure, offset) - self._count_before(measure, start))

    def _begins_line(self, place: Place) -> bool:
        """Return whether the first character of a chunk is the first of its line."""
        before = self.before(place)
        return before is None or before.text.endswith(("\n", "\r"))

    def _count_before(self, measure: Measure, offset: int) -> int:
        """Return the number of units of an encoding before an offset."""
        place = self.place_at(offset)
        inside = place.text[: offset - place.start]
        return self._sum_before_place(measure, place) + units(inside, _ENCODING_OF[measure])

    def _offset_of(self, measure: Measure, count: int) -> int:
        """Return the offset after a number of units of an encoding."""
        if count >= self.ends(measure)[-1]:
            return len(self)
        place, before = self._place(measure, count)
        return place.start + index_of(place.text, count - before, _ENCODING_OF[measure])

    def _sum_before_place(self, measure: Measure, place: Place) -> int:
        within = self.blocks[place.block].sum_before(measure, place.number)
        return self.sum_before(measure, place.block) + within


def line_end_of(document: Document) -> str:
    """Return the line end of a document: the first one near its start, which formatting keeps, or LF."""
    found = LINE_BREAK.search(document.blocks[0].chunks[0].text, 0, START)
    found = found or LINE_BREAK.search(document.text(0, START))
    return found[0] if found else "\n"


_MEASURE_OF: dict[Encoding, Measure] = {"utf-8": "utf8", "utf-16": "utf16", "utf-32": "chars"}
_ENCODING_OF: dict[Measure, Encoding] = {"utf8": "utf-8", "utf16": "utf-16", "chars": "utf-32"}
