"""Checking one block: by a leap where that is possible, else chunk by chunk."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from kibitz.core.chunks import BLOCK, Block, Chunk
from kibitz.core.language import Language
from kibitz.core.results import Result, Stretch
from kibitz.core.values import Diagnostic

NEAR = 2
"""Within so many chunks behind an edit, the state is mostly the old one again."""


class Steps:
    """Checks blocks within one context. What is remembered of the blocks that an edit touched is not found out again."""

    def __init__(self, language: Language[Any], context: Any) -> None:
        self._language = language
        self._context = context
        self._known: dict[Chunk, Stretch] = {}
        """The stretches of blocks that an edit touched, by their first chunks."""
        self._old: set[Chunk] = set()
        """The chunks of these blocks."""

    def remember(self, block: Block, result: Result) -> None:
        """Keeps what was found in a block that an edit touched, the chunks of which may be in another block now."""
        self._old.update(block.chunks)
        stretches: Sequence[Stretch] = result.stretches
        if self._language.stateless:
            stretches = [
                Stretch((chunk,), result.entry, result.entry, (found,))
                for chunk, found in zip(block.chunks, result.found, strict=True)
            ]
        self._known.update((stretch.chunks[0], stretch) for stretch in stretches)

    def forget(self) -> None:
        """Nothing more will be asked of chunks from before the edit."""
        self._known, self._old = {}, set()

    def over(self, block: Block, state: Any) -> Result:
        """What is found in a block, found in the quickest way."""
        if self._old.isdisjoint(block.chunks):
            whole = self._leapt(block, state) or self._stepped(block.chunks, state)
            result = Result.of(state, whole.exit, whole.found)
        else:
            stretches = self._patched(block.chunks, state)
            found = tuple([one for stretch in stretches for one in stretch.found])
            # The next edit is probably here, too.
            result = Result.of(state, stretches[-1].exit, found, tuple(stretches))
        if block.tally is None:
            block.tally = self._language.tally(block)
        return result

    def meeting(self, block: Block, state: Any, old: Result) -> Result | None:
        """What is found in an old block that is reached in a new state; None unless that soon is the old one again."""
        now, before = state, old.entry
        found: list[Sequence[Diagnostic]] = []
        for chunk in block.chunks[:NEAR]:
            before, _ = self._language.step(self._context, before, chunk)
            now, wrong = self._step(now, chunk)
            found.append(wrong)
            if now == before:
                return Result.of(state, old.exit, (*found, *old.found[len(found) :]))
        return None

    def _patched(self, chunks: tuple[Chunk, ...], state: Any) -> list[Stretch]:
        """Goes over chunks of which some are known, and others have not been changed."""
        stretches: list[Stretch] = []
        at = 0
        while at < len(chunks):
            known = self._known.get(chunks[at])
            if known is not None and self._stands(known, chunks, at, state):
                stretches.append(known)
                at += len(known.chunks)
            else:
                behind = self._unchanged(chunks, at)
                stretches += self._found(chunks[at:behind], state)
                at = behind
            state = stretches[-1].exit
        return stretches

    @staticmethod
    def _stands(stretch: Stretch, chunks: tuple[Chunk, ...], at: int, state: Any) -> bool:
        """Whether all of a stretch is still there and reached in the same state, which is mostly the very same object."""
        if stretch.entry is not state and stretch.entry != state:
            return False
        return chunks[at : at + len(stretch.chunks)] == stretch.chunks

    def _found(self, chunks: tuple[Chunk, ...], state: Any) -> list[Stretch]:
        """What is found in some chunks, at once or in one after the other."""
        if len(chunks) > 1 and (leapt := self._leapt(Block(chunks, ()), state)) is not None:
            return [leapt]
        found: list[Stretch] = []
        for chunk in chunks:
            found.append(self._stepped((chunk,), state))
            state = found[-1].exit
        return found

    def _unchanged(self, chunks: tuple[Chunk, ...], start: int) -> int:
        """Where the chunks end that stood in the block before the edit and of which nothing is known by themselves.

        The one behind a change stands alone: behind it, the state is mostly the old one again.
        """
        if start and chunks[start - 1] not in self._old:
            return start + 1
        end = start
        while (
            end < len(chunks)
            and chunks[end] in self._old
            and (end == start or chunks[end] not in self._known)
        ):
            end += 1
        return max(end, start + 1)

    def _leapt(self, block: Block, state: Any) -> Stretch | None:
        leap = self._language.leap(self._context, state, block)
        if leap is None:
            return None
        found = _clean(len(block.chunks))
        if leap.left:
            left = {
                number: self._step(before, block.chunks[number])[1] for number, before in leap.left.items()
            }
            found = tuple([left.get(number, ()) for number in range(len(found))])
        return Stretch(block.chunks, state, leap.state, found)

    def _stepped(self, chunks: tuple[Chunk, ...], state: Any) -> Stretch:
        found: list[Sequence[Diagnostic]] = []
        entry = state
        for chunk in chunks:
            state, wrong = self._step(state, chunk)
            found.append(wrong)
        return Stretch(chunks, entry, state, tuple(found))

    def _step(self, state: Any, chunk: Chunk) -> tuple[Any, Sequence[Diagnostic]]:
        """The state after a chunk, and all that is wrong in it."""
        problems = self._language.parsed(chunk.text).problems
        state, diagnostics = self._language.step(self._context, state, chunk)
        return state, (*problems, *diagnostics) if problems or diagnostics else ()


@lru_cache(maxsize=2 * BLOCK)
def _clean(count: int) -> tuple[Sequence[Diagnostic], ...]:
    """What is found in a block of so many chunks in which nothing is wrong, the same object for all of them."""
    return ((),) * count
