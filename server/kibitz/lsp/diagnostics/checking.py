"""From an event to published diagnostics: update the state of the document, store it, and publish new diagnostics."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter

from lsprotocol import types

from kibitz.core.analysis import Analysis, Checking
from kibitz.core.memory import forget
from kibitz.lsp.diagnostics.publishing import PublishedDiagnostics, diagnostics_of, is_worth_publishing
from kibitz.lsp.diagnostics.repairs_ahead import search_repairs_ahead
from kibitz.lsp.documents.beside import read_included_files
from kibitz.lsp.documents.session import Session, SessionState
from kibitz.lsp.documents.snapshot import EditingEnded, Event, Idle, Snapshot
from kibitz.lsp.documents.worker import Worker, WorkerThread, in_thread
from kibitz.lsp.server import FULL, KibitzServer
from kibitz.lsp.transport.memory import give_back
from kibitz.lsp.transport.messages import STATUS
from kibitz.lsp.workspace.progress import Progress

SLICE = 8.0
"""Milliseconds of checking between two looks at new events."""
REST = 3.0
"""Seconds without a key after which the user is idle: findings at the edited entry are published."""
FINISHED_AFTER = 10.0
"""Seconds without a key after which the user has finished: all findings are published."""

_freeze = iter((True,))


def check(ls: KibitzServer, session: Session) -> None:
    """Continue with the waiting events: in the event loop while checks are quick, otherwise in a thread.

    A working thread takes new events without this call.
    """
    if session.task is not None:
        return
    while not session.done and session.quick:
        _store(ls, session, next_piece(session, SLICE)())
    if not session.done:
        session.task = asyncio.get_running_loop().create_task(_go_on(ls, session))
        session.task.add_done_callback(partial(_ended, ls))


async def _go_on(ls: KibitzServer, session: Session) -> None:
    """Have the thread of the document check piece by piece, until nothing remains.

    Each piece that has begun is finished, so that fast typing does not stop the diagnostics.
    """
    try:
        with Progress(ls, f"Checking {session.uri.rpartition('/')[2]}") as progress:
            while not session.done:
                piece = session.checker.submit(next_piece(session, SLICE))
                _store(ls, session, await asyncio.wrap_future(piece))
                progress.report(session.share)
    finally:
        # The same turn ends the task, so that no event can come in between and wait for ever.
        session.task = None
        session.stir()


def next_piece(session: Session, milliseconds: float | None = None) -> Callable[[], SessionState]:
    """Return the next piece of work, for any thread. Its result must be stored before the next piece begins."""
    return partial(update, session.state, (*session.events,), milliseconds)


def update(former: SessionState, events: Sequence[Event], milliseconds: float | None = None) -> SessionState:
    """Return the state after some events and after checking for some time, but at least one block.

    No check begins before the included files are read.
    """
    started = perf_counter()
    new = _updated(former, events, milliseconds)
    took = 1000 * (perf_counter() - started)
    return new._replace(took=took if former.is_complete else former.took + took)


def _updated(former: SessionState, events: Sequence[Event], milliseconds: float | None) -> SessionState:
    snapshot, now = former.snapshot, partial(SessionState, events=events)
    for event in events:
        snapshot = event.applied(snapshot)
    checking = None if snapshot.complete else _check_of(snapshot, former.checking)
    if checking is None:
        return now(snapshot, None, diagnostics_of(snapshot))
    if {*snapshot.language.included_files(snapshot.document)} != {*snapshot.included_files}:
        return now(snapshot, checking, former.published, unread=True)
    if checking.advance(milliseconds):
        known = checking.analysis
        if known.siblings is not snapshot.siblings:
            known = replace(known, siblings=snapshot.siblings)
        snapshot = snapshot._replace(known=known)
        return now(snapshot, None, diagnostics_of(snapshot))
    if is_worth_publishing(snapshot, checking, former.published):
        return now(snapshot, checking, diagnostics_of(snapshot, checking.so_far))
    return now(snapshot, checking, former.published)


def _check_of(snapshot: Snapshot, former: Checking | None) -> Checking:
    """Return the check of a snapshot: the former one, or a new one that keeps what still holds."""
    if former is not None and former.document is snapshot.document:
        return former
    base: Analysis | Checking | None = snapshot.known
    if former is not None and former.document.language is snapshot.language:
        base = former
    return Checking(snapshot.document, base)


def _ended(ls: KibitzServer, task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        ls.log_once("checking failed", error)


def _store(ls: KibitzServer, session: Session, new: SessionState) -> None:
    """Store a piece of work, publish what is new, and read the included files."""
    before = session.state
    session.store(new)
    if new.published is not None and new.published is not before.published:
        _publish(ls, session, new.published, before.published)
    if new.unread:
        read_included_files(ls, session)
    if session.done:
        _wait(ls, session)


def _publish(
    ls: KibitzServer, session: Session, now: PublishedDiagnostics, before: PublishedDiagnostics | None
) -> None:
    """Publish the current diagnostics, or ask a client that pulls to pull again. Equal diagnostics are not sent twice."""
    if now.complete and not (before is not None and before.complete) and next(_freeze, False):
        # The objects that the first record needed stay: the collector would take 60 ms to look at them again.
        gc.freeze()
    again = before is not None and before.complete and before.snapshot.version == now.snapshot.version
    if again and before is not None and (before.items, before.pending) == (now.items, now.pending):
        return
    if again:
        # The client asks again for a new version, but not for new findings in the same one.
        ls.refresh(types.WORKSPACE_CODE_LENS_REFRESH, types.WORKSPACE_DIAGNOSTIC_REFRESH)
    if not ls.client.pulls:
        ls.publish(session.uri, now.items, now.snapshot.version)
    if ls.client.status and ls.unread < FULL:
        ls.protocol.tell(STATUS, now.status)
    if now.complete and now.items:
        search_repairs_ahead(ls, session)


def _wait(ls: KibitzServer, session: Session) -> None:
    """Start the timer until the user counts as idle, and then as gone."""
    typing, loop = session.snapshot.typing, asyncio.get_running_loop()
    if typing.at is not None and typing.rested:
        session.rest = loop.call_later(FINISHED_AFTER - REST, end_editing, ls, session)
    elif typing.at is not None:
        session.rest = loop.call_later(REST, _idle, ls, session)


def _idle(ls: KibitzServer, session: Session) -> None:
    """Publish the waiting findings at the edited entry, because no key has come for a while."""
    session.take(Idle())
    check(ls, session)


def end_editing(ls: KibitzServer, session: Session) -> None:
    """Publish all waiting findings, because the user has finished editing."""
    session.take(EditingEnded())
    check(ls, session)


def end_editing_elsewhere(ls: KibitzServer, uri: str) -> None:
    """Publish the waiting findings of other documents, because the user works in this one."""
    for session in ls.sessions.values():
        if session.pending and session.uri != uri:
            end_editing(ls, session)


def clear(ls: KibitzServer, session: Session) -> None:
    """Stop the work for a closed document, and remove its diagnostics."""
    session.stop()
    ls.start(_give_back(ls, session.worker, session.checker))
    if not ls.client.pulls:
        ls.publish(session.uri, [])


async def _give_back(ls: KibitzServer, worker: Worker, checker: WorkerThread) -> None:
    """Give back the memory of a closed document once its threads are idle. The session must not be kept until then."""
    await worker.ask(bool)
    await asyncio.wrap_future(checker.submit(bool))
    if not ls.sessions:
        forget()
        gc.collect()
    await in_thread(give_back)
