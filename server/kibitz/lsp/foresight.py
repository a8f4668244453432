"""What was meant where something is wrong, found out before anybody asks for it."""

from __future__ import annotations

import asyncio
from functools import partial

from pygls.exceptions import JsonRpcContentModified

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import REPAIRED
from kibitz.core.faults import attempt
from kibitz.core.repair import fixes_of, is_known
from kibitz.core.values import Diagnostic
from kibitz.lsp.server import KibitzServer
from kibitz.lsp.session import Session
from kibitz.lsp.worker import THREADS
from kibitz.project.settings import Settings, select

PAUSE = 0.15
"""So many seconds after the client has been told what is wrong that begins, if no key has come: who types wants no repairs."""


def foresee(ls: KibitzServer, session: Session) -> None:
    """Finds the repairs of the first findings once no key has come for a moment, so that who asks for one does not wait for all.

    The next change ends it. Where there are no threads, it is left until somebody asks.
    """
    if THREADS:
        loop = asyncio.get_running_loop()
        session.spare = loop.call_later(PAUSE, lambda: ls.start(_foresee(session)))


async def _foresee(session: Session) -> None:
    analysis, settings, key = session.view.analysis, session.view.settings, object()
    try:
        # One after the other: what else is asked comes in between. They are kept with the version of the record.
        for one in await session.worker.ask(key, partial(_open, analysis, settings)):
            await session.worker.ask(key, partial(attempt, partial(fixes_of, analysis, one), one.fixes))
    except JsonRpcContentModified:
        # Somebody goes on writing, or has closed the record.
        return


def _open(analysis: Analysis, settings: Settings) -> list[Diagnostic]:
    """The first findings of which it is not known how they may be repaired."""
    found = select(analysis.diagnostics(), settings)
    return [one for one in found if not is_known(analysis, one)][:REPAIRED]
