"""Checking a document: a fold over its chunks that keeps what an edit did not change.

The state at the start of each block is kept. After an edit the fold starts at the first changed block and stops
where the state is the old one again. It runs in slices, so that a long record never holds the editor up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import lru_cache
from time import perf_counter
from typing import Any, NamedTuple

from kibitz.core.chunks import BLOCK, Block, Chunk, Place
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.values import Diagnostic, Related


class _Result(NamedTuple):
    """What the fold found in one block: diagnostics for each of its chunks, relative to the chunk.

    `states` are the states before each chunk. They are kept only for blocks that an edit touched, where the next edit
    will probably be: for all blocks they would take more memory than the text.
    """

    entry: Any
    exit: Any
    found: tuple[Sequence[Diagnostic], ...]
    states: tuple[Any, ...] = ()


class _Known(NamedTuple):
    """What the fold found in one chunk, and between which states."""

    before: Any
    after: Any
    found: Sequence[Diagnostic]


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
        self.beside: tuple[Any, ...] = ()
        """The :meth:`Language.customs` of the records beside this one, those of the nearest first.

        For what helps with writing. Nothing that is said of the record may depend on them.
        """
        self._results: list[_Result] = []
        self._totals: list[int] = []
        """How many diagnostics each result holds: apart, because this is looked through after every key."""
        self._partial = partial
        self._kept = 0
        """How many of the last blocks are those of `previous`."""
        self._summarised = False
        self._context: Any = None
        self._finish: Sequence[Diagnostic] | None = None
        self._known: dict[Chunk, _Known] = {}
        """What is known of the single chunks of the blocks that an edit changed."""
        self._previous: Analysis | None = None
        while previous is not None and not previous._results and previous._previous is not None:
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
        other._results, other._totals = self._results[:], self._totals[:]
        return other

    def reaches(self, offset: int) -> bool:
        """Whether questions about a place can be answered without going on with the fold."""
        if not self._summarised:
            return False
        return self.language.stateless or self.document.place_at(offset).block < len(self._results)

    def state_before(self, place: Place) -> Any:
        """The state with which the fold reaches a chunk; the fold goes on that far if it has to."""
        result = self._result(place.block)
        if result.states:
            return result.states[place.number]
        state = result.entry
        if not self.language.stateless:
            for chunk in self.document.blocks[place.block].chunks[: place.number]:
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
        return sorted(self._resolved(found), key=lambda diagnostic: diagnostic.span)

    @property
    def count(self) -> int:
        """How many diagnostics have been found so far."""
        return sum(self._totals) + len(self._finish or ())

    def diagnostics_in(self, start: int, end: int) -> list[Diagnostic]:
        """The diagnostics that touch a range. Checks no more than the chunks there."""
        found: list[Diagnostic] = []
        results: dict[int, _Result] = {}
        for place in self.document.places(start, end):
            if place.block not in results:
                results[place.block] = self._result(place.block)
            diagnostics = results[place.block].found[place.number]
            found += [diagnostic.shifted(place.start) for diagnostic in diagnostics]
        found.extend(self._finish or ())
        return self._resolved([one for one in found if one.span.start <= end and start <= one.span.end])

    # The fold

    def _summarise(self, deadline: float | None) -> bool:
        """Gathers the context. Blocks that an edit left in place were summarised before."""
        if self._summarised:
            return True
        previous = self._previous
        blocks, theirs = self.document.blocks, () if previous is None else previous.document.blocks
        first, last = 0, 0
        if previous is not None and previous._summarised:
            first, last = self.document.shared(previous.document)
        fresh, gone = blocks[first : len(blocks) - last], theirs[first : len(theirs) - last]
        for block in fresh:
            if block.summary is None:
                summary = self.language.summarise(block)
                block.summary = _NOTHING if summary is None else summary
                if deadline is not None and perf_counter() > deadline:
                    return False
        nothing = all(block.summary is _NOTHING for block in (*fresh, *gone))
        if previous is not None and previous._summarised and nothing:
            self._context = previous._context
        else:
            self._context = self.language.context(
                [block.summary for block in blocks if block.summary is not _NOTHING]
            )
        self._summarised = True
        self._take_over(first, last)
        return True

    def _take_over(self, first: int, last: int) -> None:
        """Keeps the results of the blocks before the first changed one, and of the chunks of the changed ones."""
        previous = self._previous
        if previous is None or not previous._summarised or previous._context != self._context:
            self._previous = None
            return
        self._kept = last
        self._results = previous._results[:first]
        self._totals = previous._totals[:first]
        theirs = previous.document.blocks
        gone = slice(first, len(theirs) - last)
        for block, result in zip(theirs[gone], previous._results[gone], strict=False):
            self._remember(block, result)

    def _remember(self, block: Block, result: _Result) -> None:
        states = (None,) * len(result.found) if self.language.stateless else result.states
        after = (*states[1:], result.exit)
        self._known.update(zip(block.chunks, map(_Known, states, after, result.found), strict=False))

    def _fold(self, until: int, deadline: float | None) -> bool:
        blocks = self.document.blocks
        while len(self._results) < until:
            number = len(self._results)
            state = self._results[-1].exit if number else self.language.start(self._context)
            if self._rejoin(number, state):
                continue
            result = self._run(blocks[number], state)
            self._results.append(result)
            self._totals.append(sum(map(len, result.found)))
            if deadline is not None and perf_counter() > deadline:
                break
        if len(self._results) < len(blocks):
            return False
        if self._finish is None:
            state = self._results[-1].exit
            whole = not self._partial
            self._finish = tuple(self.language.finish(self.document, self._context, state)) if whole else ()
            self._previous = None
            self._known = {}
        return True

    def _result(self, number: int) -> _Result:
        """What is found in a block. Only where it depends on the blocks before it, the fold has to go on that far."""
        context = self.context
        if self.language.stateless and number >= len(self._results):
            return self._run(self.document.blocks[number], self.language.start(context))
        self._fold(number + 1, None)
        return self._results[number]

    def _rejoin(self, number: int, state: Any) -> bool:
        """Takes over all old results from a block on if it is an old one and is reached in the old state."""
        if (previous := self._previous) is None:
            return False
        theirs = number + len(previous.document.blocks) - len(self.document.blocks)
        if number < len(self.document.blocks) - self._kept or theirs >= len(previous._results):
            return False
        if previous._results[theirs].entry != state:
            self._remember(self.document.blocks[number], previous._results[theirs])
            return False
        self._results += previous._results[theirs:]
        self._totals += previous._totals[theirs:]
        return True

    def _run(self, block: Block, state: Any) -> _Result:
        # What an edit touched is stepped through: the next edit is probably there, too, and asks for the states.
        leap = None if self._previous else self.language.leap(self._context, state, block)
        if leap is not None:
            result = _Result(state, leap.state, _clean(len(block.chunks)))
        else:
            result = self._stepped(block, state)
        if block.tally is None:
            block.tally = self.language.tally(block)
        return result

    def _stepped(self, block: Block, state: Any) -> _Result:
        found: list[Sequence[Diagnostic]] = []
        states = [state]
        for chunk in block.chunks:
            old = self._known.get(chunk)
            if old is not None and old.before == state:
                state = old.after
                found.append(old.found)
            else:
                problems = self.language.parsed(chunk.text).problems
                state, diagnostics = self.language.step(self._context, state, chunk)
                found.append((*problems, *diagnostics) if problems or diagnostics else ())
            states.append(state)
        return _Result(states[0], state, tuple(found), tuple(states) if self._previous else ())

    # Diagnostics in offsets of the document

    def _relative(self) -> Iterator[Diagnostic]:
        for number in [number for number, total in enumerate(self._totals) if total]:
            start = self.document.block_start(number)
            found = self._results[number].found
            for chunk, diagnostics in zip(self.document.blocks[number].chunks, found, strict=True):
                for diagnostic in diagnostics:
                    yield diagnostic.shifted(start)
                start += len(chunk.text)

    def _resolved(self, diagnostics: list[Diagnostic]) -> list[Diagnostic]:
        """Gives anchored related places their offsets; a place that is gone is left out."""
        anchors = {other.chunk for one in diagnostics for other in one.related if other.chunk is not None}
        if not anchors:
            return diagnostics
        starts = self.document.find(anchors)

        def resolved(one: Diagnostic) -> Diagnostic:
            if all(other.chunk is None for other in one.related):
                return one
            related = [other if other.chunk is None else _found(other, starts) for other in one.related]
            return one._replace(related=tuple([other for other in related if other is not None]))

        return [resolved(one) for one in diagnostics]


def _found(other: Related, starts: Mapping[Chunk, int]) -> Related | None:
    """An anchored place in offsets of the document, None if it is gone."""
    start = starts.get(other.chunk) if other.chunk is not None else None
    return None if start is None else Related(other.span.shifted(start), other.message)


@lru_cache(maxsize=2 * BLOCK)
def _clean(count: int) -> tuple[Sequence[Diagnostic], ...]:
    """What is found in a block of so many chunks in which nothing is wrong, the same object for all of them."""
    return ((),) * count


_NOTHING = object()
"""The summary of a block of which nothing has to be remembered."""
