"""Any order of messages and threads leads to the state of a server that has just opened the text.

Schedules of some steps are played, the same each time: messages of a client, and ends of threads. A thread computes its result at
its end, so it would see any change that the loop makes meanwhile.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future
from functools import cache
from itertools import count, islice
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from kibitz.core.answers import IncludedFile
from kibitz.core.cancellation import Cancelled
from kibitz.core.chunks import Chunk
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.setting import Preferences
from kibitz.core.text import Position
from kibitz.core.values import Diagnostic
from kibitz.lsp.diagnostics import pulling
from kibitz.lsp.diagnostics.checking import check, clear, end_editing, next_piece
from kibitz.lsp.diagnostics.publishing import diagnostics_of
from kibitz.lsp.documents import beside
from kibitz.lsp.documents.beside import read_included_files
from kibitz.lsp.documents.session import Session
from kibitz.lsp.documents.snapshot import ConfigChanged, IncludesChanged, Snapshot
from kibitz.lsp.features.background import ask
from kibitz.lsp.transport.client import Client
from kibitz.lsp.transport.messages import Change
from kibitz.lsp.transport.protocol import arrived
from kibitz.project.settings import Settings
from lsp_toy import SHOUTED
from toy import Toy

LONG = os.environ.get("KIBITZ_PROFILE") == "long"
DEPTH = 7 if LONG else 6
EVERY = 1 if LONG else 4
"""Every Nth schedule is played. Its neighbours differ in their last steps."""
MOST = {"change": 2, "settings": 2, "included_files": 1 + LONG, "save": 1, "rest": 1, "pull": 1 + LONG, "question": 1, "close": 1,
        "checker": DEPTH, "worker": 1}  # fmt: skip
"""The number of times that each step may be in a schedule. The second change of settings, or of a file, undoes the first one."""
SAME = {
    ("question", "pull"), ("included_files", "settings"), ("settings", "save"), ("included_files", "save"), ("pull", "pull"),
    ("worker", "checker"), ("pull", "worker"), ("question", "save"), ("question", "rest"), ("rest", "save"),
}  # fmt: skip
"""Pairs of steps in any order."""
FIRST = {"worker": "question", "save": "change", "rest": "change"}
"""Without the other one nothing happens."""
TEXT = "one xone ONE\n%f\n"
"""The first key makes the second word equal to the first again. The finding appears when the user has moved on."""

CAPITALS = re.compile("[A-Z]+")


class Varied(Toy):
    """The toy with more findings: by a setting, and by an included file."""

    def __init__(self, loud: bool = False, more: str = "") -> None:
        super().__init__()
        self.loud, self.more = loud, more

    def tailored(self, preferences: Preferences) -> Language[Any]:
        return self._varied(preferences.flag("toy.loud", False), self.more)

    def accompanied(self, included_files: Mapping[str, IncludedFile]) -> Language[Any]:
        return self._varied(self.loud, "".join([one.text for one in included_files.values()]))

    def _varied(self, *facts: Any) -> Language[Any]:
        return VARIED.variant(facts, lambda: Varied(*facts))

    def included_files(self, document: Document) -> tuple[str, ...]:
        return tuple([f"%{part[:1]}" for part in document.text().split("%")[1:]])

    def step(self, context: object, state: Any, chunk: Chunk) -> tuple[object, Sequence[Diagnostic]]:
        state, found = super().step(context, state, chunk)
        said = f"{self.loud} {self.more}"
        return state, [
            *found,
            *(SHOUTED.at(*word.span(), word=said) for word in CAPITALS.finditer(chunk.text)),
        ]


VARIED = Varied()
URI = "file:///a.toy"
ENOUGH = 50
"""Jobs. A schedule may leave a handful."""


class LateThread:
    """A thread that ends a job at the time of the schedule. It does the job even if no handler waits any longer."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, work: Callable[[], Any]) -> Future[Any]:
        future: Future[Any] = Future()
        self.jobs.append((future, work))
        return future

    def end(self) -> None:
        future, work = self.jobs.pop(0)
        try:
            result = work()
        except Cancelled:
            return
        if not future.cancelled():
            future.set_result(result)


