"""What pygls does in the conversation: it keeps the life cycle (shutdown, workspace folders) and the list of features.

It never sees the wire. `initialize` has been answered before it is loaded, and it is told afterwards; what it answers
goes out like everything else. The names of pygls that are private are `_shutdown`, `_send_data` and `_converter`; a
test fails when they move.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from kibitz import __version__
from kibitz.lsp.transport import Json

if TYPE_CHECKING:
    from cattrs import Converter

    from kibitz.lsp.protocol import Protocol


class LifeCycle(LanguageServerProtocol):
    """pygls's protocol without a connection."""

    def __init__(self, send: Callable[[Json], None], server: LanguageServer, converter: Converter) -> None:
        super().__init__(server, converter)
        self._send = send

    def _send_data(self, data: Any) -> None:
        self._send(self._converter.unstructure(data))

    @property
    def shut_down(self) -> bool:
        """Whether the client has asked for the end."""
        return self._shutdown

    def hear(self, message: Json) -> None:
        """Takes a message of the life cycle. Raises ValueError where its parameters are not what they have to be."""
        try:
            structured = self.structure_message(message)
        except Exception as error:
            raise ValueError(str(error.__cause__ or error)) from error
        self.handle_message(structured)

    def begin(self, params: Json) -> None:
        """Takes the parameters of an `initialize` that has been answered."""
        folders = [
            types.WorkspaceFolder(one["uri"], one["name"]) for one in params.get("workspaceFolders") or ()
        ]
        # No more than pygls reads. The rest may hold values that lsprotocol does not know yet.
        known = types.InitializeParams(
            types.ClientCapabilities(),
            root_uri=params.get("rootUri"),
            root_path=params.get("rootPath"),
            workspace_folders=folders,
        )
        # A generator, because it would give way to a handler of ours.
        try:
            list(self.lsp_initialize(known))
        except ValueError:
            # The client has been welcomed, and has a root that is no path: there is nothing to be found below it.
            known.root_uri = known.root_path = None
            list(self.lsp_initialize(known))

    def folders(self) -> list[str | None]:
        """The URIs of the folders that the client has opened."""
        return list(self.workspace.folders) or [self.workspace.root_uri]


class Server(LanguageServer):
    """pygls's server, which would show errors to the user; they are of no use there."""

    def __init__(self, protocol: Protocol) -> None:
        super().__init__("kibitz", __version__, protocol_cls=cast(Any, partial(LifeCycle, protocol.send)))
        self._log = protocol.log_once
        for method, handler in protocol.features.items():
            # pygls leaves notes on the functions it is given; a bound method can't take them.
            self.feature(method)(partial(handler))

    def report_server_error(self, error: Exception, source: object) -> None:
        self._log("the server failed", error)


def begun(protocol: Protocol, params: Json) -> LifeCycle:
    """pygls at the point where a conversation is that began with some parameters."""
    life = cast(LifeCycle, Server(protocol).protocol)
    life.begin(params)
    return life
