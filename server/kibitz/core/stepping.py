"""The check of one block: it skips clean chunks and steps over the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from kibitz.core.chunks import Block, Chunk
from kibitz.core.internal_errors import UNKNOWN, failing, with_finding
from kibitz.core.notation import Notation
from kibitz.core.results import NOTHING, Result, counted
from kibitz.core.values import Diagnostic

PART = 8
"""Chunks that the first key in a block checks again, instead of all 64: in slow games a step takes a millisecond.

A part for each chunk would take more memory than the text.
"""
Found = tuple[Sequence[Diagnostic], ...]


class Steps:
    """Checks blocks in one context, and keeps the results of chunks that an edit did not change."""

    def __init__(self, language: Notation[Any], context: Any) -> None:
        self._language = language
        self._context = context
        self._known: dict[Chunk, Result | None] = {}
        """The chunks of the blocks that an edit touched, with the parts that begin there."""

    def remember(self, block: Block, result: Result) -> None:
        """Keep the result of a block that an edit touched. Its chunks may be in another block now."""
        self._known.update(dict.fromkeys(block.chunks))
        self._known.update((part.chunks[0], part) for part in result.parts)

    def over(self, block: Block, state: Any) -> Iterator[Result | None]:
        """Check a block in the fastest way. Yield None after each part, and the result in the end."""
        chunks = block.chunks
        touched = not self._known.keys().isdisjoint(chunks)
        parts: list[Result] = []
        for part in (self._patched if touched else self._parts)(chunks, state):
            parts.append(part)
            yield None
        found = (
            parts[0].found if len(parts) == 1 else tuple(chain.from_iterable([one.found for one in parts]))
        )
        aggregate = parts[0].aggregate
        if len(parts) > 1 or aggregate is None:
            aggregate, found = self._aggregate(chunks, found)
        counts = counted(chain.from_iterable(found)) if any(found) else NOTHING
        kept = parts if touched else _joined(parts)
        yield Result(
            chunks, state, parts[-1].exit, found, aggregate, counts, tuple(kept) if len(kept) > 1 else ()
        )

    def _aggregate(self, chunks: tuple[Chunk, ...], found: Found) -> tuple[Any, Found]:
        """Return the tally of a block and its findings, with any internal errors in the tally."""
        try:
            return UNKNOWN if chunks[-1].fault else self._language.aggregate(self._context, chunks), found
        except Exception as error:
            alone = [failing(self._language.aggregate, self._context, (chunk,)) for chunk in chunks]
            failures = alone if any(alone) else [error]
            told = list(found)
            for number, failure in enumerate(failures):
                if failure is not None:
                    told[number] = with_finding(told[number], chunks[number].text, failure)
            return UNKNOWN, tuple(told)

    def _patched(self, chunks: tuple[Chunk, ...], state: Any) -> Iterator[Result]:
        """Yield the parts of a block that an edit touched: known ones that still hold, and new ones between them."""
        at = 0
        while at < len(chunks):
            known = self._known.get(chunks[at])
            if known is not None and _stands(known, chunks, at, state):
                yield known
                at, state = at + len(known.chunks), known.exit
                continue
            for part in self._parts(chunks[at : self._end(chunks, at)], state):
                yield part
                at, state = at + len(part.chunks), part.exit

    def _end(self, chunks: tuple[Chunk, ...], start: int) -> int:
        """Return the end of the unknown part that begins at `start`.

        An edited chunk and the chunk after it are parts of their own: the next edit is probably there again, and after it the
        state is mostly the old one.
        """
        if not {*chunks[max(start - 1, 0) : start + 1]} <= self._known.keys():
            return start + 1
        end = start + 1
        while end < len(chunks) and chunks[end] in self._known and self._known[chunks[end]] is None:
            end += 1
        return end

    def _parts(self, chunks: tuple[Chunk, ...], state: Any) -> Iterator[Result]:
        """Yield the parts of a block: skip clean chunks, step over one, and skip again."""
        at = 0
        # Text that could not be cut is not judged.
        end = len(chunks) - bool(chunks[-1].fault)
        while at < len(chunks):
            if end - at > 1:
                ahead = chunks[at:end]
                skip = self._language.skip_clean(self._context, state, ahead)
                if count := skip.count:
                    yield Result(ahead[:count], state, skip.state, ((),) * count, skip.aggregate)
                    at, state = at + count, skip.state
            if at < len(chunks):
                after, found = self._language.stepped(self._context, state, chunks[at])
                yield Result((chunks[at],), state, after, (found,))
                at, state = at + 1, after


def _joined(parts: Sequence[Result]) -> list[Result]:
    """Return adjacent parts as larger ones that are still small enough for the first key in a block."""
    found: list[Result] = []
    for part in parts:
        last = found[-1] if found else part
        if last is not part and len(last.chunks) + len(part.chunks) <= PART:
            both = (*last.chunks, *part.chunks)
            found[-1] = Result(both, last.entry, part.exit, (*last.found, *part.found))
        else:
            found.append(part)
    return found


def _stands(part: Result, chunks: tuple[Chunk, ...], at: int, state: Any) -> bool:
    """Return whether a part is unchanged and its first state is the same, mostly the same object."""
    if part.entry is not state and part.entry != state:
        return False
    return chunks[at : at + len(part.chunks)] == part.chunks
