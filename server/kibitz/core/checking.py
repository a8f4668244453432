"""Checking a document in slices, so that a long record never holds the editor up."""

from __future__ import annotations

from typing import Any

from kibitz.core.analysis import Analysis
from kibitz.core.document import Document
from kibitz.core.fold import Fold
from kibitz.core.results import Folded
from kibitz.core.values import Diagnostic


class Checking:
    """The way to the analysis of a document. Belongs to one thread; what comes out of it is anybody's."""

    def __init__(self, document: Document, base: Analysis | Checking | None = None) -> None:
        """`base` is the latest analysis of an earlier version, or how far one has come: what was found is kept where it
        still holds."""
        self.document = document
        self.neighbours: tuple[Any, ...] = () if base is None else base.neighbours
        known = base.known if isinstance(base, Checking) else None if base is None else base.folded
        self._fold = Fold(document, known)

    @property
    def known(self) -> Folded | None:
        """See :attr:`kibitz.core.fold.Fold.known`."""
        return self._fold.known

    def advance(self, milliseconds: float | None = None) -> bool:
        """Goes on for some time, or to the end; tells whether all is done. At least one block is done."""
        return self._fold.advance(milliseconds)

    @property
    def done(self) -> bool:
        """Whether every chunk has been checked."""
        return self._fold.folded is not None

    @property
    def share(self) -> float:
        """How much of the work is done, from 0 to 1: a measure for progress bars."""
        return len(self._fold.results) / len(self.document.blocks)

    @property
    def count(self) -> int:
        """How many diagnostics have been found so far."""
        return self._fold.so_far.count

    def diagnostics(self, limit: int | None = None) -> list[Diagnostic]:
        """What has been found so far, in the order and in the offsets of the document, the first ones up to `limit`."""
        return self._fold.so_far.diagnostics(limit)

    @property
    def analysis(self) -> Analysis:
        """The analysis; goes on to the end first if that has not been reached."""
        self._fold.advance()
        return Analysis(self._fold.so_far, self.neighbours)
