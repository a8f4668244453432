"""The server: pygls's, with the open documents and the facts about the client."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import stat
import sys
import traceback
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, BinaryIO

from lsprotocol import types
from pygls import IS_WASM
from pygls.exceptions import JsonRpcException, JsonRpcInternalError
from pygls.io_ import StdoutWriter
from pygls.lsp.server import LanguageServer

from kibitz import __version__
from kibitz.core.shown import lines
from kibitz.lsp.documents.positions import path_of
from kibitz.lsp.documents.session import Session
from kibitz.lsp.documents.worker import WorkerThread
from kibitz.lsp.transport.client import Client
from kibitz.lsp.transport.connection_guard import greeting
from kibitz.lsp.transport.converter import Json, converter
from kibitz.lsp.transport.inbox import LATE, Inbox
from kibitz.lsp.transport.outbox import Outbox
from kibitz.lsp.transport.protocol import KibitzProtocol
from kibitz.lsp.workspace.closed import Closed, Report

FULL = 1 << 18
"""Unread bytes from which diagnostics wait: newer ones replace those that have not been sent."""
LONGEST_OUTLINED = 1_000_000
"""Bytes from which a file is searched only while it is open: a session log takes seconds to read."""
LONGEST_LEARNT = 200_000
"""Bytes from which no other record learns from a record."""
AT_ONCE = 1 << 18
"""Maximum number of bytes that are read at once."""
READ_INTERVAL = 0.05
"""Seconds after which the server looks again whether the client reads."""

logger = logging.getLogger("kibitz")


class KibitzServer(LanguageServer):
    """One conversation. Handlers are functions that get it as `ls`."""

    protocol: KibitzProtocol

    def __init__(self) -> None:
        super().__init__(
            "kibitz", __version__, protocol_cls=KibitzProtocol, converter_factory=converter, max_workers=1
        )
        self.client = Client()
        self.idle = WorkerThread()
        """The thread that searches for repairs before the user asks."""
        self.sessions: dict[str, Session] = {}
        """The open documents by URI."""
        self.wishes: dict[str, dict[str, object]] = {}
        """The settings of the editor by scope: the URI of a document, or nothing."""
        self.ready = False
        """Whether the client accepts requests: it has sent `initialized`."""
        self.mistaken: dict[str, str] = {}
        """The settings files by path with the mistakes that the user has seen."""
        self.reports: Closed[Report] = Closed()
        """The diagnostics of records that are not open."""
        self.published: set[str] = set()
        """The URIs of closed records whose diagnostics the client shows."""
        self.changes = 0
        """The number of changes of all documents."""
        self.checked = False
        """Whether the whole workspace has been checked on command."""
        self.unseen: dict[str, bool] = {}
        """Messages about records that an answer leaves out, and whether the user has seen each."""
        self.outlines: Closed[list[types.SymbolInformation]] = Closed(LONGEST_OUTLINED)
        self.conventions: Closed[Any] = Closed(LONGEST_LEARNT)
        """Habits of records that are not open, see :mod:`kibitz.lsp.documents.beside`."""
        self.outbox: Outbox | None = None
        """The stream that pygls writes to, if that is standard output."""
        self.output: int | None = None
        """Its descriptor."""
        self.leave: Callable[[], None] | None = None
        """The function that ends the process at once, or None if the process is not the server's own."""
        self._unsent: dict[str, Json] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._logged: set[str] = set()

    def folders(self) -> list[str]:
        """Return the URIs of the folders that the client has opened. There are none if it opened a single file."""
        root = self.workspace.root_uri
        return [one.uri for one in self.workspace.folders.values()] or ([root] if root else [])

    def folders_around(self, path: str) -> list[str]:
        """Return the paths of those folders that the client has opened in which a path lies, or that are the path."""
        roots = [os.path.normpath(path_of(one)) for one in self.folders()]
        inside = os.path.join(os.path.normpath(path), "")
        return [root for root in roots if inside.startswith(os.path.join(root, ""))]

    # Messages to the client

    def publish(self, uri: str, diagnostics: Json, version: int | None = None) -> None:
        """Publish the diagnostics of a document as soon as the client reads. Newer ones replace those that wait."""
        params = {"uri": uri, "diagnostics": diagnostics}
        if version is not None:
            params["version"] = version
        if self.unread < FULL and not self._unsent:
            self.protocol.tell(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)
        else:
            if not self._unsent:
                self.start(self._send_later())
            self._unsent[uri] = params

    async def _send_later(self) -> None:
        while self._unsent:
            await asyncio.sleep(READ_INTERVAL)
            while self._unsent and self.unread < FULL:
                params = self._unsent.pop(next(iter(self._unsent)))
                self.protocol.tell(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)

    @property
    def unread(self) -> int:
        """The number of bytes that the client has not read yet."""
        if self.outbox is not None:
            return self.outbox.unsent
        transport = getattr(self.protocol.writer, "transport", None)
        return 0 if transport is None else transport.get_write_buffer_size()

    def say(self, message: str, kind: types.MessageType = types.MessageType.Info) -> None:
        """Show a message to the user. No text of a record becomes a link, as `[a](b)` would in many editors."""
        self.window_show_message(types.ShowMessageParams(kind, lines(message).replace("](", "]\u200b(")))

    def tell_unseen(self) -> None:
        """Show what an answer leaves out, each message once."""
        for what, told in list(self.unseen.items()):
            if not told:
                self.unseen[what] = True
                self.say(what, types.MessageType.Warning)

    def refresh(self, *methods: str) -> None:
        """Ask the client to send its requests again, by those of these `workspace/…/refresh` methods that it understands."""
        for method in methods:
            if method in self.client.refreshes:
                self.protocol.send_request(method)

    # Background work and errors

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Start some work in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.log_once("something in the background failed", error)

    def report_server_error(self, error: Exception, source: type[Exception]) -> None:
        """Log an error once. pygls would show it to the user, maybe with every key. A refusal is not an error."""
        if isinstance(error, JsonRpcInternalError):
            self.log_once("".join((error.data or {}).get("traceback", ())) + error.message)
        elif not hasattr(error, "to_response_error"):
            self.log_once("a message can't be handled", error)

    def log_once(self, what: str, error: BaseException | None = None) -> None:
        """Log an error, but the same one only once."""
        place = "" if error is None else f"{error!r}{traceback.format_tb(error.__traceback__)[-1:]}"
        if what + place not in self._logged:
            self._logged.add(what + place)
            logger.error(what, exc_info=error)

    # The beginning and the end

    def start_io(self, stdin: BinaryIO | None = None, stdout: BinaryIO | None = None) -> None:
        """Serve on standard input and output. The event loop reads pipes and sockets itself, without pygls's thread."""
        source = stdin or sys.stdin.buffer
        mode = os.fstat(source.fileno()).st_mode
        if IS_WASM or os.name == "nt" or not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
            super().start_io(stdin, stdout)
            return
        self.protocol.set_writer(StdoutWriter(stdout or sys.stdout.buffer))
        with suppress(KeyboardInterrupt, SystemExit):
            asyncio.run(self._listen(source))

    async def _listen(self, stdin: BinaryIO) -> None:
        """Handle the messages of the client until its end of the pipe closes."""
        reader = asyncio.StreamReader(AT_ONCE)
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), stdin
        )
        await self._converse(reader)

    def start_tcp(self, host: str, port: int) -> None:
        """Serve the first client on a port. The process ends with its connection, however that ends."""
        with suppress(asyncio.CancelledError):
            asyncio.run(self._serve(host, port))

    async def _serve(self, host: str, port: int) -> None:
        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            begun = b"" if self.protocol.writer else await greeting(reader)
            if not begun or self.protocol.writer:
                writer.transport.abort()
                return
            self.protocol.set_writer(writer)
            with suppress(ConnectionError):
                await self._converse(reader, begun)
            self.shutdown()  # type: ignore[no-untyped-call]

        self._server = await asyncio.start_server(connected, host, port)
        addresses = ", ".join(str(one.getsockname()) for one in self._server.sockets)
        logger.info("Serving on %s", addresses)
        async with self._server:
            await self._server.serve_forever()

    async def _converse(self, reader: asyncio.StreamReader, begun: bytes = b"") -> None:
        inbox = Inbox(self.log_once)
        while data := begun or await self._more(reader, inbox):
            begun = b""
            for body in inbox.push(data):
                if not self.take(body):
                    inbox.refuse(body)
                # A question of this message begins before the next message may change the text.
                await asyncio.sleep(0)

    async def _more(self, reader: asyncio.StreamReader, inbox: Inbox) -> bytes:
        """Return the next bytes, and log if the rest of a message does not come."""
        late = asyncio.get_running_loop().call_later(LATE, inbox.complain) if inbox.waits else None
        try:
            return await reader.read(AT_ONCE)
        finally:
            if late is not None:
                late.cancel()

    def take(self, text: str | bytes) -> bool:
        """Handle a message. Return whether it is JSON."""
        message = None
        try:
            message = json.loads(text)
            self.protocol.handle_message(self.protocol.structure_message(message))
        except Exception as error:
            self.report_server_error(error, JsonRpcException)
        return message is not None


class ClientLog(logging.Handler):
    """A handler that sends logged errors to the client too, from any thread, because users look there."""

    def __init__(self, ls: KibitzServer) -> None:
        super().__init__(logging.ERROR)
        self._ls, self._loop = ls, asyncio.get_running_loop()

    def emit(self, record: logging.LogRecord) -> None:
        if not self._loop.is_closed():
            params = types.LogMessageParams(types.MessageType.Error, lines(self.format(record)))
            self._loop.call_soon_threadsafe(self._ls.window_log_message, params)


server = KibitzServer()
