"""Chunks, and blocks of them, with the sums of their sizes.

A chunk is a stretch of text between two places where the notation is at its top level whatever follows. It owns its
text, so nothing has to move when text before it changes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, repeat
from operator import attrgetter
from typing import Generic, Literal, NamedTuple, TypeVar

from kibitz.core.text import count_breaks, units

BLOCK = 64
"""How many chunks a new block holds. An edit copies one block, and the list of all."""

Measure = Literal["breaks", "chars", "marked", "utf8", "utf16"]
"""What there is so much of: line ends, code points, units of the two encodings that are not code points, and blocks with comments for kibitz."""

P = TypeVar("P")

NO_WAITS = frozenset[str]()
MARKER = "kibitz:"
"""What a comment says that is for kibitz, see :mod:`kibitz.core.silence`."""


class Chunk:
    """A stretch of text. Never changed; compared by identity, so that states can refer to it."""

    __slots__ = ("__weakref__", "fault", "former", "text", "waits")

    def __init__(self, text: str, waits: frozenset[str] = NO_WAITS, fault: str = "") -> None:
        """`waits` are the closers that the splitter looked for behind this chunk in vain; `fault` is what it failed with
        where this is all that it left uncut."""
        self.fault = fault
        self.former: Chunk | None = None
        """What this chunk was before its first edit."""
        self.text = text
        self.waits = waits

    @property
    def breaks(self) -> int:
        """The number of line ends."""
        return count_breaks(self.text)

    @property
    def anchor(self) -> Chunk:
        """What stays the same when this chunk is edited.

        A state that refers to a place by an anchor changes only where the place moves in its chunk, so that the
        analysis need not go on behind an edit on account of it.

        P2 owns the king since the trade in chunk A, at 40 to 44 there. The state says so: (A's anchor, 40 to 44). When the
        price behind the card is mended, chunk B takes the place of A; B's anchor is A, the card is at 40 to 44 still, and
        the state behind the trade is equal to the old one. Whoever wants to show the place asks `Document.find` where
        that anchor is now.
        """
        return self if self.former is None else self.former

    def __repr__(self) -> str:
        return f"Chunk({self.text!r})"


class Run(Generic[P]):
    """Parts in a row, which have sizes. Never changed."""

    __slots__ = ("_ends", "parts")

    def __init__(self, parts: tuple[P, ...]) -> None:
        self.parts = parts
        self._ends: dict[Measure, list[int]] = {}

    def ends(self, measure: Measure) -> list[int]:
        """The sum of a measure up to and with each part, made when it is first asked for."""
        ends = self._ends.get(measure)
        if ends is None:
            ends = self._ends[measure] = list(accumulate(self._sizes(measure)))
        return ends

    def follow(self, former: Run[P], first: int, behind: int) -> None:
        """Takes over what an earlier run has summed up: the parts before `first` are the same, and those from `behind`
        on, which may have another number here."""
        made = self.parts[first : len(self.parts) - len(former.parts) + behind]
        # Another thread may ask the former run for one more meanwhile.
        for measure, ends in former._ends.copy().items():
            _, *mine = accumulate(map(attrgetter(measure), made), initial=ends[first - 1] if first else 0)
            by = (mine or ends[:first] or [0])[-1] - ends[behind - 1]
            rest = [one + by for one in ends[behind:]] if by else ends[behind:]
            self._ends[measure] = [*ends[:first], *mine, *rest]

    def _sizes(self, measure: Measure) -> Iterable[int]:
        """How much of a measure each part has."""
        return map(attrgetter(measure), self.parts)

    def sum_before(self, measure: Measure, number: int) -> int:
        """The sum of a measure over the parts before one."""
        return self.ends(measure)[number - 1] if number else 0

    def part_at(self, measure: Measure, count: int) -> tuple[int, int]:
        """The number of the part that holds the unit `count` (from 0) of a measure, and the sum before that part.

        What is further on than there is belongs to the last part.
        """
        ends = self._ends.get(measure) or self.ends(measure)
        number = bisect_right(ends, count)
        if number == len(ends):
            number -= 1
        return number, ends[number - 1] if number else 0


class Block(Run[Chunk]):
    """A run of chunks and its sums."""

    __slots__ = (
        "__weakref__",
        "breaks",
        "chars",
        "chunks",
        "holds",
        "marked",
        "summary",
        "utf8",
        "utf16",
        "waits",
    )

    def __init__(self, chunks: tuple[Chunk, ...], closers: tuple[str, ...]) -> None:
        super().__init__(chunks)
        self.chunks = chunks
        # No chunk ends between \r and \n, so that what holds of the whole is the sum of the chunks.
        text = "".join(map(_TEXT, chunks))
        self.chars = len(text)
        self.breaks = count_breaks(text)
        self.utf8 = units(text, "utf-8")
        self.utf16 = units(text, "utf-16")
        self.holds = frozenset([closer for closer in closers if closer in text]) if closers else NO_WAITS
        self.marked = MARKER in text
        self.waits = NO_WAITS.union(*map(attrgetter("waits"), chunks))
        self.summary: object = None
        """What a language remembers of this block, set once: see :meth:`Language.summarise`."""

    def _sizes(self, measure: Measure) -> Iterable[int]:
        if measure == "breaks":
            feeds = [*map(str.count, map(_TEXT, self.chunks), repeat("\n"))]
            # Nearly always, no line ends with a lone `\r`.
            return feeds if sum(feeds) == self.breaks else [chunk.breaks for chunk in self.chunks]
        length = len if getattr(self, measure) == self.chars else _LENGTHS[measure]
        return map(length, map(_TEXT, self.chunks))


class Place(NamedTuple):
    """A chunk in a document: its first offset, the number of its block, and its own number in that."""

    start: int
    chunk: Chunk
    block: int
    number: int

    @property
    def text(self) -> str:
        return self.chunk.text

    @property
    def end(self) -> int:
        """The offset behind its last character."""
        return self.start + len(self.chunk.text)


def blocks_of(chunks: Sequence[Chunk], closers: tuple[str, ...]) -> Iterator[Block]:
    """Blocks of up to twice :data:`BLOCK` chunks, so that typing new chunks seldom makes new blocks."""
    step = BLOCK if len(chunks) > 2 * BLOCK else max(len(chunks), 1)
    return (Block(tuple(chunks[start : start + step]), closers) for start in range(0, len(chunks), step))


def common_start(mine: Sequence[object], theirs: Sequence[object]) -> int:
    """How many of the first things of two sequences are the same, found by halves: runs of them are compared quickly."""
    low, high = 0, min(len(mine), len(theirs))
    while low < high:
        middle = (low + high + 1) // 2
        if mine[low:middle] == theirs[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_ends(mine: Sequence[object], theirs: Sequence[object]) -> tuple[int, int]:
    """How many of the first things of two sequences are the same, and how many of the last ones behind those."""
    start = common_start(mine, theirs)
    return start, common_start(mine[start:][::-1], theirs[start:][::-1])


_TEXT = attrgetter("text")
_LENGTHS: dict[Measure, Callable[[str], int]] = {
    "chars": len,
    "utf8": partial(units, encoding="utf-8"),
    "utf16": partial(units, encoding="utf-16"),
}
