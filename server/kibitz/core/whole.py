"""What a notation says of a record as a whole: what its rules need from anywhere in it, and what can be said at its end.

Where kibitz fails in that, whatever rests on it is not said: without the context only the syntax is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from kibitz.core.chunks import Block, Chunk
from kibitz.core.document import Document
from kibitz.core.faults import (
    NOT_THE_WHOLE,
    ONLY_SYNTAX,
    UNKNOWN,
    UnknownError,
    failing,
    finding,
    is_fault,
    note,
)
from kibitz.core.notation import Notation, Syntax
from kibitz.core.results import Result
from kibitz.core.values import Diagnostic


class Whole:
    """A record while it is being checked."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.language: Notation[Any] = document.language
        """Who is asked: without a context one that has no rules."""
        self.context: Any = None
        self._failed: _Failed | None = None

    def summarise(self, block: Block) -> None:
        """Has a block say what the context needs of it."""
        summary = self._summary(block)
        block.summary = _NOTHING if summary is None else summary

    def _summary(self, block: Block) -> object:
        last = block.chunks[-1]
        try:
            if last.fault and type(self.language).summarise is not Notation.summarise:
                return _Failed(last.fault, last)
            return self.language.summarise(block)
        except Exception as error:
            return _Failed(note(error).summary, self._culprit(block))

    def _culprit(self, block: Block) -> Chunk:
        """The chunk of which kibitz can make no summary; the first one where it takes several."""
        for chunk in block.chunks:
            if failing(self.language.summarise, Block((chunk,), ())):
                return chunk
        return block.chunks[0]

    def gather(self, before: Any, changed: Iterable[Block]) -> None:
        """Gathers the context; it is the one that it was `before` where no block that has `changed` says anything."""
        if before is not UNKNOWN and all(block.summary is _NOTHING for block in changed):
            self.context = before
            return
        summaries = [one.summary for one in self.document.blocks if one.summary is not _NOTHING]
        failed = next((one for one in summaries if isinstance(one, _Failed)), None)
        if failed is not None:
            self._give_up(failed.fault, failed.chunk)
            return
        try:
            self.context = self.language.context(summaries)
        except Exception as error:
            self._give_up(note(error).summary, self._first)

    @property
    def _first(self) -> Chunk:
        return self.document.blocks[0].chunks[0]

    def _give_up(self, fault: str, chunk: Chunk) -> None:
        self._failed, self.context, self.language = _Failed(fault, chunk), UNKNOWN, Syntax(self.language)

    def start(self) -> Any:
        """The state before the first chunk."""
        try:
            return self.language.start(self.context)
        except Exception as error:
            self._give_up(note(error).summary, self._first)
            return None

    def ending(self, results: Sequence[Result]) -> tuple[Diagnostic, ...]:
        """What can be said only at the end; nothing where any of what it rests on is unknown."""
        tallies = [result.tally for result in results]
        if self._failed is not None:
            return self._told(self._failed, results)
        if self.document.blank:
            return ()
        try:
            return tuple(self.language.finish(self.document, self.context, results[-1].exit, tallies))
        except UnknownError:
            # Its chunk says so.
            return ()
        except Exception as error:
            summary = note(error).summary
            if _is_told(summary, results):
                return ()
            return (finding(self._first.text, summary, NOT_THE_WHOLE),)

    def _told(self, failed: _Failed, results: Sequence[Result]) -> tuple[Diagnostic, ...]:
        """That there is no context, unless its chunk says so by itself."""
        place = next(one for one in self.document.places() if one.chunk is failed.chunk)
        if any(map(is_fault, results[place.block].found[place.number])):
            return ()
        return (finding(failed.chunk.text, failed.fault, ONLY_SYNTAX).shifted(place.start),)


def _is_told(summary: str, results: Sequence[Result]) -> bool:
    """Whether a chunk says of itself that kibitz has failed so."""
    found = [one for result in results if result.counts for some in result.found for one in some]
    return any(is_fault(one) and summary in one.message for one in found)


class _Failed(NamedTuple):
    """The summary of a block that kibitz could not make, and what is said in the place of a context."""

    fault: str
    chunk: Chunk
    """Where that is told."""


_NOTHING = object()
"""The summary of a block of which nothing has to be remembered."""
