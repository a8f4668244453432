"""One open document: what has come, what is made of it, and what the client has been told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kibitz.core.language import Language
from kibitz.languages import IDS, for_path, load
from kibitz.lsp.client import Client
from kibitz.lsp.making import Answered, Changed, Event, Learnt, Made, made
from kibitz.lsp.ours import Change
from kibitz.lsp.positions import path_of
from kibitz.lsp.view import SHORT, View
from kibitz.lsp.worker import Worker
from kibitz.project.settings import Settings

BUDGET = 4.0
"""Milliseconds that making something takes for which a thread is not worth it: to ask one takes a tenth of that."""


class Session:
    """The event loop's own: it alone takes what comes and stores what is made of that; all values in here are frozen."""

    def __init__(self, uri: str, language: Language[Any], client: Client, settings: Settings) -> None:
        """The text comes by :meth:`change`."""
        self.uri = uri
        self.events: list[Event] = []
        """What has come and is still to be made."""
        self.made = Made(View.empty(uri, language, client, settings), None, None)
        """What is made of all that came before."""
        self.waits = False
        """Whether the client has been told what was not all, or is not so any more, and is to ask again."""
        self.task: asyncio.Task[None] | None = None
        """The work that goes on, if it takes long."""
        self.maker, self.worker = Worker(), Worker()
        """Who does that, and who answers questions."""
        self.news = asyncio.Event()
        """Set, for whoever waits at that moment, when something has been made."""
        self.rest: asyncio.TimerHandle | None = None
        """When the writer has rested."""
        self.spare: asyncio.TimerHandle | None = None
        """When there is time to find repairs."""

    # What comes

    def change(self, version: int | None, changes: Sequence[Change], changed: int) -> None:
        """Takes the changes, or the text, that a message brought. Who has asked about the text before is refused."""
        self.awake()
        self.worker.drop()
        self.take(Changed(changes, self.version + 1 if version is None else version, changed))

    def take(self, event: Event) -> None:
        """Takes what comes in its order; what only concerns later answers needs no further work, if nothing goes on."""
        if isinstance(event, (Learnt, Answered)) and not self.events and self.task is None:
            self.made = self.made._replace(view=event.applied(self.view))
        else:
            self.events.append(event)

    def latest(self, name: str) -> Any:
        """What has come last of what a view has by this name, whether it has been made or not."""
        return next(
            (getattr(one, name) for one in self.events[::-1] if hasattr(one, name)), getattr(self.view, name)
        )

    @property
    def version(self) -> int:
        return self.latest("version")  # type: ignore[no-any-return]

    @property
    def changed(self) -> int:
        return self.latest("changed")  # type: ignore[no-any-return]

    # What is made of it

    @property
    def view(self) -> View:
        """What all that has been made so far comes to."""
        return self.made.view

    @property
    def done(self) -> bool:
        """Whether nothing remains to be done."""
        return not self.events and self.made.whole

    @property
    def quick(self) -> bool:
        """Whether the event loop may make what has come: little text, in a document of which the latest took little time."""
        coming = [change for one in self.events if isinstance(one, Changed) for change in one.changes]
        return self.made.pace < BUDGET and sum([len(change.text) for change in coming]) < SHORT

    @property
    def held(self) -> int:
        """How many findings the client has not been told of, as they may still be unfinished."""
        return 0 if self.made.told is None else self.made.told.held

    @property
    def share(self) -> float:
        """How much of the document has been checked, from 0 to 1."""
        return 1.0 if self.made.checking is None else self.made.checking.share

    def piece(self, milliseconds: float | None = None) -> Callable[[], Made]:
        """The next piece of work, for any thread. What comes out of it is to be stored before there is another one."""
        return partial(made, self.made, (*self.events,), milliseconds)

    def store(self, new: Made) -> None:
        """Stores what was made. What has come meanwhile is for the next piece."""
        del self.events[: len(new.events)]
        self.made = new
        self.stir()

    def stir(self) -> None:
        """Has whoever waits look what is new."""
        self.news.set()
        self.news.clear()

    def stop(self) -> None:
        """Gives up whatever goes on: the document is closed, and nothing is told of it any more."""
        self.awake()
        self.worker.drop()
        if self.task is not None:
            self.task.cancel()

    def awake(self) -> None:
        """Waits no longer for the writer to rest."""
        for one in (self.rest, self.spare):
            if one is not None:
                one.cancel()
        self.rest = self.spare = None


def language_of(language_id: str, uri: str) -> Language[Any] | None:
    """The language that an editor names; where we don't know it, the one of the file's suffix."""
    known = language_id if language_id in IDS else for_path(path_of(uri))
    return None if known is None else load(known)
