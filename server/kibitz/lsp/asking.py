"""Questions about a document: answered at once, or in a thread where the document is long."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import wraps
from typing import Any, TypeVar

from pygls.exceptions import JsonRpcContentModified, JsonRpcException

from kibitz.core.faults import note
from kibitz.core.interest import Pointless, watched
from kibitz.lsp.protocol import arrived
from kibitz.lsp.server import KibitzServer
from kibitz.lsp.session import Session
from kibitz.lsp.written import Written, written

P = TypeVar("P")
R = TypeVar("R")

REQUEST_FAILED = -32803
"""The code of LSP for a question that was understood and has no answer."""
FLOOD = 1 << 26
"""From how many unread bytes on questions are refused: their answers would fill the memory."""


class RequestFailed(JsonRpcException):
    """A refusal with its reason."""

    CODE = REQUEST_FAILED


def not_short(session: Session, _: Any) -> bool:
    """Whether an answer may take longer than the event loop may wait."""
    return not session.short


def about_document(
    answer: Callable[[Session, P], object], takes_long: Callable[[Session, P], bool] = not_short
) -> Callable[[KibitzServer, P], Coroutine[Any, Any, Written | None]]:
    """Makes a handler of a function that answers about a document, in a thread where that takes long."""

    @wraps(answer)
    def in_writing(session: Session, params: P) -> Written:
        return written(answer(session, params))

    return found_in_document(in_writing, takes_long)


def found_in_document(
    answer: Callable[[Session, P], R], takes_long: Callable[[Session, P], bool] = not_short
) -> Callable[[KibitzServer, P], Coroutine[Any, Any, R | None]]:
    """The same of one whose answer is not sent as it is.

    The handler looks the document up; of one that is not open, or in no notation, there is nothing to say.
    """

    async def handler(ls: KibitzServer, params: Any) -> R | None:
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
    answer: Callable[[Session, P], R],
    params: P,
    takes_long: Callable[[Session, P], bool] = not_short,
) -> R:
    """The answer for the text as it was when the question came.

    Raises JsonRpcContentModified when the text changes before there is one.
    """
    asked = arrived.get()
    while session.task is not None and session.changed <= asked:
        await session.news.wait()
    if session.changed > asked:
        raise JsonRpcContentModified("the document has changed")
    if not takes_long(session, params):
        with suppress(Pointless):
            return watched(lambda: answer(session, params), lambda: False, patient=False)
    key = answer, str(getattr(params, "range", ""))
    snapshot = session.snapshot()
    return await session.worker.ask(key, lambda: answer(snapshot, params))
