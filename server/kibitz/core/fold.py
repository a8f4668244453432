"""The fold over the blocks of a document, which keeps what an edit did not change.

After an edit it starts at the first changed block and stops where the state is the old one again. It runs in slices, so
that a long record never holds the editor up.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any

from kibitz.core.chunks import common_start
from kibitz.core.document import Document
from kibitz.core.notation import Notation
from kibitz.core.results import Folded, Result
from kibitz.core.stepping import Steps


class Fold:
    """Goes over a document. To be used by one thread at a time."""

    def __init__(self, document: Document, base: Folded | None = None) -> None:
        """`base` is what is known of an earlier version, whose results are kept where they still hold."""
        self.document = document
        self.language: Notation[Any] = document.language
        self.results: list[Result] = []
        """Those of the blocks that the fold has passed."""
        self.folded: Folded | None = None
        """All of them, once the fold has come to the end."""
        self._base = base
        blocks, old = document.blocks, () if base is None else base.document.blocks
        self._first = common_start(blocks, old)
        """How many of the first blocks are those of the base."""
        self._last = common_start(blocks[self._first :][::-1], old[self._first :][::-1])
        """How many of the last ones."""
        self._context: Any = None
        self._summarised = False
        self._steps = Steps(self.language, None)

    @property
    def so_far(self) -> Folded:
        """What has been found so far."""
        return self.folded or Folded(self.document, self._context, self.results, ())

    @property
    def known(self) -> Folded | None:
        """What a check of a later version may be based on: what this one is, or what it has found so far if that is more."""
        if self._base is not None and len(self._base.results) >= len(self.results):
            return self._base
        return self.so_far if self._summarised else None

    def advance(self, milliseconds: float | None = None) -> bool:
        """Goes on for some time, or to the end; tells whether all is done. At least one block is done."""
        deadline = None if milliseconds is None else perf_counter() + milliseconds / 1000
        return self.folded is not None or (self._summarise(deadline) and self._fold(deadline))

    def _summarise(self, deadline: float | None) -> bool:
        """Gathers the context. Blocks that an edit left in place were summarised before."""
        if self._summarised:
            return True
        fresh = self.document.blocks[self._first : len(self.document.blocks) - self._last]
        for block in fresh:
            if block.summary is None:
                summary = self.language.summarise(block)
                block.summary = _NOTHING if summary is None else summary
                if deadline is not None and perf_counter() > deadline:
                    return False
        base = self._base
        gone = (
            () if base is None else base.document.blocks[self._first : len(base.document.blocks) - self._last]
        )
        if base is not None and all(block.summary is _NOTHING for block in (*fresh, *gone)):
            self._context = base.context
        else:
            summaries = [one.summary for one in self.document.blocks if one.summary is not _NOTHING]
            self._context = self.language.context(summaries)
        self._steps = Steps(self.language, self._context)
        if base is not None and base.context == self._context:
            self.results += base.results[: self._first]
            for block, result in zip(gone, base.results[self._first :], strict=False):
                self._steps.remember(block, result)
        else:
            self._base = None
        self._summarised = True
        return True

    def _fold(self, deadline: float | None) -> bool:
        blocks, results = self.document.blocks, self.results
        while (left := len(blocks) - len(results)) > 0:
            state = results[-1].exit if results else self.language.start(self._context)
            if self._base is not None and left <= self._last and (rest := self._rest(self._base, left)):
                old = rest[0]
                if old.entry == state:
                    results += rest
                    continue
                if left == self._last:
                    # Behind an edit at the end of a block, the state is mostly the old one again soon.
                    self._steps.remember(blocks[-left], old)
            results.append(self._steps.over(blocks[-left], state))
            if deadline is not None and perf_counter() > deadline and len(results) < len(blocks):
                return False
        tallies = [result.tally for result in results]
        ending = self.language.finish(self.document, self._context, results[-1].exit, tallies)
        self.folded = Folded(self.document, self._context, tuple(results), tuple(ending))
        self._base = None
        return True

    @staticmethod
    def _rest(base: Folded, left: int) -> Sequence[Result]:
        """What is known of so many last blocks of a base, from the first of them on."""
        return base.results[len(base.document.blocks) - left :]


_NOTHING = object()
"""The summary of a block of which nothing has to be remembered."""
