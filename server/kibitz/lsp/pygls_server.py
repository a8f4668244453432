"""pygls's server, which keeps the workspace and the list of features.

It never sees the wire: `initialize` has been answered before it is loaded, and it is told afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from kibitz import __version__
from kibitz.lsp.transport import Json


class PyglsServer(LanguageServer):
    """A server without a connection, at the point where a conversation is that began with some parameters."""

    def __init__(
        self,
        features: Mapping[str, Callable[[Json], Json]],
        params: Json,
        log: Callable[[str, BaseException], None],
    ) -> None:
        """`params` are those of an `initialize` that has been answered; `log` is told what goes wrong."""
        super().__init__("kibitz", __version__)
        self._log = log
        for method, handler in features.items():
            # pygls leaves notes on the functions it is given; a bound method can't take them.
            self.feature(method)(partial(handler))
        self._begin(params)

    def _begin(self, params: Json) -> None:
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
            list(self.protocol.lsp_initialize(known))
        except ValueError:
            # The client has been welcomed, and has a root that is no path: there is nothing to be found below it.
            known.root_uri = known.root_path = None
            list(self.protocol.lsp_initialize(known))

    def hear(self, method: str, params: Json) -> None:
        """Takes a notification. Raises ValueError where its parameters are not what they have to be."""
        try:
            message = self.protocol.structure_message({"jsonrpc": "2.0", "method": method, "params": params})
        except Exception as error:
            raise ValueError(str(error.__cause__ or error)) from error
        self.protocol.handle_message(message)

    def folders(self) -> list[str | None]:
        """The URIs of the folders that the client has opened."""
        return list(self.workspace.folders) or [self.workspace.root_uri]

    def report_server_error(self, error: Exception, source: object) -> None:
        """pygls would show it to the user, to whom it is of no use."""
        self._log("the server failed", error)
