"""Checking one block: by a leap where that is possible, else chunk by chunk."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from kibitz.core.chunks import BLOCK, Block, Chunk
from kibitz.core.language import Language
from kibitz.core.results import Result
from kibitz.core.values import Diagnostic


class _Known(NamedTuple):
    """What the fold found in one chunk, and between which states."""

    before: Any
    after: Any
    found: Sequence[Diagnostic]


class Steps:
    """Checks blocks within one context. What is remembered of single chunks is not found out again."""

    def __init__(self, language: Language[Any], context: Any) -> None:
        self._language = language
        self._context = context
        self._known: dict[Chunk, _Known] = {}

    def remember(self, block: Block, result: Result) -> None:
        """Keeps what was found in the chunks of a block, some of which may be in another block now."""
        states = (None,) * len(result.found) if self._language.stateless else result.states
        after = (*states[1:], result.exit)
        self._known.update(zip(block.chunks, map(_Known, states, after, result.found), strict=False))

    def forget(self) -> None:
        """Nothing more will be asked of chunks from before the edit."""
        self._known = {}

    def leapt(self, block: Block, state: Any) -> Result:
        """What is found in a block, found in the quickest way."""
        leap = self._language.leap(self._context, state, block)
        if leap is None:
            return self.stepped(block, state)
        found = _clean(len(block.chunks))
        if leap.left:
            left = {
                number: self._step(before, block.chunks[number])[1] for number, before in leap.left.items()
            }
            found = tuple([left.get(number, ()) for number in range(len(found))])
        return self._tallied(block, Result.of(state, leap.state, found))

    def stepped(self, block: Block, state: Any, *, keep: bool = False) -> Result:
        """What is found in a block, chunk by chunk. The states before them are kept with it if `keep` says so."""
        found: list[Sequence[Diagnostic]] = []
        states = [state]
        for chunk in block.chunks:
            old = self._known.get(chunk)
            if old is not None and old.before == state:
                state, wrong = old.after, old.found
            else:
                state, wrong = self._step(state, chunk)
            found.append(wrong)
            states.append(state)
        return self._tallied(block, Result.of(states[0], state, tuple(found), tuple(states) if keep else ()))

    def _step(self, state: Any, chunk: Chunk) -> tuple[Any, Sequence[Diagnostic]]:
        """The state after a chunk, and all that is wrong in it."""
        problems = self._language.parsed(chunk.text).problems
        state, diagnostics = self._language.step(self._context, state, chunk)
        return state, (*problems, *diagnostics) if problems or diagnostics else ()

    def _tallied(self, block: Block, result: Result) -> Result:
        if block.tally is None:
            block.tally = self._language.tally(block)
        return result


@lru_cache(maxsize=2 * BLOCK)
def _clean(count: int) -> tuple[Sequence[Diagnostic], ...]:
    """What is found in a block of so many chunks in which nothing is wrong, the same object for all of them."""
    return ((),) * count
