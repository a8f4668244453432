"""Who turns away from what they write: a client may say so, and the cursor or a key elsewhere tells it, too."""

from __future__ import annotations

from kibitz.lsp.checking import left
from kibitz.lsp.ours import LEFT, LeftParams
from kibitz.lsp.server import KibitzServer, server


@server.feature(LEFT)
def did_leave(ls: KibitzServer, params: LeftParams) -> None:
    """The window or the editor has lost the focus, or shows another file."""
    session = ls.sessions.get(params.text_document.uri)
    if session is not None:
        left(ls, session)


def goes_on(ls: KibitzServer, uri: str) -> None:
    """Somebody writes or moves about in a document: whatever waited in others is told."""
    for session in ls.sessions.values():
        if session.held and session.uri != uri:
            left(ls, session)
