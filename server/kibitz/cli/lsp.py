"""`kibitz lsp`: run the language server."""

from __future__ import annotations

from argparse import Namespace
from contextvars import Context


def run(arguments: Namespace) -> int:
    """Serve until the editor ends the conversation."""
    from kibitz.lsp.main import main

    # The server reports its own errors, and not at its end.
    return Context().run(main, arguments.tcp)
