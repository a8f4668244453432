"""The beginning and the end of a conversation."""

from __future__ import annotations

import logging

from lsprotocol import types

from kibitz.core.internal_errors import LOG
from kibitz.lsp.diagnostics import pulling
from kibitz.lsp.server import ClientLog, KibitzServer, server
from kibitz.lsp.transport import parent_process
from kibitz.lsp.transport.client import Client
from kibitz.lsp.workspace import configuration


@server.feature(types.INITIALIZE)
def initialize(ls: KibitzServer, params: types.InitializeParams) -> None:
    """Prepare everything that the answer of pygls depends on."""
    encoding = types.PositionEncodingKind(ls.workspace.position_encoding or "utf-16").value
    ls.client = Client.of(params.capabilities, encoding)
    logging.getLogger(LOG).handlers = [ClientLog(ls)]
    configuration.take(ls, configuration.GENERAL, params.initialization_options)
    if ls.client.pulls:
        pulling.register(ls)
    if ls.leave is not None:
        ls.start(parent_process.watch(ls.process_id, ls.output, ls.leave))


@server.feature(types.SHUTDOWN)
def shutdown(ls: KibitzServer, _: None) -> None:
    ls.protocol.ended = True
