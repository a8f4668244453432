"""What edits touch of a record, and where the rest of it is behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.core.chunks import Chunk, common_ends
from kibitz.core.document import Document
from kibitz.core.values import Edit, Span


class Touched(NamedTuple):
    """The chunks that edits have taken away and made, which begin at the same offset."""

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
        """How long what has been made is, in code points."""
        return sum([len(chunk.text) for chunk in self.fresh])

    @property
    def weight(self) -> int:
        """How much there is to read in it."""
        return sum([weight_of(chunk.text) for chunk in self.fresh])

    @property
    def end(self) -> int:
        """Where that ends."""
        return self.start + self.size


def weight_of(text: str) -> int:
    """How many code points there are to read in a text, of many blanks in a row half."""
    return len(text) - text.count("  ")


def written(edits: Sequence[Edit]) -> Iterator[Span]:
    """What edits have written, in the record that they leave."""
    grown = 0
    for start, end, text in edits:
        yield Span(start + grown, start + grown + len(text))
        grown += len(text) - (end - start)


def settled(edits: Sequence[Edit], offset: int) -> int:
    """The start of what an edit has written if an offset is within that; else the offset."""
    return next((span.start for span in written(edits) if span.start < offset < span.end), offset)


def where_after(edits: Sequence[Edit], offset: int) -> int:
    """Where something is after edits that was at an offset before; at the start of one that it was within."""
    grown = 0
    for start, end, text in edits:
        if offset <= start:
            break
        if offset < end:
            return start + grown
        grown += len(text) - (end - start)
    return offset + grown
