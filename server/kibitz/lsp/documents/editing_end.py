"""The end of editing: the client reports it, or a key or the cursor elsewhere shows it."""

from __future__ import annotations

from kibitz.lsp.diagnostics.checking import end_editing
from kibitz.lsp.server import KibitzServer, server
from kibitz.lsp.transport.messages import LEFT, LeftParams


@server.feature(LEFT)
def did_leave(ls: KibitzServer, params: LeftParams) -> None:
    """Publish what waits, because the window has lost the focus or shows another file."""
    session = ls.sessions.get(params.text_document.uri)
    if session is not None:
        end_editing(ls, session)


def end_editing_elsewhere(ls: KibitzServer, uri: str) -> None:
    """Publish what waits in other documents, because the user works in this one."""
    for session in ls.sessions.values():
        if session.pending and session.uri != uri:
            end_editing(ls, session)
