"""One open document: its text, what is known of it, and what the client has been told."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any
from urllib.parse import unquote, urlsplit

from kibitz.core.analysis import Analysis
from kibitz.core.checking import Checking
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.language import Language
from kibitz.core.values import Span
from kibitz.languages import IDS, for_path, load
from kibitz.lsp.client import Client
from kibitz.lsp.colours import Colours
from kibitz.lsp.positions import LineTable, Positions, member, span_of, text_member
from kibitz.lsp.protocol import MalformedError
from kibitz.lsp.transport import Json
from kibitz.settings import Settings

LONG = 200_000
"""From how many characters on a document is long: questions about it are answered in a thread."""
TABLE_COST = 500
"""Making a table of lines takes as long for so many characters as looking up the ends of one range without it."""


class Session:
    """The state of one open document. Replaced analyses share what an edit did not touch."""

    def __init__(self, uri: str, language: Language[Any], version: int, text: str, client: Client) -> None:
        self.uri = uri
        self.language = language
        self.version = version
        self.client = client
        self.settings = Settings()
        self.beside: tuple[Any, ...] = ()
        """See :attr:`Analysis.neighbours`."""
        self.edition = 0
        """How often the settings have changed."""
        self._read(text)
        self.task: asyncio.Task[None] | None = None
        """The checking that goes on, if it takes long."""
        self.told = 0
        """How many problems the client has been told of."""
        self.settled = False
        """Whether it has been told all of some version. Till then it is told of problems as they are found."""
        self.waits = False
        """Whether the client pulled diagnostics while the checking went on."""
        self.tokens: dict[str, list[int]] = {}
        """The latest semantic tokens by their name."""
        self.colours = Colours()

    def _read(self, text: str) -> None:
        self._see(Document.open(self.language, text))

    def _see(self, document: Document, base: Analysis | None = None) -> None:
        self.checking = Checking(document, base)
        """What is being found out of the document."""
        self._latest = base
        """The analysis of the latest version that was checked to its end."""
        self.positions = Positions(document, self.client.encoding)
        self._table: LineTable | None = None

    @property
    def document(self) -> Document:
        return self.checking.document

    @property
    def long(self) -> bool:
        return len(self.document) >= LONG

    @property
    def analysis(self) -> Analysis:
        """What is known of the document, which is checked to its end now if it has not been yet."""
        latest = self._latest
        if latest is None or latest.document is not self.document:
            latest = self._latest = replace(self.checking.analysis, neighbours=self.beside)
        return latest

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
        """What is quicker for so many ranges."""
        return self.table if count * TABLE_COST > len(self.document) else self.positions

    def adopt(self, settings: Settings) -> None:
        """Goes by these settings from now on. Where they extend the notation, the document is read anew."""
        self.settings = settings
        language = load(self.language.id).tailored(settings.preferences)
        if language is not self.language:
            self.language = language
            self._read(self.document.text())

    def learn(self, beside: tuple[Any, ...]) -> None:
        """Takes what the records beside this one do as what may be done here, too."""
        self.beside = beside
        if self._latest is not None:
            self._latest = replace(self._latest, neighbours=beside)

    def change(self, version: int, changes: Json) -> None:
        """Makes the changes of a `didChange`, one after the other. Raises MalformedError, and changes nothing then."""
        if not isinstance(changes, list):
            raise MalformedError("`contentChanges` is not a list")
        document, base = self.document, self.analysis if self.checking.done else self._latest
        for change in changes:
            document = self._changed(document, change)
        self.version = version
        self._see(document, base)

    def _changed(self, now: Document, change: Json) -> Document:
        text, range_ = text_member(change, "text"), change.get("range")
        if range_ is None:
            return Document.open(self.language, text)
        return edit(now, *span_of(now, range_, self.client.encoding), text)

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
