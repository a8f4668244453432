"""What is known of a document, and how it is found out: a fold over the blocks, which keeps what an edit did not change.

After an edit it starts at the first changed block and stops where the state is the old one again. It runs in slices, so
that a long record never holds the editor up.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import Any

from kibitz.core.chunks import Place, common_ends
from kibitz.core.document import Document
from kibitz.core.faults import UNKNOWN
from kibitz.core.notation import Notation
from kibitz.core.results import Findings, Result, Told, told
from kibitz.core.stepping import Steps
from kibitz.core.values import Diagnostic, Span
from kibitz.core.whole import Whole


@dataclass(frozen=True, eq=False, repr=False)
class Analysis(Findings):
    """A checked document: what every question is answered from. Never changed, so that threads may share it.

    That of a :class:`Checking` that goes on knows only the first blocks.
    """

    document: Document
    context: Any
    """The facts of the whole document that :meth:`Notation.context` gathered."""
    results: Sequence[Result]
    """What was found in the blocks, in order."""
    ending: Sequence[Diagnostic] = ()
    """What can be said only at the end, in offsets of the document."""
    neighbours: tuple[Any, ...] = ()
    """The :meth:`kibitz.core.language.Language.customs` of the records beside this one, those of the nearest first.

    For what helps with writing. Nothing that is said of the record may depend on them.
    """

    @classmethod
    def of(cls, language: Notation[Any], text: str) -> Analysis:
        """The analysis of a text."""
        return checked(Document.open(language, text))

    @property
    def language(self) -> Any:
        """The notation: a :class:`kibitz.core.language.Language`."""
        return self.document.language

    @property
    def tallies(self) -> Sequence[Any]:
        """The :meth:`Notation.tally` of each block."""
        return [result.tally for result in self.results]

    # Findings

    @cached_property
    def told(self) -> Told:
        """What of all that was found is told."""
        return told(self.document, self.results, self.ending, self.comments)

    def comments(self, place: Place) -> list[Span]:
        """The comments of a chunk, line by line where one goes over several."""
        tokens = self.language.tokens(self, Span(place.start, place.end))
        return [
            Span(one.start, one.end)
            for one in tokens
            if one.type == "comment" and place.start <= one.start < place.end
        ]

    # States

    def state_before(self, place: Place) -> Any:
        """The state with which the fold reaches a chunk."""
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
            leap = self.language.leap(self.context, state, chunks)
            state = leap.state if leap.count else self.language.stepped(self.context, state, chunks[0])[0]
            chunks = chunks[max(leap.count, 1) :]
        self._asked[place.block] = place.number, state
        return state

    @cached_property
    def _asked(self) -> dict[int, tuple[int, Any]]:
        """By block: the chunk before which a state was asked for last, and that state.

        Who steps through a record asks on from there.
        """
        return {}

    def state_after(self, place: Place) -> Any:
        """The state with which the fold leaves a chunk."""
        return self.language.stepped(self.context, self.state_before(place), place.chunk)[0]

    @property
    def state_behind(self) -> Any:
        """The state behind the last chunk."""
        return self.results[-1].exit


class Checking:
    """The way to the analysis of a document. To be used by one thread at a time; what comes out of it is anybody's."""

    def __init__(self, document: Document, base: Analysis | Checking | None = None) -> None:
        """`base` is the latest analysis of an earlier version, or how far one has come: what was found is kept where it
        still holds."""
        self.document = document
        self._whole = Whole(document)
        self.neighbours: tuple[Any, ...] = () if base is None else base.neighbours
        """See :attr:`Analysis.neighbours`."""
        self._results: list[Result] = []
        """Those of the blocks that have been passed."""
        self._analysis: Analysis | None = None
        """All that there is, once the end has been reached."""
        self._base = base._known if isinstance(base, Checking) else base
        blocks, old = document.blocks, () if self._base is None else self._base.document.blocks
        self._first, self._last = common_ends(blocks, old)
        """How many of the first blocks are those of the base, and how many of the last ones."""
        self._summarised = False
        self._going: Generator[None, None, Result] | None = None
        """What is left of the block that is being gone over."""
        self._steps = Steps(document.language, None)

    @property
    def done(self) -> bool:
        """Whether every chunk has been checked."""
        return self._analysis is not None

    @property
    def share(self) -> float:
        """How much of the work is done, from 0 to 1: a measure for progress bars."""
        return len(self._results) / len(self.document.blocks)

    @property
    def so_far(self) -> Analysis:
        """What has been found so far."""
        return self._analysis or Analysis(
            self.document, self._whole.context, tuple(self._results), (), self.neighbours
        )

    @property
    def analysis(self) -> Analysis:
        """The analysis; goes on to the end first if that has not been reached."""
        self.advance()
        return self.so_far

    @property
    def _known(self) -> Analysis | None:
        """What a check of a later version may be based on: what this one is, or what it has found so far if that is more."""
        if self._base is not None and len(self._base.results) >= len(self._results):
            return self._base
        return self.so_far if self._summarised else None

    def advance(self, milliseconds: float | None = None) -> bool:
        """Goes on for some time, or to the end; tells whether all is done. At least one chunk is done."""
        deadline = None if milliseconds is None else perf_counter() + milliseconds / 1000
        return self.done or (self._summarise(deadline) and self._fold(deadline))

    def _summarise(self, deadline: float | None) -> bool:
        """Gathers the context. Blocks that an edit left in place were summarised before."""
        if self._summarised:
            return True
        fresh = self.document.blocks[self._first : len(self.document.blocks) - self._last]
        for block in fresh:
            if block.summary is None:
                self._whole.summarise(block)
                if deadline is not None and perf_counter() > deadline:
                    return False
        base = self._base
        gone = (
            () if base is None else base.document.blocks[self._first : len(base.document.blocks) - self._last]
        )
        whole = self._whole
        whole.gather(UNKNOWN if base is None else base.context, (*fresh, *gone))
        self._steps = Steps(whole.language, whole.context)
        if base is not None and base.context == whole.context:
            self._results += base.results[: self._first]
            for block, result in zip(gone, base.results[self._first :], strict=False):
                self._steps.remember(block, result)
        else:
            self._base = None
        self._summarised = True
        return True

    def _fold(self, deadline: float | None) -> bool:
        blocks, results = self.document.blocks, self._results
        while (left := len(blocks) - len(results)) > 0:
            state = results[-1].exit if results else self._start()
            base = self._base
            if (
                base is not None
                and left <= self._last
                and (rest := base.results[len(base.document.blocks) - left :])
            ):
                old = rest[0]
                if old.entry == state:
                    results += rest
                    continue
                if left == self._last:
                    # Behind an edit at the end of a block, the state is mostly the old one again soon.
                    self._steps.remember(blocks[-left], old)
            if self._going is None:
                self._going = self._steps.over(blocks[-left], state)
            if (result := self._gone_over(self._going, deadline)) is None:
                return False
            self._going = None
            results.append(result)
            if deadline is not None and perf_counter() > deadline and len(results) < len(blocks):
                return False
        ending = self._whole.ending(results)
        self._analysis = Analysis(self.document, self._whole.context, tuple(results), ending, self.neighbours)
        self._base = None
        return True

    def _gone_over(self, block: Generator[None, None, Result], deadline: float | None) -> Result | None:
        """What is found in a block, None where the time is up before its end: one chunk of a slow game may take some of it."""
        try:
            while True:
                next(block)
                if deadline is not None and perf_counter() > deadline:
                    return None
        except StopIteration as end:
            result: Result = end.value
            return result
        except BaseException:
            # What has become pointless can't go on; whoever asks again begins the block anew.
            self._going = None
            raise

    def _start(self) -> Any:
        """The state before the first chunk. Where kibitz fails, there is nothing to go on from."""
        whole, context = self._whole, self._whole.context
        state = whole.start()
        if whole.context is not context:
            self._steps, self._base = Steps(whole.language, whole.context), None
        return state


def checked(document: Document, base: Analysis | None = None) -> Analysis:
    """The analysis of a document, at once where `base` is that of an earlier version."""
    return Checking(document, base).analysis
