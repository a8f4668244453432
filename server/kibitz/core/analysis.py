"""The analysis of a document and how it is made: a fold over the blocks that keeps what an edit did not change.

After an edit, the fold restarts at the first changed block and stops when the state equals the old one. It runs in
slices, so that a long record never blocks the editor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import Any

from kibitz.core.chunks import Place, common_ends
from kibitz.core.document import Document
from kibitz.core.internal_errors import UNKNOWN
from kibitz.core.notation import Notation
from kibitz.core.results import Findings, PublishedDiagnostics, Result, published
from kibitz.core.stepping import Steps
from kibitz.core.values import Diagnostic, Span
from kibitz.core.whole import Whole


@dataclass(frozen=True, eq=False, repr=False)
class Analysis(Findings):
    """A checked document. Every feature answers from it. It never changes, so threads may share it.

    While a :class:`Checking` goes on, its analysis knows only the first blocks.
    """

    document: Document
    context: Any
    """The facts of the whole document from :meth:`Notation.context`."""
    results: Sequence[Result]
    """The results of the blocks, in order."""
    ending: Sequence[Diagnostic] = ()
    """The findings that need the whole document, with offsets of the document."""
    siblings: tuple[Any, ...] = ()
    """The :meth:`kibitz.core.language.Language.conventions` of other records in the folder, the nearest first.

    They help with writing. No finding may depend on them.
    """

    @classmethod
    def of(cls, language: Notation[Any], text: str) -> Analysis:
        """Return the analysis of a text."""
        return checked(Document.open(language, text))

    @property
    def language(self) -> Any:
        """The notation, a :class:`kibitz.core.language.Language`."""
        return self.document.language

    @property
    def aggregates(self) -> Sequence[Any]:
        """The :meth:`Notation.aggregate` of each block."""
        return [result.aggregate for result in self.results]

    # Findings

    @cached_property
    def published(self) -> PublishedDiagnostics:
        """The findings without suppressed ones."""
        return published(self.document, self.results, self.ending, self.comments)

    def comments(self, place: Place) -> list[Span]:
        """Return the comments of a chunk, line by line."""
        tokens = self.language.tokens(self, Span(place.start, place.end))
        return [
            Span(one.start, one.end)
            for one in tokens
            if one.type == "comment" and place.start <= one.start < place.end
        ]

    # States

    def state_before(self, place: Place) -> Any:
        """Return the state before a chunk."""
        result = self.results[place.block]
        state, passed = result.entry, 0
        for part in result.parts:
            if passed + len(part.chunks) > place.number:
                break
            state, passed = part.exit, passed + len(part.chunks)
        number, before = self._asked.get(place.block, (0, None))
        if passed < number <= place.number:
            state, passed = before, number
        chunks = self.document.blocks[place.block].chunks[passed : place.number]
        while chunks:
            skip = self.language.skip_clean(self.context, state, chunks)
            state = skip.state if skip.count else self.language.stepped(self.context, state, chunks[0])[0]
            chunks = chunks[max(skip.count, 1) :]
        self._asked[place.block] = place.number, state
        return state

    @cached_property
    def _asked(self) -> dict[int, tuple[int, Any]]:
        """The latest chunk and state that were asked for, by block.

        Stepping through a record continues from there.
        """
        return {}

    def state_after(self, place: Place) -> Any:
        """Return the state after a chunk."""
        return self.language.stepped(self.context, self.state_before(place), place.chunk)[0]

    @property
    def state_behind(self) -> Any:
        """The state after the last chunk."""
        return self.results[-1].exit


class Checking:
    """The work that leads to an analysis. Only one thread at a time may use it; its results may be shared."""

    def __init__(self, document: Document, base: Analysis | Checking | None = None) -> None:
        """Continue from `base`, the latest analysis of an earlier version, or an unfinished check of one.

        Results that still hold are kept.
        """
        self.document = document
        self._whole = Whole(document)
        self.siblings: tuple[Any, ...] = () if base is None else base.siblings
        """See :attr:`Analysis.siblings`."""
        self._results: list[Result] = []
        """The results of the finished blocks."""
        self._analysis: Analysis | None = None
        """The analysis, once the end is reached."""
        self._base = base._known if isinstance(base, Checking) else base
        blocks, old = document.blocks, () if self._base is None else self._base.document.blocks
        self._first, self._last = common_ends(blocks, old)
        """Numbers of first and last blocks that are those of the base."""
        self._summarised = False
        self._entry: Any = None
        """The state before the first chunk, once the context is known."""
        self._going: Iterator[Result | None] = iter(())
        """The rest of the work on the current block. It knows nothing of this check, so that an abandoned one is freed at once."""
        self._steps = Steps(document.language, None)

    @property
    def done(self) -> bool:
        """Whether every chunk is checked."""
        return self._analysis is not None

    @property
    def share(self) -> float:
        """The finished share of the work, from 0 to 1, for progress bars."""
        return len(self._results) / len(self.document.blocks)

    @property
    def so_far(self) -> Analysis:
        """The analysis of the finished blocks."""
        return self._analysis or Analysis(
            self.document, self._whole.context, tuple(self._results), (), self.siblings
        )

    @property
    def analysis(self) -> Analysis:
        """The analysis. The check runs to its end first."""
        self.advance()
        return self.so_far

    @property
    def _known(self) -> Analysis | None:
        """The base for the check of a later version: this base, or these results if they go further."""
        if self._base is not None and len(self._base.results) >= len(self._results):
            return self._base
        return self.so_far if self._summarised else None

    def advance(self, milliseconds: float | None = None) -> bool:
        """Work for some milliseconds, or to the end, and return whether all is done. At least one chunk is checked."""
        deadline = None if milliseconds is None else perf_counter() + milliseconds / 1000
        for _ in () if self.done else self._check():
            if deadline is not None and perf_counter() > deadline:
                return False
        return True

    def _check(self) -> Iterator[None]:
        """Go on with the check. It may pause, or be cancelled, at each step."""
        if not self._summarised:
            yield from self._summarise()
        yield from self._fold()

    def _summarise(self) -> Iterator[None]:
        """Collect the context. Unchanged blocks have their summaries already."""
        fresh = self.document.blocks[self._first : len(self.document.blocks) - self._last]
        whole, base = self._whole, self._base
        for block in fresh:
            if block.summary is None:
                whole.summarise(block)
                yield
        gone = (
            () if base is None else base.document.blocks[self._first : len(base.document.blocks) - self._last]
        )
        self._entry = whole.gather(UNKNOWN if base is None else base.context, (*fresh, *gone))
        self._steps = Steps(whole.language, whole.context)
        if base is not None and base.context == whole.context:
            self._results += base.results[: self._first]
            for block, result in zip(gone, base.results[self._first :], strict=False):
                self._steps.remember(block, result)
        else:
            self._base = None
        self._summarised = True

    def _fold(self) -> Iterator[None]:
        blocks, results = self.document.blocks, self._results
        while True:
            for result in self._going:
                if result is None:
                    yield
                else:
                    results.append(result)
            if not (left := len(blocks) - len(results)):
                break
            state = results[-1].exit if results else self._entry
            base = self._base
            if (
                base is not None
                and left <= self._last
                and (rest := base.results[len(base.document.blocks) - left :])
            ):
                if rest[0].entry == state:
                    results += rest
                    continue
                if left == self._last:
                    # After an edit at the end of a block, the state soon equals the old one.
                    self._steps.remember(blocks[-left], rest[0])
            self._going = self._steps.over(blocks[-left], state)
        ending = self._whole.ending(results)
        self._analysis = Analysis(self.document, self._whole.context, tuple(results), ending, self.siblings)
        self._base = None


def checked(document: Document, base: Analysis | None = None) -> Analysis:
    """Return the analysis of a document. It is fast if `base` is that of an earlier version."""
    return Checking(document, base).analysis
