"""A pygls server without features: the basic cost of a server on pygls."""

from __future__ import annotations

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("empty", "0")


def publish(uri: str, version: int) -> None:
    params = types.PublishDiagnosticsParams(uri=uri, version=version, diagnostics=[])
    server.text_document_publish_diagnostics(params)


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def did_open(params: types.DidOpenTextDocumentParams) -> None:
    publish(params.text_document.uri, params.text_document.version)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def did_change(params: types.DidChangeTextDocumentParams) -> None:
    publish(params.text_document.uri, params.text_document.version)


if __name__ == "__main__":
    server.start_io()
