"""Who turns away from what they write: a client may say so, and the cursor or a key elsewhere tells it, too."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from kibitz.lsp.asking import about_document, ask
from kibitz.lsp.checking import left
from kibitz.lsp.ours import LEFT, LeftParams
from kibitz.lsp.server import KibitzServer, server
from kibitz.lsp.view import View
from kibitz.lsp.written import Written


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


def about_cursor(
    answer: Callable[[View, Any], object],
) -> Callable[[KibitzServer, Any], Coroutine[Any, Any, Written | None]]:
    """Makes a handler of what editors ask by themselves where the cursor is, and of no other place.

    A hover tells nothing: the mouse may rest anywhere while somebody writes.
    """
    handler = about_document(answer)

    async def heard(ls: KibitzServer, params: Any) -> Written | None:
        goes_on(ls, params.text_document.uri)
        ls.start(_see(ls, params))
        return await handler(ls, params)

    heard.__name__, heard.__doc__ = answer.__name__, answer.__doc__
    return heard


async def _see(ls: KibitzServer, params: Any) -> None:
    """Sees whether the cursor has left what is being written."""
    session = ls.sessions.get(params.text_document.uri)
    if session is None or not session.held or session.view.insertion.at is None:
        return
    changed = session.changed
    try:
        elsewhere = await ask(session, _is_elsewhere, params)
    except JsonRpcException:
        return
    if elsewhere and session.changed == changed:
        left(ls, session)


def _is_elsewhere(view: View, params: Any) -> bool:
    """Whether the cursor is neither in the entry that is being written nor at what was put in last."""
    where = getattr(params, "range", None) or types.Range(params.position, params.position)
    now, cursor = view.writing, view.positions.span(where)
    return now is not None and not any(one.touches(cursor) for one in (now.here, view.insertion.latest))
