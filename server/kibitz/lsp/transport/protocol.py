"""The protocol of pygls with changes: no text in its workspace, and an answer to every request.

The private names of pygls that kibitz uses are these, and no others (`tests/lsp/test_lsp_pygls.py` holds the list to the code;
`pyproject.toml` pins pygls's version):

- `_send_response`: a request at the wrong time gets an answer, where pygls would be silent.
- `_send_data`: every message goes through it. Answers that a thread has written go out unchanged, and traces see all messages.
- `_include_headers`: messages that are JSON already get the headers of pygls, and none in a browser.
- `_server`: gets the errors of a change, which goes straight to its handler. pygls would take 0.06 of 0.4 ms for it.
- `_converter`: a trace shows messages as they are sent.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Generator, Sequence
from contextvars import ContextVar
from reprlib import repr as shortly
from typing import Any

import attrs
from lsprotocol import types
from pygls.exceptions import (
    FeatureNotificationError,
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.protocol.json_rpc import JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage
from pygls.uris import from_fs_path, to_fs_path

from kibitz.lsp.transport.converter import Json, in_json
from kibitz.lsp.transport.json_text import Written
from kibitz.lsp.transport.messages import OURS, SCHEME, Edited

TRACED_LENGTH = 2000
"""Maximum length of a message in a trace, in characters."""

WRITE_INTERVAL = 0.05
"""Seconds in which changed files are gathered, unless another message comes: a checkout of a branch reports thousands."""

arrived: ContextVar[int] = ContextVar("arrived", default=0)
"""The number of the handled message. A question is about the text at that time."""


@attrs.define
class Unreadable:
    """Unreadable parameters, and the reason."""

    reason: str


class KibitzProtocol(LanguageServerProtocol):
    """The protocol of pygls. Methods with the same names replace those of pygls, or run before them."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.greeted = False
        """Whether `initialize` has been answered."""
        self.ended = False
        """Whether the client has asked for a shutdown."""
        self._number = 0
        self._changed: list[types.FileEvent] | None = None
        """The changed files that wait."""

    # Odd messages, and messages at the wrong time

    def get_message_type(self, method: str) -> type[Any] | None:  # type: ignore[override]
        return OURS.get(method) or super().get_message_type(method)

    def structure_message(self, data: dict[str, Json]) -> Any:
        """Return a message. pygls would ignore unreadable requests and answers; here they become refusals."""
        if "jsonrpc" not in data:
            return data
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            reason = Unreadable(_innermost(error.__cause__ or error))
            version: Any = data.get("jsonrpc")
            if "method" not in data:
                return JsonRPCResponseMessage(id=data["id"], jsonrpc=version, result=None)
            if isinstance(data.get("id"), (int, str)):
                return JsonRPCRequestMessage(data["id"], data["method"], version, reason)
            return JsonRPCNotification(data["method"], version, reason)

    def handle_message(self, message: Any) -> None:
        """Handle a message, or refuse it: pygls would serve before `initialize`, and be silent after `shutdown`."""
        self._number += 1
        arrived.set(self._number)
        self._trace("received", message)
        refusal = self._refusal(message)
        if refusal is None and isinstance(message, types.DidChangeWatchedFilesNotification):
            self._gather(message.params.changes)
            return
        self._catch_up()
        if refusal is None and isinstance(message, Edited):
            self._heed(message.method, message)
        elif refusal is None:
            super().handle_message(message)
        elif hasattr(message, "id"):
            self._send_response(message.id, error=refusal.to_response_error())

    def _gather(self, changes: Sequence[types.FileEvent]) -> None:
        if self._changed is None:
            self._changed = []
            asyncio.get_running_loop().call_later(WRITE_INTERVAL, self._catch_up)
        self._changed += changes

    def _catch_up(self) -> None:
        """Handle the gathered changes as one message."""
        changes, self._changed = self._changed, None
        if changes is not None:
            self._heed(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, types.DidChangeWatchedFilesParams(changes))

    def _heed(self, method: str, params: Any) -> None:
        """Handle a notification at once. An error in it must not stop the next one."""
        try:
            self.fm.features[method](params)
        except Exception as error:
            self._server.report_server_error(error, FeatureNotificationError)

    def _refusal(self, message: Any) -> JsonRpcException | None:
        """Return the reason for refusing a message, or None."""
        method = getattr(message, "method", None)
        if method is None or method == types.EXIT:
            return None
        if self.ended:
            return JsonRpcInvalidRequest("the server has been shut down")
        if not self.greeted and method != types.INITIALIZE:
            return JsonRpcServerNotInitialized("the server has not been initialized")
        if isinstance(getattr(message, "params", None), Unreadable):
            return JsonRpcInvalidParams(f"invalid parameters: {message.params.reason}")
        if self.greeted and method == types.INITIALIZE:
            return JsonRpcInvalidRequest("the server has been initialized already")
        return None

    # Methods of pygls that kibitz replaces

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        """Initialize. Choose code points if the client offers them, because kibitz counts in code points."""
        general = params.capabilities.general
        offered = list((general and general.position_encodings) or ())
        if general is not None and types.PositionEncodingKind.Utf32 in offered:
            general.position_encodings = [types.PositionEncodingKind.Utf32]
        # pygls refuses a root that is not a place.
        if not _are_places(params.root_uri, params.root_path):
            params.root_uri = params.root_path = None
        self.trace = params.trace or self.trace
        result = yield from super().lsp_initialize(params)
        workspace, asked = result.capabilities.workspace, params.capabilities.workspace
        if workspace is not None and asked is not None and asked.text_document_content is not None:
            # pygls does not know of it yet.
            workspace.text_document_content = types.TextDocumentContentOptions(schemes=[SCHEME])
        self.greeted = True
        return result

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Call the handler alone: pygls would keep a text of its own, with other line ends."""
        self.fm.features[types.TEXT_DOCUMENT_DID_OPEN](params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        self.fm.features[types.TEXT_DOCUMENT_DID_CLOSE](params)

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(  # type: ignore[override]
        self, params: types.ExecuteCommandParams
    ) -> Any:
        """Run a command as a task that can be cancelled. With that of pygls, a shutdown in between fails."""
        command = self.fm.commands.get(params.command)
        if command is None:
            raise JsonRpcInvalidParams(f"there is no command {params.command!r}")
        return await command(*(params.arguments or ()))

    # Sending

    def tell(self, method: str, params: Json) -> None:
        """Send a notification that is JSON already: pygls would convert objects with every key."""
        self._write(f'"method": "{method}", "params": {json.dumps(params)}')
        if self._traces:
            self._trace("sent", JsonRPCNotification(method, self.VERSION, params))

    def _send_data(self, data: Any) -> None:
        answer = getattr(data, "result", None)
        if isinstance(answer, Written):
            self._write(f'"id": {json.dumps(data.id)}, "result": {answer.text}')
            for remark in answer.remarks if self._traces else ():
                self.notify(types.LOG_TRACE, types.LogTraceParams(remark))
        else:
            super()._send_data(data)
        self._trace("sent", data)

    def _write(self, members: str) -> None:
        """Send a message as pygls does, without writing its JSON first."""
        body = f'{{"jsonrpc": "{self.VERSION}", {members}}}'
        kind = f"Content-Type: {self.CONTENT_TYPE}; charset={self.CHARSET}"
        header = f"Content-Length: {len(body)}\r\n{kind}\r\n\r\n" if self._include_headers else ""
        if self.writer is not None:
            self.writer.write((header + body).encode(self.CHARSET))

    def _trace(self, way: str, message: Any) -> None:
        """Report a message to a client that wants it, by `$/setTrace` or the setting `trace`."""
        method = getattr(message, "method", None)
        if not self._traces or method == types.LOG_TRACE:
            return
        number = getattr(message, "id", None)
        what = f"the answer to {number}" if method is None else f"{method} {'' if number is None else number}"
        verbose = None
        if self.trace == types.TraceValue.Verbose:
            said = getattr(message, "params", getattr(message, "result", getattr(message, "error", None)))
            verbose = self._as_json(said)[:TRACED_LENGTH]
        self.notify(types.LOG_TRACE, types.LogTraceParams(f"{way} {what}".rstrip(), verbose))

    def _as_json(self, said: Any) -> str:
        return (
            said.text
            if isinstance(said, Written)
            else json.dumps(self._converter.unstructure(said), default=str)
        )

    @property
    def _traces(self) -> bool:
        return self.trace in (types.TraceValue.Messages, types.TraceValue.Verbose)


_WORDS: dict[type, str] = {str: "a text", bool: "true or false", int: "a whole number"}


def _innermost(error: BaseException) -> str:
    """Return the innermost error of cattrs and attrs."""
    names: list[str] = []
    while inner := getattr(error, "exceptions", ()):
        error = inner[0]
        names += [in_json(one.name) for one in getattr(error, "__notes__", ()) if hasattr(one, "name")]
    if isinstance(error, KeyError):
        return f"`{error.args[0]}` is missing"
    match error.args:
        case (_, attrs.Attribute() as field, type() as kind, value):
            return f"`{in_json(field.name)}` must be {_WORDS.get(kind, kind.__name__)}, not {shortly(value)}"
    place = f"`{names[-1]}`: " if names else ""
    return place + (
        "this is of the wrong type" if isinstance(error, (TypeError, AttributeError)) else str(error)
    )


def _are_places(uri: str | None, path: str | None) -> bool:
    try:
        to_fs_path(uri or "")
        from_fs_path(path or "")
    except ValueError:
        return False
    return True
