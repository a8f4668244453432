"""One open document: the events that came for it, and its state after them.

A state is a frozen value: a thread computes the next one (:func:`update`), and the event loop stores it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from kibitz.core.analysis import Analysis, Checking
from kibitz.core.answers import Companion
from kibitz.core.document import Document
from kibitz.core.edit import edit
from kibitz.core.language import Language
from kibitz.languages import IDS, for_path, load
from kibitz.lsp.diagnostics.publishing import PublishedDiagnostics, diagnostics_of, is_worth_publishing
from kibitz.lsp.documents import typing_state
from kibitz.lsp.documents.positions import Positions, path_of
from kibitz.lsp.documents.snapshot import Snapshot
from kibitz.lsp.documents.worker import Worker, WorkerThread
from kibitz.lsp.transport.client import Client
from kibitz.lsp.transport.messages import Change
from kibitz.project.settings import Settings

QUICK = 4.0
"""Milliseconds of a check up to which the event loop makes the next one itself: a thread costs 0.2 ms more."""
SHORT = 1_000
"""Characters up to which a change is as quick as the one before."""


class Event(Protocol):
    """A change to a document. Its fields are new values of the fields of a snapshot."""

    def applied(self, snapshot: Snapshot) -> Snapshot:
        """Return the snapshot after the event."""


class TextChanged(NamedTuple):
    """The changes of a `didChange`, or the text of a `didOpen`."""

    changes: Sequence[Change]
    version: int
    changed: int

    @property
    def whole(self) -> int:
        """The number of the last change that replaces the whole text, from 1, or 0."""
        return max([at for at, one in enumerate(self.changes, start=1) if one.place is None], default=0)

    @property
    def size(self) -> int:
        """The number of characters of the changes."""
        return sum([len(one.text) for one in self.changes])

    def applied(self, snapshot: Snapshot) -> Snapshot:
        before = snapshot.analysis if snapshot.complete else None
        positions, now = snapshot.positions, snapshot.typing
        typed: list[typing_state.Change] = []
        for change in self.changes[max(self.whole - 1, 0) :]:
            document = positions.document
            if change.place is None:
                document, now = Document.open(snapshot.language, change.text), now.left()
            else:
                start, end = positions.between(*change.place)
                typed.append(typing_state.Change(start, document.text(start, end), change.text))
                document = edit(document, start, end, change.text)
            positions = Positions(document, snapshot.client.encoding)
        now = now.after(typed, before)
        return snapshot._replace(positions=positions, version=self.version, changed=self.changed, typing=now)


class ConfigChanged(NamedTuple):
    """New settings. If they extend the notation, the document is read again."""

    settings: Settings

    def applied(self, snapshot: Snapshot) -> Snapshot:
        snapshot = snapshot._replace(settings=self.settings)
        return snapshot.tailored(lambda language: Document.open(language, snapshot.document.text()))


class IncludesChanged(NamedTuple):
    """New contents of the files that the record names. The text is not read again."""

    companions: Mapping[str, Companion]

    def applied(self, snapshot: Snapshot) -> Snapshot:
        snapshot = snapshot._replace(companions=self.companions)
        return snapshot.tailored(lambda language: Document(language, snapshot.document.blocks))


class SiblingsChanged(NamedTuple):
    """New habits of the records in the same folder."""

    neighbours: tuple[Any, ...]

    def applied(self, snapshot: Snapshot) -> Snapshot:
        known = snapshot.known and replace(snapshot.known, neighbours=self.neighbours)
        return snapshot._replace(neighbours=self.neighbours, known=known)


class EditingEnded(NamedTuple):
    """The user has finished editing."""

    def applied(self, snapshot: Snapshot) -> Snapshot:
        return snapshot._replace(typing=snapshot.typing.left())


class Idle(NamedTuple):
    """No key has come for a while."""

    def applied(self, snapshot: Snapshot) -> Snapshot:
        return snapshot._replace(typing=replace(snapshot.typing, rested=True))


class Answered(NamedTuple):
    """An answer that later answers need."""

    answer: Any

    def applied(self, snapshot: Snapshot) -> Snapshot:
        return snapshot._replace(answers={**snapshot.answers, type(self.answer): self.answer})


class SessionState(NamedTuple):
    """The snapshot, its check and its diagnostics."""

    snapshot: Snapshot
    checking: Checking | None
    """The check of the snapshot, if it is not at its end. Nothing else uses it."""
    published: PublishedDiagnostics | None
    """The latest diagnostics for the client."""
    events: Sequence[Event] = ()
    """The events that this state contains and the former one does not."""
    took: float = 0.0
    """The milliseconds of this check, with its earlier pieces."""

    @property
    def is_complete(self) -> bool:
        """Whether the diagnostics are those of the whole snapshot."""
        found = self.published
        return found is not None and found.complete and found.snapshot is self.snapshot


def update(former: SessionState, events: Sequence[Event], milliseconds: float | None = None) -> SessionState:
    """Return the state after some events and after checking for some time, but at least one block.

    No check begins before the included files are read.
    """
    started = perf_counter()
    new = _updated(former, events, milliseconds)
    took = 1000 * (perf_counter() - started)
    return new._replace(took=took if former.is_complete else former.took + took)


def _updated(former: SessionState, events: Sequence[Event], milliseconds: float | None) -> SessionState:
    snapshot, now = _after(former.snapshot, events), partial(SessionState, events=events)
    checking = None if snapshot.complete else _check_of(snapshot, former.checking)
    if checking is None or {*snapshot.language.companions(snapshot.document)} != {*snapshot.companions}:
        return now(snapshot, checking, diagnostics_of(snapshot) if checking is None else former.published)
    if checking.advance(milliseconds):
        known = checking.analysis
        if known.neighbours is not snapshot.neighbours:
            known = replace(known, neighbours=snapshot.neighbours)
        snapshot = snapshot._replace(known=known)
        return now(snapshot, None, diagnostics_of(snapshot))
    if is_worth_publishing(snapshot, checking, former.published):
        return now(snapshot, checking, diagnostics_of(snapshot, checking.so_far))
    return now(snapshot, checking, former.published)


def _after(snapshot: Snapshot, events: Sequence[Event]) -> Snapshot:
    """Return the snapshot after some events. Skip changes that a later whole text replaces."""
    last = max([at for at, one in enumerate(events) if isinstance(one, TextChanged) and one.whole], default=0)
    for at, event in enumerate(events):
        if at >= last or not isinstance(event, TextChanged):
            snapshot = event.applied(snapshot)
    return snapshot


def _check_of(snapshot: Snapshot, former: Checking | None) -> Checking:
    """Return the check of a snapshot: the former one, or a new one that keeps what still holds."""
    if former is not None and former.document is snapshot.document:
        return former
    base: Analysis | Checking | None = snapshot.known
    if former is not None and former.document.language is snapshot.language:
        base = former
    return Checking(snapshot.document, base)


class Session:
    """The events and the state of a document. Only the event loop uses it."""

    def __init__(self, uri: str, language: Language[Any], client: Client, settings: Settings) -> None:
        """Create an empty session, which gets its text by :meth:`change`."""
        self.uri = uri
        self.events: list[Event] = []
        """The events that the state does not contain yet."""
        self.state = SessionState(Snapshot.empty(uri, language, client, settings), None, None)
        self.task: asyncio.Task[None] | None = None
        """The task that stores what the checking thread does, if that takes longer than a turn."""
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
        self.worker.drop()
        self.take(TextChanged(changes, self.version + 1 if version is None else version, changed))

    def take(self, event: Event) -> None:
        """Queue an event. One that changes no diagnostics becomes part of an idle session at once."""
        if isinstance(event, (SiblingsChanged, Answered)) and not self.events and self.task is None:
            snapshot = event.applied(self.snapshot)
            self.state = self.state._replace(
                snapshot=snapshot,
                published=self.state.published and self.state.published._replace(snapshot=snapshot),
            )
        else:
            self.events.append(event)

    def latest(self, name: str) -> Any:
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
        return self.state.took < QUICK and not any(
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

    def next_piece(self, milliseconds: float | None = None) -> Callable[[], SessionState]:
        """Return the next piece of work, for any thread. Its result is stored before the next piece begins."""
        return partial(update, self.state, (*self.events,), milliseconds)

    def store(self, new: SessionState) -> None:
        """Store a new state. Events that came meanwhile are for the next piece."""
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
