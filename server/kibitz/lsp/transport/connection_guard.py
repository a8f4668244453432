"""The guard of a TCP port. The first connection with a whole `initialize` is the client, and all others are refused."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, cast

from kibitz.lsp.transport.inbox import LENGTH

GREETING = b"content-"
"""The first letters of each message of a client."""
INITIALIZE_TIMEOUT = 10.0
"""Seconds until a connection must have sent `initialize`."""
LONGEST_HEAD = 1 << 20
"""Maximum size of `initialize` in bytes; editors send some thousands."""


class ConnectionGuard:
    """The first client on the port."""

    def __init__(self) -> None:
        self.guest: asyncio.Task[Any] | None = None
        """The task that listens to the client."""
        self.used = False
        """Whether there has been a connection. Standard input and output have none."""

    def knock(self, writer: asyncio.StreamWriter, let_in: Callable[[], None]) -> None:
        """Accept or refuse a connection, in its own task. `let_in` is called if it is the client."""
        self.used = True
        if self.guest is not None:
            writer.transport.abort()
            return
        task = asyncio.current_task()

        def enter() -> bool:
            if self.guest is None:
                self.guest = task
                let_in()
            return self.guest is task

        transport = cast(asyncio.Transport, writer.transport)
        transport.set_protocol(cast(asyncio.Protocol, _Visitor(transport, enter)))

    def leaves(self) -> bool:
        """Return whether the connection of our client has ended."""
        return not self.used or self.guest is asyncio.current_task()


class _Visitor:
    """A protocol in the place of asyncio's own, until the sender is known."""

    def __init__(self, transport: asyncio.Transport, enter: Callable[[], bool]) -> None:
        self._transport = transport
        self._inner = transport.get_protocol()
        self._enter = enter
        self._said = b""
        self._timer = asyncio.get_running_loop().call_later(INITIALIZE_TIMEOUT, transport.abort)

    def data_received(self, data: bytes) -> None:
        self._said += data
        greets = _greets(self._said)
        if greets and self._enter():
            self._timer.cancel()
            self._transport.set_protocol(self._inner)
            cast(asyncio.Protocol, self._inner).data_received(self._said)
        elif greets is not None:
            self._transport.abort()

    def eof_received(self) -> None:
        self._transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        self._timer.cancel()
        self._inner.connection_lost(error)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


def _greets(said: bytes) -> bool | None:
    """Return whether data begins with `initialize`, or None while that is unclear."""
    start = said[: len(GREETING)].lower()
    head, end, body = said.partition(b"\r\n\r\n")
    length = LENGTH.search(head)
    if not GREETING.startswith(start) or (end and not length) or len(said) > LONGEST_HEAD:
        return False
    if not (end and length) or len(body) < int(length[1]):
        return None
    try:
        return bool(json.loads(body[: int(length[1])])["method"] == "initialize")
    except (LookupError, TypeError, ValueError, RecursionError):
        return False
