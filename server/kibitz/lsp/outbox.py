"""Standard output, written by a thread: a client that does not read holds nobody up.

asyncio's own pipe would take it for closed where one socket is input and output (socat, inetd), and serves neither files nor Windows.
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
"""How many bytes a pipe takes at once that takes any: POSIX promises it."""


class Sink(Protocol):
    """Something to write to, which may take less than it is given."""

    def write(self, data: memoryview, /) -> int | None: ...

    def flush(self) -> None: ...

    def fileno(self) -> int: ...


class Outbox:
    """What pygls takes for standard output. What is written at once is one message."""

    def __init__(self, sink: Sink, broken: Callable[[], None]) -> None:
        """`broken` is called when nobody listens any more."""
        self.unsent = 0
        """How many bytes the client has not read yet."""
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
        """Whether so many bytes are taken at once: then there is no need of another thread."""
        return size <= SURE and self._poll is not None and bool(self._poll.poll(0))

    def flush(self) -> None:
        """Nothing to do: the thread writes as soon as it can."""

    def close(self) -> None:
        """Waits for what is still to be written, but not for ever."""
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
