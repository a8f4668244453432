"""Chunks and blocks of chunks, with the sums of their sizes.

A chunk is a stretch of text between two split points. A split point holds whatever text follows. A chunk owns its text,
so an edit before it moves nothing.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import attrgetter
from typing import Generic, NamedTuple, TypeVar, get_args

from kibitz.core.text import Measure, units

MEASURES: tuple[Measure, ...] = get_args(Measure)
BLOCK = 64
"""Chunks in a new block. An edit copies one block and the list of all blocks."""


P = TypeVar("P", "Block", "Chunk")

NO_WAITS = frozenset[str]()
MARKER = "kibitz:"
"""The begin of a comment for kibitz, see :mod:`kibitz.core.suppression`."""


class Chunk:
    """A stretch of text. It never changes, and it is compared by identity, so that states can refer to it."""

    __slots__ = ("__weakref__", "fault", "former", "text", "unterminated")

    def __init__(self, text: str, waits: frozenset[str] = NO_WAITS, fault: str = "") -> None:
        """Store a text.

        `waits` are the closing delimiters that the splitter searched after this chunk in vain. `fault` is the internal error of
        the splitter if it left all of this text uncut.
        """
        self.fault = fault
        self.former: Chunk | None = None
        """The chunk before its first edit."""
        self.text = text
        self.unterminated = waits

    def size(self, measure: Measure = "utf-32") -> int:
        """Return the number of its units."""
        return units(self.text, measure)

    @property
    def anchor(self) -> Chunk:
        """The part of the identity of a chunk that survives edits.

        A state that refers to a place by an anchor changes only if the place moves within its chunk. So an edit elsewhere in
        the chunk leaves the later states equal, and the analysis stops.

        For example, P2 owns the king since a trade in chunk A, at 40 to 44. The state stores the anchor of A and 40 to 44. When
        the user changes the price after the card, chunk B replaces A. The anchor of B is A and the card is still at 40 to 44, so
        the state after the trade is equal. `Document.find` returns where the anchor is now.
        """
        return self if self.former is None else self.former

    def __repr__(self) -> str:
        return f"Chunk({self.text!r})"


class Run(Generic[P]):
    """Adjacent parts with sizes. A run never changes."""

    __slots__ = ("_ends", "parts")

    def __init__(self, parts: tuple[P, ...]) -> None:
        self.parts: tuple[P, ...] = parts
        self._ends: dict[Measure, list[int]] = {}

    def ends(self, measure: Measure = "utf-32") -> list[int]:
        """Return the sums of a measure up to the end of each part, computed on first use."""
        if measure not in self._ends:
            self._ends[measure] = [*accumulate([part.size(measure) for part in self.parts])]
        return self._ends[measure]

    def sum_before(self, number: int, measure: Measure = "utf-32") -> int:
        """Return the sum of a measure over the parts before one."""
        return self.ends(measure)[number - 1] if number else 0

    def part_at(self, count: int, measure: Measure = "utf-32") -> tuple[int, int]:
        """Return the number of the part with a unit of a measure (`count`, from 0), and the sum before that part.

        A unit beyond the end belongs to the last part.
        """
        ends = self._ends.get(measure) or self.ends(measure)
        number = bisect_right(ends, count)
        if number == len(ends):
            number -= 1
        return number, ends[number - 1] if number else 0


class Block(Run[Chunk]):
    """A run of chunks and its sizes."""

    __slots__ = ("__weakref__", "_sizes", "anchors", "chunks", "marked", "summary", "unterminated")

    def __init__(self, chunks: tuple[Chunk, ...]) -> None:
        super().__init__(chunks)
        self.chunks = chunks
        # No chunk ends between \r and \n, so that the counts of chunks add up.
        text = "".join([chunk.text for chunk in chunks])
        self._sizes = {measure: units(text, measure) for measure in MEASURES}
        self.anchors = frozenset([*chunks, *map(attrgetter("anchor"), chunks)])
        """The chunks that :meth:`Document.find` finds here."""
        self.marked = MARKER in text
        """Whether it may have comments for kibitz."""
        self.unterminated = NO_WAITS.union(*map(attrgetter("unterminated"), chunks))
        self.summary: object = None
        """The facts of this block for a notation, set once: see :meth:`Notation.summarise`."""

    def size(self, measure: Measure = "utf-32") -> int:
        """Return the number of its units."""
        return self._sizes[measure]


class Place(NamedTuple):
    """A chunk in a document: its first offset, the number of its block, and its own number in the block."""

    start: int
    chunk: Chunk
    block: int
    number: int

    @property
    def text(self) -> str:
        return self.chunk.text

    @property
    def end(self) -> int:
        """The offset after its last character."""
        return self.start + len(self.chunk.text)


def blocks_of(chunks: Sequence[Chunk]) -> Iterator[Block]:
    """Yield blocks of up to twice :data:`BLOCK` chunks, so that typing rarely makes new blocks."""
    step = BLOCK if len(chunks) > 2 * BLOCK else max(len(chunks), 1)
    return (Block(tuple(chunks[start : start + step])) for start in range(0, len(chunks), step))


def common_start(mine: Sequence[object], theirs: Sequence[object]) -> int:
    """Return the number of equal things at the start of two sequences, by binary search."""
    lengths = range(1, min(len(mine), len(theirs)) + 1)
    return bisect_left(lengths, True, key=lambda length: mine[:length] != theirs[:length])


def common_ends(mine: Sequence[object], theirs: Sequence[object]) -> tuple[int, int]:
    """Return the numbers of equal things at the start of two sequences, and at the end of the rest."""
    start = common_start(mine, theirs)
    return start, common_start(mine[start:][::-1], theirs[start:][::-1])
