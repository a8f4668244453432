"""Threads for work about documents, so that the event loop stays free for the next key.

A thread sees frozen values only: documents and analyses never change. Everything else belongs to the event loop.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar
from weakref import finalize

from pygls.exceptions import JsonRpcContentModified

from kibitz.core.cancellation import Cancelled, watched

T = TypeVar("T")
Job = tuple["Future[Any]", Callable[[], Any]]

THREADS = sys.platform != "emscripten"
"""Whether the platform has threads. In a browser the loop does each piece of work in a turn of its own."""


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


class IdleThread:
    """A thread for work before the user asks. A question ends the work, which begins again after the answer.

    It does not pause inside the work, because that may hold a lock of a cached property.
    """

    def __init__(self) -> None:
        self._thread = WorkerThread()
        self._asked = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    @contextmanager
    def interrupted(self) -> Iterator[None]:
        """Let no work go on until the block is left."""
        self._asked += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._asked -= 1
            if not self._asked:
                self._quiet.set()

    async def do(self, work: Callable[[], T], pointless: Callable[[], bool]) -> T:
        """Return the result of some work. Raises Pointless when it has become pointless."""
        while True:
            await self._quiet.wait()
            doing = self._thread.submit(partial(watched, work, lambda: self._asked > 0 or pointless()))
            try:
                return await asyncio.wrap_future(doing)
            except Cancelled:
                if pointless():
                    raise


class Question:
    """A piece of work and the number of handlers that wait for it."""

    def __init__(self, key: object) -> None:
        self.key = key
        self.waiting = 0
        self.dropped = False

    def begin(self, thread: WorkerThread, work: Callable[[], Any]) -> None:
        """Have a thread do the work. A question that is dropped meanwhile stops between two chunks."""
        self.answer = asyncio.wrap_future(thread.submit(partial(watched, work, lambda: self.dropped)))

    def drop(self) -> None:
        """Cancel the work, because all handlers have gone."""
        self.dropped = True
        self.answer.cancel()


class Worker:
    """Answers the questions about one document in a thread, one after the other."""

    def __init__(self) -> None:
        self._thread = WorkerThread()
        self._questions: set[Question] = set()

    async def ask(self, work: Callable[[], T], key: object = None) -> T:
        """Return the result of some work, which begins after all earlier questions.

        Questions with an equal key share one answer: the light bulb and the user often ask the same.
        Raises JsonRpcContentModified when the question is dropped.
        """
        question = self._joined(key)
        question.waiting += 1
        if question.waiting == 1:
            question.begin(self._thread, work)
        try:
            # A handler that is cancelled must not cancel the others.
            return await asyncio.shield(question.answer)
        except asyncio.CancelledError:
            if question.dropped:
                raise JsonRpcContentModified("the document has changed") from None
            raise
        finally:
            question.waiting -= 1
            if not question.waiting:
                self._questions.discard(question)
                question.drop()

    def drop(self) -> None:
        """Drop all questions, because the document has changed."""
        for question in self._questions:
            question.drop()
        self._questions.clear()

    def _joined(self, key: object) -> Question:
        """Return the open question with an equal key, or a new one."""
        same = [one for one in self._questions if key is not None and one.key == key]
        question = same[0] if same else Question(key)
        self._questions.add(question)
        return question


async def in_thread(work: Callable[[], T]) -> T:
    """Return the result of work that is about no open document."""
    return await Worker().ask(work)