class Desk:
    """A client with one document, and the parts of the server that a session needs."""

    unread = 0

    def __init__(self, pulls: bool) -> None:
        self.client = Client(pulls=pulls)
        self.loud, self.file = False, "A"
        self.text, self.numbers = "", count(1)
        self.shown: Any = None
        self.known: dict[str, Any] = {}
        """The pulled diagnostics, by name."""
        self.stale = False
        """Whether the client was asked to pull again."""
        self.closed = False
        self.tasks: list[asyncio.Task[Any]] = []
        self.session = Session(URI, VARIED, self.client, wanted(self.loud))
        self.sessions = {URI: self.session}
        self.checker, self.worker = LateThread(), LateThread()
        self.session.checker = self.checker  # type: ignore[assignment]
        self.session.worker._thread = self.worker  # type: ignore[assignment]
        self._change(TEXT, None)
        if pulls:
            self.pull()

    # Requests of the server

    def publish(self, uri: str, items: Any, version: int | None = None) -> None:
        self.shown = items

    def refresh(self, *methods: str) -> None:
        self.stale = self.stale or types.WORKSPACE_DIAGNOSTIC_REFRESH in methods

    def start(self, work: Any) -> None:
        work.close()

    def log_once(self, what: str, error: BaseException) -> None:
        raise AssertionError(what) from error

    # The steps

    def change(self) -> None:
        """Type a key at the beginning. A client that pulls does so after each key."""
        self.stale = True
        place = Position(0, 0)
        self._change("x", (place, place))

    def _change(self, text: str, place: tuple[Position, Position] | None) -> None:
        self.text = text + self.text
        self.session.change(next(self.numbers), [Change(text, place)], self._arrives())
        check(self, self.session)  # type: ignore[arg-type]

    def settings(self) -> None:
        self.loud = not self.loud
        if wanted(self.loud) != self.session.latest("settings"):
            self.session.take(ConfigChanged(wanted(self.loud)))
            check(self, self.session)  # type: ignore[arg-type]

    def included_files(self) -> None:
        self.file = "B" if self.file == "A" else "A"
        if read_included_files(self, self.session):  # type: ignore[arg-type]
            check(self, self.session)  # type: ignore[arg-type]

    def save(self) -> None:
        end_editing(self, self.session)  # type: ignore[arg-type]

    def rest(self) -> None:
        """Let the idle time pass, if a timer waits for it."""
        if self.session.rest is not None:
            assert self.session.snapshot.changed == self.session.changed, "a key has come since"
            self.session.rest._run()

    def pull(self) -> None:
        self.stale = False
        self._begin(self._pull())

    async def _pull(self) -> None:
        now = await pulling._now(self.session)
        assert self.known.setdefault(now.result_id, now.items) == now.items, "one name for two reports"
        self.shown = now.items

    def question(self) -> None:
        self._arrives()
        self._begin(self._question(self.text))

    async def _question(self, text: str) -> None:
        try:
            said = await ask(self.session, lambda snapshot, _: snapshot.document.text(), None)
        except JsonRpcException:
            assert self.text != text or self.closed, "refused, although nothing has changed"
            return
        assert said == text

    def close(self) -> None:
        self.closed = True
        clear(self, self.session)  # type: ignore[arg-type]

    def _arrives(self) -> int:
        arrived.set(next(self.numbers) + 1000)
        return arrived.get()

    def _begin(self, work: Any) -> None:
        self.tasks.append(asyncio.ensure_future(work))

    # Conditions

    def step(self, name: str) -> bool:
        """Take a step, and return whether it was possible."""
        late = {"checker": self.checker, "worker": self.worker}.get(name)
        if late is None:
            getattr(self, name)()
        elif late.jobs:
            late.end()
        else:
            return False
        return True

    def right(self) -> None:
        """Check the state of the client: nothing for a closed document, or the diagnostics of a server that has just opened the text."""
        snapshot = self.session.snapshot
        for task in self.tasks:
            assert task.done(), "asked and not answered"
            task.result()
        if self.closed:
            assert self.client.pulls or self.shown == []
            return
        assert snapshot.document.text() == self.text
        assert (snapshot.settings, [one.text for one in snapshot.included_files.values()]) == (
            wanted(self.loud),
            [self.file],
        )
        now = opened(self.text, self.loud, self.file, self.client)._replace(typing=snapshot.typing)
        assert self.shown == diagnostics_of(now).items or (
            self.client.pulls and (self.stale or not self.known)
        )


@cache
def wanted(loud: bool) -> Settings:
    return Settings(Preferences({"toy.loud": loud}))


@cache
def opened(text: str, loud: bool, file: str, client: Client) -> Snapshot:
    """Return the state of a server that has just opened the text."""
    fresh = Session(URI, VARIED, client, wanted(loud))
    fresh.change(0, [Change(text)], 0)
    fresh.take(IncludesChanged({"%f": IncludedFile(file)}))
    while not fresh.done:
        fresh.store(next_piece(fresh)())
    return fresh.snapshot


async def played(schedule: Sequence[str]) -> int:
    """Play a schedule and the remaining work, and return the number of its possible steps."""
    desk = Desk(pulls="pull" in schedule)
    try:
        # The job of the opening is a step like all others.
        await settled()
        assert desk.checker.jobs, "what is made at once is no step"
        for number, name in enumerate(schedule):
            if not desk.step(name):
                return number
            await settled()
        await _rest(desk)
        desk.right()
        if not desk.closed:
            desk.save()
            await settled()
            await _rest(desk)
            desk.right()
            assert not desk.session.pending
        return len(schedule)
    finally:
        for task in desk.tasks:
            task.cancel()
        desk.session.stop()


async def _rest(desk: Desk) -> None:
    for _ in range(ENOUGH):
        if not (desk.step("checker") or desk.step("worker")):
            return
        await settled()
    raise AssertionError("the work never ends")


async def settled() -> None:
    """Run everything that needs no thread."""
    ready: Collection[object] = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    await asyncio.sleep(0)
    while ready:
        await asyncio.sleep(0)


def schedules(begun: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    # A rest is one step more than all others have.
    if len(begun) >= DEPTH - ("rest" in begun) or begun[-1:] == ("close",):
        yield begun
        return
    for name, most in MOST.items():
        can = begun.count(name) < most and FIRST.get(name, name) in (name, *begun)
        if can and (*begun[-1:], name) not in SAME:
            yield from schedules((*begun, name))


def test_every_schedule_ends_well(monkeypatch: pytest.MonkeyPatch) -> None:
    # No job is done at once, so the schedule ends each one.
    monkeypatch.setattr("kibitz.lsp.documents.session.QUICK", 0)
    monkeypatch.setattr("kibitz.lsp.documents.snapshot.load", lambda _: VARIED)
    monkeypatch.setattr(beside, "_read", lambda ls, _, names: {one: IncludedFile(ls.file) for one in names})

    async def all_of_them() -> int:
        count = 0
        none: tuple[str, ...] = ("",)
        for one in islice(schedules(), 0, None, EVERY):
            if one[: len(none)] != none:
                taken = await played(one)
                count, none = count + (taken == len(one)), one[: taken + 1]
        return count

    assert asyncio.run(all_of_them()) > 5000
