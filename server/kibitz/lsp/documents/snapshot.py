"""One version of an open document as a value: every question is answered from one, by whatever thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from lsprotocol import types

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Companion
from kibitz.core.calm import Writing, calm
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.language import Language
from kibitz.core.values import Diagnostic, Edit, Span
from kibitz.languages import load
from kibitz.lsp.documents.positions import LineTable, Positions
from kibitz.lsp.documents.typing_state import TypingState
from kibitz.lsp.transport.client import Client
from kibitz.project.settable import CALM, WHILE_TYPING
from kibitz.project.settings import Settings, select

T = TypeVar("T")

TABLE_COST = 500
"""Characters for which a table of lines costs as much as looking up one range."""


class Snapshot(NamedTuple):
    """A version of a document with its settings. Each event leads to another snapshot."""

    uri: str
    client: Client
    positions: Positions
    version: int = 0
    """As the client counts."""
    changed: int = 0
    """The number of the message that brought the text."""
    settings: Settings = Settings()
    companions: Mapping[str, Companion] = MappingProxyType({})
    """The files that the record names, as they were read last."""
    neighbours: tuple[Any, ...] = ()
    """See :attr:`Analysis.neighbours`."""
    typing: TypingState = TypingState()
    known: Analysis | None = None
    """The analysis of this version or of an earlier one."""
    answers: Mapping[type, Any] = MappingProxyType({})
    """The latest answers that later ones depend on, by their kind."""

    def __repr__(self) -> str:
        """Return few words: the whole record would fill pages of a log."""
        return f"<Snapshot of {self.uri}, version {self.version}>"

    @classmethod
    def empty(cls, uri: str, language: Language[Any], client: Client, settings: Settings) -> Snapshot:
        """Return a snapshot of a document without text."""
        document = Document.open(language.tailored(settings.preferences), "")
        return cls(uri, client, Positions(document, client.encoding), settings=settings)

    @property
    def document(self) -> Document:
        return self.positions.document

    @property
    def language(self) -> Language[Any]:
        """The notation with the extensions of the user's settings and the included files."""
        return self.document.language  # type: ignore[no-any-return]

    def tailored(self, read: Callable[[Language[Any]], Document]) -> Snapshot:
        """Return the snapshot in the notation of its settings and included files, `read` again if that is another."""
        language = load(self.language.id).tailored(self.settings.preferences).accompanied(self.companions)
        return self if language is self.language else self.of(read(language))

    def of(self, document: Document) -> Snapshot:
        """Return the snapshot with another document, or with one in another notation."""
        known = self.known if document.language is self.language else None
        return self._replace(positions=Positions(document, self.client.encoding), known=known)

    @property
    def complete(self) -> bool:
        """Whether everything is known of this version."""
        return self.known is not None and self.known.document is self.document

    @property
    def analysis(self) -> Analysis:
        """The analysis of this version. Raises RuntimeError if there is none."""
        if self.known is None or self.known.document is not self.document:
            raise RuntimeError("the document has not been checked")
        return self.known

    @property
    def writing(self) -> Writing | None:
        """The place where the user types, or None if all findings are shown at once."""
        if self.settings.preferences.text(WHILE_TYPING, CALM) != CALM:
            return None
        return self.typing.writing(self.analysis)

    def selected(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Return the findings that the user's settings leave, with the severities that these give."""
        return select(found, self.settings)

    def without_pending(self, found: list[Diagnostic]) -> list[Diagnostic]:
        """Return the findings without those that wait while the user types."""
        now = self.writing if found else None
        return found if now is None else calm(found, now)

    def reported(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Return the findings as the client sees them."""
        return self.without_pending(self.selected(found))

    def answered(self, kind: type[T]) -> T | None:
        """The latest answer of a kind."""
        return self.answers.get(kind)

    @property
    def table(self) -> LineTable:
        """For answers about the whole document."""
        return self.positions.table

    def table_of(self, span: Span) -> LineTable:
        """For answers about a part of the document."""
        return LineTable(self.document, self.client.encoding, span)

    def position_after(self, edits: Iterable[Edit], offset: int) -> types.Position:
        """Return the position of an offset of the text that results from some edits."""
        document = self.document
        for one in sorted(edits, reverse=True):
            document = edit(document, *one)
        return Positions(document, self.client.encoding).position(offset)

    def positions_for(self, count: int) -> Positions:
        """Return the quicker positions for a number of ranges."""
        return self.table if count * TABLE_COST > len(self.document) else self.positions
