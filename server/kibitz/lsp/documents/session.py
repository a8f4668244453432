"""One open document: the events that came for it, and its state after them.

A state is a frozen value: a check computes the next one (:mod:`kibitz.lsp.diagnostics.checking`), and the event loop stores it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from math import inf
from typing import Any, Literal, NamedTuple

from kibitz.core.analysis import Checking
from kibitz.core.language import Language
from kibitz.languages import IDS, for_path, load
from kibitz.lsp.diagnostics.publishing import PublishedDiagnostics
from kibitz.lsp.documents.positions import path_of
from kibitz.lsp.documents.snapshot import (
    ConfigChanged,
    Event,
    SiblingsChanged,
    Snapshot,
    TextChanged,
)
from kibitz.lsp.documents.worker import Worker, WorkerThread
from kibitz.lsp.transport.client import Client
from kibitz.lsp.transport.messages import Change
from kibitz.project.settings import Settings

QUICK = 4.0
"""Milliseconds of a check up to which the event loop makes the next one itself: a thread costs 0.2 ms more."""
SHORT = 1_000
"""Characters up to which a change is as quick as the one before."""


class SessionState(NamedTuple):
    """The snapshot, its check and its diagnostics."""

    snapshot: Snapshot
    checking: Checking | None
    """The check of the snapshot, if it is not at its end. Nothing else uses it."""
    published: PublishedDiagnostics | None
    """The latest diagnostics for the client."""
    events: Sequence[Event] = ()
    """The events that this state contains and the former one does not."""
    unread: bool = False
    """Whether the record names other included files than those that were read."""
    took: float = inf
    """The milliseconds of this check, with its earlier pieces; endless before the first one."""

    @property
    def is_complete(self) -> bool:
        """Whether the diagnostics are those of the whole snapshot."""
        found = self.published
        return found is not None and found.complete and found.snapshot is self.snapshot


class Session:
    """The events and the state of a document. Only the event loop uses it."""

    def __init__(self, uri: str, language: Language[Any], client: Client, settings: Settings) -> None:
        """Create an empty session, which gets its text by :meth:`change`."""
        self.uri = uri
        self.events: list[Event] = []
        """The events that the state does not contain yet."""
        self.state = SessionState(Snapshot.empty(uri, language, client, settings), None, None)
        self.task: asyncio.Task[None] | None = None
        """The task that stores the results of the checking thread, if the check takes longer than a turn."""
        self.checker, self.worker = WorkerThread(), Worker()
        """The thread that checks the document, and the worker that answers questions about it."""
        self.news = asyncio.Event()
        """Set for a moment when there is a new state."""
        self.rest: asyncio.TimerHandle | None = None
        """The timer until the user counts as idle, or as gone."""
        self.spare: asyncio.TimerHandle | None = None
        """The timer until repairs are searched for."""

    # Events

    def change(self, version: int | None, changes: Sequence[Change], changed: int) -> None:
        """Take the changes of a message, and drop the questions about the text before them."""
        self.cancel_timers()
        self.take(TextChanged(changes, self.version + 1 if version is None else version, changed))
        self.worker.drop()

    def take(self, event: Event) -> None:
        """Queue an event. One that changes no diagnostics becomes part of an idle session at once."""
        if isinstance(event, SiblingsChanged) and not self.events and self.task is None:
            snapshot = event.applied(self.snapshot)
            self.state = self.state._replace(
                snapshot=snapshot,
                published=self.state.published and self.state.published._replace(snapshot=snapshot),
            )
        else:
            self.events.append(event)

    def latest(self, name: Literal["version", "changed", "settings", "included_files"]) -> Any:
        """Return the latest value of a field of the snapshot, from the events that wait if possible."""
        return next(
            (getattr(one, name) for one in self.events[::-1] if hasattr(one, name)),
            getattr(self.snapshot, name),
        )

    @property
    def version(self) -> int:
        return self.latest("version")  # type: ignore[no-any-return]

    @property
    def changed(self) -> int:
        return self.latest("changed")  # type: ignore[no-any-return]

    # The state

    @property
    def snapshot(self) -> Snapshot:
        return self.state.snapshot

    @property
    def done(self) -> bool:
        """Whether all events are part of the state, and the state is complete."""
        return not self.events and self.state.is_complete

    @property
    def quick(self) -> bool:
        """Whether the next piece is as quick as the latest check was."""
        return self.state.took <= QUICK and not any(
            isinstance(one, ConfigChanged) or (isinstance(one, TextChanged) and one.size > SHORT)
            for one in self.events
        )

    @property
    def pending(self) -> int:
        """The number of findings that wait while the user types."""
        return 0 if self.state.published is None else self.state.published.pending

    @property
    def share(self) -> float:
        """The share of the document that is checked, from 0 to 1."""
        return 1.0 if self.state.checking is None else self.state.checking.share

    def store(self, new: SessionState) -> None:
        """Store a new state. Events that came meanwhile are for the next piece."""
        self.cancel_timers()
        del self.events[: len(new.events)]
        self.state = new
        self.stir()

    def stir(self) -> None:
        """Wake the handlers that wait for a new state."""
        self.news.set()
        self.news.clear()

    def stop(self) -> None:
        """Stop all work, because the document is closed."""
        self.cancel_timers()
        self.worker.drop()
        if self.task is not None:
            self.task.cancel()

    def cancel_timers(self) -> None:
        """Cancel the timers, because something has come."""
        for one in (self.rest, self.spare):
            if one is not None:
                one.cancel()
        self.rest = self.spare = None


def language_of(language_id: str, uri: str) -> Language[Any] | None:
    """Return the notation that an editor names, else the one of the file's suffix, or None."""
    known = language_id if language_id in IDS else for_path(path_of(uri))
    return None if known is None else load(known)
