"""The process: it listens on stdio or on a TCP port, and ends with the exit code of the protocol.

The imports of handler modules register the handlers.
"""

from __future__ import annotations

import logging
import os
import sys

from kibitz.core.shown import lines
from kibitz.lsp.documents import handlers  # noqa: F401 - registers features
from kibitz.lsp.features import actions, forms, lens_texts, navigation, pictures, reading, writing  # noqa: F401 - registers features
from kibitz.lsp.server import server
from kibitz.lsp.transport import lifecycle  # noqa: F401 - registers features
from kibitz.lsp.transport.memory import one_arena, seldom
from kibitz.lsp.transport.outbox import Outbox
from kibitz.lsp.workspace import configuration, folders, records  # noqa: F401 - registers features

TURN = 0.0001
"""Seconds that a thread works before a waiting one, such as the event loop, gets its turn."""


def main(tcp: tuple[str, int] | None = None) -> int:
    """Serve one client on stdio or on a TCP port, and return the exit code."""
    seldom()
    one_arena()
    sys.setswitchinterval(TURN)
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    logging.getLogger().handlers[0].setFormatter(Plain("%(name)s: %(message)s"))
    # kibitz logs errors of single messages itself, each once.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    server.leave = _leave
    try:
        return _serve() if tcp is None else _serve_tcp(*tcp)
    except SystemExit:
        return _code()


class Plain(logging.Formatter):
    """A formatter that escapes control characters: an error may quote a record, and a terminal may show the log."""

    def format(self, record: logging.LogRecord) -> str:
        return lines(super().format(record))


def _code() -> int:
    return 0 if server.protocol.ended else 1


def _leave() -> None:
    """End the process at once, because the client has gone. A thread may still wait for input."""
    os._exit(_code())


def _serve() -> int:
    server.output = sys.stdout.fileno()
    # A buffer could keep some bytes, or be locked at the end.
    server.outbox = Outbox(getattr(sys.stdout.buffer, "raw", sys.stdout.buffer), _leave)
    # Text that is printed by mistake must not end up between two messages.
    sys.stdout = sys.stderr
    server.start_io(sys.stdin.buffer, server.outbox)  # type: ignore[arg-type]
    server.outbox.close()
    return _code()


def _serve_tcp(host: str, port: int) -> int:
    logging.getLogger("kibitz").setLevel(logging.INFO)
    try:
        server.start_tcp(host, port)
    except OSError as error:
        print(f"kibitz lsp: {host}:{port} can't be listened on: {error.strerror or error}", file=sys.stderr)
        return 2
    return _code()
