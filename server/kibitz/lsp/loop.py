"""The conversation: one thread reads, another answers."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Iterable
from threading import Thread

from kibitz.lsp.protocol import Protocol
from kibitz.lsp.transport import Json, Writer
from kibitz.lsp.workspace import create


def run(writer: Writer, coming: Iterable[Json], greeted: Json) -> int:
    """Handles messages until their end or `exit`; returns the exit code.

    `greeted` is the `initialize` that has been answered already, if one has.
    """
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(name)s: %(message)s")
    protocol = create(writer)
    if greeted is not None:
        protocol.begin(greeted["params"])
    return asyncio.run(_loop(protocol, coming))


async def _loop(protocol: Protocol, coming: Iterable[Json]) -> int:
    """The reader is ahead, so it knows first what has been cancelled."""
    loop = asyncio.get_running_loop()
    ended = loop.create_future()

    def take(message: Json) -> None:
        if protocol.exit_code is None:
            protocol.receive(message)
        if protocol.exit_code is not None and not ended.done():
            ended.set_result(protocol.exit_code)

    def close() -> None:
        protocol.close()
        take(None)

    def read() -> None:
        try:
            for message in coming:
                protocol.foresee(message)
                loop.call_soon_threadsafe(take, message)
                # A document may be in it, which must not be kept until the next message comes.
                del message
            loop.call_soon_threadsafe(close)
        except (OSError, RuntimeError):
            # The connection broke, or the loop has ended and nobody listens any more.
            if not loop.is_closed():
                loop.call_soon_threadsafe(close)

    Thread(target=read, daemon=True, name="reader").start()
    code: int = await ended
    return code
