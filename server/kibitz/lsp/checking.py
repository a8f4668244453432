"""Diagnostics: goes on with what has come for a document, at once where that is quick, and tells the client.

A client either has them pushed or pulls them, never both.
"""

from __future__ import annotations

import asyncio
import gc
from functools import partial

from lsprotocol import types

from kibitz.core.interest import Pointless, watched
from kibitz.core.memory import forget
from kibitz.lsp.companions import accompany
from kibitz.lsp.foresight import foresee
from kibitz.lsp.garbage import give_back
from kibitz.lsp.making import Left, Made, Rested
from kibitz.lsp.ours import STATUS
from kibitz.lsp.progress import Progress
from kibitz.lsp.server import FULL, KibitzServer
from kibitz.lsp.session import Session
from kibitz.lsp.telling import Told
from kibitz.lsp.worker import Watch, Worker, in_thread

QUICK = 8.0
"""Milliseconds that everything may take in the turn that brings a change."""
SLICE = 8.0
"""Milliseconds of checking between two looks at what has come in."""
REST = 3.0
"""Seconds without a key after which an entry is meant as it stands."""
PAUSE = 10.0
"""Seconds without a key after which nobody writes any more: whatever waited is told."""

_freeze = iter((True,))


def check(ls: KibitzServer, session: Session) -> None:
    """Goes on with what has come, and tells at once if that is quick. If something goes on, it goes on with that."""
    if session.task is not None:
        return
    if session.quick:
        _make_at_once(ls, session)
    if not session.done:
        session.task = asyncio.get_running_loop().create_task(_go_on(ls, session))
        session.task.add_done_callback(partial(_ended, ls))


def _make_at_once(ls: KibitzServer, session: Session) -> None:
    """Makes what has come within this turn. What takes longer is given up, to be begun anew by a thread."""
    watch, done = Watch(), session.done
    try:
        while not done:
            new = watched(session.piece(QUICK), lambda: watch.milliseconds > QUICK, patient=False)
            done = _store(ls, session, new)
    except Pointless:
        session.made = session.made._replace(pace=QUICK)


async def _go_on(ls: KibitzServer, session: Session) -> None:
    """Has the thread make what has come, piece by piece, until nothing remains to be done.

    The loop stores each piece before there is another one. A piece that has been begun is never given up, so that who
    types without a pause is followed, too.
    """
    try:
        with Progress(ls, f"Checking {session.uri.rpartition('/')[2]}") as progress:
            while not session.done:
                _store(ls, session, await session.maker.ask(None, session.piece(SLICE)))
                progress.report(session.share)
    finally:
        # In the same turn, or something could come in between that nobody would make.
        session.task = None
        session.stir()


def _ended(ls: KibitzServer, task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        ls.log_once("checking failed", error)


def _store(ls: KibitzServer, session: Session, new: Made) -> bool:
    """Stores a piece of work, tells the client what is new, and reads the files that are named now; whether all is done."""
    before = session.made
    session.awake()
    session.store(new)
    if new.told is not None and new.told is not before.told:
        _tell(ls, session, new.told, before.told)
    if new.view.document is not before.view.document:
        accompany(ls, session)
    if done := session.done:
        _wait(ls, session)
    return done


def _tell(ls: KibitzServer, session: Session, now: Told, before: Told | None) -> None:
    """Tells the client what is known to be wrong now, or that it may ask; but not the same twice."""
    if now.complete and not (before is not None and before.complete) and next(_freeze, False):
        # What the first record needed stays: looking at 5 MB of it once more takes the collector 60 ms.
        gc.freeze()
    if before is not None and before.is_about(now.view):
        if now.held == before.held:
            return
        session.waits = True
        ls.refresh(types.WORKSPACE_CODE_LENS_REFRESH)
    if not ls.client.pulls:
        ls.publish(session.uri, now.items, now.view.version)
    elif session.waits:
        session.waits = False
        ls.refresh(types.WORKSPACE_DIAGNOSTIC_REFRESH)
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
    ls.start(_give_back(ls, session.maker, session.worker))
    if not ls.client.pulls:
        ls.publish(session.uri, [])


async def _give_back(ls: KibitzServer, *workers: Worker) -> None:
    """Gives back what a closed document took, once the threads that worked at it have ended."""
    for one in workers:
        await one.ask(None, bool)
    if not ls.sessions:
        forget()
        gc.collect()
    await in_thread(give_back)
