"""The incremental document: a blocked list of chunks.

Blocks of chunks cache their sums, and an edit makes a new document that shares every block it did not touch.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from operator import attrgetter, is_
from typing import TYPE_CHECKING, Any

from kibitz.core.chunks import Block, Chunk, Cutter, Place, blocks_of
from kibitz.core.edit import Splice, edited
from kibitz.core.text import (
    Encoding,
    Position,
    count_breaks,
    index_of,
    last_break_end,
    nth_break_end,
    units,
)

if TYPE_CHECKING:
    from kibitz.core.language import Language


class Document:
    """The text of one file as chunks. Never changed: :meth:`edit` gives a new one."""

    __slots__ = ("_origin", "_sums", "blocks", "language")

    def __init__(self, language: Language[Any], blocks: tuple[Block, ...]) -> None:
        """For :meth:`open` and :meth:`edit` only; there is always at least one chunk."""
        self.language = language
        self.blocks = blocks
        self._sums: dict[str, list[int]] = {}
        self._origin: tuple[tuple[Block, ...], int, int] = ((), 0, 0)
        """The blocks of the document that this one was edited from, and how many at both ends are the same."""

    @classmethod
    def open(cls, language: Language[Any], text: str) -> Document:
        """The document of a whole text."""
        cutter = Cutter(language, text, keep=frozenset(), stop=frozenset(), rest=lambda _: False)
        return cls(language, tuple(blocks_of(list(cutter.chunks(final=True)), language.closers)))

    # Text

    def __len__(self) -> int:
        """The number of code points."""
        return self._ends("chars")[-1]

    def text(self, start: int = 0, end: int | None = None) -> str:
        """The text between two offsets, or all of it."""
        if end is None:
            end = len(self)
        return "".join(
            place.chunk.text[max(start - place.start, 0) : end - place.start]
            for place in self.places(start, end)
        )

    # Chunks

    def place_at(self, offset: int) -> Place:
        """The chunk that holds the character at `offset`; the last one at the end. Offsets outside are clamped."""
        ends = self._ends("chars")
        offset = min(max(offset, 0), ends[-1])
        number = min(bisect_right(ends, offset), len(ends) - 1)
        start = ends[number - 1] if number else 0
        block = self.blocks[number]
        inside = block.ends("chars")
        index = min(bisect_right(inside, offset - start), len(inside) - 1)
        return Place(start + (inside[index - 1] if index else 0), block.chunks[index], number, index)

    def places(self, start: int = 0, end: int | None = None) -> Iterator[Place]:
        """The chunks that overlap a range, in order; at least the one at `start`."""
        if end is None:
            end = len(self)
        first = self.place_at(start)
        at, index = first.start, first.number
        for number in range(first.block, len(self.blocks)):
            for chunk in self.blocks[number].chunks[index:]:
                if at >= end and at > first.start:
                    return
                yield Place(at, chunk, number, index)
                at += len(chunk.text)
                index += 1
            index = 0

    def before(self, place: Place) -> Place | None:
        """The chunk before another one."""
        return self.place_at(place.start - 1) if place.start > 0 else None

    def after(self, place: Place) -> Place | None:
        """The chunk after another one."""
        return self.place_at(place.end) if place.end < len(self) else None

    def block_start(self, number: int) -> int:
        """The first offset of a block."""
        return self._ends("chars")[number - 1] if number else 0

    def find(self, chunks: Iterable[Chunk]) -> dict[Chunk, int]:
        """Where some chunks, or what became of them, start; others are left out."""
        wanted = frozenset(chunks)
        found: dict[Chunk, int] = {}
        for number, block in enumerate(self.blocks):
            if wanted.isdisjoint(block.members):
                continue
            start = self.block_start(number)
            for chunk in block.chunks:
                found.update((one, start) for one in (chunk.anchor, chunk) if one in wanted)
                start += len(chunk.text)
        return found

    # Lines and columns

    @property
    def line_count(self) -> int:
        """The number of lines, at least 1."""
        return self._ends("breaks")[-1] + 1

    def line_start(self, line: int) -> int:
        """The offset of the first character of a line; lines outside the document are clamped."""
        if line <= 0:
            return 0
        ends = self._ends("breaks")
        if line > ends[-1]:
            return len(self)
        number = bisect_right(ends, line - 1)
        left = line - (ends[number - 1] if number else 0)
        block = self.blocks[number]
        inside = block.ends("breaks")
        index = bisect_left(inside, left)
        start = self.block_start(number)
        if index:
            start += block.ends("chars")[index - 1]
            left -= inside[index - 1]
        return start + nth_break_end(block.chunks[index].text, left)

    def line_end(self, line: int) -> int:
        """The offset behind the last character of a line, before its line end."""
        if line >= self.line_count - 1:
            return len(self)
        behind = self.line_start(line + 1)
        return behind - 2 if self.text(behind - 2, behind) == "\r\n" else behind - 1

    def offset_at(self, position: Position, encoding: Encoding) -> int:
        """The offset of a line and column; places past the end of a line or of the document are clamped."""
        if position.line >= self.line_count:
            return len(self)
        start = self.line_start(position.line)
        end = self.line_end(position.line) if position.line >= 0 else start
        if position.column <= 0:
            return start
        if encoding == "utf-32":
            return min(start + position.column, end)
        return min(self._offset_of_units(self._units_at(start, encoding) + position.column, encoding), end)

    def position_at(self, offset: int, encoding: Encoding) -> Position:
        """The line and column of an offset. One between `\\r` and `\\n` belongs to the line that they end."""
        offset = min(max(offset, 0), len(self))
        place = self.place_at(offset)
        inside = place.chunk.text[: offset - place.start]
        if inside.endswith("\r") and place.chunk.text[len(inside) : len(inside) + 1] == "\n":
            offset, inside = offset - 1, inside[:-1]
        line = self._sum_before("breaks", place) + count_breaks(inside)
        broken = last_break_end(inside)
        start = place.start + broken if broken else self.line_start(line)
        if start >= place.start:
            return Position(line, units(inside[start - place.start :], encoding))
        if encoding == "utf-32":
            return Position(line, offset - start)
        return Position(line, self._units_at(offset, encoding) - self._units_at(start, encoding))

    def _units_at(self, offset: int, encoding: Encoding) -> int:
        place = self.place_at(offset)
        before = self._sum_before(_SUM_OF[encoding], place)
        return before + units(place.chunk.text[: offset - place.start], encoding)

    def _offset_of_units(self, count: int, encoding: Encoding) -> int:
        name = _SUM_OF[encoding]
        ends = self._ends(name)
        number = bisect_right(ends, count)
        if number == len(ends):
            return len(self)
        left = count - (ends[number - 1] if number else 0)
        block = self.blocks[number]
        inside = block.ends(name)
        index = bisect_right(inside, left)
        start = self.block_start(number)
        if index:
            start += block.ends("chars")[index - 1]
            left -= inside[index - 1]
        return start + index_of(block.chunks[index].text, left, encoding)

    def _ends(self, name: str) -> list[int]:
        """The sum of `name` up to and with each block, made when it is first asked for."""
        ends = self._sums.get(name)
        if ends is None:
            ends = self._sums[name] = list(accumulate(map(attrgetter(name), self.blocks)))
        return ends

    def _sum_before(self, name: str, place: Place) -> int:
        before = self._ends(name)[place.block - 1] if place.block else 0
        return before + (self.blocks[place.block].ends(name)[place.number - 1] if place.number else 0)

    # Edits

    def edit(self, start: int, end: int, text: str) -> Document:
        """The document in which `text` stands in the place of what was between two offsets (clamped)."""
        splice = edited(self, start, end, text)
        document = Document(self.language, splice.blocks)
        document._origin = (self.blocks, splice.first, splice.last)
        document._sums = {name: _spliced(ends, name, splice) for name, ends in self._sums.items()}
        return document

    def shared(self, other: Document) -> tuple[int, int]:
        """How many of the first and of the last blocks this document has in common with another one."""
        if self._origin[0] is other.blocks:
            return self._origin[1:]
        first = _same(self.blocks, other.blocks)
        last = _same(self.blocks[::-1], other.blocks[::-1])
        return first, min(last, len(self.blocks) - first, len(other.blocks) - first)


def _same(mine: tuple[Block, ...], theirs: tuple[Block, ...]) -> int:
    """How many of the first blocks are the same ones."""
    compared = list(map(is_, mine, theirs))
    return compared.index(False) if False in compared else len(compared)


def _spliced(ends: list[int], name: str, splice: Splice) -> list[int]:
    """Sums up to and with each block, from those of before: blocks that stayed are not looked at again."""
    first, kept = splice.first, len(ends) - splice.last
    before = ends[first - 1] if first else 0
    fresh = splice.blocks[first : len(splice.blocks) - splice.last]
    middle = list(accumulate(map(attrgetter(name), fresh), initial=before))
    by = middle[-1] - (ends[kept - 1] if kept else 0)
    if by == 0 and middle[1:] == ends[first:kept]:
        return ends
    return [*ends[:first], *middle[1:], *[end + by for end in ends[kept:]]]


_SUM_OF: dict[Encoding, str] = {"utf-8": "utf8", "utf-16": "utf16", "utf-32": "chars"}
