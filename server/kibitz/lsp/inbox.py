"""Standard input, for which the event loop waits itself.

pygls reads it in a thread. Handing three parts of each message over takes longer than what a key is about.
"""

from __future__ import annotations

import asyncio
import os
import stat
from typing import BinaryIO

LONGEST_HEADER = 1 << 20
"""How many bytes may come without a line end where a header is due. A message is as long as it likes."""


def wakes(stdin: BinaryIO) -> bool:
    """Whether a loop can wait for an input: for a pipe or a socket, as editors have them, and not on Windows."""
    if os.name == "nt":
        return False
    kind = os.fstat(stdin.fileno()).st_mode
    return stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind)


class Inbox(asyncio.StreamReader):
    """What comes in."""

    @classmethod
    async def of(cls, stdin: BinaryIO) -> Inbox:
        inbox = cls(limit=LONGEST_HEADER)
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(inbox), stdin)
        return inbox

    begun = False
    """Whether a part of a message has been read."""

    async def readline(self) -> bytes:
        """The next line of a header; a line that is none, and does not end, is passed over.

        What the message before it has begun is done first, even if there is more to read already: to a question
        that is answered at once, two turns of the loop.
        """
        if not self.begun:
            self.begun = True
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        try:
            return await super().readline()
        except ValueError:
            return b"?"

    async def readexactly(self, n: int) -> bytes:
        """The message itself; nothing of one that breaks off."""
        self.begun = False
        try:
            return await super().readexactly(n)
        except asyncio.IncompleteReadError:
            return b""
