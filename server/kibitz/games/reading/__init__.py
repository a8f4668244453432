"""The games of records, as :func:`kibitz.read` returns them. Each notation has a module here that finds the moments of its games."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from kibitz.core.analysis import Analysis, checked
from kibitz.core.document import Document
from kibitz.core.formatting import apply, format_document
from kibitz.core.language import Language
from kibitz.languages import for_path
from kibitz.project.files import UnreadableError
from kibitz.project.files import read as text_of
from kibitz.project.findings import Finding, findings
from kibitz.project.settings import Settings, select, tailored


class Moment(NamedTuple):
    """An event of a game. `start` and `end` are offsets of the text, in code points."""

    start: int
    end: int
    number: int
    """The number of the game, from 0."""
    game: Any
    """The game after it, of its class in :mod:`kibitz.games`."""


@dataclass(frozen=True)
class Record:
    """A text with its games."""

    text: str
    notation: Language[Any] = field(repr=False)
    settings: Settings = field(repr=False)

    @cached_property
    def findings(self) -> list[Finding]:
        """The findings, in the order of the text."""
        found = select(self._analysis.diagnostics(), self.settings)
        return findings(self._analysis.document, found)

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """All readable events of games with known rules, in the order of the text."""
        module = f"{__name__}.{self.notation.id}"
        if find_spec(module) is None:
            # The library does not have the game of this notation.
            return ()
        return tuple(import_module(module).moments(self._analysis))

    @property
    def games(self) -> tuple[Any, ...]:
        """The games, each as it stands in the end."""
        return tuple({one.number: one.game for one in self.moments}.values())

    def at(self, offset: int) -> Any:
        """Return the game after all events that end at an offset or before it, or None before the first event."""
        number = bisect_right([one.end for one in self.moments], offset)
        return self.moments[number - 1].game if number else None

    def write(self) -> str:
        """Return the formatted text. A formatted text stays as it is, byte for byte."""
        return apply(self.text, format_document(self._document, self.settings.preferences))

    @cached_property
    def _document(self) -> Document:
        return Document.open(self.notation, self.text)

    @cached_property
    def _analysis(self) -> Analysis:
        return checked(self._document)


def read(
    source: str | os.PathLike[str], language: str | None = None, settings: Mapping[str, object] | None = None
) -> Record:
    """See :func:`kibitz.read`."""
    path = None if isinstance(source, str) else os.fspath(source)
    if (known := language or (path and for_path(path))) is None:
        raise ValueError(f"{path or 'a text'}: say the language" + ("" if path else ", or give a path"))
    notation, chosen = tailored(known, settings)
    try:
        return Record(text_of(path) if path else str(source), notation, chosen)
    except UnreadableError as error:
        raise UnreadableError(f"{path}: {error}") from error
