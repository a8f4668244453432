"""Questions about a document, answered in the thread of the document from a snapshot of it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, NamedTuple, TypeVar

from pygls.exceptions import JsonRpcContentModified, JsonRpcException

from kibitz.core.faults import note
from kibitz.lsp.making import Answered
from kibitz.lsp.protocol import arrived
from kibitz.lsp.server import KibitzServer
from kibitz.lsp.session import Session
from kibitz.lsp.view import View
from kibitz.lsp.written import Written, written

P = TypeVar("P")

REQUEST_FAILED = -32803
"""The code of LSP for a question that was understood and has no answer."""
FLOOD = 1 << 26
"""From how many unread bytes on questions are refused: their answers would fill the memory."""


class RequestFailed(JsonRpcException):
    """A refusal with its reason."""

    CODE = REQUEST_FAILED


class Noted(NamedTuple):
    """An answer, and what is to be remembered of it for later ones: see :attr:`View.answers`."""

    said: Any
    note: Any


def about_document(
    answer: Callable[[View, P], object],
) -> Callable[[KibitzServer, P], Coroutine[Any, Any, Written | None]]:
    """Make a handler of a function that answers about a document. A thread finds the answer and writes its JSON."""

    @wraps(answer)
    def in_writing(view: View, params: P) -> Written | Noted:
        found = answer(view, params)
        return Noted(written(found.said), found.note) if isinstance(found, Noted) else written(found)

    return found_in_document(in_writing)


def found_in_document(
    answer: Callable[[View, P], Any],
) -> Callable[[KibitzServer, P], Coroutine[Any, Any, Any]]:
    """Make a handler of a function whose answer is not sent as it is. The answer is None if the document is not open."""

    async def handler(ls: KibitzServer, params: Any) -> Any:
        if ls.unread > FLOOD:
            raise RequestFailed("the answers to earlier questions have not been read")
        session = ls.sessions.get(params.text_document.uri)
        try:
            return None if session is None else await ask(session, answer, params)
        except JsonRpcException:
            raise
        except Exception as error:
            # Whoever asks gets no answer, as of a notation that has none; what failed is for the log.
            note(error)
            return None

    handler.__name__, handler.__doc__ = answer.__name__, answer.__doc__
    return handler


async def ask(session: Session, answer: Callable[[View, P], Any], params: P) -> Any:
    """Return the answer for the text as it was when the question came, and remember one that is :class:`Noted`.

    Raises JsonRpcContentModified when the text changes first.
    """
    asked = arrived.get()
    while session.task is not None and session.changed <= asked:
        await session.news.wait()
    if session.changed > asked:
        raise JsonRpcContentModified("the document has changed")
    view = session.view
    if view.changed < session.changed or not view.complete:
        raise RequestFailed("the record could not be checked")
    found = await session.worker.ask(lambda: answer(view, params), (answer, params))
    if isinstance(found, Noted):
        session.take(Answered(found.note))
        return found.said
    return found
