"""Diagnostics: checks a document after every change, at once where that is quick, and tells the client.

A client either has them pushed or pulls them, never both.
"""

from __future__ import annotations

import asyncio
import gc
from functools import partial

from kibitz.lsp import convert
from kibitz.lsp.progress import Progress
from kibitz.lsp.protocol import Protocol
from kibitz.lsp.session import Session
from kibitz.lsp.transport import Json
from kibitz.settings import select

QUICK = 20.0
"""Milliseconds that checking may take before it goes on in slices."""
SLICE = 8.0
"""Milliseconds of checking between two looks at what has come in."""
LIMIT = 250
"""How many problems of one document are shown."""


class Checker:
    """Checks sessions and tells the client what is wrong with them."""

    def __init__(self, protocol: Protocol) -> None:
        self.protocol = protocol

    def check(self, session: Session) -> None:
        """Checks what a change has touched, and tells at once if that is quick."""
        session.stop()
        done = session.checking.advance(QUICK)
        if done or (session.long and not session.settled):
            # Of a long record just opened, what is wrong with its beginning.
            self._tell(session)
        if done:
            return
        session.task = asyncio.get_running_loop().create_task(self._go_on(session))
        session.task.add_done_callback(partial(self._ended, session))

    def clear(self, session: Session) -> None:
        """The document is closed: its problems go."""
        session.stop()
        if not self.protocol.client.pulls:
            self._publish({"uri": session.uri, "diagnostics": []})

    def pulled(self, session: Session, known: Json) -> Json:
        """The answer to a client that asks; `known` is the name of what it has got before."""
        session.waits = not session.checking.advance(QUICK)
        name = f"{session.version}.{session.edition}.{session.checking.count}"
        if known == name:
            return {"kind": "unchanged", "resultId": name}
        return {"kind": "full", "resultId": name, "items": self.items(session)}

    def items(self, session: Session) -> list[Json]:
        """What is known to be wrong, and a note where there is more than is shown."""
        checking, settings = session.checking, session.settings
        found = select(checking.diagnostics(None if settings.disabled else LIMIT), settings)
        total = len(found) if settings.disabled else checking.count
        positions = session.positions_for(min(len(found), LIMIT))
        items = [
            convert.diagnostic(one, session.uri, positions, self.protocol.client) for one in found[:LIMIT]
        ]
        if total > LIMIT:
            items.append(convert.note(f"Only the first {LIMIT} of {total} problems are shown."))
        return items

    async def _go_on(self, session: Session) -> None:
        """Checks slice by slice; a change cancels it between two slices."""
        with Progress(self.protocol, f"Checking {session.uri.rpartition('/')[2]}") as progress:
            while not session.checking.advance(SLICE):
                if not session.settled and session.checking.count > 2 * session.told and session.told < LIMIT:
                    self._tell(session)
                await asyncio.sleep(0)
                progress.report(session.checking.share)
        # A long record is in memory now and stays: the garbage collector need not look at it again and again.
        gc.freeze()
        self._tell(session)

    def _ended(self, session: Session, task: asyncio.Task[None]) -> None:
        if session.task is task:
            session.task = None
        if not task.cancelled() and (error := task.exception()) is not None:
            self.protocol.log_once("checking failed", error)

    def _tell(self, session: Session) -> None:
        session.settled = session.settled or session.checking.done
        if not self.protocol.client.pulls:
            items = self.items(session)
            session.told = session.checking.count
            self._publish({"uri": session.uri, "version": session.version, "diagnostics": items})
        elif session.waits and session.checking.done:
            session.waits = False
            self.protocol.ask("workspace/diagnostic/refresh")

    def _publish(self, params: Json) -> None:
        self.protocol.say("textDocument/publishDiagnostics", params)
