"""`kibitz lsp`: an editor's language server."""

from __future__ import annotations

from argparse import Namespace


def run(arguments: Namespace) -> int:
    """Serves until the editor ends the conversation."""
    from kibitz.lsp.main import main

    return main(arguments.tcp)
