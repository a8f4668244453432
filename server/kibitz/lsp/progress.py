"""Work-done progress: a bar in the editor for work that takes long enough to be wondered about."""

from __future__ import annotations

from time import perf_counter
from types import TracebackType

from kibitz.lsp.protocol import Protocol
from kibitz.lsp.transport import Json

PATIENCE = 0.3
"""Seconds before the bar appears."""


class Progress:
    """A bar that appears late, moves in whole per cent, and goes away when the block is left."""

    _made = 0

    def __init__(self, protocol: Protocol, title: str) -> None:
        self.protocol = protocol
        self.title = title
        self._begun = perf_counter()
        self._token: str | None = None
        self._percent = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self._token is not None:
            self._say({"kind": "end"})

    async def report(self, share: float) -> None:
        """Says how much is done, from 0 to 1."""
        if not self.protocol.client.progress or perf_counter() - self._begun < PATIENCE:
            return
        percent = int(100 * share)
        if self._token is None:
            Progress._made += 1
            token = f"kibitz-{Progress._made}"
            await self.protocol.ask("window/workDoneProgress/create", {"token": token})
            self._token = token
            self._say({"kind": "begin", "title": self.title, "percentage": percent})
        elif percent > self._percent:
            self._say({"kind": "report", "percentage": percent})
        self._percent = percent

    def _say(self, value: Json) -> None:
        self.protocol.say("$/progress", {"token": self._token, "value": value})
