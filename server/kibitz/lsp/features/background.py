"""Questions about a document, answered in the thread of the document from a snapshot of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcException

from kibitz.core.internal_errors import record_error
from kibitz.lsp.diagnostics.checking import end_editing, end_editing_elsewhere
from kibitz.lsp.documents.session import Session
from kibitz.lsp.documents.snapshot import Snapshot
from kibitz.lsp.server import KibitzServer, server
from kibitz.lsp.transport.json_text import written
from kibitz.lsp.transport.protocol import arrived

P = TypeVar("P")

REQUEST_FAILED = -32803
"""The code of LSP for a question that was understood and has no answer."""
FLOOD = 1 << 26
"""Unread bytes from which questions are refused: their answers would fill the memory."""


class RequestFailed(JsonRpcException):
    """A refusal with its reason."""

    CODE = REQUEST_FAILED


Answer = Callable[[Snapshot, P], object]


def background(
    method: str, options: Any = None, *, at_cursor: bool = False
) -> Callable[[Answer[P]], Answer[P]]:
    """Register a function from a snapshot and parameters to an answer. A thread of the document calls it.

    `at_cursor`: the editor asks without the user, and only at the cursor.
    """

    def register(answer: Answer[P]) -> Answer[P]:
        async def handler(ls: KibitzServer, params: Any) -> Any:
            if at_cursor:
                ls.start(cursor_moved(ls, params))
            return await answered(ls, answer, params)

        handler.__name__, handler.__doc__ = answer.__name__, answer.__doc__
        server.feature(method, options)(handler)
        return answer

    return register


async def answered(ls: KibitzServer, answer: Answer[P], params: Any) -> Any:
    """Return the JSON of an answer about a document, or None if the document is not open or kibitz fails."""
    if ls.unread > FLOOD:
        raise RequestFailed("the answers to earlier questions have not been read")
    session = ls.sessions.get(params.text_document.uri)
    try:
        if session is None:
            return None
        return await ask(session, answer, params, written)
    except JsonRpcException:
        raise
    except Exception as error:
        record_error(error)
        return None


async def ask(
    session: Session,
    answer: Callable[[Snapshot, P], Any],
    params: P,
    converted: Callable[[Any], Any] = lambda found: found,
) -> Any:
    """Return the answer for the text as it was when the question came, `converted` in the thread.

    Raises JsonRpcContentModified when the text changes first.
    """
    asked = arrived.get()
    while session.task is not None and session.changed <= asked:
        await session.news.wait()
    if session.changed > asked:
        raise JsonRpcContentModified("the document has changed")
    snapshot = session.snapshot
    if snapshot.changed < session.changed or not snapshot.complete:
        raise RequestFailed("the record could not be checked")
    return await session.worker.ask(lambda: converted(answer(snapshot, params)))


async def cursor_moved(ls: KibitzServer, params: Any) -> None:
    """Publish the waiting findings if the cursor has left the document or the edited entry."""
    end_editing_elsewhere(ls, params.text_document.uri)
    session = ls.sessions.get(params.text_document.uri)
    if session is None or not session.pending or session.snapshot.typing.at is None:
        return
    changed = session.changed
    try:
        elsewhere = await ask(session, _is_elsewhere, params)
    except JsonRpcException:
        return
    if elsewhere and session.changed == changed:
        end_editing(ls, session)


def _is_elsewhere(snapshot: Snapshot, params: Any) -> bool:
    """Return whether the cursor is neither in the edited entry nor at the latest change."""
    where = getattr(params, "range", None) or types.Range(params.position, params.position)
    now, cursor = snapshot.writing, snapshot.positions.span(where)
    return now is not None and not any(one.touches(cursor) for one in (now.here, snapshot.typing.latest))
