"""What is wrong in the records of the folders that are not open: told on command, and when files change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from lsprotocol import types

from kibitz.core.values import Severity
from kibitz.core.words import plural
from kibitz.languages import load
from kibitz.lsp import configuration
from kibitz.lsp.checking import check
from kibitz.lsp.closed import Report
from kibitz.lsp.companions import accompany
from kibitz.lsp.converter import Json
from kibitz.lsp.folders import Record, left_out, of_each, open_paths
from kibitz.lsp.ours import Change
from kibitz.lsp.positions import path_of
from kibitz.lsp.progress import Progress
from kibitz.lsp.server import KibitzServer, server
from kibitz.lsp.session import Session
from kibitz.lsp.worker import in_thread
from kibitz.project.files import UnreadableError, is_companion

CHECK_WORKSPACE = "kibitz.checkWorkspace"
"""Checks the records of the workspace that are not open, too, and shows what is wrong in them."""


@server.command(CHECK_WORKSPACE)
async def check_workspace(ls: KibitzServer, *_: object) -> dict[str, int]:
    """Checks what is not open, tells the client, and says how much is wrong."""
    ls.checked = True
    ls.unseen.clear()
    counts: Counter[int] = Counter()
    checked: set[str] = set()
    with Progress(ls, "Checking the workspace", cancellable=True) as progress:
        async for part, share in of_each(ls, open_paths(ls), partial(_read, ls)):
            for one, read in part:
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
    """Settings may be others now, and what records name. What has been told of a record that is not open follows its file."""
    companions = [is_companion(path_of(change.uri)) for change in params.changes]
    if any(companions):
        _follow_companions(ls)
    if companions and all(companions):
        return
    configuration.forget(ls)
    configuration.apply(ls)
    ls.refresh(types.WORKSPACE_DIAGNOSTIC_REFRESH)
    if not ls.client.pulls:
        ls.start(_follow(ls, params.changes))


def _follow_companions(ls: KibitzServer) -> None:
    """A file has changed that may lie beside records that name it."""
    ls.reports.forget()
    for session in ls.sessions.values():
        if session.latest("companions") and accompany(ls, session, anew=True):
            session.waits = True
            check(ls, session)
            ls.refresh(*sorted(ls.client.refreshes))


async def _follow(ls: KibitzServer, changes: Sequence[types.FileEvent]) -> None:
    for change in {one.uri: one for one in changes}.values():
        record = Record.at(path_of(change.uri))
        if record is None or record.path in open_paths(ls):
            continue
        if change.type == types.FileChangeType.Deleted:
            forget(ls, record.uri)
        elif ls.checked and not await in_thread(partial(left_out, ls, record.path)):
            _tell(ls, *await in_thread(partial(_read, ls, record)))


def _read(ls: KibitzServer, one: Record) -> tuple[Record, Report | UnreadableError]:
    """A record as it is on the disk, checked."""
    try:
        return one, report(ls, one)
    except UnreadableError as error:
        return one, error


def _tell(ls: KibitzServer, one: Record, read: Report | UnreadableError) -> list[Json]:
    """Tells what is wrong in a record, to a client that does not pull."""
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
    """What is wrong in a record as it is on the disk. Raises UnreadableError."""
    language = load(record.language_id)
    settings = configuration.settings_of(ls, record.uri, language)
    session = Session(record.uri, language, ls.client, settings)

    def work(text: str) -> Report:
        session.change(0, [Change(text)], 0)
        while (told := session.made.told) is None:
            session.store(session.piece()())
            accompany(ls, session)
        return Report(told.result_id, told.items)

    return ls.reports.get(record.path, session.view.language, work)


def forget(ls: KibitzServer, uri: str) -> None:
    """What was said of a record that was not open no longer counts."""
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
