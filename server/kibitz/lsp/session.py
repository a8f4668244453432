"""One open document: its text, what is known of it, and what the client has been told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

from lsprotocol import types

from kibitz.core.analysis import Analysis, Checking
from kibitz.core.answers import Companion
from kibitz.core.calm import Writing
from kibitz.core.document import Document
from kibitz.core.interest import Pointless, watched
from kibitz.core.language import Language
from kibitz.core.values import Severity, Span
from kibitz.languages import IDS, for_path, load
from kibitz.lsp.client import Client
from kibitz.lsp.converter import NO_VERSION, Change
from kibitz.lsp.insertion import Insertion
from kibitz.lsp.making import Made, made
from kibitz.lsp.positions import LineTable, Positions, path_of
from kibitz.lsp.worker import Worker
from kibitz.settings import CALM, WHILE_TYPING, Settings

SHORT = 1_000
"""Up to how many characters the event loop does everything about a document itself; a thread does it for longer ones.

So nothing that a text says can hold up the next key.
"""
TABLE_COST = 500
"""Making a table of lines takes as long for so many characters as looking up the ends of one range without it."""


class Told(NamedTuple):
    """What a client is told of a document."""

    items: list[types.Diagnostic]
    """What is known to be wrong, and a note where there is more than is shown."""
    counts: Mapping[Severity, int]
    """How much of each severity that is, with what is not shown."""
    held: int
    """How many findings wait till the writer has left what they are about."""


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
        self._coming: list[Change] = []
        """The changes that are still to be made in the document."""
        self._left = 0
        """After how many of them the writer has finished."""
        self.checking: Checking | None = None
        """What is known of this version, if that is not everything."""
        self._known: Analysis | None = None
        """What is known of this version, or was of an earlier one."""
        self.task: asyncio.Task[None] | None = None
        """The changing and checking that go on, if they take long."""
        self.maker = Worker()
        """Who does that."""
        self.worker = Worker()
        """Who answers questions."""
        self.news = asyncio.Event()
        """Set, for whoever waits at that moment, when anything comes or has been made, and when everything is known."""
        self.stirred = 0
        """How often that was."""
        self.told: int | None = None
        """How many problems the client has been told of; None before it has been told anything."""
        self.held = 0
        """How many it has not been told of, as they may still be unfinished."""
        self.settled = False
        """Whether it has been told all of some version. Till then it is told of problems as they are found."""
        self.tidings: Told | None = None
        """What a client that pulls is told of what is there now, once everything is known."""
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

    def read(self, text: str) -> None:
        """Takes a whole text."""
        self._coming = [types.TextDocumentContentChangeWholeDocument(text)]
        self._make_if_short()

    def change(self, version: int, changes: Sequence[Change], number: int) -> None:
        """Takes the changes of a `didChange`, which message `number` brought, to be made one after the other."""
        self.version = self.version + 1 if version == NO_VERSION else version
        self.changed = number
        self.worker.drop()
        self._coming += changes
        self._make_if_short()

    def _make_if_short(self) -> None:
        if self.at_once:
            self.make()

    def make(self) -> None:
        """Makes the changes that have come."""
        self.take(self.making())

    @property
    def making(self) -> Callable[[], Made]:
        """The same without any change to the session, for a thread. What it returns is to be taken."""
        return partial(made, self.document, self.language, tuple(self._coming), self.client.encoding)

    def take(self, new: Made) -> None:
        """Takes the document in which changes have been made, unless it is in another notation by now."""
        if new.document.language is not self.language:
            return
        if new.whole:
            self.insertion.leave()
        self.insertion.follow(new.typed, self._known if self.checking is None else None)
        del self._coming[: new.changes]
        if new.changes <= self._left:
            self.insertion.leave()
        self._left = max(self._left - new.changes, 0)
        self._see(new.document)
        self.stir()

    def _see(self, document: Document) -> None:
        self.document = document
        self.checking = Checking(document, self.checking or self._known)
        self.positions = Positions(document, self.client.encoding)
        self._table = None

    # What is known

    def advance(self, milliseconds: float | None = None) -> bool:
        """Goes on with checking to the end, or for some time; tells whether everything is known.

        What takes longer than that at a stretch is given up, to be begun anew by a thread.
        """
        if self.checking is not None and not self._coming:
            if milliseconds is None:
                self.checking.advance()
            else:
                end = perf_counter() + milliseconds / 1000
                with suppress(Pointless):
                    check = partial(self.checking.advance, milliseconds)
                    watched(check, lambda: perf_counter() > end, patient=False)
            self.conclude()
        return self.done

    def conclude(self) -> None:
        """Takes what checking has found, if it has come to the end."""
        if self.checking is not None and self.checking.done:
            self._known, self.checking = replace(self.checking.analysis, neighbours=self.neighbours), None

    @property
    def made(self) -> bool:
        """Whether the document says all that has come."""
        return not self._coming

    @property
    def done(self) -> bool:
        """Whether everything is known of this version."""
        return self.made and self.checking is None

    @property
    def share(self) -> float:
        """How much of the document has been checked, from 0 to 1."""
        return 0.0 if not self.made else self.checking.share if self.checking is not None else 1.0

    @property
    def analysis(self) -> Analysis:
        """What is known of the whole document; worked out now if it is not yet."""
        self.advance()
        if self._known is None:
            raise RuntimeError("the text has not been cut yet")
        return self._known

    @property
    def writing(self) -> Writing | None:
        """What somebody is writing, if the user wants to be left alone with it."""
        if not self.done or self.settings.preferences.text(WHILE_TYPING, CALM) != CALM:
            return None
        return self.insertion.writing(self.analysis)

    @property
    def so_far(self) -> Analysis:
        """What is known of this version."""
        return self.checking.so_far if self.checking is not None else self.analysis

    def adopt(self, settings: Settings) -> None:
        """Goes by these settings from now on. Where they extend the notation, the document is read anew."""
        self.settings = settings
        language = self._tailored()
        if language is not self.language:
            self.language, self._known, self.checking = language, None, None
            self._coming.insert(0, types.TextDocumentContentChangeWholeDocument(self.document.text()))
            if self._left:
                # One more stands before those after which the writer had finished.
                self._left += 1
            self._make_if_short()

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
        """Gives up whatever goes on: the document is closed, and nothing is told of it any more."""
        self.awake()
        self.worker.drop()
        if self.task is not None:
            self.task.cancel()
        self.held = 0
        self.rests()

    def rests(self) -> None:
        """Nothing goes on any more."""
        self.task = None
        self.stir()

    def awake(self) -> None:
        """Waits no longer for the writer to rest."""
        if self.rest is not None:
            self.rest.cancel()
            self.rest = None

    def leave(self) -> None:
        """The writer has finished."""
        self.insertion.leave()
        self._left = len(self._coming)

    @property
    def at_once(self) -> bool:
        """Whether what there is to do is done at once: nothing goes on, and the document is short."""
        return self.task is None and self.short

    @property
    def short(self) -> bool:
        """See :data:`SHORT`."""
        return len(self.document) + sum([len(change.text) for change in self._coming]) < SHORT

    async def ripe(self) -> None:
        """Waits until everything is known of what has come; of a document just opened, only until it has been cut."""
        while self.task is not None and not (self.done or (self.made and not self.settled)):
            await self.news.wait()

    def stir(self) -> None:
        """Has whoever waits look what is new."""
        self.stirred += 1
        self.news.set()
        self.news.clear()

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
