"""The door of a server on a TCP port: one client is let in, and whoever is none is turned away at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

GREETING = b"content-"
"""How everything begins that a client says: with the first letters of a header."""


class Door:
    """Who is inside, if anybody is."""

    def __init__(self) -> None:
        self.guest: asyncio.Task[Any] | None = None
        """The task in which pygls listens to the client."""
        self.used = False
        """Whether anybody has ever knocked: on standard input and output nobody does."""

    def knock(self, writer: asyncio.StreamWriter, let_in: Callable[[], None]) -> None:
        """To be called in the task of a connection; `let_in` is called once it has proved to be a client."""
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
        """Whether it is our client whose connection has come to its end, and not somebody else's."""
        return not self.used or self.guest is asyncio.current_task()


class _Visitor:
    """Listens in the place of asyncio's own protocol till it is clear who speaks."""

    def __init__(self, transport: asyncio.Transport, enter: Callable[[], bool]) -> None:
        self._transport = transport
        self._inner = transport.get_protocol()
        self._enter = enter
        self._said = b""

    def data_received(self, data: bytes) -> None:
        self._said += data
        start = self._said[: len(GREETING)].lower()
        if not GREETING.startswith(start):
            self._transport.abort()
        elif start == GREETING:
            if self._enter():
                self._transport.set_protocol(self._inner)
                cast(asyncio.Protocol, self._inner).data_received(self._said)
            else:
                self._transport.abort()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)
