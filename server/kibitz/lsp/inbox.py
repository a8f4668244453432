"""Standard input, for which the event loop waits itself.

pygls reads it in a thread, and hands over three parts of each message: that takes longer than what a key is about. asyncio's
streams, which need none, take twice as long as this, because whoever reads from them is a task that is woken for each part.
"""

from __future__ import annotations

import asyncio
import os
import re
import stat
from collections.abc import Callable
from typing import BinaryIO, cast

MOST = 1 << 20
"""How many bytes wait to be handled, and may come that are no header where one is due. A message is as long as it likes."""
LONGEST_HEADER = 1_000
"""So many of those that are none may be the beginning of one."""
_HEADER = re.compile(
    rb"^Content-Length: (0*[1-9]\d{0,14})\r\n(?:[^\S\n]*\S[^\n]*\n)*[^\S\n]*\n", re.MULTILINE
)
"""As pygls understands one: other lines may stand around the length, and whatever is no header is passed over."""


def wakes(stdin: BinaryIO) -> bool:
    """Whether a loop can wait for an input: for a pipe or a socket, as editors have them, and not on Windows."""
    if os.name == "nt":
        return False
    kind = os.fstat(stdin.fileno()).st_mode
    return stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind)


class Inbox(asyncio.Protocol):
    """What comes in, cut into messages."""

    def __init__(self, take: Callable[[bytearray], bool]) -> None:
        """`take` gets each message, and tells whether that has begun something which may be done in two turns of the loop."""
        self._take = take
        self._loop = asyncio.get_running_loop()
        self._said = bytearray()
        self._due = 0
        """How long the message is of which the header has come."""
        self._waits = False
        self.ended = self._loop.create_future()
        """Done when nothing can come any more."""

    def connection_made(self, pipe: asyncio.BaseTransport) -> None:
        self._pipe = cast(asyncio.ReadTransport, pipe)

    def connection_lost(self, error: Exception | None) -> None:
        # Whoever said `exit` has ended it already.
        if not self.ended.done():
            self.ended.set_result(None)

    def data_received(self, data: bytes) -> None:
        self._said += data
        if not self._waits:
            self._go_on()
        elif len(self._said) > MOST:
            self._pipe.pause_reading()

    def _go_on(self) -> None:
        """Takes the next message if all of it is there. What the one before it has begun is done first: a question that is
        answered at once takes two turns."""
        self._waits = False
        if (message := self._next()) is not None:
            self._waits = self._take(message) or bool(self._said)
        if self._waits:
            self._loop.call_soon(self._loop.call_soon, self._go_on)
        else:
            self._pipe.resume_reading()

    def _next(self) -> bytearray | None:
        """The next message; None where not all of it has come."""
        said = self._said
        if not self._due:
            header = _HEADER.search(said)
            if header is None:
                if len(said) > MOST:
                    del said[:-LONGEST_HEADER]
                return None
            self._due = int(header[1])
            del said[: header.end()]
        if len(said) < self._due:
            return None
        message = said[: self._due]
        del said[: self._due]
        self._due = 0
        return message
