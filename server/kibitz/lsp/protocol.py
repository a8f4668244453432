"""The conversation: each message to the one who handles it, and one answer to each request.

pygls keeps the workspace, see :mod:`kibitz.lsp.pygls_server`. Everything else is done here, on plain JSON, because pygls

- takes three times as long to load as all that shows somebody the first record: it is loaded when nobody waits;
- leaves a request unanswered whose parameters it can't structure, `initialize` with an unknown value included;
- shows an error message in the editor for each notification that fails, which may be every key;
- keeps documents of its own, whose lines end where `str.splitlines` says and whose edits cost what the file weighs;
- ends with exit code 0, whatever happened.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable, Coroutine
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, Any

from kibitz.lsp.capabilities import answer
from kibitz.lsp.client import Client
from kibitz.lsp.front import odd
from kibitz.lsp.tracing import Tracer
from kibitz.lsp.transport import Json, Writer, frame

if TYPE_CHECKING:
    from kibitz.lsp.pygls_server import PyglsServer

logger = logging.getLogger("kibitz")

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = (
    -32700, -32600, -32601, -32602, -32603,
)  # fmt: skip
NOT_INITIALIZED, CANCELLED, CONTENT_MODIFIED, REQUEST_FAILED = -32002, -32800, -32801, -32803

INITIALIZE, SHUTDOWN, EXIT = "initialize", "shutdown", "exit"
SET_TRACE, CANCEL_REQUEST, CHANGE_FOLDERS = (
    "$/setTrace", "$/cancelRequest", "workspace/didChangeWorkspaceFolders",
)  # fmt: skip


class RequestError(Exception):
    """A request that can't be answered, with the code of JSON-RPC or LSP that says why."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class MalformedError(RequestError):
    """Parameters that lack something, or have it in another shape than the protocol says."""

    def __init__(self, what: str) -> None:
        super().__init__(INVALID_PARAMS, f"invalid parameters: {what}")


