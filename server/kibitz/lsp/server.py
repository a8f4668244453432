"""The process: starts, listens on stdio or on a TCP port, and ends with the exit code that the protocol wants."""

from __future__ import annotations

import gc
import io
import sys
from contextlib import suppress
from itertools import chain, islice

from kibitz.lsp.front import greeting
from kibitz.lsp.transport import Json, Readable, Writable, Writer, frame, messages


def main(tcp: tuple[str, int] | None = None) -> int:
    """Serves one client on stdio, or the first that connects to a TCP port, and returns the exit code."""
    # Loading makes thousands of objects, none of which is garbage: looking for some costs a tenth of the time.
    gc.disable()
    source, sink = io.FileIO(sys.stdin.fileno(), closefd=False), sys.stdout.buffer
    # Whatever prints by mistake must not end up between two messages.
    sys.stdout = sys.stderr
    return serve(source, sink) if tcp is None else _serve_tcp(tcp)


def _serve_tcp(address: tuple[str, int]) -> int:
    import socket

    with socket.create_server(address) as listening:
        print("listening on {}:{}".format(*listening.getsockname()[:2]), file=sys.stderr, flush=True)
        connection, _ = listening.accept()
    with connection, connection.makefile("rwb", buffering=0) as stream:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return serve(stream, stream)


def serve(source: Readable, sink: Writable) -> int:
    """Handles the messages of a stream until its end or `exit`; returns the exit code."""
    writer, coming = Writer(sink), messages(source)
    first: list[Json] = []
    greeted = None
    # Where the connection is broken, the loop will see so, too.
    with suppress(OSError):
        first += islice(coming, 1)
        if first and (answer := greeting(first[0])) is not None:
            writer.write(frame(answer))
            greeted = first.pop()
    # Not before the answer: this is what takes the time.
    from kibitz.lsp.loop import run

    return run(writer, chain(first, coming), greeted)
