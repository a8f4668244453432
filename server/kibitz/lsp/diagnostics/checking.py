"""The loop that keeps the diagnostics of a document up to date: a thread checks, the event loop publishes."""

from __future__ import annotations

import asyncio
import gc
from functools import partial

from lsprotocol import types

from kibitz.core.memory import forget
from kibitz.lsp.diagnostics.foresight import foresee
from kibitz.lsp.diagnostics.publishing import PublishedDiagnostics
from kibitz.lsp.documents.included_files import read_included_files
from kibitz.lsp.documents.session import EditingEnded, Idle, Session, SessionState
from kibitz.lsp.documents.worker import in_thread
from kibitz.lsp.server import FULL, KibitzServer
from kibitz.lsp.transport.memory import give_back
from kibitz.lsp.transport.messages import STATUS
from kibitz.lsp.workspace.progress import Progress

SLICE = 8.0
"""Milliseconds of checking between two looks at what has come in."""
REST = 3.0
"""Seconds without a key after which the user is idle: findings at the edited entry are published."""
PAUSE = 10.0
"""Seconds without a key after which the user has finished: all findings are published."""

_freeze = iter((True,))


def check(ls: KibitzServer, session: Session) -> None:
    """Go on with what has come: at once while that is quick, then in a thread. If the thread is at work, it goes on itself."""
    if session.task is not None:
        return
    while not session.done and session.quick:
        _store(ls, session, session.next_piece(SLICE)())
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
                piece = session.checker.submit(session.next_piece(SLICE))
                _store(ls, session, await asyncio.wrap_future(piece))
                progress.report(session.share)
    finally:
        # The same turn ends the task, so that no event can come in between and wait for ever.
        session.task = None
        session.stir()


def _ended(ls: KibitzServer, task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        ls.log_once("checking failed", error)


def _store(ls: KibitzServer, session: Session, new: SessionState) -> None:
    """Store a piece of work, publish what is new, and read the included files."""
    before = session.state
    session.cancel_timers()
    session.store(new)
    if new.published is not None and new.published is not before.published:
        _publish(ls, session, new.published, before.published)
    if new.snapshot.document is not before.snapshot.document:
        read_included_files(ls, session)
    if session.done:
        _wait(ls, session)


def _publish(
    ls: KibitzServer, session: Session, now: PublishedDiagnostics, before: PublishedDiagnostics | None
) -> None:
    """Publish the diagnostics of now, or have a client that pulls ask again; but not for the same diagnostics."""
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
        foresee(ls, session)


def _wait(ls: KibitzServer, session: Session) -> None:
    """Start the timer until the user counts as idle, and then as gone."""
    typing, loop = session.snapshot.typing, asyncio.get_running_loop()
    if typing.at is not None and typing.rested:
        session.rest = loop.call_later(PAUSE - REST, end_editing, ls, session)
    elif typing.at is not None:
        session.rest = loop.call_later(REST, _idle, ls, session)


def _idle(ls: KibitzServer, session: Session) -> None:
    """Publish what waits at the edited entry, because no key has come for a while."""
    session.take(Idle())
    check(ls, session)


def end_editing(ls: KibitzServer, session: Session) -> None:
    """Publish everything that waits, because the user has finished editing."""
    session.take(EditingEnded())
    check(ls, session)


def end_editing_elsewhere(ls: KibitzServer, uri: str) -> None:
    """Publish what waits in other documents, because the user works in this one."""
    for session in ls.sessions.values():
        if session.pending and session.uri != uri:
            end_editing(ls, session)


def clear(ls: KibitzServer, session: Session) -> None:
    """Stop the work about a closed document and remove its diagnostics."""
    session.stop()
    ls.start(_give_back(ls, session))
    if not ls.client.pulls:
        ls.publish(session.uri, [])


async def _give_back(ls: KibitzServer, session: Session) -> None:
    """Give back the memory of a closed document once its threads are idle."""
    await session.worker.ask(bool)
    await asyncio.wrap_future(session.checker.submit(bool))
    if not ls.sessions:
        forget()
        gc.collect()
    await in_thread(give_back)
