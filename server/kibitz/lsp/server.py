"""The process: starts, listens on stdio or on a TCP port, and ends with the exit code that the protocol wants."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import socket
import sys
from threading import Thread
from typing import TYPE_CHECKING

from kibitz.lsp.transport import Json, Readable, Writable, messages

if TYPE_CHECKING:
    from kibitz.lsp.protocol import Protocol


def main(tcp: tuple[str, int] | None = None) -> int:
    """Serves one client on stdio, or the first that connects to a TCP port, and returns the exit code."""
    # Importing pygls makes thousands of objects, none of which is garbage: looking for some costs a tenth of the time.
    gc.disable()
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(name)s: %(message)s")
    source, sink = io.FileIO(sys.stdin.fileno(), closefd=False), sys.stdout.buffer
    # Whatever prints by mistake must not end up between two messages.
    sys.stdout = sys.stderr
    from kibitz.lsp.workspace import create

    return serve(create(), source, sink) if tcp is None else _serve_tcp(create(), tcp)


def _serve_tcp(protocol: Protocol, address: tuple[str, int]) -> int:
    with socket.create_server(address) as listening:
        print("listening on {}:{}".format(*listening.getsockname()[:2]), file=sys.stderr, flush=True)
        connection, _ = listening.accept()
    with connection, connection.makefile("rwb", buffering=0) as stream:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return serve(protocol, stream, stream)


def serve(protocol: Protocol, source: Readable, sink: Writable) -> int:
    """Handles the messages of a stream until its end or `exit`; returns the exit code."""
    protocol.set_writer(_Writer(sink))
    return asyncio.run(_loop(protocol, source))


class _Writer:
    """Writes whole messages at once; pygls's kind of writer."""

    def __init__(self, sink: Writable) -> None:
        self.sink = sink

    def write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[self.sink.write(rest) or 0 :]
        self.sink.flush()

    def close(self) -> None:
        self.sink.close()


async def _loop(protocol: Protocol, source: Readable) -> int:
    """One thread reads, this one answers; the reader is ahead, so it knows first what has been cancelled."""
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
            for message in messages(source):
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
