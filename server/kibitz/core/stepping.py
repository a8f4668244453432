"""Checking one block: by leaps as far as they come, chunk by chunk where they don't."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from kibitz.core.chunks import BLOCK, Block, Chunk
from kibitz.core.faults import UNKNOWN, UnknownError, with_finding
from kibitz.core.notation import Notation
from kibitz.core.results import Result, Stretch, kind
from kibitz.core.values import Diagnostic


class Steps:
    """Checks blocks within one context. What is known of the blocks that an edit touched is not found out again."""

    def __init__(self, language: Notation[Any], context: Any) -> None:
        self._language = language
        self._context = context
        self._known: dict[Chunk, Stretch | None] = {}
        """All chunks of the blocks that an edit touched, with the stretches that begin there."""

    def remember(self, block: Block, result: Result) -> None:
        """Keeps what was found in a block that an edit touched, the chunks of which may be in another block now."""
        self._known.update(dict.fromkeys(block.chunks))
        stretches: Iterable[Stretch] = result.stretches
        if self._language.stateless:
            found = zip(block.chunks, result.found, strict=True)
            stretches = [self._stretch(chunk, result.entry, result.entry, says) for chunk, says in found]
        self._known.update((stretch.chunks[0], stretch) for stretch in stretches)

    def over(self, block: Block, state: Any) -> Result:
        """What is found in a block, found in the quickest way."""
        touched = not self._known.keys().isdisjoint(block.chunks)
        stretches = tuple((self._patched if touched else self._stretches)(block.chunks, state))
        found = (
            stretches[0].found
            if len(stretches) == 1
            else tuple(chain(*[stretch.found for stretch in stretches]))
        )
        tallies = [stretch.tally for stretch in stretches]
        try:
            tally = tallies[0] if len(tallies) == 1 else self._language.added(tallies)
        except UnknownError:
            tally = UNKNOWN
        except Exception as error:
            tally = UNKNOWN
            found = (with_finding(found[0], block.chunks[0].text, error), *found[1:])
        kept = stretches if touched else ()
        return Result(
            state, stretches[-1].exit, found, Counter(map(kind, chain.from_iterable(found))), tally, kept
        )

    def _patched(self, chunks: tuple[Chunk, ...], state: Any) -> Iterator[Stretch]:
        """The stretches of a block that an edit touched: those that are known and still stand, and others between them."""
        at = 0
        while at < len(chunks):
            known = self._known.get(chunks[at])
            if known is not None and _stands(known, chunks, at, state):
                stretches = [known]
            else:
                stretches = list(self._stretches(chunks[at : self._end(chunks, at)], state))
            yield from stretches
            at += sum([len(stretch.chunks) for stretch in stretches])
            state = stretches[-1].exit

    def _end(self, chunks: tuple[Chunk, ...], start: int) -> int:
        """Where that ends of which nothing is known and which is to be gone over from `start` on.

        What an edit made, and what is behind it, stands alone: the next edit is probably here again, and behind it the
        state is mostly the old one.
        """
        if not {*chunks[max(start - 1, 0) : start + 1]} <= self._known.keys():
            return start + 1
        end = start + 1
        while end < len(chunks) and chunks[end] in self._known and self._known[chunks[end]] is None:
            end += 1
        return end

    def _stretches(self, chunks: tuple[Chunk, ...], state: Any) -> Iterator[Stretch]:
        """Leaps as far as that comes, steps over one chunk, and leaps on."""
        at = 0
        # What could not be cut is no chunk to be judged.
        end = len(chunks) - bool(chunks[-1].fault)
        while at < len(chunks):
            if end - at > 1:
                ahead = chunks[at:end]
                leap = self._language.leap(self._context, state, ahead)
                if count := leap.count:
                    yield Stretch(ahead[:count], state, leap.state, _clean(count), leap.tally)
                    at, state = at + count, leap.state
            if at < len(chunks):
                stretch = self._step(chunks[at], state)
                yield stretch
                at, state = at + 1, stretch.exit

    def _step(self, chunk: Chunk, state: Any) -> Stretch:
        """A chunk by itself, and all that is wrong in it."""
        return self._stretch(chunk, state, *self._language.stepped(self._context, state, chunk))

    def _stretch(self, chunk: Chunk, entry: Any, after: Any, found: Sequence[Diagnostic]) -> Stretch:
        try:
            tally = UNKNOWN if chunk.fault else self._language.tally(self._context, (chunk,))
        except Exception as error:
            tally, found = UNKNOWN, with_finding(found, chunk.text, error)
        return Stretch((chunk,), entry, after, (found,), tally)


def _stands(stretch: Stretch, chunks: tuple[Chunk, ...], at: int, state: Any) -> bool:
    """Whether all of a stretch is still there and reached in the same state, which is mostly the very same object."""
    if stretch.entry is not state and stretch.entry != state:
        return False
    return chunks[at : at + len(stretch.chunks)] == stretch.chunks


@lru_cache(maxsize=2 * BLOCK)
def _clean(count: int) -> tuple[Sequence[Diagnostic], ...]:
    """What is found in so many chunks in which nothing is wrong, the same object for all of them."""
    return ((),) * count
