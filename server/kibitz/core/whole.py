"""The facts about a whole record: those that rules need from anywhere in it, and those that are known at its end.

If kibitz fails there, findings that need these facts are missing: without the context only the syntax is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from kibitz.core.chunks import Block, Chunk
from kibitz.core.document import Document
from kibitz.core.internal_errors import (
    NOT_THE_WHOLE,
    ONLY_SYNTAX,
    UNKNOWN,
    UnknownError,
    failing,
    finding,
    is_fault,
    record_error,
)
from kibitz.core.notation import Notation, Syntax
from kibitz.core.results import Result
from kibitz.core.values import Diagnostic


class Whole:
    """A record during its check."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.language: Notation[Any] = document.language
        """The notation, or without a context one without rules."""
        self.context: Any = None
        self._failed: _Failed | None = None

    def summarise(self, block: Block) -> None:
        """Compute the summary of a block for the context."""
        summary = self._summary(block)
        block.summary = _NOTHING if summary is None else summary

    def _summary(self, block: Block) -> object:
        last = block.chunks[-1]
        try:
            if last.fault and type(self.language).summarise is not Notation.summarise:
                return _Failed(last.fault, last)
            return self.language.summarise(block)
        except Exception as error:
            return _Failed(record_error(error).summary, self._culprit(block))

    def _culprit(self, block: Block) -> Chunk:
        """Return the chunk whose summary fails, or the first one if only several together fail."""
        for chunk in block.chunks:
            if failing(self.language.summarise, Block((chunk,))):
                return chunk
        return block.chunks[0]

    def gather(self, before: Any, changed: Iterable[Block]) -> Any:
        """Compute the context, and return the state before the first chunk, or None after an internal error.

        The context is `before` if the changed blocks have no summary.
        """
        try:
            if before is UNKNOWN or any(block.summary is not _NOTHING for block in changed):
                summaries = [one.summary for one in self.document.blocks if one.summary is not _NOTHING]
                failed = next((one for one in summaries if isinstance(one, _Failed)), None)
                if failed is not None:
                    return self._give_up(failed.fault, failed.chunk)
                before = self.language.context(summaries)
            self.context = before
            return self.language.start(before)
        except Exception as error:
            return self._give_up(record_error(error).summary, self._first)

    @property
    def _first(self) -> Chunk:
        return self.document.blocks[0].chunks[0]

    def _give_up(self, fault: str, chunk: Chunk) -> None:
        self._failed, self.context, self.language = _Failed(fault, chunk), UNKNOWN, Syntax(self.language)

    def ending(self, results: Sequence[Result]) -> tuple[Diagnostic, ...]:
        """Return the findings that need the whole record, or none if one of its facts is unknown."""
        aggregates = [result.aggregate for result in results]
        if self._failed is not None:
            return self._context_finding(self._failed, results)
        if self.document.blank:
            return ()
        try:
            return tuple(self.language.finalize(self.document, self.context, results[-1].exit, aggregates))
        except UnknownError:
            # Its chunk says so.
            return ()
        except Exception as error:
            summary = record_error(error).summary
            if _is_told(summary, results):
                return ()
            return (finding(self._first.text, summary, NOT_THE_WHOLE),)

    def _context_finding(self, failed: _Failed, results: Sequence[Result]) -> tuple[Diagnostic, ...]:
        """Return the finding that there is no context, unless the chunk reports it."""
        place = next(one for one in self.document.places() if one.chunk is failed.chunk)
        if any(map(is_fault, results[place.block].found[place.number])):
            return ()
        return (finding(failed.chunk.text, failed.fault, ONLY_SYNTAX).shifted(place.start),)


def _is_told(summary: str, results: Sequence[Result]) -> bool:
    """Return whether a chunk reports this internal error."""
    found = [one for result in results if result.counts for some in result.found for one in some]
    return any(is_fault(one) and summary in one.message for one in found)


class _Failed(NamedTuple):
    """A summary that could not be computed, and the finding instead of a context."""

    fault: str
    chunk: Chunk
    """The chunk with the finding."""


_NOTHING = object()
"""The summary of a block without facts."""
