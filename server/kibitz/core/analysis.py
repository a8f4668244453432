"""What is known of a document once all of it has been checked: what every question is answered from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kibitz.core.chunks import Place
from kibitz.core.document import Document
from kibitz.core.fold import Fold
from kibitz.core.notation import Notation
from kibitz.core.related import resolved
from kibitz.core.results import Folded
from kibitz.core.values import Diagnostic


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """A checked document. Never changed, so that threads may share it."""

    folded: Folded
    neighbours: tuple[Any, ...] = ()
    """The :meth:`kibitz.core.language.Language.customs` of the records beside this one, those of the nearest first.

    For what helps with writing. Nothing that is said of the record may depend on them.
    """

    @classmethod
    def of(cls, language: Notation[Any], text: str) -> Analysis:
        """The analysis of a text."""
        return checked(Document.open(language, text))

    @property
    def document(self) -> Document:
        return self.folded.document

    @property
    def language(self) -> Any:
        """The notation: a :class:`kibitz.core.language.Language`."""
        return self.folded.document.language

    @property
    def context(self) -> Any:
        """The facts of the whole document that :meth:`Notation.context` gathered."""
        return self.folded.context

    @property
    def tallies(self) -> Sequence[Any]:
        """The :meth:`Notation.tally` of each block."""
        return [result.tally for result in self.folded.results]

    def state_before(self, place: Place) -> Any:
        """The state with which the fold reaches a chunk."""
        result = self.folded.results[place.block]
        state, passed = result.entry, 0
        for stretch in result.stretches:
            if passed + len(stretch.chunks) > place.number:
                break
            state, passed = stretch.exit, passed + len(stretch.chunks)
        known = _known(self)
        number, before = known.get(place.block, (0, None))
        if passed < number <= place.number:
            state, passed = before, number
        for chunk in self.document.blocks[place.block].chunks[passed : place.number]:
            state, _ = self.language.step(self.context, state, chunk)
        known[place.block] = place.number, state
        return state

    def state_after(self, place: Place) -> Any:
        """The state with which the fold leaves a chunk."""
        return self.language.step(self.context, self.state_before(place), place.chunk)[0]

    @property
    def count(self) -> int:
        """How many diagnostics there are."""
        return self.folded.count

    def diagnostics(self, limit: int | None = None) -> list[Diagnostic]:
        """The diagnostics in the offsets and in the order of the document, the first ones up to `limit`."""
        return self.folded.diagnostics(limit)

    def diagnostics_in(self, start: int, end: int) -> list[Diagnostic]:
        """The diagnostics that touch a range."""
        found: list[Diagnostic] = []
        for place in self.document.places(start, end):
            within = self.folded.results[place.block].found[place.number]
            found += [one.shifted(place.start) for one in within]
        found += self.folded.ending
        return resolved(
            self.document, [one for one in found if one.span.start <= end and start <= one.span.end]
        )


@lru_cache(maxsize=1)
def _known(_: Analysis) -> dict[int, tuple[int, Any]]:
    """By block: the chunk before which a state was asked for last, and that state.

    Who steps through a record asks on from there.
    """
    return {}


def checked(document: Document, base: Analysis | None = None) -> Analysis:
    """The analysis of a document, at once where `base` is that of an earlier version."""
    fold = Fold(document, None if base is None else base.folded)
    fold.advance()
    return Analysis(fold.so_far, () if base is None else base.neighbours)
