"""Work-done progress: a bar in the editor for work that takes long enough to be wondered about."""

from __future__ import annotations

import asyncio
from time import perf_counter
from types import TracebackType

from kibitz.lsp.protocol import Protocol
from kibitz.lsp.transport import Json

PATIENCE = 0.3
"""Seconds before the bar appears."""


class Progress:
    """A bar that appears late, moves in whole per cent, and goes away when the block is left.

    The work never waits for it: a client that does not answer sees no bar.
    """

    _made = 0

    def __init__(self, protocol: Protocol, title: str) -> None:
        self.protocol = protocol
        self.title = title
        self._begun = perf_counter()
        self._token = ""
        self._asked: asyncio.Future[Json] | None = None
        self._percent: int | None = None
        """What the bar shows; None while there is none."""

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self._percent is not None:
            self._say({"kind": "end"})

    def report(self, share: float) -> None:
        """Says how much is done, from 0 to 1."""
        if not self.protocol.client.progress or perf_counter() - self._begun < PATIENCE:
            return
        percent = int(100 * share)
        if self._asked is None:
            Progress._made += 1
            self._token = f"kibitz-{Progress._made}"
            self._asked = self.protocol.ask("window/workDoneProgress/create", {"token": self._token})
        elif not self._asked.done():
            return
        elif self._percent is None:
            self._percent = percent
            self._say({"kind": "begin", "title": self.title, "percentage": percent})
        elif percent > self._percent:
            self._percent = percent
            self._say({"kind": "report", "percentage": percent})

    def _say(self, value: Json) -> None:
        self.protocol.say("$/progress", {"token": self._token, "value": value})
