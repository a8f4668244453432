"""Repairs of the first findings, searched for while the user is idle."""

from __future__ import annotations

import asyncio
from functools import partial

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import REPAIRED
from kibitz.core.cancellation import Cancelled
from kibitz.core.internal_errors import attempt
from kibitz.core.repair import fixes_of, is_known
from kibitz.core.values import Diagnostic
from kibitz.lsp.documents.session import Session
from kibitz.lsp.documents.worker import THREADS, when_idle
from kibitz.lsp.server import KibitzServer
from kibitz.project.settings import Settings, select

SEARCH_DELAY = 0.15
"""Idle seconds between publishing diagnostics and searching for repairs."""


def search_repairs_ahead(ls: KibitzServer, session: Session) -> None:
    """Search for repairs of the first findings after an idle moment, so that the light bulb is quick.

    The next change ends the search, and questions interrupt it. In a browser, which has no threads, the search waits for a request.
    """
    if THREADS:
        loop = asyncio.get_running_loop()
        session.spare = loop.call_later(SEARCH_DELAY, lambda: ls.start(_search(ls, session)))


async def _search(ls: KibitzServer, session: Session) -> None:
    if not session.snapshot.complete:
        # A change has come since the pause, and its check will start another search.
        return
    analysis, settings, changed = session.snapshot.analysis, session.snapshot.settings, session.changed
    idle = partial(when_idle, ls.idle, session.worker)

    def pointless() -> bool:
        return session.changed != changed or ls.sessions.get(session.uri) is not session

    try:
        # One after the other: other sessions come in between. The repairs are kept with the version of the record.
        for one in await idle(partial(_open, analysis, settings), pointless):
            await idle(partial(attempt, partial(fixes_of, analysis, one), one.fixes), pointless)
    except Cancelled:
        # The user types on, or has closed the record.
        return


def _open(analysis: Analysis, settings: Settings) -> list[Diagnostic]:
    """Return the first findings whose repairs are unknown."""
    found = select(analysis.diagnostics(), settings)
    return [one for one in found if not is_known(analysis, one)][:REPAIRED]
