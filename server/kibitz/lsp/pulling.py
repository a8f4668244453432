"""Diagnostics for a client that pulls them: of a document, and of all records of the folders."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

from lsprotocol import types

from kibitz.lsp.closed import Report
from kibitz.lsp.folders import Record, of_each, open_paths
from kibitz.lsp.positions import path_of
from kibitz.lsp.records import report
from kibitz.lsp.server import KibitzServer
from kibitz.lsp.session import Session
from kibitz.lsp.telling import new_id
from kibitz.lsp.worker import in_thread
from kibitz.lsp.written import Written, written
from kibitz.project.files import UnreadableError

DocumentReport = types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport
WorkspaceReport = (
    types.WorkspaceFullDocumentDiagnosticReport | types.WorkspaceUnchangedDocumentDiagnosticReport
)
OWNER = "kibitz"
"""Whose findings these are. VS Code puts those of a task of the same owner in their place, not beside them."""
PART = 50
"""How many reports are sent at once."""


def register(ls: KibitzServer) -> None:
    """For a client that can be told to pull again; whoever can't is told by itself."""
    options = types.DiagnosticOptions(
        inter_file_dependencies=False, workspace_diagnostics=True, identifier=OWNER
    )
    ls.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(diagnostic)
    ls.feature(types.WORKSPACE_DIAGNOSTIC)(workspace_diagnostic)


async def diagnostic(ls: KibitzServer, params: types.DocumentDiagnosticParams) -> DocumentReport:
    """What is wrong in an open document. Of one just opened, what is known by now: the client is told to ask again."""
    session = ls.sessions.get(params.text_document.uri)
    if session is None:
        return types.RelatedFullDocumentDiagnosticReport(())
    now = await _now(session)
    if params.previous_result_id == now.result_id:
        return types.RelatedUnchangedDocumentDiagnosticReport(now.result_id)
    return types.RelatedFullDocumentDiagnosticReport(now.items, result_id=now.result_id)


async def workspace_diagnostic(ls: KibitzServer, params: types.WorkspaceDiagnosticParams) -> Written:
    """What is wrong in all records, bit by bit if the client takes it so. Of those that are gone, nothing."""
    known = {one.uri: one.value for one in params.previous_result_ids}
    token = params.partial_result_token
    part: list[WorkspaceReport] = []
    async for one in _reports(ls, known):
        part.append(one)
        if token is not None and len(part) >= PART:
            ls.protocol.notify(
                types.PROGRESS, types.ProgressParams(token, types.WorkspaceDiagnosticReport(part))
            )
            part = []
    if token is not None and part:
        ls.protocol.notify(types.PROGRESS, types.ProgressParams(token, types.WorkspaceDiagnosticReport(part)))
        part = []
    return await in_thread(lambda: written(types.WorkspaceDiagnosticReport(part)))


async def _reports(ls: KibitzServer, known: dict[str, str]) -> AsyncIterator[WorkspaceReport]:
    known = dict(known)
    for session in list(ls.sessions.values()):
        now = await _now(session)
        yield _compared(session.uri, now, known.pop(session.uri, None), session.version)
    open_ones = open_paths(ls)
    async for part, _ in of_each(ls, open_ones, partial(_report, ls)):
        for uri, now in filter(None, part):
            yield _compared(uri, now, known.pop(uri, None), None)
    for uri in known:
        if path_of(uri) not in open_ones:
            yield types.WorkspaceFullDocumentDiagnosticReport(uri, ())


async def _now(session: Session) -> Report:
    """What is known to be wrong in an open document. Of one just opened that is nothing yet: the client is to ask again."""
    while session.task is not None and not session.done and session.made.told is not None:
        await session.news.wait()
    told = session.made.told if session.done else None
    session.waits = told is None
    return Report(new_id(), []) if told is None else Report(told.result_id, told.items)


def _report(ls: KibitzServer, one: Record) -> tuple[str, Report] | None:
    try:
        return one.uri, report(ls, one)
    except UnreadableError:
        return None


def _compared(uri: str, now: Report, known: str | None, version: int | None) -> WorkspaceReport:
    if known == now.result_id:
        return types.WorkspaceUnchangedDocumentDiagnosticReport(uri, known, version)
    return types.WorkspaceFullDocumentDiagnosticReport(uri, now.items, version, result_id=now.result_id)
