"""Diagnostics for a client that pulls them: of a document, and of all records of the folders."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

from lsprotocol import types

from kibitz.languages import load
from kibitz.lsp.documents.positions import path_of
from kibitz.lsp.documents.session import Session
from kibitz.lsp.documents.worker import in_thread
from kibitz.lsp.server import KibitzServer
from kibitz.lsp.transport.json_text import Written, written
from kibitz.lsp.workspace.closed import Report
from kibitz.lsp.workspace.configuration import show_mistakes
from kibitz.lsp.workspace.folders import of_each, open_paths
from kibitz.lsp.workspace.records import read_record

DocumentReport = types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport
WorkspaceReport = (
    types.WorkspaceFullDocumentDiagnosticReport | types.WorkspaceUnchangedDocumentDiagnosticReport
)
OWNER = "kibitz"
"""The owner of the findings. VS Code replaces findings of a task with the same owner."""


def register(ls: KibitzServer) -> None:
    """Register the pull requests, for a client that can be asked to pull again."""
    options = types.DiagnosticOptions(
        inter_file_dependencies=False, workspace_diagnostics=True, identifier=OWNER
    )
    ls.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(diagnostic)
    ls.feature(types.WORKSPACE_DIAGNOSTIC)(workspace_diagnostic)


async def diagnostic(ls: KibitzServer, params: types.DocumentDiagnosticParams) -> DocumentReport:
    """Return the report of an open document, once it is checked."""
    session = ls.sessions.get(params.text_document.uri)
    if session is None:
        return types.RelatedFullDocumentDiagnosticReport(())
    now = await _now(session)
    if params.previous_result_id == (result_id := now.result_id):
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id)
    return types.RelatedFullDocumentDiagnosticReport(now.items, result_id=result_id)


async def workspace_diagnostic(ls: KibitzServer, params: types.WorkspaceDiagnosticParams) -> Written:
    """Return the reports of all records, in parts if the client accepts them. Records that are gone have no findings."""
    known = {one.uri: one.value for one in params.previous_result_ids}
    token = params.partial_result_token
    found: list[WorkspaceReport] = []
    async for part in _reports(ls, known):
        if token is None:
            found += part
        elif part:
            report = types.WorkspaceDiagnosticReport(part)
            ls.protocol.notify(types.PROGRESS, types.ProgressParams(token, report))
    return await in_thread(lambda: written(types.WorkspaceDiagnosticReport(found)))


async def _reports(ls: KibitzServer, known: dict[str, str]) -> AsyncIterator[list[WorkspaceReport]]:
    """Yield the reports of open records, of others, some at a time, and of known ones that are gone."""
    known = dict(known)
    for session in list(ls.sessions.values()):
        now = await _now(session)
        yield [_compared(session.uri, now, known.pop(session.uri, None), session.version)]
    open_ones = open_paths(ls)
    async for part, _ in of_each(ls, open_ones, partial(read_record, ls)):
        for one, _ in part:
            show_mistakes(ls, one.uri, load(one.language_id))
        yield [
            _compared(one.uri, now, known.pop(one.uri, None), None)
            for one, now in part
            if isinstance(now, Report)
        ]
    yield [
        types.WorkspaceFullDocumentDiagnosticReport(uri, ()) for uri in known if path_of(uri) not in open_ones
    ]


async def _now(session: Session) -> Report:
    """Return the diagnostics of an open document once it is checked, or none if the check failed."""
    while session.task is not None and not session.done:
        await session.news.wait()
    told = session.state.published if session.done else None
    return Report([] if told is None else told.items)


def _compared(uri: str, now: Report, known: str | None, version: int | None) -> WorkspaceReport:
    if known == (result_id := now.result_id):
        return types.WorkspaceUnchangedDocumentDiagnosticReport(uri, known, version)
    return types.WorkspaceFullDocumentDiagnosticReport(uri, now.items, version, result_id=result_id)
