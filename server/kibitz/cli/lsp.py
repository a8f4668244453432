"""`kibitz lsp`: an editor's language server."""

from __future__ import annotations

from argparse import Namespace
from contextvars import Context


def run(arguments: Namespace) -> int:
    """Serves until the editor ends the conversation."""
    from kibitz.lsp.main import main

    # What fails in it is told by the server, and not at its end.
    return Context().run(main, arguments.tcp)
