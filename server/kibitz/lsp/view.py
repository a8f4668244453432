"""One version of an open document as a value: every question is answered from one, by whatever thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from lsprotocol import types

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Companion
from kibitz.core.calm import Writing
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.language import Language
from kibitz.core.values import Edit, Span
from kibitz.languages import load
from kibitz.lsp.client import Client
from kibitz.lsp.insertion import Insertion
from kibitz.lsp.positions import LineTable, Positions
from kibitz.project.settable import CALM, WHILE_TYPING
from kibitz.project.settings import Settings

T = TypeVar("T")

SHORT = 1_000
"""How many characters are that many: whatever is asked about them, or comes at once, is for a thread.

So nothing that a text says can hold up the next key.
"""
TABLE_COST = 500
"""Making a table of lines takes as long for so many characters as looking up the ends of one range without it."""


class View(NamedTuple):
    """What handlers get. Whatever comes, the document has another view then."""

    uri: str
    client: Client
    positions: Positions
    version: int = 0
    """As the client counts."""
    changed: int = 0
    """The number of the message that brought the text."""
    settings: Settings = Settings()
    companions: Mapping[str, Companion] = MappingProxyType({})
    """The files beside the record that it names, as they were read last."""
    neighbours: tuple[Any, ...] = ()
    """See :attr:`Analysis.neighbours`."""
    insertion: Insertion = Insertion()
    known: Analysis | None = None
    """What is known of this version, or was of an earlier one."""
    answers: Mapping[type, Any] = MappingProxyType({})
    """The latest answers that later ones depend on, by their kind."""

    def __repr__(self) -> str:
        """In few words: logs and tracebacks name views, and a record with all that is known of it fills pages."""
        return f"<View of {self.uri}, version {self.version}>"

    @classmethod
    def empty(cls, uri: str, language: Language[Any], client: Client, settings: Settings) -> View:
        """A document the text of which is still to come."""
        document = Document.open(language.tailored(settings.preferences), "")
        return cls(uri, client, Positions(document, client.encoding), settings=settings)

    @property
    def document(self) -> Document:
        return self.positions.document

    @property
    def language(self) -> Language[Any]:
        """The notation as the user's settings and the files beside the record extend it."""
        return self.document.language  # type: ignore[no-any-return]

    def tailored(self, read: Callable[[Language[Any]], Document]) -> View:
        """The same in the notation as it is with the settings and companions of now: what is `read` where that is another."""
        language = load(self.language.id).tailored(self.settings.preferences).accompanied(self.companions)
        return self if language is self.language else self.of(read(language))

    def of(self, document: Document) -> View:
        """The same of another document, or of one in another notation."""
        known = self.known if document.language is self.language else None
        return self._replace(positions=Positions(document, self.client.encoding), known=known)

    @property
    def complete(self) -> bool:
        """Whether everything is known of this version."""
        return self.known is not None and self.known.document is self.document

    @property
    def analysis(self) -> Analysis:
        """What is known of this version. Raises RuntimeError if that is not everything."""
        if self.known is None or self.known.document is not self.document:
            raise RuntimeError("the document has not been checked")
        return self.known

    @property
    def writing(self) -> Writing | None:
        """What somebody is writing, if the user wants to be left alone with it."""
        if self.settings.preferences.text(WHILE_TYPING, CALM) != CALM:
            return None
        return self.insertion.writing(self.analysis)

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
        """Where an offset of the text is that comes out of edits."""
        document = self.document
        for one in sorted(edits, reverse=True):
            document = edit(document, *one)
        return Positions(document, self.client.encoding).position(offset)

    def positions_for(self, count: int) -> Positions:
        """What is quicker for so many ranges."""
        return self.table if count * TABLE_COST > len(self.document) else self.positions
