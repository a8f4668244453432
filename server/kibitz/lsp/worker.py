"""Work for a thread: questions about a long document, so that typing goes on meanwhile.

What a thread sees never changes: documents and analyses are frozen. All else in here is the event loop's own.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import Any, TypeVar

from pygls.exceptions import JsonRpcContentModified

from kibitz.core.interest import Pointless, watched

T = TypeVar("T")

THREADS = sys.platform != "emscripten"
"""Whether there are any. In a browser the loop does the work itself, a question at a turn."""
EXACT = 2.0
"""From how many milliseconds on a watch tells exactly."""
_worked = time.thread_time if THREADS else time.perf_counter
"""How many seconds the thread that asks has worked: what others do meanwhile does not count. A browser has no such clock."""


class Watch:
    """How long the thread that makes it has worked since then.

    To ask the system for that takes a hundred times as long as asking what time it is. As nobody works longer than has passed,
    that stands for what is short.
    """

    def __init__(self) -> None:
        self._began, self._worked = time.perf_counter(), _worked()

    @property
    def milliseconds(self) -> float:
        passed = 1000 * (time.perf_counter() - self._began)
        return passed if passed < EXACT else 1000 * (_worked() - self._worked)


class Question:
    """A piece of work, and how many wait for it."""

    def __init__(self, work: Callable[[], Any], key: object = None) -> None:
        self.key = key
        self.waiting = 0
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._work = work

    def drop(self) -> None:
        """Nobody wants to know any more. Work that goes on stops between two chunks."""
        if not self.answer.done():
            self.answer.set_exception(JsonRpcContentModified("the document has changed"))
            # Where nobody is left who would hear of that, asyncio need not say so.
            self.answer.exception()

    def work(self) -> Callable[[], None]:
        """Does the work, in any thread; how the loop is to answer."""
        try:
            result = watched(self._work, self.answer.done)
        except Pointless:
            return self.drop
        except BaseException as error:
            return partial(self._tell, self.answer.set_exception, error)
        return partial(self._tell, self.answer.set_result, result)

    def _tell(self, said: Callable[[Any], None], what: Any) -> None:
        if not self.answer.done():
            said(what)


class Worker:
    """Answers the questions about one document, one after the other, each in a thread."""

    def __init__(self) -> None:
        self._questions: deque[Question] = deque()
        """The first is being answered."""

    async def ask(self, work: Callable[[], T], key: object = None) -> T:
        """Return the result of some work, which begins after all earlier questions.

        Questions with an equal key share one answer: a light bulb asks by itself what the user has just asked for.
        """
        question = self._joined(key) or self._added(Question(work, key))
        question.waiting += 1
        try:
            # Who no longer waits must not end it for the others.
            return await asyncio.shield(question.answer)
        finally:
            question.waiting -= 1
            if not question.waiting:
                question.drop()

    def drop(self) -> None:
        """Drops all questions: the document has changed."""
        for question in self._questions:
            question.drop()

    def _joined(self, key: object) -> Question | None:
        """Return the open question with an equal key, or None."""
        if key is None:
            return None
        return next((one for one in self._questions if one.key == key and not one.answer.done()), None)

    def _added(self, question: Question) -> Question:
        self._questions.append(question)
        if len(self._questions) == 1:
            self._go_on()
        return question

    def _go_on(self) -> None:
        """Begins with the first question. The loop does so in a turn of its own: what has come in may be the end of it."""
        work = partial(self._answer, self._questions[0], asyncio.get_running_loop())
        if THREADS:
            Thread(target=work, daemon=True, name="worker").start()
        else:
            asyncio.get_running_loop().call_soon(work)

    def _answer(self, question: Question, loop: asyncio.AbstractEventLoop) -> None:
        # The loop may have come to its end.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(self._ended, question.work())

    def _ended(self, tell: Callable[[], None]) -> None:
        tell()
        while self._questions and self._questions[0].answer.done():
            self._questions.popleft()
        if self._questions:
            self._go_on()


async def in_thread(work: Callable[[], T]) -> T:
    """Runs work that is about no open document, in a thread that the end of the process does not wait for."""
    return await Worker().ask(work)
