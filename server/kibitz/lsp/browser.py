"""The server in a browser's worker: no pipes and no threads. Messages come as texts, and go to a function.

The page around it is in `editors/web/`. The browser runs the event loop between messages. Work that needs threads elsewhere runs in
that loop (`lsp/documents/worker.py`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from kibitz.lsp import main  # noqa: F401 - importing it registers what the server can do.
from kibitz.lsp.server import KibitzServer, server
from kibitz.lsp.transport.memory import seldom


class Sender:
    """A writable stream for pygls."""

    def __init__(self, send: Callable[[str], object]) -> None:
        self._send = send

    def write(self, data: bytes) -> None:
        self._send(data.decode())

    def close(self) -> None:
        """Do nothing: the page ends its worker."""


def connect(send: Callable[[str], object], server: KibitzServer = server) -> Callable[[str], object]:
    """Begin a conversation. `send` is called with each message of the server. Return a function that takes the client's messages."""
    seldom()
    # kibitz logs errors of single messages itself, each once.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    protocol = server.protocol
    protocol.set_writer(Sender(send), include_headers=False)

    return server.take
