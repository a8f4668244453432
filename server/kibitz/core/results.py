"""What a fold found in the blocks of a document, and what of it an edit lets stand."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.document import Document
from kibitz.core.related import resolved
from kibitz.core.values import Diagnostic


class Stretch(NamedTuple):
    """What the fold found in some chunks in a row, and between which states."""

    chunks: tuple[Chunk, ...]
    entry: Any
    exit: Any
    found: tuple[Sequence[Diagnostic], ...]
    """Diagnostics for each chunk, relative to it."""
    tally: Any


class Result(NamedTuple):
    """What the fold found in one block: diagnostics for each of its chunks, relative to the chunk.

    `stretches` are what it is made of, in order. They are kept only for blocks that an edit touched, where the next edit will
    probably be: for all blocks they would take more memory than the text.
    """

    entry: Any
    exit: Any
    found: tuple[Sequence[Diagnostic], ...]
    total: int
    """How many diagnostics that are."""
    tally: Any
    """See :meth:`kibitz.core.notation.Notation.tally`."""
    stretches: tuple[Stretch, ...] = ()


@dataclass(frozen=True, eq=False)
class Folded:
    """What a fold found in a whole document, or what it has found so far."""

    document: Document
    context: Any
    results: Sequence[Result]
    """Those of the blocks, in order."""
    ending: Sequence[Diagnostic]
    """What can be said only at the end, in offsets of the document."""

    @cached_property
    def _wrong(self) -> list[int]:
        """The numbers of the blocks in which something was found: mostly none, or few of very many."""
        return [number for number, result in enumerate(self.results) if result.total]

    @property
    def count(self) -> int:
        """How many diagnostics there are."""
        return sum([self.results[number].total for number in self._wrong]) + len(self.ending)

    @cached_property
    def said(self) -> frozenset[tuple[str, str]]:
        """What is wrong, wherever it stands: codes with messages."""
        found = [one for number in self._wrong for some in self.results[number].found for one in some]
        return frozenset([(one.rule.code, one.message) for one in (*found, *self.ending)])

    def diagnostics(self, limit: int | None = None) -> list[Diagnostic]:
        """The diagnostics in the offsets and in the order of the document, at most `limit` of them."""
        found: list[Diagnostic] = []
        for number in self._wrong:
            found += self._within(number, self.results[number])
            if limit is not None and len(found) >= limit:
                del found[limit:]
                break
        else:
            found += self.ending
        return sorted(resolved(self.document, found), key=lambda one: one.span)

    def among(self, first: int, last: int) -> list[Diagnostic]:
        """The diagnostics of the blocks from one up to another and those of the end, with their related places unresolved."""
        found: list[Diagnostic] = []
        for number in self._wrong[bisect_left(self._wrong, first) : bisect_left(self._wrong, last)]:
            found += self._within(number, self.results[number])
        return [*found, *self.ending]

    def _within(self, number: int, result: Result) -> Iterator[Diagnostic]:
        start, block = self.document.block_start(number), self.document.blocks[number]
        for index, diagnostics in enumerate(result.found):
            if diagnostics:
                at = start + block.sum_before("chars", index)
                for one in diagnostics:
                    yield one.shifted(at)
