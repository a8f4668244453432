"""`kibitz lsp`: an editor's language server."""

from __future__ import annotations

from argparse import Namespace
from contextvars import Context


def run(arguments: Namespace) -> int:
    """Serves until the editor ends the conversation."""
    from kibitz.lsp.main import main

    # The server reports its internal errors itself, not at its end.
    return Context().run(main, arguments.tcp)
