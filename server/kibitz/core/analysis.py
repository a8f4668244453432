"""Checking a document: a fold over its chunks that keeps what an edit did not change.

The state at the start of each block is kept. After an edit the fold starts at the first changed block and stops
where the state is the old one again. It runs in slices, so that a long record never holds the editor up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import chain
from time import perf_counter
from typing import Any

from kibitz.core.chunks import Block, Place
from kibitz.core.comparison import Comparison, compared
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.related import resolved
from kibitz.core.results import Result, Results
from kibitz.core.stepping import Steps
from kibitz.core.values import Diagnostic


class Analysis:
    """What is known of one version of a document. Grows by :meth:`advance` until it is :attr:`done`."""

    def __init__(
        self, document: Document, previous: Analysis | None = None, *, partial: bool = False
    ) -> None:
        """`previous` is the analysis of an earlier version, whose results are kept where they still hold.

        `partial` says that the document is only the first part of a text: nothing is said of its end.
        """
        self.document = document
        self.language: Language[Any] = document.language
        self.neighbours: tuple[Any, ...] = ()
        """The :meth:`Language.customs` of the records beside this one, those of the nearest first.

        For what helps with writing. Nothing that is said of the record may depend on them.
        """
        self._results = Results(document)
        self._partial = partial
        self._taken = 0
        """How many of the first results are those of `previous`."""
        self._kept = 0
        """How many of the last blocks are those of `previous`."""
        self._summarised = False
        self._context: Any = None
        self._finish: Sequence[Diagnostic] | None = None
        self._steps = Steps(self.language, None)
        self._previous: Analysis | None = None
        while previous is not None and previous._previous is not None and previous._hardly_begun:
            previous = previous._previous
        if previous is not None:
            # An analysis that is given up must not keep a chain of older ones alive.
            previous._previous = None
        self._previous = previous

    @classmethod
    def of(cls, language: Language[Any], text: str) -> Analysis:
        """The complete analysis of a text."""
        analysis = cls(Document.open(language, text))
        analysis.advance()
        return analysis

    @property
    def done(self) -> bool:
        """Whether every chunk has been checked."""
        return self._finish is not None

    @property
    def _hardly_begun(self) -> bool:
        """Whether less work has been done than is left, so that the results of an older version are worth more."""
        return len(self._results) - self._taken < len(self.document.blocks) - len(self._results)

    @property
    def share(self) -> float:
        """How much of the work is done, from 0 to 1: a measure for progress bars."""
        return len(self._results) / len(self.document.blocks)

    @property
    def context(self) -> Any:
        """The facts of the whole document that :meth:`Language.context` gathered."""
        self._summarise(None)
        return self._context

    def advance(self, milliseconds: float | None = None) -> bool:
        """Goes on for some time, or to the end; tells whether everything is done. At least one block is done."""
        deadline = None if milliseconds is None else perf_counter() + milliseconds / 1000
        return self._summarise(deadline) and self._fold(len(self.document.blocks), deadline)

    def fork(self) -> Analysis:
        """The same analysis, for somebody who asks questions while this one goes on."""
        other = copy(self)
        other._results = self._results.copy()
        return other

    def reaches(self, offset: int) -> bool:
        """Whether questions about a place can be answered without going on with the fold."""
        if not self._summarised:
            return False
        return self.language.stateless or self.document.place_at(offset).block < len(self._results)

    def state_before(self, place: Place) -> Any:
        """The state with which the fold reaches a chunk; the fold goes on that far if it has to."""
        result = self._result(place.block)
        state, passed = result.entry, 0
        if self.language.stateless:
            return state
        for stretch in result.stretches:
            if passed + len(stretch.chunks) > place.number:
                break
            state, passed = stretch.exit, passed + len(stretch.chunks)
        for chunk in self.document.block(place.block).chunks[passed : place.number]:
            state, _ = self.language.step(self._context, state, chunk)
        return state

    def state_after(self, place: Place) -> Any:
        """The state with which the fold leaves a chunk."""
        return self.language.step(self.context, self.state_before(place), place.chunk)[0]

    def diagnostics(self, limit: int | None = None) -> list[Diagnostic]:
        """What has been found so far, in the order of the document, at most `limit` of it, in its offsets."""
        found: list[Diagnostic] = []
        for diagnostic in self._relative():
            found.append(diagnostic)
            if limit is not None and len(found) >= limit:
                break
        if limit is None or len(found) < limit:
            found.extend(self._finish or ())
        return sorted(resolved(self.document, found), key=lambda diagnostic: diagnostic.span)

    @property
    def count(self) -> int:
        """How many diagnostics have been found so far."""
        return self._results.count + len(self._finish or ())

    def diagnostics_in(self, start: int, end: int) -> list[Diagnostic]:
        """The diagnostics that touch a range. Checks no more than the chunks there."""
        found: list[Diagnostic] = []
        results: dict[int, Result] = {}
        for place in self.document.places(start, end):
            if place.block not in results:
                results[place.block] = self._result(place.block)
            diagnostics = results[place.block].found[place.number]
            found += [diagnostic.shifted(place.start) for diagnostic in diagnostics]
        found.extend(self._finish or ())
        return resolved(
            self.document, [one for one in found if one.span.start <= end and start <= one.span.end]
        )

    # The fold

    def _summarise(self, deadline: float | None) -> bool:
        """Gathers the context. Blocks that an edit left in place were summarised before."""
        if self._summarised:
            return True
        previous = self._previous
        if previous is not None and not previous._summarised:
            self._previous = previous = None
        if previous is None:
            change = Comparison(0, 0, self.document.blocks, ())
        else:
            change = compared(self.document, previous.document)
        for block in change.fresh:
            if block.summary is None:
                summary = self.language.summarise(block)
                block.summary = _NOTHING if summary is None else summary
                if deadline is not None and perf_counter() > deadline:
                    return False
        if previous is not None and all(block.summary is _NOTHING for block in (*change.fresh, *change.gone)):
            self._context = previous._context
        else:
            groups = self.document.groups
            summaries = chain.from_iterable([group.gathered(_summaries) for group in groups])
            self._context = self.language.context(list(summaries))
        self._summarised = True
        self._steps = Steps(self.language, self._context)
        self._take_over(change)
        return True

    def _take_over(self, change: Comparison) -> None:
        """Keeps the results of the blocks before the first changed one, and of the chunks of the changed ones."""
        previous = self._previous
        if previous is None or previous._context != self._context:
            self._previous = None
            return
        self._kept = change.last
        self._results.take(previous._results, 0, change.first)
        self._taken = len(self._results)
        for number, block in enumerate(change.gone, start=change.first):
            if number < len(previous._results):
                self._steps.remember(block, previous._results[number])

    def _fold(self, until: int, deadline: float | None) -> bool:
        while len(self._results) < until:
            number = len(self._results)
            state = self._state
            if self._rejoin(number, state):
                continue
            self._results.append(self._run(self.document.block(number), state))
            if deadline is not None and perf_counter() > deadline:
                break
        if len(self._results) < len(self.document.blocks):
            return False
        if self._finish is None:
            whole = not self._partial
            self._finish = (
                tuple(self.language.finish(self.document, self._context, self._state)) if whole else ()
            )
            self._previous = None
            self._steps.forget()
        return True

    @property
    def _state(self) -> Any:
        """The state that the fold has come to."""
        last = self._results.last
        return self.language.start(self._context) if last is None else last.exit

    def _result(self, number: int) -> Result:
        """What is found in a block. Only where it depends on the blocks before it, the fold has to go on that far."""
        context = self.context
        if self.language.stateless and number >= len(self._results):
            return self._run(self.document.block(number), self.language.start(context))
        self._fold(number + 1, None)
        return self._results[number]

    def _rejoin(self, number: int, state: Any) -> bool:
        """Takes over all old results from a block on if it is an old one and is reached in the old state.

        Only that of one block, if the state is the old one again soon within it.
        """
        if (previous := self._previous) is None:
            return False
        left, total = len(self.document.blocks) - number, len(previous.document.blocks)
        theirs = total - left
        if left > self._kept or theirs >= len(previous._results):
            return False
        old = previous._results[theirs]
        if old.entry == state:
            self._results.take(previous._results, theirs, total)
            return True
        # Behind an edit at the end of a block. Further on, a state that is another one still will hardly be the old one soon.
        if left < self._kept:
            return False
        met = self._steps.meeting(self.document.block(number), state, old)
        if met is not None:
            self._results.append(met)
        return met is not None

    def _run(self, block: Block, state: Any) -> Result:
        return self._steps.over(block, state)

    # Diagnostics in offsets of the document

    def _relative(self) -> Iterator[Diagnostic]:
        for number, result in self._results.filled():
            start = self.document.block_start(number)
            for chunk, diagnostics in zip(self.document.block(number).chunks, result.found, strict=True):
                for diagnostic in diagnostics:
                    yield diagnostic.shifted(start)
                start += len(chunk.text)


def _summaries(blocks: Sequence[Block]) -> list[Any]:
    """What is to be remembered of some blocks."""
    return [block.summary for block in blocks if block.summary is not _NOTHING]


_NOTHING = object()
"""The summary of a block of which nothing has to be remembered."""
