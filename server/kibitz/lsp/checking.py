"""Diagnostics: checks a document after every change, at once where that is quick, and tells the client.

A client either has them pushed or pulls them, never both.
"""

from __future__ import annotations

import asyncio
import gc
from functools import partial

from lsprotocol import types

from kibitz.core.calm import calm, waits
from kibitz.core.values import Diagnostic
from kibitz.lsp import convert
from kibitz.lsp.companions import accompany
from kibitz.lsp.garbage import give_back
from kibitz.lsp.progress import Progress
from kibitz.lsp.server import KibitzServer
from kibitz.lsp.session import Session
from kibitz.settings import select

QUICK = 8.0
"""Milliseconds that checking a short document may take in the turn that brings a change."""
SLICE = 8.0
"""Milliseconds of checking between two looks at what has come in."""
LIMIT = 250
"""How many problems of one document are shown."""

REST = 3.0
"""Seconds without a key after which an entry is meant as it stands."""

_freeze = iter((True,))


def check(ls: KibitzServer, session: Session) -> None:
    """Checks what a change has touched, and tells at once if that is quick. If something goes on, it goes on with that."""
    session.awake()
    if session.task is not None:
        return
    if session.made:
        ls.make_room()
        accompany(ls, session)
        if session.short and session.advance(QUICK):
            tell(ls, session)
            return
    session.task = asyncio.get_running_loop().create_task(_go_on(ls, session))
    session.task.add_done_callback(partial(_ended, ls, session))


async def _go_on(ls: KibitzServer, session: Session) -> None:
    """Has the thread make what changes have come and check, slice by slice, until everything is known.

    The thread is given one piece at a time and the session changes in between, so that nobody else sees it at work; and a
    change that it has begun to make is never given up, so that who types without a pause is followed, too.
    """
    with Progress(ls, f"Checking {session.uri.rpartition('/')[2]}") as progress:
        while not session.done:
            if not session.made:
                session.take(await session.maker.ask(None, session.making))
                ls.make_room()
                accompany(ls, session)
            elif (checking := session.checking) is not None:
                await session.maker.ask(None, partial(checking.advance, SLICE))
                session.conclude()
            if not session.settled and session.share > 0 and _is_worth_telling(session):
                tell(ls, session)
            progress.report(session.share)
        await asyncio.sleep(0)
    tell(ls, session)


def _is_worth_telling(session: Session) -> bool:
    """Whether much more is known to be wrong than has been told; at first, whatever is wrong with the beginning."""
    return session.told is None or (session.told < LIMIT and session.count > 2 * session.told)


def _ended(ls: KibitzServer, session: Session, task: asyncio.Task[None]) -> None:
    if session.task is task:
        session.task = None
        session.stir()
    if not task.cancelled() and (error := task.exception()) is not None:
        ls.log_once("checking failed", error)


def tell(ls: KibitzServer, session: Session) -> None:
    """Tells the client what is known to be wrong now, or that it may ask."""
    session.result_id = ls.new_id()
    session.awake()
    if session.insertion.at is not None and not session.insertion.rested:
        session.rest = asyncio.get_running_loop().call_later(REST, _rested, ls, session)
    if session.done and not session.settled:
        session.settled = True
        if next(_freeze, False):
            # What the first record needed stays: the garbage collector need not look at it again and again.
            gc.freeze()
    if not ls.client.pulls:
        session.told = session.count
        ls.publish(session.uri, items(session), session.version)
    elif session.waits and session.done:
        session.waits = False
        ls.refresh(types.WORKSPACE_DIAGNOSTIC_REFRESH)


def _rested(ls: KibitzServer, session: Session) -> None:
    """No key for a while: what the entry says by now, it is meant to say."""
    before = held(session)
    session.insertion.rested = True
    _told_later(ls, session, before)


def left(ls: KibitzServer, session: Session) -> None:
    """The writer has finished: whatever waited is told now."""
    before = held(session)
    session.leave()
    _told_later(ls, session, before)


def _told_later(ls: KibitzServer, session: Session, before: int) -> None:
    if held(session) != before:
        session.waits = True
        tell(ls, session)
        ls.refresh(types.WORKSPACE_CODE_LENS_REFRESH)


def held(session: Session) -> int:
    """How many findings wait till the writer goes on."""
    now = session.writing
    return 0 if now is None else sum(waits(one, now) for one in _selected(session))


def clear(ls: KibitzServer, session: Session) -> None:
    """The document is closed: its problems go."""
    session.stop()
    ls.make_room()
    give_back()
    if not ls.client.pulls:
        ls.publish(session.uri, [])


def items(session: Session) -> list[types.Diagnostic]:
    """What is known to be wrong, and a note where there is more than is shown."""
    found, now = _selected(session), session.writing
    if now is not None:
        found = calm(found, now)
    # Where some are left out, all have been looked at.
    total = session.count if len(found) >= LIMIT and not session.settings.disabled else len(found)
    positions = session.positions_for(min(len(found), LIMIT))
    told = [convert.diagnostic(one, session.uri, positions, session.client) for one in found[:LIMIT]]
    if total > LIMIT:
        told.append(convert.note(f"Only the first {LIMIT} of {total} problems are shown."))
    return told


def _selected(session: Session) -> list[Diagnostic]:
    """What is known to be wrong, as far as the settings let it count; the first ones, if all of them count."""
    settings = session.settings
    return select(session.found(None if settings.disabled else 2 * LIMIT), settings)
