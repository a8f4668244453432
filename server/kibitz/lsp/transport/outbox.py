"""Standard output, written by a thread: a client that does not read blocks no other work.

The pipe of asyncio fails if one socket is input and output (socat, inetd), and supports neither files nor Windows.
"""

from __future__ import annotations

import select
from collections import deque
from collections.abc import Callable
from threading import Condition, Thread
from typing import Protocol

GRACE = 2.0
"""Seconds that the end of the process waits for the client to read the rest."""


SURE: int = getattr(select, "PIPE_BUF", 512)
"""Number of bytes that POSIX lets a ready pipe take at once."""


class Sink(Protocol):
    """A file or socket to write to. It may take less than it is given."""

    def write(self, data: memoryview, /) -> int | None: ...

    def flush(self) -> None: ...

    def fileno(self) -> int: ...


class Outbox:
    """The stream to which pygls writes. Each call writes one message."""

    def __init__(self, sink: Sink, broken: Callable[[], None]) -> None:
        """`broken` is called when the client has closed the pipe."""
        self.unsent = 0
        """The number of bytes that the client has not read yet."""
        self._sink = sink
        self._broken = broken
        self._messages: deque[bytes] = deque()
        self._changed = Condition()
        self._poll: select.poll | None = None
        if hasattr(select, "poll"):
            self._poll = select.poll()
            self._poll.register(sink.fileno(), select.POLLOUT)
        Thread(target=self._work, daemon=True, name="outbox").start()

    def write(self, data: bytes) -> None:
        with self._changed:
            if not self.unsent and self._takes(len(data)):
                self._send(data)
                return
            self.unsent += len(data)
            self._messages.append(data)
            self._changed.notify_all()

    def _takes(self, size: int) -> bool:
        """Return whether the pipe takes a number of bytes at once, without the thread."""
        return size <= SURE and self._poll is not None and bool(self._poll.poll(0))

    def flush(self) -> None:
        """Do nothing: the thread writes as soon as it can."""

    def close(self) -> None:
        """Wait until everything is written, but not longer than :data:`GRACE`."""
        with self._changed:
            self._changed.wait_for(lambda: not self.unsent, GRACE)

    def _send(self, data: bytes) -> None:
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[self._sink.write(rest) or 0 :]
            self._sink.flush()
        except (OSError, ValueError):
            self._broken()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._messages)
                data = self._messages.popleft()
            self._send(data)
            with self._changed:
                self.unsent -= len(data)
                self._changed.notify_all()
