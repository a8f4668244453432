"""Questions about long documents, answered in a thread, so that typing goes on meanwhile.

What a thread sees never changes: documents and finished analyses are frozen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from copy import copy
from threading import Thread
from typing import Any, TypeVar

from kibitz.lsp.features import Feature
from kibitz.lsp.protocol import CONTENT_MODIFIED, RequestError
from kibitz.lsp.session import Session
from kibitz.lsp.transport import Json

PATIENCE = 0.02
"""Seconds between two looks at how far the checking has come."""

T = TypeVar("T")


def is_long(session: Session) -> bool:
    return session.long or session.task is not None


def answer(session: Session, feature: Feature, params: Json) -> Coroutine[Any, Any, Json]:
    """The answer of a feature once enough of the document has been checked.

    Raises RequestError when the document changes meanwhile.
    """
    # The question is about the version of now, which may be another one when the coroutine begins.
    return _answer(session, session.version, feature, params)


async def _answer(session: Session, version: int, feature: Feature, params: Json) -> Json:
    while session.task is not None and session.version == version:
        await asyncio.wait([session.task], timeout=PATIENCE)
    if session.version == version:
        snapshot = copy(session)
        result = await in_thread(lambda: feature(snapshot, params))
    if session.version != version:
        raise RequestError(CONTENT_MODIFIED, "the document has changed")
    return result


async def in_thread(work: Callable[[], T]) -> T:
    """Runs work in a thread that the end of the process does not wait for."""
    outcome: Future[T] = Future()
    outcome.set_running_or_notify_cancel()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:
            outcome.set_exception(error)

    Thread(target=run, daemon=True, name="aside").start()
    return await asyncio.wrap_future(outcome)
