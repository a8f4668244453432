"""Threads for work about documents, so that the event loop stays free for the next key.

A thread sees frozen values only: documents and analyses never change. Everything else belongs to the event loop.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, TypeVar
from weakref import finalize

from pygls.exceptions import JsonRpcContentModified

from kibitz.core.cancellation import Cancelled, watched

T = TypeVar("T")
Job = tuple["Future[Any]", Callable[[], Any]]

THREADS = sys.platform != "emscripten"
"""Whether the platform has threads. In a browser the loop does each piece of work in a turn of its own."""


PAUSE = 0.05
"""Seconds after which work that a question has ended begins again."""


class WorkerThread:
    """One thread that does its work in order. It ends with this object, and no process waits for it."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Job | None] | None = None

    def submit(self, work: Callable[[], T]) -> Future[T]:
        """Queue some work and return its future."""
        future: Future[T] = Future()
        if not THREADS:
            asyncio.get_running_loop().call_soon(_run, future, work)
            return future
        if self._jobs is None:
            self._jobs = SimpleQueue()
            finalize(self, self._jobs.put, None)
            Thread(target=_serve, args=(self._jobs,), daemon=True, name="worker").start()
        self._jobs.put((future, work))
        return future


def _serve(jobs: SimpleQueue[Job | None]) -> None:
    while (job := jobs.get()) is not None:
        _run(*job)
        # A thread that waits for its next job must not keep a record alive.
        del job


def _run(future: Future[Any], work: Callable[[], Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = work()
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(result)


class Worker:
    """Answers the questions about one document in a thread, one after the other."""

    def __init__(self) -> None:
        self._thread = WorkerThread()
        self._asked: dict[asyncio.Future[Any], Event] = {}
        """The open questions. The event of one that is dropped stops its work between two chunks."""

    async def ask(self, work: Callable[[], T]) -> T:
        """Return the result of some work, which begins after all earlier questions.

        Raises JsonRpcContentModified when the question is dropped.
        """
        gone = Event()
        answer = asyncio.wrap_future(self._thread.submit(partial(watched, work, gone.is_set)))
        self._asked[answer] = gone
        try:
            return await answer
        except asyncio.CancelledError:
            if answer in self._asked:
                raise
            raise JsonRpcContentModified("the document has changed") from None
        finally:
            gone.set()
            self._asked.pop(answer, None)

    @property
    def busy(self) -> bool:
        """Whether a question is open."""
        return bool(self._asked)

    def drop(self) -> None:
        """Drop all questions, because the document has changed."""
        for answer, gone in self._asked.items():
            gone.set()
            answer.cancel()
        self._asked.clear()


async def when_idle(
    thread: WorkerThread, worker: Worker, work: Callable[[], T], pointless: Callable[[], bool]
) -> T:
    """Return the result of some work. A question to the worker ends the work, which begins again after a while.

    It does not pause inside the work, because that may hold a lock of a cached property. Raises Cancelled when the work has
    become pointless.
    """
    while True:
        stopped = partial(watched, work, lambda: worker.busy or pointless())
        try:
            return await asyncio.wrap_future(thread.submit(stopped))
        except Cancelled:
            if pointless():
                raise
            await asyncio.sleep(PAUSE)


async def in_thread(work: Callable[[], T]) -> T:
    """Return the result of work that is about no open document."""
    return await Worker().ask(work)
