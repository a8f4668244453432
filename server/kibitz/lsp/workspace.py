"""The open documents, in the place of pygls's: lines end where the protocol says, and an edit costs what it touches."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable, Coroutine
from time import perf_counter
from typing import Any

from kibitz.lsp import aside
from kibitz.lsp.checking import Checker
from kibitz.lsp.commands import Commands
from kibitz.lsp.configuration import Configuration
from kibitz.lsp.features import FEATURES, Feature
from kibitz.lsp.neighbours import Neighbours
from kibitz.lsp.positions import member, text_member, uri_of
from kibitz.lsp.protocol import MalformedError, Protocol
from kibitz.lsp.session import Session, language_of
from kibitz.lsp.transport import Json, Writer

QUIET = 0.1
"""Seconds without a message after which nobody seems to wait for an answer."""
PATIENCE = 2.0
"""Seconds after which that no longer counts: somebody may type without a pause."""
TURN = 0.0005
"""Seconds that the thread which loads works at a time."""


class Workspace:
    """The sessions by URI, and what happens to them."""

    def __init__(self, protocol: Protocol) -> None:
        self.protocol = protocol
        self.checker = Checker(protocol)
        self.configuration = Configuration(protocol)
        self.sessions: dict[str, Session] = {}
        self.commands = Commands(protocol, self.checker, self.configuration, self.sessions)
        self.neighbours = Neighbours(self.commands.folders, self.sessions)
        self._tasks: set[asyncio.Task[None]] = set()
        self._settled = False
        """Whether everything is loaded."""

    def handlers(self) -> dict[str, Callable[[Json], Json]]:
        """The handlers by method."""
        return {
            "initialized": self.initialized,
            "textDocument/didOpen": self.did_open,
            "textDocument/didChange": self.did_change,
            "textDocument/didClose": self.did_close,
            "textDocument/didSave": self.did_save,
            "textDocument/diagnostic": self.diagnostic,
            "workspace/didChangeConfiguration": self.did_change_configuration,
            "workspace/didChangeWatchedFiles": self.did_change_watched_files,
            "workspace/symbol": self.commands.symbols,
            "workspace/executeCommand": self.commands.execute,
            **{method: self._about_document(feature) for method, feature in FEATURES.items()},
        }

    def _about_document(self, feature: Feature) -> Callable[[Json], Json]:
        """Looks the document up; of one that is not open, or in no notation, there is nothing to say."""

        def handler(params: Json) -> Json:
            session = self.sessions.get(uri_of(params))
            if session is None:
                return None
            return (
                aside.answer(session, feature, params) if aside.is_long(session) else feature(session, params)
            )

        return handler

    # Documents

    def did_open(self, params: Json) -> None:
        document = member(params, "textDocument")
        uri, text = text_member(document, "uri"), text_member(document, "text")
        language = language_of(str(document.get("languageId")), uri)
        if (old := self.sessions.pop(uri, None)) is not None:
            old.stop()
        self.commands.forget(uri)
        if language is not None:
            session = Session(uri, language, _version(document), text, self.protocol.client)
            session.adopt(self.configuration.of(session))
            self.sessions[uri] = session
            self.checker.check(session)
            self._look_around()

    def did_save(self, _: Json) -> None:
        """What stands in the file now is something to learn from."""
        self._look_around()

    def did_change(self, params: Json) -> None:
        session = self.sessions.get(uri_of(params))
        if session is not None:
            version = params["textDocument"].get("version")
            # A change without a number is a change all the same: never lose one.
            number = version if isinstance(version, int) else session.version + 1
            session.change(number, member(params, "contentChanges"))
            self.checker.check(session)

    def did_close(self, params: Json) -> None:
        session = self.sessions.pop(uri_of(params), None)
        if session is not None:
            self.checker.clear(session)
            self._look_around()

    def _look_around(self) -> None:
        if self._settled and self.commands.folders.paths():
            self._start(self.neighbours.look())

    def diagnostic(self, params: Json) -> Json:
        """Pulled diagnostics; this answer can't be null."""
        session = self.sessions.get(uri_of(params))
        if session is None:
            return {"kind": "full", "items": []}
        return self.checker.pulled(session, params.get("previousResultId"))

    # Settings

    def initialized(self, _: Json) -> None:
        """The client is ready: it may be asked now."""
        self.configuration.take(self.protocol.client.options)
        self.configuration.register()
        self._start(self._configure())
        self._start(self._settle())

    async def _settle(self) -> None:
        """Loads, once nobody waits for anything, what the first records could do without."""
        latest = perf_counter() + PATIENCE
        while self._is_waited_for() and perf_counter() < latest:
            await asyncio.sleep(QUIET)
        usual = sys.getswitchinterval()
        # Whoever does wait now waits no longer than this for the thread to give way.
        sys.setswitchinterval(TURN)
        await aside.in_thread(lambda: self.protocol.pygls)
        sys.setswitchinterval(usual)
        # The collector, off since the start, never looks at what has been loaded so far. It looks seldom at the rest:
        # values without cycles are nearly all that we make, and reading a long record makes millions.
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        gc.enable()
        self._settled = True
        self._look_around()

    def _is_waited_for(self) -> bool:
        """Whether somebody seems to wait: for an answer, or for the end of a check."""
        just_now = perf_counter() - self.protocol.heard < QUIET
        return just_now or any(session.task for session in self.sessions.values())

    def did_change_configuration(self, params: Json) -> None:
        if not self.protocol.client.configuration:
            self.configuration.take(member(params, "settings"))
        self._start(self._configure())

    def did_change_watched_files(self, params: Json) -> None:
        self.configuration.forget()
        self._apply()

    async def _configure(self) -> None:
        await self.configuration.fetch()
        self._apply()

    def _apply(self) -> None:
        """Shows every open document as it is with the settings of now."""
        changed = False
        for session in self.sessions.values():
            settings = self.configuration.of(session)
            if settings != session.settings:
                session.adopt(settings)
                session.edition += 1
                session.waits = changed = True
                self.checker.check(session)
        if changed:
            for method in self.protocol.client.refreshes:
                self.protocol.ask(method)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.protocol.log_once("something in the background failed", error)


def create(writer: Writer | None = None) -> Protocol:
    """A server for who listens at the writer."""
    protocol = Protocol(writer)
    protocol.features = Workspace(protocol).handlers()
    return protocol


def _version(document: Json) -> int:
    version = member(document, "version")
    if not isinstance(version, int):
        raise MalformedError("`version` is not a number")
    return version
