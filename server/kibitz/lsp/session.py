"""One open document: its text, what is known of it, and what the client has been told."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import unquote, urlsplit

from kibitz.core.analysis import Analysis
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.opening import Opening
from kibitz.core.values import Span
from kibitz.languages import IDS, for_path, load
from kibitz.lsp.client import Client
from kibitz.lsp.colours import Colours
from kibitz.lsp.positions import LineTable, Positions, member, span_of, text_member
from kibitz.lsp.protocol import MalformedError
from kibitz.lsp.transport import Json
from kibitz.settings import Settings

LONG = 200_000
"""From how many characters on a document is long: it is opened and checked slice by slice, and asked in a thread."""
FIRST = 30.0
"""Milliseconds of cutting before what is at the start of a long document is shown."""
SOON = 5.0
"""The same after an edit that comes while the rest is being cut."""
FEW = 8
"""After more changes than these at once, a document that is being opened is opened first."""
CUTTING = 0.2
"""The share that cutting has in checking a document."""
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
        """Opens a text, a long one only as far as it can be shown at once."""
        self._opening: Opening | None = None
        if len(text) < LONG:
            self._see(Analysis(Document.open(self.language, text)))
        else:
            self._opening = Opening(self.language, text)
            self._opening.advance(FIRST)
            self._see(Analysis(self._opening.document, partial=True))

    def _see(self, analysis: Analysis) -> None:
        self.seen = analysis
        """What is known of the document; of its first part, while the rest is still being cut."""
        analysis.neighbours = self.beside
        self.positions = Positions(analysis.document, self.client.encoding)
        self._table: LineTable | None = None

    @property
    def opening(self) -> bool:
        """Whether the document is still being cut."""
        return self._opening is not None

    @property
    def long(self) -> bool:
        return self.opening or len(self.seen.document) >= LONG

    @property
    def share(self) -> float:
        """How much of the document has been checked, from 0 to 1, cutting it included."""
        if self._opening is not None:
            return CUTTING * self._opening.share
        return CUTTING + (1 - CUTTING) * self.seen.share

    def advance(self, milliseconds: float | None = None) -> bool:
        """Goes on with opening or checking the document for some time; tells whether all is done."""
        return self.open(milliseconds) and self.seen.advance(milliseconds)

    def open(self, milliseconds: float | None = None) -> bool:
        """Goes on with opening the document for some time, or to the end; tells whether it is open."""
        if self._opening is None:
            return True
        if not self._opening.advance(milliseconds):
            return False
        document, self._opening = self._opening.document, None
        self._see(Analysis(document, self.seen))
        return True

    @property
    def analysis(self) -> Analysis:
        """What is known of the whole document, which is opened now if it is not yet."""
        self.open()
        return self.seen

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
            self._table = LineTable(self.seen.document, self.client.encoding)
        return self._table

    def table_of(self, span: Span) -> LineTable:
        """For answers about a part of the document."""
        return LineTable(self.document, self.client.encoding, span)

    def positions_for(self, count: int) -> Positions:
        """What is quicker for so many ranges."""
        return self.table if count * TABLE_COST > len(self.seen.document) else self.positions

    def adopt(self, settings: Settings) -> None:
        """Goes by these settings from now on. Where they extend the notation, the document is read anew."""
        self.settings = settings
        language = load(self.language.id).tailored(settings.preferences)
        if language is not self.language:
            self.language = language
            self._read(self.seen.document.text() if self._opening is None else self._opening.text)

    def learn(self, beside: tuple[Any, ...]) -> None:
        """Takes what the records beside this one do as what may be done here, too."""
        self.beside = self.seen.neighbours = beside

    def change(self, version: int, changes: Json) -> None:
        """Makes the changes of a `didChange`, one after the other. Raises MalformedError, and changes nothing then."""
        if not isinstance(changes, list):
            raise MalformedError("`contentChanges` is not a list")
        if len(changes) > FEW:
            self.open()
        now: Document | Opening = self.seen.document if self._opening is None else self._opening
        for change in changes:
            now = self._changed(now, change)
        self.version = version
        self._opening = None
        if isinstance(now, Opening):
            self._opening = now
            now.advance(SOON)
        document = now.document if isinstance(now, Opening) else now
        self._see(Analysis(document, self.seen, partial=self.opening))

    def _changed(self, now: Document | Opening, change: Json) -> Document | Opening:
        text, range_ = text_member(change, "text"), change.get("range")
        if range_ is None:
            return Document.open(self.language, text) if len(text) < LONG else Opening(self.language, text)
        return now.edit(*span_of(now, range_, self.client.encoding), text)

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
