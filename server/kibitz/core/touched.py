"""The chunks that edits change, and offsets after edits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.core.chunks import Chunk, common_ends
from kibitz.core.document import Document
from kibitz.core.values import Edit, Span


class Touched(NamedTuple):
    """The chunks before and after edits, which begin at the same offset."""

    start: int
    gone: tuple[Chunk, ...]
    fresh: tuple[Chunk, ...]

    @classmethod
    def by(cls, before: Document, after: Document) -> Touched:
        first, last = common_ends(before.blocks, after.blocks)
        ours, theirs = (
            [chunk for block in one.blocks[first : len(one.blocks) - last] for chunk in block.chunks]
            for one in (before, after)
        )
        start, end = common_ends(ours, theirs)
        at = before.block_start(first) if first < len(before.blocks) else len(before)
        return cls(
            at + sum([len(chunk.text) for chunk in ours[:start]]),
            tuple(ours[start : len(ours) - end]),
            tuple(theirs[start : len(theirs) - end]),
        )

    @property
    def size(self) -> int:
        """The length of the new chunks in code points."""
        return sum([len(chunk.text) for chunk in self.fresh])

    @property
    def weight(self) -> int:
        """The length of the new chunks for limits of work, see :func:`weight_of`."""
        return sum([weight_of(chunk.text) for chunk in self.fresh])

    @property
    def end(self) -> int:
        """The offset of their end."""
        return self.start + self.size


def weight_of(text: str) -> int:
    """Return the length of a text in code points. Runs of spaces count half."""
    return len(text) - text.count("  ")


def written(edits: Sequence[Edit]) -> Iterator[Span]:
    """Yield the spans of the new texts in the edited record."""
    grown = 0
    for start, end, text in edits:
        yield Span(start + grown, start + grown + len(text))
        grown += len(text) - (end - start)


def settled(edits: Sequence[Edit], offset: int) -> int:
    """Return the start of the new text that contains an offset, or else the offset."""
    return next((span.start for span in written(edits) if span.start < offset < span.end), offset)


def where_after(edits: Sequence[Edit], offset: int) -> int:
    """Return an offset after edits. An offset within an edit becomes its start."""
    grown = 0
    for start, end, text in edits:
        if offset <= start:
            break
        if offset < end:
            return start + grown
        grown += len(text) - (end - start)
    return offset + grown
