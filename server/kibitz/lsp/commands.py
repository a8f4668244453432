"""What a client can have done by name, and what it can ask of the whole workspace."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

from kibitz.core.values import Severity
from kibitz.files import UnreadableError, read
from kibitz.languages import load
from kibitz.lsp.aside import in_thread
from kibitz.lsp.capabilities import CHECK_WORKSPACE, SHOW
from kibitz.lsp.checking import SLICE, Checker
from kibitz.lsp.configuration import Configuration
from kibitz.lsp.folders import Folders
from kibitz.lsp.positions import text_member
from kibitz.lsp.progress import Progress
from kibitz.lsp.protocol import MalformedError, Protocol
from kibitz.lsp.session import Session
from kibitz.lsp.transport import Json

INFO = 3
"""The type of a message that is no problem."""


class Commands:
    """The commands, by name."""

    def __init__(
        self, protocol: Protocol, checker: Checker, configuration: Configuration, sessions: dict[str, Session]
    ) -> None:
        self.protocol = protocol
        self.checker = checker
        self.configuration = configuration
        self.sessions = sessions
        self.folders = Folders(protocol)
        self.published: set[str] = set()
        """The records that are not open and whose problems the client shows."""
        self.known: dict[str, Callable[[list[Json]], Awaitable[Json]]] = {
            SHOW: self._show,
            CHECK_WORKSPACE: self._check_workspace,
        }

    def execute(self, params: Json) -> Awaitable[Json]:
        """`workspace/executeCommand`. Raises MalformedError for what is no command of ours."""
        name, arguments = text_member(params, "command"), params.get("arguments")
        if name not in self.known:
            raise MalformedError(f"there is no command {name!r}")
        return self.known[name](arguments if isinstance(arguments, list) else [])

    def symbols(self, params: Json) -> Awaitable[Json]:
        """`workspace/symbol`."""
        return self.folders.symbols(text_member(params, "query"), self.sessions.values())

    async def _show(self, arguments: list[Json]) -> None:
        self._say("\n".join(str(one) for one in arguments))

    def _say(self, message: str) -> None:
        self.protocol.say("window/showMessage", {"type": INFO, "message": message})

    async def _check_workspace(self, _: list[Json]) -> Json:
        """Checks what is not open, tells the client, and says how much is wrong."""
        open_ones = frozenset(self.sessions)
        records = await in_thread(lambda: list(self.folders.records(open_ones)))
        for uri in self.published - {uri for uri, _, _ in records}:
            self.forget(uri)
        counts: Counter[int] = Counter()
        with Progress(self.protocol, "Checking the workspace") as progress:
            for number, (uri, path, language_id) in enumerate(records):
                progress.report(number / len(records))
                counts += Counter(one["severity"] for one in await self._check(uri, path, language_id))
        self._say(f"Checked {_count(len(records), 'record')} besides the open ones: {_summary(counts)}")
        return {
            "records": len(records),
            "errors": counts[Severity.ERROR],
            "warnings": counts[Severity.WARNING],
        }

    async def _check(self, uri: str, path: str, language_id: str) -> list[Json]:
        """Checks one record as it is on the disk."""
        try:
            text = await in_thread(lambda: read(path))
        except UnreadableError as error:
            self._say(f"{path}: {error}")
            return []
        session = Session(uri, load(language_id), 0, text, self.protocol.client)
        session.adopt(self.configuration.of(session))
        while not session.checking.advance(SLICE):
            await asyncio.sleep(0)
        items = self.checker.items(session)
        if uri not in self.sessions and (items or uri in self.published):
            self.published.add(uri)
            self.protocol.say("textDocument/publishDiagnostics", {"uri": uri, "diagnostics": items})
        return items

    def forget(self, uri: str) -> None:
        """What was said of a record that was not open no longer counts."""
        if uri in self.published:
            self.published.discard(uri)
            self.protocol.say("textDocument/publishDiagnostics", {"uri": uri, "diagnostics": []})


def _summary(counts: Counter[int]) -> str:
    said = [
        _count(counts[severity], severity.name.lower())
        for severity in (Severity.ERROR, Severity.WARNING)
        if counts[severity]
    ]
    return " and ".join(said) or "no errors and no warnings"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
