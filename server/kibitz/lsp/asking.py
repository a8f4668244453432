"""Questions about a document: answered at once, or in a thread where the document is long."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import wraps
from typing import Any, NamedTuple, TypeVar

from pygls.exceptions import JsonRpcContentModified, JsonRpcException

from kibitz.core.faults import note
from kibitz.core.interest import Pointless, watched
from kibitz.lsp.making import Answered
from kibitz.lsp.protocol import arrived
from kibitz.lsp.server import KibitzServer
from kibitz.lsp.session import Session
from kibitz.lsp.view import SHORT, View
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


def not_short(view: View, _: Any) -> bool:
    """Whether an answer may take longer than the event loop may wait."""
    return len(view.document) >= SHORT


def about_document(
    answer: Callable[[View, P], object], takes_long: Callable[[View, P], bool] = not_short
) -> Callable[[KibitzServer, P], Coroutine[Any, Any, Written | None]]:
    """Makes a handler of a function that answers about a document, in a thread where that takes long."""

    @wraps(answer)
    def in_writing(view: View, params: P) -> Written | Noted:
        found = answer(view, params)
        return Noted(written(found.said), found.note) if isinstance(found, Noted) else written(found)

    return found_in_document(in_writing, takes_long)


def found_in_document(
    answer: Callable[[View, P], Any], takes_long: Callable[[View, P], bool] = not_short
) -> Callable[[KibitzServer, P], Coroutine[Any, Any, Any]]:
    """The same of one whose answer is not sent as it is.

    The handler looks the document up; of one that is not open, or in no notation, there is nothing to say.
    """

    async def handler(ls: KibitzServer, params: Any) -> Any:
        if ls.unread > FLOOD:
            raise RequestFailed("the answers to earlier questions have not been read")
        session = ls.sessions.get(params.text_document.uri)
        try:
            return None if session is None else await ask(session, answer, params, takes_long)
        except JsonRpcException:
            raise
        except Exception as error:
            # Whoever asks gets no answer, as of a notation that has none; what failed is for the log.
            note(error)
            return None

    handler.__name__, handler.__doc__ = answer.__name__, answer.__doc__
    return handler


async def ask(
    session: Session,
    answer: Callable[[View, P], Any],
    params: P,
    takes_long: Callable[[View, P], bool] = not_short,
) -> Any:
    """The answer for the text as it was when the question came; one that is :class:`Noted` is remembered.

    Raises JsonRpcContentModified when the text changes before there is one.
    """
    asked = arrived.get()
    while session.task is not None and session.changed <= asked:
        await session.news.wait()
    if session.changed > asked:
        raise JsonRpcContentModified("the document has changed")
    view = session.view
    if view.changed < session.changed or not view.complete:
        raise RequestFailed("the record could not be checked")
    found = await _found(session, view, answer, params, takes_long(view, params))
    if isinstance(found, Noted):
        session.take(Answered(found.note))
        return found.said
    return found


async def _found(
    session: Session, view: View, answer: Callable[[View, P], Any], params: P, takes_long: bool
) -> Any:
    if not takes_long:
        with suppress(Pointless):
            return watched(lambda: answer(view, params), lambda: False, patient=False)
    return await session.worker.ask(lambda: answer(view, params), (answer, params))
