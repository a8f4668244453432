"""The diagnostics of records that are not open, on command and when files change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from lsprotocol import types

from kibitz.core.values import Severity
from kibitz.core.words import plural
from kibitz.languages import load
from kibitz.lsp.diagnostics.checking import check, next_piece
from kibitz.lsp.documents.beside import read_included_files
from kibitz.lsp.documents.positions import path_of
from kibitz.lsp.documents.session import Session
from kibitz.lsp.documents.worker import in_thread
from kibitz.lsp.server import KibitzServer, server
from kibitz.lsp.transport.converter import Json
from kibitz.lsp.transport.messages import Change
from kibitz.lsp.workspace import configuration
from kibitz.lsp.workspace.closed import Report
from kibitz.lsp.workspace.folders import Record, left_out, of_each, open_paths
from kibitz.lsp.workspace.progress import Progress
from kibitz.project.files import UnreadableError, is_included_name
from kibitz.project.settings import clean

CHECK_WORKSPACE = "kibitz.checkWorkspace"
"""The command that checks records of the workspace that are not open."""


@server.command(CHECK_WORKSPACE)
async def check_workspace(ls: KibitzServer, *_: object) -> dict[str, int]:
    """Check the records that are not open, publish their diagnostics, and return the numbers."""
    ls.checked = True
    ls.unseen.clear()
    counts: Counter[int] = Counter()
    checked: set[str] = set()
    with Progress(ls, "Checking the workspace", cancellable=True) as progress:
        async for part, share in of_each(ls, open_paths(ls), partial(read_record, ls)):
            for one, read in part:
                configuration.show_mistakes(ls, one.uri, load(one.language_id))
                checked.add(one.uri)
                counts.update(item["severity"] for item in _tell(ls, one, read))
            progress.report(share)
            if progress.cancelled:
                break
        else:
            for uri in ls.published - checked:
                forget(ls, uri)
    ls.tell_unseen()
    said = f"{plural(len(checked), 'record')} besides the open ones: {_summary(counts)}"
    ls.say(f"Stopped after {said}" if progress.cancelled else f"Checked {said}")
    return {"records": len(checked), "errors": counts[Severity.ERROR], "warnings": counts[Severity.WARNING]}


@server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
def did_change_watched_files(ls: KibitzServer, params: types.DidChangeWatchedFilesParams) -> None:
    """Read settings and included files again, and check changed records that are not open."""
    included_files = [is_included_name(path_of(change.uri)) for change in params.changes]
    if any(included_files):
        _follow_included_files(ls)
    if included_files and all(included_files):
        return
    configuration.forget(ls)
    configuration.apply(ls)
    ls.refresh(types.WORKSPACE_DIAGNOSTIC_REFRESH)
    if not ls.client.pulls:
        ls.start(_follow(ls, params.changes))


def _follow_included_files(ls: KibitzServer) -> None:
    """Read the included files of all documents again."""
    ls.reports.forget()
    for session in ls.sessions.values():
        if session.latest("included_files") and read_included_files(ls, session):
            check(ls, session)
            ls.refresh(*ls.client.refreshes)


async def _follow(ls: KibitzServer, changes: Sequence[types.FileEvent]) -> None:
    for change in {one.uri: one for one in changes}.values():
        record = Record.at(path_of(change.uri))
        if record is None or record.path in open_paths(ls):
            continue
        if change.type == types.FileChangeType.Deleted:
            forget(ls, record.uri)
        elif ls.checked and not await in_thread(partial(left_out, ls, record.path)):
            _tell(ls, *await in_thread(partial(read_record, ls, record)))
            configuration.show_mistakes(ls, record.uri, load(record.language_id))


def read_record(ls: KibitzServer, one: Record) -> tuple[Record, Report | UnreadableError]:
    """Return a record with the report on its file."""
    try:
        return one, report(ls, one)
    except UnreadableError as error:
        return one, error


def _tell(ls: KibitzServer, one: Record, read: Report | UnreadableError) -> list[Json]:
    """Publish the diagnostics of a closed record for a client that does not pull, and return them."""
    found = []
    if isinstance(read, Report):
        found = read.items
    else:
        ls.say(f"{one.path}: {read}")
    if not ls.client.pulls and one.path not in open_paths(ls) and (found or one.uri in ls.published):
        ls.published.add(one.uri)
        ls.publish(one.uri, found)
    return found


def report(ls: KibitzServer, record: Record) -> Report:
    """Return the errors and warnings of a record as it is on the disk. Raises UnreadableError.

    Information and hints are for open records: elsewhere they would bury errors.
    """
    language = load(record.language_id)
    settings = configuration.settings_of(ls, record.uri, language)
    session = Session(record.uri, language, ls.client, settings)

    def work(text: str) -> Report:
        if clean(session.snapshot.language, text, settings) is not None:
            return Report([])
        session.change(0, [Change(text)], 0)
        while (told := session.state.published) is None:
            session.store(next_piece(session)())
            if session.state.unread:
                read_included_files(ls, session)
        return Report([one for one in told.items if one["severity"] <= Severity.WARNING])

    return ls.reports.get(record.path, session.snapshot.language, work)


def forget(ls: KibitzServer, uri: str) -> None:
    """Remove the diagnostics of a record that was not open."""
    path = path_of(uri)
    for one in [one for one in ls.published if path_of(one) == path]:
        ls.published.discard(one)
        ls.publish(one, [])


def _summary(counts: Counter[int]) -> str:
    said = [
        plural(counts[severity], severity.name.lower())
        for severity in (Severity.ERROR, Severity.WARNING)
        if counts[severity]
    ]
    return " and ".join(said) or "no errors and no warnings"
