"""Diagnostics: has a thread check what has come for a document, and publishes the findings.

A client either has them pushed or pulls them, never both.
"""

from __future__ import annotations

import asyncio
import gc
from concurrent import futures
from functools import partial
from time import monotonic

from lsprotocol import types

from kibitz.lsp import worker
from kibitz.lsp.companions import accompany
from kibitz.lsp.foresight import foresee
from kibitz.lsp.garbage import give_back
from kibitz.lsp.making import Left, Made, Rested
from kibitz.lsp.ours import STATUS
from kibitz.lsp.progress import Progress
from kibitz.lsp.server import FULL, KibitzServer
from kibitz.lsp.session import Session
from kibitz.lsp.telling import Told
from kibitz.lsp.worker import in_thread

SLICE = 8.0
"""Milliseconds of checking between two looks at what has come in."""
WAIT = 0.008
"""Seconds that the event loop waits for the checking thread: most keys need less, and another turn costs 0.3 ms."""
REST = 3.0
"""Seconds without a key after which an entry is meant as it stands."""
PAUSE = 10.0
"""Seconds without a key after which nobody writes any more: whatever waited is told."""

_freeze = iter((True,))


def check(ls: KibitzServer, session: Session) -> None:
    """Have the checking thread go on with what has come, piece by piece, unless it is at work already."""
    if session.task is not None:
        return
    deadline = monotonic() + WAIT
    while not session.done:
        piece = session.checker.submit(session.piece(SLICE))
        try:
            new = piece.result(max(deadline - monotonic(), 0) if worker.THREADS else 0)
        except futures.TimeoutError:
            session.task = asyncio.get_running_loop().create_task(_go_on(ls, session, piece))
            session.task.add_done_callback(partial(_ended, ls))
            return
        _store(ls, session, new)


async def _go_on(ls: KibitzServer, session: Session, piece: futures.Future[Made]) -> None:
    """Store each piece when it is done, until nothing remains.

    A piece that has begun is never given up, so that a user who types without a pause sees diagnostics, too.
    """
    try:
        with Progress(ls, f"Checking {session.uri.rpartition('/')[2]}") as progress:
            _store(ls, session, await asyncio.wrap_future(piece))
            while not session.done:
                progress.report(session.share)
                _store(ls, session, await asyncio.wrap_future(session.checker.submit(session.piece(SLICE))))
    finally:
        # In the same turn, or something could come in between that nobody would make.
        session.task = None
        session.stir()


def _ended(ls: KibitzServer, task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        ls.log_once("checking failed", error)


def _store(ls: KibitzServer, session: Session, new: Made) -> None:
    """Store a piece of work, publish what is new, and read the included files."""
    before = session.made
    session.awake()
    session.store(new)
    if new.told is not None and new.told is not before.told:
        _tell(ls, session, new.told, before.told)
    if new.view.document is not before.view.document:
        ls.make_room()
        accompany(ls, session)
    if session.done:
        _wait(ls, session)


def _tell(ls: KibitzServer, session: Session, now: Told, before: Told | None) -> None:
    """Publish the diagnostics of now, or have a client that pulls ask again; but not for the same diagnostics."""
    if now.complete and not (before is not None and before.complete) and next(_freeze, False):
        # What the first record needed stays: looking at 5 MB of it once more takes the collector 60 ms.
        gc.freeze()
    again = before is not None and before.complete and before.view.version == now.view.version
    if again and before is not None and (before.items, before.held) == (now.items, now.held):
        return
    if again:
        # The client asks by itself about a new version, but not about new findings in the same one.
        ls.refresh(types.WORKSPACE_CODE_LENS_REFRESH, types.WORKSPACE_DIAGNOSTIC_REFRESH)
    if not ls.client.pulls:
        ls.publish(session.uri, now.items, now.view.version)
    if ls.client.status and ls.unread < FULL:
        ls.protocol.tell(STATUS, now.status)
    if now.complete and now.items:
        foresee(ls, session)


def _wait(ls: KibitzServer, session: Session) -> None:
    """Waits for the writer to rest, and then to be gone."""
    insertion, loop = session.view.insertion, asyncio.get_running_loop()
    if insertion.at is not None and insertion.rested:
        session.rest = loop.call_later(PAUSE - REST, left, ls, session)
    elif insertion.at is not None:
        session.rest = loop.call_later(REST, _rested, ls, session)


def _rested(ls: KibitzServer, session: Session) -> None:
    """No key for a while: what the entry says by now, it is meant to say."""
    session.take(Rested())
    check(ls, session)


def left(ls: KibitzServer, session: Session) -> None:
    """The writer has finished: whatever waited is told now."""
    session.take(Left())
    check(ls, session)


def clear(ls: KibitzServer, session: Session) -> None:
    """The document is closed: its problems go."""
    session.stop()
    ls.make_room()
    ls.start(_give_back(ls, session))
    if not ls.client.pulls:
        ls.publish(session.uri, [])


async def _give_back(ls: KibitzServer, session: Session) -> None:
    """Give back the memory of a closed document once its threads are idle."""
    await session.worker.ask(bool)
    await asyncio.wrap_future(session.checker.submit(bool))
    if not ls.sessions:
        gc.collect()
    await in_thread(give_back)
