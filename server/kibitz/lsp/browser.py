"""The server in a browser's worker: no pipes and no threads. Messages come as texts, and go to a function.

The page around it is in `editors/web/`. The loop is the browser's, which runs whenever no message is being handled;
what is done in threads elsewhere is done there (`lsp/documents/worker.py`).
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


def connect(send: Callable[[str], object], server: KibitzServer = server) -> Callable[[str], object]:
    """Begins a conversation: `send` is called with what the server says, the answer with what the client does."""
    seldom()
    # kibitz logs errors of single messages itself, each once.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    protocol = server.protocol
    protocol.set_writer(Sender(send), include_headers=False)

    return server.take
