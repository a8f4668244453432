"""Chunks, blocks of them, and groups of blocks, with the sums of their sizes.

A chunk is a stretch of text between two places where the notation is at its top level whatever follows. It owns its
text, so nothing has to move when text before it changes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, islice
from operator import attrgetter, is_
from typing import Any, Generic, Literal, NamedTuple, TypeVar, overload

from kibitz.core.text import count_breaks, units

BLOCK = 64
"""How many chunks a new block holds."""
GROUP = 32
"""How many blocks a new group holds. An edit copies one block, one group and the list of groups."""

Measure = Literal["blocks", "breaks", "chars", "utf8", "utf16"]
"""What there is so much of: blocks, line ends, code points, and units of the two encodings that are not code points."""

T = TypeVar("T")
P = TypeVar("P")

NO_WAITS = frozenset[str]()


class Chunk:
    """A stretch of text. Never changed; compared by identity, so that states can refer to it."""

    __slots__ = ("former", "text", "waits")

    def __init__(self, text: str, waits: frozenset[str] = NO_WAITS) -> None:
        """`waits` are the closers that the splitter looked for behind this chunk in vain."""
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

    __slots__ = ("breaks", "chars", "chunks", "holds", "summary", "tally", "utf8", "utf16", "waits")

    blocks = 1

    def __init__(self, chunks: tuple[Chunk, ...], closers: tuple[str, ...]) -> None:
        super().__init__(chunks)
        self.chunks = chunks
        # No chunk ends between \r and \n, so that what holds of the whole is the sum of the chunks.
        text = "".join([chunk.text for chunk in chunks])
        self.chars = len(text)
        self.breaks = count_breaks(text)
        self.utf8 = units(text, "utf-8")
        self.utf16 = units(text, "utf-16")
        self.holds = frozenset([closer for closer in closers if closer in text]) if closers else NO_WAITS
        self.waits = _union([chunk.waits for chunk in chunks])
        self.summary: object = None
        """What a language remembers of this block, set once: see :meth:`Language.summarise`."""
        self.tally: object = None
        """The same for :meth:`Language.tally`."""

    def _sizes(self, measure: Measure) -> Iterable[int]:
        texts = [chunk.text for chunk in self.chunks]
        if measure == "breaks":
            feeds = [text.count("\n") for text in texts]
            # Nearly always, no line ends with a lone `\r`.
            return feeds if sum(feeds) == self.breaks else map(count_breaks, texts)
        return map(_LENGTHS[measure], texts)


class Group(Run[Block]):
    """A run of blocks and its sums, so that an edit of a long document need not look at all of its blocks."""

    __slots__ = ("_gathered", "blocks", "breaks", "chars", "holds", "utf8", "utf16", "waits")

    def __init__(self, blocks: tuple[Block, ...]) -> None:
        super().__init__(blocks)
        self.blocks = len(blocks)
        self.chars = sum([block.chars for block in blocks])
        self.breaks = sum([block.breaks for block in blocks])
        self.utf8 = sum([block.utf8 for block in blocks])
        self.utf16 = sum([block.utf16 for block in blocks])
        self.holds = _union([block.holds for block in blocks])
        self.waits = _union([block.waits for block in blocks])
        self._gathered: dict[Callable[[Sequence[Block]], Any], Any] = {}

    def gathered(self, gather: Callable[[Sequence[Block]], T]) -> T:
        """What a function makes of the blocks, made once.

        To be asked only when what it goes by, the summaries or the tallies of the blocks, is there.
        """
        found: T
        try:
            found = self._gathered[gather]
        except KeyError:
            found = self._gathered[gather] = gather(self.parts)
        return found


def _union(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    """All elements of sets of which nearly all are empty."""
    filled = [one for one in sets if one]
    return NO_WAITS.union(*filled) if filled else NO_WAITS


class Blocks(Sequence[Block]):
    """The blocks of a document by their numbers."""

    __slots__ = ("_groups",)

    def __init__(self, groups: Run[Group]) -> None:
        self._groups = groups

    def __len__(self) -> int:
        return self._groups.ends("blocks")[-1]

    def __iter__(self) -> Iterator[Block]:
        return self.since(0)

    def since(self, number: int) -> Iterator[Block]:
        """The blocks from one on."""
        first, before = self._groups.part_at("blocks", number)
        yield from self._groups.parts[first].parts[number - before :]
        for group in self._groups.parts[first + 1 :]:
            yield from group.parts

    @overload
    def __getitem__(self, number: int) -> Block: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[Block]: ...

    def __getitem__(self, number: int | slice) -> Block | Sequence[Block]:
        if isinstance(number, slice):
            start, stop, step = number.indices(len(self))
            if step == 1:
                return list(islice(self.since(start), max(stop - start, 0)))
            return [self[one] for one in range(start, stop, step)]
        if number < 0:
            number += len(self)
        if not 0 <= number < len(self):
            raise IndexError(number)
        group, before = self._groups.part_at("blocks", number)
        return self._groups.parts[group].parts[number - before]


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


def blocks_of(chunks: Sequence[Chunk], closers: tuple[str, ...]) -> Iterator[Block]:
    """Blocks of up to twice :data:`BLOCK` chunks, so that typing new chunks seldom makes new blocks."""
    return (Block(tuple(some), closers) for some in _parted(chunks, BLOCK))


def groups_of(blocks: Sequence[Block]) -> Iterator[Group]:
    """Groups of up to twice :data:`GROUP` blocks."""
    return (Group(tuple(some)) for some in _parted(blocks, GROUP))


def _parted(things: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Runs of `size`, or all at once if that is not more than twice as much."""
    step = size if len(things) > 2 * size else max(len(things), 1)
    return (things[start : start + step] for start in range(0, len(things), step))


def common_start(mine: Sequence[object], theirs: Sequence[object]) -> int:
    """How many of the first things of two sequences are the same objects."""
    compared = list(map(is_, mine, theirs))
    return compared.index(False) if False in compared else len(compared)


_LENGTHS: dict[Measure, Callable[[str], int]] = {
    "chars": len,
    "utf8": partial(units, encoding="utf-8"),
    "utf16": partial(units, encoding="utf-16"),
}
