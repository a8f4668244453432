"""A document in the server under test, typed key by key."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import SHOWN
from kibitz.languages import load
from kibitz.project.settings import Settings
from lsp_client import PATIENCE, whole
from lsp_direct import Direct

URI = "file:///a.x"


# Published findings


class Desk(Direct):
    """A simulated user at the end of a record."""

    def __init__(self, language_id: str, text: str = "", experimental: Any = None, **options: Any) -> None:
        super().__init__()
        capabilities = {
            "experimental": experimental,
            "general": {"positionEncodings": ["utf-32"]},
            "workspace": {"codeLens": {"refreshSupport": True}},
        }
        self.request("initialize", {"capabilities": capabilities, "initializationOptions": options})
        self.language, self.text, self.version = load(language_id), text, 1
        item = {"uri": URI, "languageId": language_id, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def edit(self, start: int, end: int, new: str) -> None:
        self.version += 1
        change = {"range": {"start": self.place(start), "end": self.place(end)}, "text": new}
        self.text = self.text[:start] + new + self.text[end:]
        document = {"uri": URI, "version": self.version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def place(self, offset: int) -> dict[str, int]:
        before = self.text[:offset].split("\n")
        return {"line": len(before) - 1, "character": len(before[-1])}

    def type(self, text: str) -> None:
        for key in text:
            self.edit(len(self.text), len(self.text), key)

    def save(self) -> None:
        self.settle()
        self.notify("textDocument/didSave", {"textDocument": {"uri": URI}})
        self.run(self._until_all_is_told())

    def until(self, there: Callable[[], object]) -> None:
        """Waits for something."""
        deadline = monotonic() + PATIENCE
        while not there():
            assert monotonic() < deadline
            self.run(asyncio.sleep(0.001))

    def status(self) -> Any:
        """The state of the record that the client knows."""
        self.settle()
        return [one["params"] for one in self.sent if one["method"] == "kibitz/status"][-1]

    async def _until_all_is_told(self) -> None:
        session = self.server.sessions[URI]
        while session.pending and not session.snapshot.document.blank:
            await asyncio.sleep(0.001)

    def settle(self) -> None:
        """Wait until the server has published everything."""
        if (task := self.server.sessions[URI].task) is not None:
            self.run(_end_of(task))

    def published(self) -> Any:
        """The latest diagnostics."""
        said = (one for one in reversed(self.sent) if one["method"] == "textDocument/publishDiagnostics")
        return next(said)["params"]["diagnostics"]

    @property
    def told(self) -> list[tuple[Any, str]]:
        """The codes and messages that the client shows now."""
        self.settle()
        return sorted((one.get("code"), one["message"]) for one in self.published())

    @property
    def all(self) -> list[tuple[Any, str]]:
        """The codes and messages of all findings."""
        found = Analysis.of(self.language, self.text).worst(SHOWN, Settings().judge)
        return sorted((one.rule.code, one.message) for one in found)

    def lenses(self) -> list[str]:
        return [one["command"]["title"] for one in self.request("textDocument/codeLens", whole(URI))]


async def _end_of(task: asyncio.Task[None]) -> None:
    await asyncio.wait([task])
