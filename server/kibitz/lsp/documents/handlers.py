"""The notifications about open documents. Unlike pygls, kibitz uses the line ends of the protocol, and applies only the changes."""

from __future__ import annotations

from lsprotocol import types

from kibitz.core import memory
from kibitz.lsp.diagnostics.checking import check, clear, end_editing, end_editing_elsewhere
from kibitz.lsp.documents.beside import learn_from_siblings, read_included_files
from kibitz.lsp.documents.session import Session, language_of
from kibitz.lsp.documents.worker import in_thread
from kibitz.lsp.server import KibitzServer, server
from kibitz.lsp.transport.messages import LEFT, Change, Edited, LeftParams
from kibitz.lsp.transport.protocol import arrived
from kibitz.lsp.workspace.configuration import heed_files, opened, scope_of, settings_of, show_mistakes
from kibitz.lsp.workspace.records import forget

CACHED_CHANGES = 1000
"""Changes after which the caches are emptied: by then, most of their answers are about texts that are gone."""


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def did_open(ls: KibitzServer, params: types.DidOpenTextDocumentParams) -> None:
    item = params.text_document
    language = language_of(item.language_id, item.uri)
    if (old := ls.sessions.pop(item.uri, None)) is not None:
        old.stop()
    forget(ls, item.uri)
    heed_files(ls)
    if language is not None:
        show_mistakes(ls, item.uri, language)
        session = Session(item.uri, language, ls.client, settings_of(ls, item.uri, language))
        ls.sessions[item.uri] = session
        session.change(item.version, [Change(item.text)], arrived.get())
        check(ls, session)
        ls.start(opened(ls, session))
        learn_from_siblings(ls, session.uri)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def did_change(ls: KibitzServer, message: Edited) -> None:
    session = ls.sessions.get(message.uri)
    if session is not None:
        session.change(message.version, message.changes, arrived.get())
        check(ls, session)
        end_editing_elsewhere(ls, session.uri)
        ls.changes += 1
        if ls.changes % CACHED_CHANGES == 0:
            ls.start(in_thread(memory.forget))


@server.feature(types.TEXT_DOCUMENT_DID_SAVE)
def did_save(ls: KibitzServer, params: types.DidSaveTextDocumentParams) -> None:
    """Publish all waiting findings, and let sibling files learn from the saved text."""
    heed_files(ls)
    session = ls.sessions.get(params.text_document.uri)
    if session is not None:
        read_included_files(ls, session)
        end_editing(ls, session)
    learn_from_siblings(ls, params.text_document.uri)


@server.feature(LEFT)
def did_leave(ls: KibitzServer, params: LeftParams) -> None:
    """Publish the waiting findings, because the window has lost the focus or shows another file."""
    session = ls.sessions.get(params.text_document.uri)
    if session is not None:
        end_editing(ls, session)


@server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
def did_close(ls: KibitzServer, params: types.DidCloseTextDocumentParams) -> None:
    uri = params.text_document.uri
    session = ls.sessions.pop(uri, None)
    if session is not None:
        ls.wishes.pop(scope_of(uri) or uri, None)
        clear(ls, session)
