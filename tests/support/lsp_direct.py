"""The server in this process, as it would run in a browser: messages go in and come out, without headers."""

from __future__ import annotations

import asyncio
import atexit
import json
from collections.abc import Coroutine
from functools import cache
from math import inf
from typing import Any

from kibitz.lsp import main  # noqa: F401 - `main` registers what the server can do.
from kibitz.lsp.documents import session
from kibitz.lsp.features import actions, reading
from kibitz.lsp.server import KibitzServer, server
from lsp_client import Json

# Repairs have tests of their own. For thousands of damaged records they would take minutes.
setattr(actions, "repaired", lambda _, found, *__: list(found))  # noqa: B010 - mypy knows no other name for it.
setattr(reading, "meant", lambda *_: None)  # noqa: B010
QUICK, session.QUICK = session.QUICK, inf
"""The usual limit. On any machine, the check of a key ends in the turn that brings it. Some tests change that."""


def fresh() -> KibitzServer:
    """A server like the one of a process, at the beginning of its conversation."""
    features, options = server.protocol.fm.features, server.protocol.fm.feature_options
    new = KibitzServer()
    for method, handler in features.items():
        new.feature(method, options.get(method))(handler.func)
    for name, handler in server.protocol.fm.commands.items():
        new.command(name)(handler.func)
    return new


class Loop(asyncio.SelectorEventLoop):
    """A loop with a clock that a test puts forward."""

    ahead = 0.0
    """Seconds that have passed for it alone."""

    def time(self) -> float:
        return super().time() + self.ahead


@cache
def loop() -> Loop:
    """One for all: it is cheaper, and closed at the end."""
    one = Loop()
    atexit.register(one.close)
    return one


class Direct:
    """A conversation with such a server. The loop runs while a message is handled, and till its answer is there."""

    def __init__(self) -> None:
        self.server = fresh()
        self.sent: list[Any] = []
        """The messages of the server that are not answers."""
        self.answers: dict[Any, Json] = {}
        self._loop = loop()
        self._heard = asyncio.Event()
        """Set when an answer has come."""
        self._number = 0
        self.server.protocol.set_writer(self, include_headers=False)

    def write(self, data: bytes) -> None:
        message = json.loads(data)
        if "method" in message:
            self.sent.append(message)
        else:
            self.answers[message["id"]] = message
            self._heard.set()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the loop."""
        self._loop.run_until_complete(work)

    def later(self, seconds: float) -> None:
        """Put the clock forward, and run everything that is due."""
        self._loop.ahead += seconds
        # The first turn collects the due callbacks, the second one runs them.
        for _ in range(2):
            self.run(asyncio.sleep(0))

    def close(self) -> None:
        """End everything that runs or waits, because other tests use the same loop."""
        for one in self.server.sessions.values():
            one.stop()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))

    def take(self, message: Json) -> Json:
        """Hands a message over; the answer, if it is a request."""
        return self._loop.run_until_complete(self._take(message))

    async def _take(self, message: Json) -> Json:
        protocol = self.server.protocol
        protocol.handle_message(protocol.structure_message(json.loads(json.dumps(message))))
        number = message.get("id")
        if number is None or "method" not in message:
            # The callbacks that are due run now.
            await asyncio.sleep(0)
            return None
        while number not in self.answers:
            self._heard.clear()
            await self._heard.wait()
        return self.answers.pop(number)

    def notify(self, method: str, params: Json) -> None:
        self.take({"jsonrpc": "2.0", "method": method, "params": params})

    def answer(self, method: str, params: Json) -> Json:
        """The whole answer to a request."""
        self._number += 1
        return self.take({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})

    def request(self, method: str, params: Json) -> Json:
        """The result of a request. Raises AssertionError with the error if there is one."""
        answer = self.answer(method, params)
        assert "error" not in answer, answer
        return answer["result"]