class Protocol:
    """See the module. Handlers take the parameters as JSON and return the result as JSON, or a coroutine that does."""

    def __init__(self, writer: Writer | None = None) -> None:
        self.features: dict[str, Callable[[Json], Json]] = {}
        """The handlers by method."""
        self.client = Client()
        self.heard = perf_counter()
        """When the latest message came."""
        self.initialized = False
        """Whether `initialize` has been answered."""
        self.exit_code: int | None = None
        """Set when the process has to end."""
        self.cancelled: set[Json] = set()
        """The requests that the reader, which is ahead of us, has seen cancelled."""
        self._running: dict[Json, asyncio.Future[None]] = {}
        self._waiting: dict[str, asyncio.Future[Json]] = {}
        self._asked = 0
        self._writer = writer
        self._params: Json = None
        self._pygls: PyglsServer | None = None
        self._loading = Lock()
        self._shut_down = False
        self.tracer = Tracer(self.say)
        self._logged: set[str] = set()

    # What comes in

    def foresee(self, message: Json) -> None:
        """Called by the reader's thread when a message arrives, which may be long before its turn."""
        if isinstance(message, dict) and message.get("method") == CANCEL_REQUEST:
            self.cancelled.add(_cancelled(message.get("params")))

    def receive(self, message: Json) -> None:
        """Handles one message. Never raises; a request gets exactly one answer."""
        self.heard = perf_counter()
        self.tracer.note("received", message)
        if isinstance(message, ValueError):
            self._refuse(None, PARSE_ERROR, str(message))
        elif not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            number = message.get("id") if isinstance(message, dict) else None
            self._refuse(number, INVALID_REQUEST, "not a message of JSON-RPC 2.0")
        elif "method" not in message:
            self._answered(message)
        elif not isinstance(message["method"], str):
            self._refuse(message.get("id"), INVALID_REQUEST, "the method is not a string")
        elif "id" in message:
            self._request(message["id"], message["method"], message.get("params"))
        else:
            self._notification(message["method"], message.get("params"))

    def _request(self, number: Json, method: str, params: Json) -> None:
        if not isinstance(number, (int, str)):
            self._refuse(None, INVALID_REQUEST, "the id is neither a number nor a string")
            return
        try:
            if number in self.cancelled:
                self.cancelled.discard(number)
                raise RequestError(CANCELLED, "cancelled")
            if method == INITIALIZE:
                self.begin(params)
                self._reply(number, answer(self.client))
                return
            self._check_alive()
            if method == SHUTDOWN:
                self._shut_down = True
                self._reply(number, None)
                return
            result = self._handler(method)(params)
            if asyncio.iscoroutine(result):
                self._running[number] = asyncio.ensure_future(self._later(number, method, result))
            else:
                self._reply(number, result)
        except Exception as error:
            self._failed(number, method, error)

    async def _later(self, number: Json, method: str, work: Coroutine[Any, Any, Json]) -> None:
        """Answers a request when the work for it is done, or has been cancelled."""
        try:
            self._reply(number, await work)
        except asyncio.CancelledError:
            self._refuse(number, CANCELLED, "cancelled")
        except Exception as error:
            self._failed(number, method, error)
        finally:
            self._running.pop(number, None)

    def _failed(self, number: Json, method: str, error: Exception) -> None:
        if isinstance(error, RequestError):
            self._refuse(number, error.code, str(error))
        else:
            self.log_once(f"{method} failed", error)
            self._refuse(number, INTERNAL_ERROR, f"{method} failed: {error!r}")

    def _handler(self, method: str) -> Callable[[Json], Json]:
        handler = self.features.get(method)
        if handler is None:
            raise RequestError(METHOD_NOT_FOUND, f"unknown method {method}")
        return handler

    def _notification(self, method: str, params: Json) -> None:
        """A notification has no answer, so whatever is wrong with it can only be logged."""
        try:
            if method == EXIT:
                self.close()
            elif method == CANCEL_REQUEST:
                self._cancel(_cancelled(params))
            elif not self.initialized:
                return
            elif method == SET_TRACE:
                self.tracer.set(params.get("value") if isinstance(params, dict) else None)
            elif method == CHANGE_FOLDERS:
                self.pygls.hear(method, params)
            elif method in self.features:
                self.features[method](params)
        except Exception as error:
            self.log_once(f"{method} failed", error)

    def _cancel(self, number: Json) -> None:
        self.cancelled.discard(number)
        if (running := self._running.get(number)) is not None:
            running.cancel()

    @property
    def pygls(self) -> PyglsServer:
        """pygls's server, loaded when it is first asked for. To be asked after `initialize` only."""
        with self._loading:
            if self._pygls is None:
                from kibitz.lsp.pygls_server import PyglsServer

                self._pygls = PyglsServer(self.features, self._params, self.log_once)
            return self._pygls

    def begin(self, params: Json) -> None:
        """Takes what a client says in `initialize`, the answer to which is another matter. Raises RequestError."""
        if self.initialized:
            raise RequestError(INVALID_REQUEST, "the server has been initialized already")
        if (mistake := odd(params)) is not None:
            raise MalformedError(mistake)
        self.client = Client.of(params)
        self.tracer.set(params.get("trace"))
        self._params = params
        self.initialized = True

    def _check_alive(self) -> None:
        if self._shut_down:
            raise RequestError(INVALID_REQUEST, "the server has been shut down")
        if not self.initialized:
            raise RequestError(NOT_INITIALIZED, "the server has not been initialized")

    def _answered(self, message: Json) -> None:
        """An answer to one of our requests; an error counts as no result."""
        waiting = self._waiting.pop(str(message.get("id")), None)
        if waiting is not None and not waiting.done():
            waiting.set_result(message.get("result"))

    def close(self) -> None:
        """Ends the process: with 0 if the client has asked for a shutdown before, else with 1."""
        if self.exit_code is None:
            self.exit_code = 0 if self._shut_down else 1

    # What goes out

    def send(self, message: Json) -> None:
        """Writes a message. When nobody listens any more, the process ends."""
        if self._writer is None:
            raise RuntimeError("nobody listens")
        self.tracer.note("sent", message)
        data = frame(message)
        try:
            self._writer.write(data)
        except (OSError, ValueError):
            self.exit_code = 1

    def say(self, method: str, params: Json) -> None:
        """Sends a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: Json = None) -> asyncio.Future[Json]:
        """Sends a request; the future gets the result, None if the client refuses."""
        self._asked += 1
        number = f"kibitz-{self._asked}"
        future = self._waiting[number] = asyncio.get_running_loop().create_future()
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return future

    def _reply(self, number: Json, result: Json) -> None:
        self.send({"jsonrpc": "2.0", "id": number, "result": result})

    def _refuse(self, number: Json, code: int, reason: str) -> None:
        self.send({"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": reason}})

    def log_once(self, what: str, error: BaseException) -> None:
        """Logs an error, but the same error at the same place only once: it may come with every key."""
        place = "".join(traceback.format_tb(error.__traceback__)[-1:])
        if f"{what}{type(error)}{place}" not in self._logged:
            self._logged.add(f"{what}{type(error)}{place}")
            logger.error(what, exc_info=error)


def _cancelled(params: Json) -> Json:
    """The id of the request that `$/cancelRequest` names, None if it names none."""
    number = params.get("id") if isinstance(params, dict) else None
    return number if isinstance(number, (int, str)) else None
