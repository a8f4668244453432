"""The process: starts, listens on stdio or on a TCP port, and ends with the exit code that the protocol wants.

Importing the modules of handlers is what registers them.
"""

from __future__ import annotations

import logging
import os
import sys

from kibitz.core.shown import lines
from kibitz.lsp.transport.memory import lasting, one_arena, seldom

with lasting():
    from kibitz.lsp.documents import handlers  # noqa: F401 - registers features
    from kibitz.lsp.features import actions, forms, navigation, pictures, reading, writing  # noqa: F401 - registers features
    from kibitz.lsp.server import server
    from kibitz.lsp.transport import lifecycle  # noqa: F401 - registers features
    from kibitz.lsp.transport.outbox import Outbox
    from kibitz.lsp.workspace import configuration, folders, records  # noqa: F401 - registers features

TURN = 0.0001
"""Seconds that a thread works before another one that waits gets its turn: who types is one of them."""


def main(tcp: tuple[str, int] | None = None) -> int:
    """Serves one client on stdio, or on a TCP port, and returns the exit code."""
    seldom()
    one_arena()
    sys.setswitchinterval(TURN)
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    logging.getLogger().handlers[0].setFormatter(Plain("%(name)s: %(message)s"))
    # What pygls has to say of single messages we say ourselves, once.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    server.leave = _leave
    try:
        return _serve() if tcp is None else _serve_tcp(*tcp)
    except SystemExit:
        return _code()


class Plain(logging.Formatter):
    """What goes wrong may quote a record, and the log may be read in a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        return lines(super().format(record))


def _code() -> int:
    return 0 if server.protocol.ended else 1


def _leave() -> None:
    """Nobody is there any more. A thread may wait for input for ever, so this is no ordinary end."""
    os._exit(_code())


def _serve() -> int:
    server.output = sys.stdout.fileno()
    # Without a buffer, in which something could be left behind, or be locked in the end.
    server.outbox = Outbox(getattr(sys.stdout.buffer, "raw", sys.stdout.buffer), _leave)
    # Whatever prints by mistake must not end up between two messages.
    sys.stdout = sys.stderr
    server.start_io(sys.stdin.buffer, server.outbox)  # type: ignore[arg-type]
    server.outbox.close()
    return _code()


def _serve_tcp(host: str, port: int) -> int:
    announced = logging.getLogger("pygls.server")
    announced.setLevel(logging.INFO)
    announced.addFilter(lambda record: "Serving on" in record.getMessage())
    try:
        server.start_tcp(host, port)
    except OSError as error:
        print(f"kibitz lsp: {host}:{port} can't be listened on: {error.strerror or error}", file=sys.stderr)
        return 2
    return _code()
