"""Diagnostics: checks a document after every change, at once where that is quick, and tells the client.

A client either has them pushed or pulls them, never both.
"""

from __future__ import annotations

import asyncio
import gc
from functools import partial

from lsprotocol import types

from kibitz.lsp.companions import accompany
from kibitz.lsp.garbage import give_back
from kibitz.lsp.progress import Progress
from kibitz.lsp.protocol import STATUS
from kibitz.lsp.server import FULL, KibitzServer
from kibitz.lsp.session import Session, Told
from kibitz.lsp.telling import LIMIT, status, tidings, told
from kibitz.lsp.worker import in_thread

QUICK = 8.0
"""Milliseconds that checking a short document may take in the turn that brings a change."""
SLICE = 8.0
"""Milliseconds of checking between two looks at what has come in."""
REST = 3.0
"""Seconds without a key after which an entry is meant as it stands."""
PAUSE = 10.0
"""Seconds without a key after which nobody writes any more: whatever waited is told."""

_freeze = iter((True,))


def check(ls: KibitzServer, session: Session) -> None:
    """Checks what a change has touched, and tells at once if that is quick. If something goes on, it goes on with that."""
    session.awake()
    session.stir()
    session.tidings = None
    if session.task is not None:
        return
    if session.made:
        ls.make_room()
        accompany(ls, session)
        if session.short and session.advance(QUICK):
            _tell(ls, session, told(session))
            return
    session.task = asyncio.get_running_loop().create_task(_go_on(ls, session))
    session.task.add_done_callback(partial(_ended, ls))


async def _go_on(ls: KibitzServer, session: Session) -> None:
    """Has the thread make what changes have come and check, slice by slice, until everything is known.

    The thread is given one piece at a time and the session changes in between, so that nobody else sees it at work; and a
    change that it has begun to make is never given up, so that who types without a pause is followed, too.
    """
    told_all = False
    try:
        with Progress(ls, f"Checking {session.uri.rpartition('/')[2]}") as progress:
            while not told_all:
                if not session.made:
                    session.take(await session.maker.ask(None, session.making))
                    ls.make_room()
                    accompany(ls, session)
                elif (checking := session.checking) is not None:
                    await session.maker.ask(None, partial(checking.advance, SLICE))
                    session.conclude()
                progress.report(session.share)
                if session.done or _is_worth_telling(session):
                    told_all = await _tell_from_thread(ls, session)
    finally:
        # In the same turn, or a change could come in between that nobody would make.
        session.rests()


def _is_worth_telling(session: Session) -> bool:
    """Of a document just opened: whether much more is known to be wrong than has been told, or the first of it."""
    if session.settled or session.share == 0:
        return False
    return session.told is None or (session.told < LIMIT and session.so_far.count > 2 * session.told)


def _ended(ls: KibitzServer, task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        ls.log_once("checking failed", error)


async def _tell_from_thread(ls: KibitzServer, session: Session) -> bool:
    """Tells the client, unless anything is new by the time it is known what to tell; returns whether that was all."""
    before, done = session.stirred, session.done
    found = await tidings(session)
    if session.stirred != before:
        return False
    _tell(ls, session, found)
    return done


def _tell(ls: KibitzServer, session: Session, found: Told) -> None:
    """Tells the client what is known to be wrong now, or that it may ask."""
    session.result_id = ls.new_id()
    session.held = found.held
    _wait(ls, session)
    if session.done and not session.settled:
        session.settled = True
        if next(_freeze, False):
            # What the first record needed stays: the garbage collector need not look at it again and again.
            gc.freeze()
    if not ls.client.pulls:
        session.told = session.so_far.count
        ls.publish(session.uri, found.items, session.version)
    elif session.done:
        session.tidings = found
        if session.waits:
            session.waits = False
            ls.refresh(types.WORKSPACE_DIAGNOSTIC_REFRESH)
    if ls.client.status and ls.unread < FULL:
        ls.protocol.notify(STATUS, status(session, found))


def _wait(ls: KibitzServer, session: Session) -> None:
    """Waits for the writer to rest, and then to be gone."""
    session.awake()
    if session.insertion.at is not None:
        loop, rested = asyncio.get_running_loop(), session.insertion.rested
        session.rest = loop.call_later(PAUSE - REST if rested else REST, _rested, ls, session)


def _rested(ls: KibitzServer, session: Session) -> None:
    """No key for a while: what the entry says by now, it is meant to say, and in the end the record, too."""
    if session.insertion.rested:
        left(ls, session)
        return
    session.insertion.rested = True
    _wait(ls, session)
    session.stir()
    ls.start(_tell_what_waited(ls, session))


def left(ls: KibitzServer, session: Session) -> None:
    """The writer has finished: whatever waited is told now."""
    session.awake()
    session.leave()
    session.stir()
    ls.start(_tell_what_waited(ls, session))


async def _tell_what_waited(ls: KibitzServer, session: Session) -> None:
    if session.task is None and session.held:
        before = session.stirred
        found = await tidings(session)
        if session.stirred == before and found.held != session.held:
            session.waits = True
            _tell(ls, session, found)
            ls.refresh(types.WORKSPACE_CODE_LENS_REFRESH)


def clear(ls: KibitzServer, session: Session) -> None:
    """The document is closed: its problems go."""
    session.stop()
    ls.make_room()
    ls.start(in_thread(give_back))
    if not ls.client.pulls:
        ls.publish(session.uri, [])
