"""One open document: its text, what is known of it, and what the client has been told."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import unquote, urlsplit

from kibitz.core.analysis import Analysis
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.values import Span
from kibitz.languages import IDS, for_path, load
from kibitz.lsp.client import Client
from kibitz.lsp.positions import LineTable, Positions, member, text_member
from kibitz.lsp.protocol import MalformedError
from kibitz.lsp.transport import Json
from kibitz.settings import Settings

TABLE_COST = 2500
"""Making a table of lines takes as long for so many characters as looking up one position without it."""


class Session:
    """The state of one open document. Replaced analyses share what an edit did not touch."""

    def __init__(self, uri: str, language: Language[Any], version: int, text: str, client: Client) -> None:
        self.uri = uri
        self.language = language
        self.version = version
        self.client = client
        self.settings = Settings()
        self.edition = 0
        """How often the settings have changed."""
        self.analysis = Analysis(Document.open(language, text))
        self.positions = Positions(self.analysis.document, client.encoding)
        self.task: asyncio.Task[None] | None = None
        """The checking that goes on, if it takes long."""
        self.told = False
        """Whether the client knows of any problem."""
        self.waits = False
        """Whether the client pulled diagnostics while the checking went on."""
        self.tokens: dict[str, list[int]] = {}
        """The latest semantic tokens by their name."""
        self._table: LineTable | None = None

    @property
    def document(self) -> Document:
        return self.analysis.document

    @property
    def whole(self) -> Span:
        return Span(0, len(self.document))

    @property
    def table(self) -> LineTable:
        """For answers about the whole document."""
        if self._table is None:
            self._table = LineTable(self.document, self.client.encoding)
        return self._table

    def table_of(self, span: Span) -> LineTable:
        """For answers about a part of the document."""
        return LineTable(self.document, self.client.encoding, span)

    def positions_for(self, count: int) -> Positions:
        """What is quicker for so many positions."""
        return self.table if count * TABLE_COST > len(self.document) else self.positions

    def adopt(self, settings: Settings) -> None:
        """Goes by these settings from now on. Where they extend the notation, the document is read anew."""
        self.settings = settings
        language = load(self.language.id).tailored(settings.preferences)
        if language is not self.language:
            self.language = language
            self.analysis = Analysis(Document.open(language, self.document.text()))
            self.positions = Positions(self.document, self.client.encoding)
            self._table = None

    def change(self, version: int, changes: Json) -> None:
        """Makes the changes of a `didChange`, one after the other. Raises MalformedError, and changes nothing then."""
        if not isinstance(changes, list):
            raise MalformedError("`contentChanges` is not a list")
        document = self.document
        for change in changes:
            document = self._changed(document, change)
        self.version = version
        self.analysis = Analysis(document, self.analysis)
        self.positions = Positions(document, self.client.encoding)
        self._table = None

    def _changed(self, document: Document, change: Json) -> Document:
        text = text_member(change, "text")
        if change.get("range") is None:
            return Document.open(self.language, text)
        start, end = Positions(document, self.client.encoding).span(change["range"])
        return document.edit(start, end, text)

    def offset(self, params: Json) -> int:
        """The offset of the position that parameters name. Raises MalformedError."""
        return self.positions.offset(member(params, "position"))

    def span(self, params: Json) -> Span:
        """The span of the range that parameters name. Raises MalformedError."""
        return self.positions.span(member(params, "range"))

    def stop(self) -> None:
        """Gives up the checking that goes on."""
        if self.task is not None:
            self.task.cancel()
            self.task = None


def language_of(language_id: str, uri: str) -> Language[Any] | None:
    """The language that an editor names; where we don't know it, the one of the file's suffix."""
    known = language_id if language_id in IDS else for_path(unquote(urlsplit(uri).path))
    return None if known is None else load(known)
