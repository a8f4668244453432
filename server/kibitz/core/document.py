"""The incremental document: a blocked list of chunks.

A chunk is a stretch of text between two places where the notation is at its top level whatever follows. It owns its
text, so nothing has to move when text before it changes. Blocks of chunks cache their sums, and an edit makes a new
document that shares every block it did not touch.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

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

BLOCK = 64
"""How many chunks a new block holds. An edit copies one block and the list of blocks."""


class Chunk:
    """A stretch of text with its sums. Never changed; compared by identity, so that states can refer to it."""

    __slots__ = ("breaks", "text", "utf8", "utf16", "waits")

    def __init__(self, text: str, waits: frozenset[str] = frozenset()) -> None:
        """`waits` are the closers that the splitter looked for behind this chunk in vain."""
        self.text = text
        self.waits = waits
        self.breaks = count_breaks(text)
        if text.isascii():
            self.utf8 = self.utf16 = len(text)
        else:
            self.utf8 = units(text, "utf-8")
            self.utf16 = units(text, "utf-16")

    def __repr__(self) -> str:
        return f"Chunk({self.text!r})"


class Block:
    """A run of chunks and its sums. Never changed."""

    __slots__ = ("breaks", "chars", "chunks", "holds", "summary", "utf8", "utf16", "waits")

    def __init__(self, chunks: tuple[Chunk, ...], closers: tuple[str, ...]) -> None:
        self.chunks = chunks
        self.chars = sum(len(chunk.text) for chunk in chunks)
        self.utf16 = sum(chunk.utf16 for chunk in chunks)
        self.utf8 = sum(chunk.utf8 for chunk in chunks)
        self.breaks = sum(chunk.breaks for chunk in chunks)
        self.holds = frozenset(closer for closer in closers if any(closer in chunk.text for chunk in chunks))
        self.waits = frozenset[str]().union(*(chunk.waits for chunk in chunks))
        self.summary: object = None
        """What a language remembers of this block, set once: see :meth:`Language.summarise`."""

    def size(self, encoding: Encoding) -> int:
        return self.chars if encoding == "utf-32" else self.utf16 if encoding == "utf-16" else self.utf8


class Place(NamedTuple):
    """A chunk in a document: its first offset, the number of its block, and its own number in that."""

    start: int
    chunk: Chunk
    block: int
    number: int

    @property
    def end(self) -> int:
        """The offset behind its last character."""
        return self.start + len(self.chunk.text)


class Document:
    """The text of one file as chunks. Never changed: :meth:`edit` gives a new one."""

    __slots__ = ("_sums", "blocks", "language")

    def __init__(self, language: Language[Any], blocks: tuple[Block, ...]) -> None:
        """For :meth:`open` and :meth:`edit` only; there is always at least one chunk."""
        self.language = language
        self.blocks = blocks
        self._sums: dict[str, list[int]] = {}

    @classmethod
    def open(cls, language: Language[Any], text: str) -> Document:
        """The document of a whole text."""
        cutter = _Cutter(language, text, keep=frozenset(), stop=frozenset(), rest=lambda _: False)
        return cls(language, tuple(_blocks(cutter.run(final=True), language.closers)))

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
        chunks = self.blocks[number].chunks
        for index, chunk in enumerate(chunks):
            if offset < start + len(chunk.text) or index == len(chunks) - 1:
                return Place(start, chunk, number, index)
            start += len(chunk.text)
        raise AssertionError("a block has at least one chunk")

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
        """Where some chunks start; those that are not in this document are left out. Reads all chunks."""
        wanted = set(chunks)
        found: dict[Chunk, int] = {}
        if wanted:
            start = 0
            for block in self.blocks:
                for chunk in block.chunks:
                    if chunk in wanted:
                        found[chunk] = start
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
        start = self.block_start(number)
        for chunk in self.blocks[number].chunks:
            if left <= chunk.breaks:
                return start + nth_break_end(chunk.text, left)
            left -= chunk.breaks
            start += len(chunk.text)
        raise AssertionError("the sums of a block are wrong")

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
        start = self.block_start(number)
        for chunk in self.blocks[number].chunks:
            size: int = getattr(chunk, name)
            if left < size:
                return start + index_of(chunk.text, left, encoding)
            left -= size
            start += len(chunk.text)
        return start

    def _ends(self, name: str) -> list[int]:
        """The sum of `name` up to and with each block, made when it is first asked for."""
        ends = self._sums.get(name)
        if ends is None:
            ends = self._sums[name] = list(accumulate(map(attrgetter(name), self.blocks)))
        return ends

    def _sum_before(self, name: str, place: Place) -> int:
        before = self._ends(name)[place.block - 1] if place.block else 0
        inside: int = sum(getattr(chunk, name) for chunk in self.blocks[place.block].chunks[: place.number])
        return before + inside

    # Edits

    def edit(self, start: int, end: int, text: str) -> Document:
        """The document in which `text` stands in the place of what was between two offsets (clamped).

        The chunks touched are cut anew, together with the one before them, because where a chunk ends may depend on
        the first line of the next one. Cutting goes on until an old border stands again.
        """
        length = len(self)
        start = min(max(start, 0), length)
        end = min(max(end, start), length)
        first, last = self._touched(start, end)
        touched = self.text(first.start, last.end)
        changed = touched[: start - first.start] + text + touched[end - first.start :]
        first = self._waiting_for(self.language.closers, touched, changed, first)
        if (before := self.before(first)) is not None:
            first = before
        head = self.text(first.start, start) + text
        size = 1
        while True:
            tail = self._following(last, size)
            final = (tail[-1] if tail else last).end >= length
            region = head + self.text(end, tail[-1].end if tail else last.end)
            shift = len(head) - end
            stop = frozenset(place.start + shift for place in tail)
            keep = frozenset(
                place.start - first.start for place in self.places(first.start, start) if place.start < start
            )
            cutter = _Cutter(self.language, region, keep, stop, self._holding(tail[-1] if tail else last))
            chunks = cutter.run(final=final)
            if cutter.done:
                kept = next((place for place in tail if place.start + shift == cutter.reached), None)
                return self._spliced(first, kept, chunks)
            size *= 2

    def _touched(self, start: int, end: int) -> tuple[Place, Place]:
        """The first and last chunk that an edit touches; one at a border touches both sides."""
        first = self.place_at(start)
        if first.start == start and (before := self.before(first)) is not None:
            first = before
        return first, self.place_at(end)

    def _waiting_for(self, closers: tuple[str, ...], touched: str, changed: str, first: Place) -> Place:
        """The first chunk that waits for a closer which the edit may have added or freed, or `first`."""
        relevant = {closer for closer in closers if closer in touched or closer in changed}
        if not relevant:
            return first
        start = 0
        for number in range(first.block + 1):
            block = self.blocks[number]
            if relevant & block.waits:
                at = start
                for index, chunk in enumerate(block.chunks):
                    if at >= first.start:
                        return first
                    if relevant & chunk.waits:
                        return Place(at, chunk, number, index)
                    at += len(chunk.text)
            start += block.chars
        return first

    def _following(self, last: Place, count: int) -> list[Place]:
        tail: list[Place] = []
        # One more than can be kept: whether the border before the last one stands may depend on its first line.
        for place in self.places(last.end):
            if place.start < last.end or len(tail) > count:
                break
            tail.append(place)
        return tail

    def _holding(self, last: Place) -> Callable[[str], bool]:
        """Tells whether the text behind a chunk holds a closer."""

        def rest(closer: str) -> bool:
            chunks = self.blocks[last.block].chunks[last.number + 1 :]
            if any(closer in chunk.text for chunk in chunks):
                return True
            return any(closer in block.holds for block in self.blocks[last.block + 1 :])

        return rest

    def _spliced(self, first: Place, kept: Place | None, chunks: list[Chunk]) -> Document:
        """The document with `chunks` in the place of everything from `first` up to `kept` (to the end if None)."""
        if kept is None:
            old = [chunk for block in self.blocks[first.block :] for chunk in block.chunks]
            end_block = len(self.blocks)
            tail: tuple[Chunk, ...] = ()
        else:
            old = [chunk for block in self.blocks[first.block : kept.block + 1] for chunk in block.chunks]
            end_block = kept.block + 1
            tail = self.blocks[kept.block].chunks[kept.number :]
        known = {
            (chunk.text, chunk.waits): chunk for chunk in reversed(old[first.number :][: len(chunks) + 8])
        }
        # Each old chunk is taken once: two places of a document never share a chunk.
        fresh = [known.pop((chunk.text, chunk.waits), chunk) for chunk in chunks]
        used = {id(chunk) for chunk in tail}
        fresh = [chunk if id(chunk) not in used else Chunk(chunk.text, chunk.waits) for chunk in fresh]
        merged = [*self.blocks[first.block].chunks[: first.number], *fresh, *tail]
        blocks = [
            *self.blocks[: first.block],
            *_blocks(merged, self.language.closers),
            *self.blocks[end_block:],
        ]
        return Document(self.language, tuple(blocks))


_SUM_OF: dict[Encoding, str] = {"utf-8": "utf8", "utf-16": "utf16", "utf-32": "chars"}


class _Cutter:
    """Cuts a region of text into chunks, from a place where the notation is at its top level."""

    def __init__(
        self,
        language: Language[Any],
        text: str,
        keep: frozenset[int],
        stop: frozenset[int],
        rest: Callable[[str], bool],
    ) -> None:
        """`keep` and `stop` are old borders: the former are kept where they stand, the first of the latter that
        stands ends the region. `rest` tells whether the text behind the region holds a closer."""
        self.language = language
        self.text = text
        self.keep = keep
        self.stop = stop
        self.rest = rest
        self.waits: set[str] = set()
        self.done = False
        self.reached = len(text)

    def run(self, final: bool) -> list[Chunk]:
        """The chunks up to `reached`. Not `done`: the region must grow. `final`: nothing follows the region."""
        text, size = self.text, self.language.chunk_size
        chunks: list[Chunk] = []
        last = 0
        for offset, hard in self.language.split(text, self._missing if final else self._asked):
            if not last < offset < len(text) or (text[offset - 1] == "\r" and text[offset] == "\n"):
                continue
            stops = offset in self.stop
            if hard or stops or offset in self.keep or offset - last >= size:
                chunks.append(self._chunk(last, offset))
                last = offset
                if stops:
                    self.done, self.reached = True, offset
                    return chunks
        if final:
            self.done = True
            if last < len(text) or not chunks:
                chunks.append(self._chunk(last, len(text)))
        return chunks

    def _missing(self, closer: str) -> bool:
        self.waits.add(closer)
        return False

    def _asked(self, closer: str) -> bool:
        return True if self.rest(closer) else self._missing(closer)

    def _chunk(self, start: int, end: int) -> Chunk:
        chunk = Chunk(self.text[start:end], frozenset(self.waits) if self.waits else frozenset())
        self.waits.clear()
        return chunk


def _blocks(chunks: list[Chunk], closers: tuple[str, ...]) -> Iterator[Block]:
    """Blocks of up to twice :data:`BLOCK` chunks, so that typing new chunks seldom makes new blocks."""
    if len(chunks) <= 2 * BLOCK:
        if chunks:
            yield Block(tuple(chunks), closers)
        return
    for start in range(0, len(chunks), BLOCK):
        yield Block(tuple(chunks[start : start + BLOCK]), closers)
