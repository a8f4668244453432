"""Chunks, blocks of them, and the cutting of text into chunks.

A chunk is a stretch of text between two places where the notation is at its top level whatever follows. It owns its
text, so nothing has to move when text before it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from kibitz.core.text import count_breaks, units

if TYPE_CHECKING:
    from kibitz.core.language import Language

BLOCK = 64
"""How many chunks a new block holds. An edit copies one block and the list of blocks."""


class Chunk:
    """A stretch of text with its sums. Never changed; compared by identity, so that states can refer to it."""

    __slots__ = ("breaks", "former", "text", "utf8", "utf16", "waits")

    def __init__(self, text: str, waits: frozenset[str] = frozenset()) -> None:
        """`waits` are the closers that the splitter looked for behind this chunk in vain."""
        self.former: Chunk | None = None
        """What this chunk was before its first edit."""
        self.text = text
        self.waits = waits
        self.breaks = count_breaks(text)
        if text.isascii():
            self.utf8 = self.utf16 = len(text)
        else:
            self.utf8 = units(text, "utf-8")
            self.utf16 = units(text, "utf-16")

    @property
    def anchor(self) -> Chunk:
        """What stays the same when this chunk is edited.

        A state that refers to a place by an anchor changes only where the place moves in its chunk, so that the
        analysis need not go on behind an edit on account of it.
        """
        return self if self.former is None else self.former

    def __repr__(self) -> str:
        return f"Chunk({self.text!r})"


class Block:
    """A run of chunks and its sums. Never changed."""

    __slots__ = (
        "_ends",
        "_members",
        "breaks",
        "chars",
        "chunks",
        "holds",
        "summary",
        "tally",
        "utf8",
        "utf16",
        "waits",
    )

    def __init__(self, chunks: tuple[Chunk, ...], closers: tuple[str, ...]) -> None:
        self.chunks = chunks
        self.chars = sum(len(chunk.text) for chunk in chunks)
        self.utf16 = sum(chunk.utf16 for chunk in chunks)
        self.utf8 = sum(chunk.utf8 for chunk in chunks)
        self.breaks = sum(chunk.breaks for chunk in chunks)
        self.holds = frozenset(closer for closer in closers if any(closer in chunk.text for chunk in chunks))
        self.waits = frozenset[str]().union(*(chunk.waits for chunk in chunks))
        self._members: frozenset[Chunk] | None = None
        self.summary: object = None
        """What a language remembers of this block, set once: see :meth:`Language.summarise`."""
        self.tally: object = None
        """The same for :meth:`Language.tally`."""
        self._ends: dict[str, list[int]] = {}

    @property
    def members(self) -> frozenset[Chunk]:
        """The chunks and their anchors, made when they are first asked for."""
        if self._members is None:
            self._members = frozenset(self.chunks).union(chunk.anchor for chunk in self.chunks)
        return self._members

    def ends(self, name: str) -> list[int]:
        """The sum of `name` up to and with each chunk, made when it is first asked for."""
        ends = self._ends.get(name)
        if ends is None:
            ends = self._ends[name] = list(accumulate(map(_SIZES[name], self.chunks)))
        return ends


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


class Cutter:
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

    def chunks(self, final: bool) -> Iterator[Chunk]:
        """The chunks up to `reached`. Not `done`: the region must grow. `final`: nothing follows the region."""
        text, size = self.text, self.language.chunk_size
        last = 0
        for offset, hard in self.language.split(text, self._missing if final else self._asked):
            if not last < offset < len(text) or (text[offset - 1] == "\r" and text[offset] == "\n"):
                continue
            stops = offset in self.stop
            if hard or stops or offset in self.keep or offset - last >= size:
                yield self._chunk(last, offset)
                last = offset
                if stops:
                    self.done, self.reached = True, offset
                    return
        if final:
            self.done = True
            if last < len(text) or not last:
                yield self._chunk(last, len(text))

    def _missing(self, closer: str) -> bool:
        self.waits.add(closer)
        return False

    def _asked(self, closer: str) -> bool:
        return True if self.rest(closer) else self._missing(closer)

    def _chunk(self, start: int, end: int) -> Chunk:
        chunk = Chunk(self.text[start:end], frozenset(self.waits) if self.waits else frozenset())
        self.waits.clear()
        return chunk


def blocks_of(chunks: list[Chunk], closers: tuple[str, ...]) -> Iterator[Block]:
    """Blocks of up to twice :data:`BLOCK` chunks, so that typing new chunks seldom makes new blocks."""
    if len(chunks) <= 2 * BLOCK:
        if chunks:
            yield Block(tuple(chunks), closers)
        return
    for start in range(0, len(chunks), BLOCK):
        yield Block(tuple(chunks[start : start + BLOCK]), closers)


_SIZES: dict[str, Callable[[Chunk], int]] = {
    "chars": lambda chunk: len(chunk.text),
    "utf8": attrgetter("utf8"),
    "utf16": attrgetter("utf16"),
    "breaks": attrgetter("breaks"),
}
