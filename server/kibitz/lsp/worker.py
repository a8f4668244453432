"""Work for a thread: questions about a long document, so that typing goes on meanwhile.

What a thread sees never changes: documents and analyses are frozen.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Condition, Thread
from typing import Any, TypeVar

from pygls.exceptions import JsonRpcContentModified

from kibitz.core.interest import Pointless, watched

T = TypeVar("T")

THREADS = sys.platform != "emscripten"
"""Whether there are any. In a browser the loop does the work itself, a question at a turn."""
worked = time.thread_time if THREADS else time.perf_counter
"""How many seconds the thread that asks has worked: what others do meanwhile does not count. A browser has no such clock."""
IDLE = 2.0
"""Seconds that a thread waits for another question about its document before it ends."""


class Question:
    """A piece of work, and how many wait for it."""

    def __init__(self, key: Hashable, work: Callable[[], Any], asked: object = None) -> None:
        self.key, self.asked = key, asked
        self.waiting = 0
        self.answer: Future[Any] = Future()
        # What runs can't be cancelled: who no longer waits must not end it for the others.
        self.answer.set_running_or_notify_cancel()
        self._work = work

    def drop(self) -> None:
        """Nobody wants to know any more. Work that goes on stops between two chunks."""
        if not self.answer.done():
            self.answer.set_exception(JsonRpcContentModified("the document has changed"))

    def work(self) -> None:
        try:
            result = watched(self._work, self.answer.done)
        except Pointless:
            return
        except BaseException as error:
            self._tell(self.answer.set_exception, error)
        else:
            self._tell(self.answer.set_result, result)

    def _tell(self, said: Callable[[Any], None], what: Any) -> None:
        if not self.answer.done():
            said(what)


class Worker:
    """Answers the questions about one document, one after the other, in a thread that ends when there are no more."""

    def __init__(self, idle: float = IDLE) -> None:
        """`idle`: seconds that the thread waits for another question."""
        self._idle = idle
        self._questions: deque[Question] = deque()
        """The first is being answered, if there is a thread."""
        self._changed = Condition()
        self._thread: Thread | None = None

    async def ask(self, key: Hashable, work: Callable[[], T], asked: object = None) -> T:
        """The result of some work, done after what has been asked before.

        A question with the same key that is still open is dropped: the latest counts. But where the very same is asked, both
        get one answer: a light bulb asks by itself what somebody has just asked for, who must not be told that there is nothing.
        """
        with self._changed:
            question = self._joined(key, asked) or self._added(Question(key, work, asked))
            question.waiting += 1
        if not THREADS:
            await self._in_turn(question)
        answer: asyncio.Future[T] = asyncio.wrap_future(question.answer)
        try:
            return await answer
        finally:
            question.waiting -= 1
            if not question.waiting:
                question.drop()

    def _joined(self, key: Hashable, asked: object) -> Question | None:
        """The same question, if it is still open; others with its key are dropped."""
        same = None
        for other in self._questions:
            if other.key == key and not other.answer.done():
                if asked is not None and other.asked == asked:
                    same = other
                else:
                    other.drop()
        return same if THREADS else None

    def _added(self, question: Question) -> Question:
        self._questions.append(question)
        if THREADS and self._thread is None:
            self._thread = Thread(target=self._run, daemon=True, name="worker")
            self._thread.start()
        self._changed.notify()
        return question

    async def _in_turn(self, question: Question) -> None:
        """Answers a question in the loop. Before each one it hears what has come in, which may be the end of it."""
        try:
            await asyncio.sleep(0)
            if not question.answer.done():
                question.work()
        finally:
            self._questions.remove(question)

    def drop(self) -> None:
        """Drops all questions: the document has changed."""
        with self._changed:
            for question in self._questions:
                question.drop()

    def _run(self) -> None:
        # Between two questions the thread holds nothing of a document that may be closed by now.
        while self._answers():
            pass

    def _answers(self) -> bool:
        """Answers the next question; whether one has come in time."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._questions, self._idle):
                self._thread = None
                return False
            question = self._questions[0]
        if not question.answer.done():
            question.work()
        with self._changed:
            self._questions.popleft()
        return True


async def in_thread(work: Callable[[], T]) -> T:
    """Runs work that is about no open document, in a thread that the end of the process does not wait for."""
    return await Worker(idle=0).ask(None, work)
