"""One open document: its text, what is known of it, and what the client has been told."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from lsprotocol import types

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Companion
from kibitz.core.calm import Writing
from kibitz.core.checking import Checking
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.language import Language
from kibitz.core.values import Diagnostic, Span
from kibitz.languages import IDS, for_path, load
from kibitz.lsp import insertion
from kibitz.lsp.client import Client
from kibitz.lsp.converter import NO_VERSION, Change
from kibitz.lsp.insertion import Insertion
from kibitz.lsp.positions import LineTable, Positions, path_of
from kibitz.lsp.worker import Worker
from kibitz.settings import CALM, WHILE_TYPING, Settings

LONG = 20_000
"""From how many characters on it is told early what is wrong with the beginning of a document just opened."""
LONG_TO_OPEN = 50_000
"""From how many characters on a text is cut in a thread, too."""
LONG_TO_READ = 4_000
"""From how many characters on a chunk is read in a thread: nearly all have some hundred."""
TABLE_COST = 500
"""Making a table of lines takes as long for so many characters as looking up the ends of one range without it."""


class Session:
    """The state of one open document. Everything in it is replaced, and not changed, when the document is."""

    def __init__(self, uri: str, language: Language[Any], version: int, client: Client) -> None:
        """The text comes by :meth:`read`."""
        self.uri = uri
        self.language = language
        self.version = version
        self.client = client
        self.settings = Settings()
        self.companions: Mapping[str, Companion] = {}
        """The files beside the record that it names, as they were read last."""
        self.neighbours: tuple[Any, ...] = ()
        """See :attr:`Analysis.neighbours`."""
        self.document = Document.open(language, "")
        self.positions = Positions(self.document, client.encoding)
        self._table: LineTable | None = None
        self.changed = 0
        """The number of the message that brought the text of now."""
        self.unopened: str | None = None
        """A text that is still to be cut, in the place of which the document is another one."""
        self._coming: list[Change] = []
        """The changes to that text since."""
        self.checking: Checking | None = None
        """What is known of this version, if that is not everything."""
        self._known: Analysis | None = None
        """What is known of this version, or was of an earlier one."""
        self.task: asyncio.Task[None] | None = None
        """The opening and checking that go on, if they take long."""
        self.worker = Worker()
        self.told: int | None = None
        """How many problems the client has been told of; None before it has been told anything."""
        self.settled = False
        """Whether it has been told all of some version. Till then it is told of problems as they are found."""
        self.waits = False
        """Whether the client pulled diagnostics while the checking went on."""
        self.result_id = ""
        """The name of what the client knows to be wrong; changes whenever that may have."""
        self.insertion = Insertion()
        self.rest: asyncio.TimerHandle | None = None
        """When the writer has rested."""
        self.tokens: dict[str, list[int]] = {}
        """The latest semantic tokens by their name."""

    # The text

    def read(self, text: str, *, at_once: bool = False) -> None:
        """Takes a whole text. A very long one waits for :meth:`opened`, unless it is read at once."""
        self._coming = []
        self.unopened = text if len(text) >= LONG_TO_OPEN and not at_once else None
        if self.unopened is None:
            self._see(Document.open(self.language, text))

    def opened(self, text: str, document: Document) -> bool:
        """Takes the document of a text and makes the changes that came since; False if another text came."""
        if self.unopened is not text:
            return False
        changes, self._coming, self.unopened = self._coming, [], None
        self._see(document)
        self._make(changes)
        return self.unopened is None

    def change(self, version: int, changes: Sequence[Change], number: int) -> None:
        """Makes the changes of a `didChange`, which message `number` brought, one after the other."""
        self.version = self.version + 1 if version == NO_VERSION else version
        self.changed = number
        self.worker.drop()
        self._make(changes)

    def _make(self, changes: Sequence[Change]) -> None:
        document, typed, known = self.document, list[insertion.Change](), self._known if self.done else None
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangeWholeDocument):
                self.insertion.leave()
                typed.clear()
                if len(change.text) >= LONG_TO_OPEN:
                    self.unopened, self._coming, document = change.text, [], self.document
                    continue
                self.unopened = None
                document = Document.open(self.language, change.text)
            elif self.unopened is not None:
                self._coming.append(change)
            else:
                start, end = Positions(document, self.client.encoding).span(change.range)
                typed.append(insertion.Change(start, document.text(start, end), change.text))
                document = edit(document, start, end, change.text)
        if self.unopened is None:
            self.insertion.follow(typed, known)
            self._see(document)

    def _see(self, document: Document) -> None:
        self.document = document
        self.checking = Checking(document, self.checking or self._known)
        self.positions = Positions(document, self.client.encoding)
        self._table = None

    # What is known

    def advance(self, milliseconds: float | None = None) -> bool:
        """Goes on with checking for some time; tells whether everything is known."""
        if self.unopened is not None:
            return False
        if self.checking is not None and self.checking.advance(milliseconds):
            self._known, self.checking = replace(self.checking.analysis, neighbours=self.neighbours), None
        return self.checking is None

    @property
    def unparsed(self) -> list[str]:
        """The long chunks that checking comes upon, to be read before it does: what they say is remembered."""
        return [] if self.checking is None or self.unopened is not None else self.checking.fresh(LONG_TO_READ)

    @property
    def done(self) -> bool:
        """Whether everything is known of this version."""
        return self.unopened is None and self.checking is None

    @property
    def share(self) -> float:
        """How much of the document has been checked, from 0 to 1."""
        return 0.0 if self.unopened is not None else self.checking.share if self.checking is not None else 1.0

    @property
    def analysis(self) -> Analysis:
        """What is known of the whole document; worked out now if it is not yet."""
        self.advance()
        if self._known is None:
            raise RuntimeError("the text has not been cut yet")
        return self._known

    def found(self, limit: int | None) -> list[Diagnostic]:
        """What is known to be wrong so far: nothing of a text that is still to be cut."""
        if self.unopened is not None:
            return []
        return (self.checking or self.analysis).diagnostics(limit)

    @property
    def writing(self) -> Writing | None:
        """What somebody is writing, if the user wants to be left alone with it."""
        if not self.done or self.settings.preferences.text(WHILE_TYPING, CALM) != CALM:
            return None
        return self.insertion.writing(self.analysis)

    @property
    def count(self) -> int:
        """How much that is."""
        return (self.checking or self.analysis).count

    def adopt(self, settings: Settings) -> None:
        """Goes by these settings from now on. Where they extend the notation, the document is read anew."""
        self.settings = settings
        language = self._tailored()
        if language is not self.language:
            self.language, self._known, self.checking = language, None, None
            coming = self._coming
            self.read(self.unopened if self.unopened is not None else self.document.text())
            self._coming = coming

    def accompany(self, companions: Mapping[str, Companion]) -> None:
        """Takes these as the files beside the record that it names. The text stands as it has been read."""
        self.companions = companions
        language = self._tailored()
        if language is not self.language:
            self.language, self._known, self.checking = language, None, None
            self._see(Document(language, self.document.blocks))

    def _tailored(self) -> Language[Any]:
        """The notation as the user's settings and the files beside the record extend it."""
        return load(self.language.id).tailored(self.settings.preferences).accompanied(self.companions)

    def learn(self, neighbours: tuple[Any, ...]) -> None:
        """Takes what the records beside this one do as what may be done here, too."""
        self.neighbours = neighbours
        if self._known is not None:
            self._known = replace(self._known, neighbours=neighbours)

    def stop(self) -> None:
        """Gives up the checking that goes on."""
        if self.task is not None:
            self.task.cancel()
            self.task = None
        if self.rest is not None:
            self.rest.cancel()
            self.rest = None

    @property
    def long(self) -> bool:
        return len(self.document) >= LONG

    # For questions

    def snapshot(self) -> Session:
        """The session as it is, for a thread."""
        return copy(self)

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


def language_of(language_id: str, uri: str) -> Language[Any] | None:
    """The language that an editor names; where we don't know it, the one of the file's suffix."""
    known = language_id if language_id in IDS else for_path(path_of(uri))
    return None if known is None else load(known)
