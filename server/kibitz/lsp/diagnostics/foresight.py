"""Repairs of the first findings, searched for while the user is idle."""

from __future__ import annotations

import asyncio
from functools import partial

from pygls.exceptions import JsonRpcContentModified

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import REPAIRED
from kibitz.core.faults import attempt
from kibitz.core.repair import fixes_of, is_known
from kibitz.core.values import Diagnostic
from kibitz.lsp.documents.session import Session
from kibitz.lsp.documents.worker import THREADS
from kibitz.lsp.server import KibitzServer
from kibitz.project.settings import Settings, select

PAUSE = 0.15
"""Idle seconds between publishing diagnostics and searching for repairs."""


def foresee(ls: KibitzServer, session: Session) -> None:
    """Search for repairs of the first findings after an idle moment, so that the light bulb is quick.

    The next change ends the search. In a browser, which has no threads, the search waits for a request.
    """
    if THREADS:
        loop = asyncio.get_running_loop()
        session.spare = loop.call_later(PAUSE, lambda: ls.start(_foresee(session)))


async def _foresee(session: Session) -> None:
    if not session.snapshot.complete:
        # A change has come since the pause, and its check will start another search.
        return
    analysis, settings = session.snapshot.analysis, session.snapshot.settings
    try:
        # One after the other: what else is asked comes in between. They are kept with the version of the record.
        for one in await session.worker.ask(partial(_open, analysis, settings)):
            await session.worker.ask(partial(attempt, partial(fixes_of, analysis, one), one.fixes))
    except JsonRpcContentModified:
        # The user types on, or has closed the record.
        return


def _open(analysis: Analysis, settings: Settings) -> list[Diagnostic]:
    """The first findings of which it is not known how they may be repaired."""
    found = select(analysis.diagnostics(), settings)
    return [one for one in found if not is_known(analysis, one)][:REPAIRED]
