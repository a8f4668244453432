"""Whatever comes in whatever order while threads work: the client has what a server says that has just opened the text.

Every schedule of some steps is played, the same each time: what comes from a client, and when a thread ends what it has
begun. What a thread is given it works out at the end, so that it would see whatever the loop changes meanwhile.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from kibitz.core.answers import Companion
from kibitz.core.chunks import Chunk
from kibitz.core.document import Document
from kibitz.core.language import Language
from kibitz.core.setting import Preferences
from kibitz.core.text import Position
from kibitz.core.values import Diagnostic
from kibitz.lsp import companions, insertion, pulling
from kibitz.lsp.asking import Noted, ask
from kibitz.lsp.checking import check, clear, left
from kibitz.lsp.client import Client
from kibitz.lsp.companions import accompany
from kibitz.lsp.insertion import Formatted
from kibitz.lsp.making import Accompanied, Adopted
from kibitz.lsp.ours import Change
from kibitz.lsp.protocol import arrived
from kibitz.lsp.session import Session
from kibitz.lsp.telling import told
from kibitz.lsp.view import View
from kibitz.lsp.worker import Question
from kibitz.project.settings import Settings
from lsp_toy import SHOUTED
from toy import Toy

LONG = os.environ.get("KIBITZ_PROFILE") == "long"
DEPTH = 7 if LONG else 6
MOST = {"change": 2, "settings": 2, "companions": 1 + LONG, "save": 1, "rest": 1, "pull": 1 + LONG, "question": 1, "close": 1,
        "maker": DEPTH, "worker": 1}  # fmt: skip
"""How often each may be part of a schedule. The second change of settings, or of a file, takes the first one back."""
SAME = {
    ("question", "pull"), ("companions", "settings"), ("settings", "save"), ("companions", "save"), ("pull", "pull"),
    ("worker", "maker"), ("pull", "worker"), ("question", "save"), ("question", "rest"), ("rest", "save"),
}  # fmt: skip
"""What need not come in this order: the other one comes to the same, or the second changes nothing."""
FIRST = {"worker": "question", "save": "change", "rest": "change"}
"""Without the other one nothing happens."""
TEXT = "one xone ONE\n%f\n"
"""The first key makes the second word of it the first once more: that is said when the writer has gone on."""

CAPITALS = re.compile("[A-Z]+")


class Varied(Toy):
    """The toy, which says more by a setting and by a file that the record names."""

    def __init__(self, loud: bool = False, more: str = "") -> None:
        super().__init__()
        self.loud, self.more = loud, more

    def tailored(self, preferences: Preferences) -> Language[Any]:
        return self._varied(preferences.flag("toy.loud", False), self.more)

    def accompanied(self, companions: Mapping[str, Companion]) -> Language[Any]:
        return self._varied(self.loud, "".join([one.text for one in companions.values()]))

    def _varied(self, *facts: Any) -> Language[Any]:
        return VARIED.variant(facts, lambda: Varied(*facts))

    def companions(self, document: Document) -> tuple[str, ...]:
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
"""Pieces of work, of which there may be a handful behind a schedule."""


class Late:
    """In the place of a worker: what it is asked it answers when the schedule says so."""

    def __init__(self) -> None:
        self.questions: list[Question] = []

    async def ask(self, key: object, work: Callable[[], Any], asked: object = None) -> Any:
        question = Question(key, work, asked)
        self.questions.append(question)
        answered = asyncio.Event()
        question.answer.add_done_callback(lambda _: answered.set())
        try:
            await answered.wait()
            return question.answer.result()
        finally:
            question.drop()

    def drop(self) -> None:
        for question in self.questions:
            question.drop()

    def end(self) -> None:
        """A thread does not see whether anybody still waits before it has ended."""
        question = self.questions.pop(0)
        answer = question._work()
        if not question.answer.done():
            question.answer.set_result(answer)


class Desk:
    """A client with one document, and in the place of the server what the session needs of it."""

    unread = 0

    def __init__(self, pulls: bool) -> None:
        self.client = Client(pulls=pulls)
        self.loud, self.file = False, "A"
        self.text, self.numbers = "", count(1)
        self.shown: Any = None
        self.known: dict[str, Any] = {}
        """What has been pulled, by its name."""
        self.stale = False
        """Whether it has been told to pull again."""
        self.answered = ""
        """The text that has been formatted."""
        self.closed = False
        self.tasks: list[asyncio.Task[Any]] = []
        self.session = Session(URI, VARIED, self.client, wanted(self.loud))
        self.sessions = {URI: self.session}
        self.maker, self.worker = Late(), Late()
        self.session.maker, self.session.worker = self.maker, self.worker  # type: ignore[assignment]
        self._change(TEXT, None)
        if pulls:
            self.pull()

    # What the server asks for

    def publish(self, uri: str, items: Any, version: int | None = None) -> None:
        self.shown = items

    def refresh(self, *methods: str) -> None:
        self.stale = self.stale or types.WORKSPACE_DIAGNOSTIC_REFRESH in methods

    def make_room(self) -> None:
        """There is enough."""

    def start(self, work: Any) -> None:
        work.close()

    def log_once(self, what: str, error: BaseException) -> None:
        raise AssertionError(what) from error

    # The steps

    def change(self) -> None:
        """A key at the beginning. A client that pulls does so behind each by itself."""
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
            self.session.take(Adopted(wanted(self.loud)))
            self.session.waits = True
            check(self, self.session)  # type: ignore[arg-type]

    def companions(self) -> None:
        self.file = "B" if self.file == "A" else "A"
        if accompany(self, self.session, anew=True):  # type: ignore[arg-type]
            self.session.waits = True
            check(self, self.session)  # type: ignore[arg-type]

    def save(self) -> None:
        left(self, self.session)  # type: ignore[arg-type]

    def rest(self) -> None:
        """So much time goes by that the writer has rested, if somebody waits for that."""
        if self.session.rest is not None:
            assert self.session.view.changed == self.session.changed, "a key has come since"
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
            said = await ask(self.session, _formatted, None, _always)
        except JsonRpcException:
            assert self.text != text or self.closed, "refused, although nothing has changed"
            return
        assert said == text
        self.answered = text

    def close(self) -> None:
        self.closed = True
        clear(self, self.session)  # type: ignore[arg-type]

    def _arrives(self) -> int:
        arrived.set(next(self.numbers) + 1000)
        return arrived.get()

    def _begin(self, work: Any) -> None:
        self.tasks.append(asyncio.ensure_future(work))

    # What must be so

    def step(self, name: str) -> bool:
        """Whether there was such a step to be taken."""
        late = {"maker": self.maker, "worker": self.worker}.get(name)
        if late is None:
            getattr(self, name)()
        elif late.questions:
            late.end()
        else:
            return False
        return True

    def right(self) -> None:
        """The client shows what is so: of what is closed nothing, and else what a server says that has just opened it."""
        view = self.session.view
        for task in self.tasks:
            assert task.done(), "asked and not answered"
            task.result()
        if self.closed:
            assert self.client.pulls or self.shown == []
            return
        formatted = view.answered(Formatted)
        assert self.answered == ("" if formatted is None else next(iter(formatted.changes)).new)
        assert view.document.text() == self.text
        assert (view.settings, [one.text for one in view.companions.values()]) == (
            wanted(self.loud),
            [self.file],
        )
        now = opened(self.text, self.loud, self.file, self.client)._replace(insertion=view.insertion)
        assert self.shown == told(now).items or (self.client.pulls and (self.stale or not self.known))


def _formatted(view: View, _: object) -> Noted:
    """The text, and that it has been formatted."""
    text = view.document.text()
    return Noted(text, Formatted(frozenset([insertion.Change(0, "", text)])))


@cache
def wanted(loud: bool) -> Settings:
    return Settings(Preferences({"toy.loud": loud}))


@cache
def opened(text: str, loud: bool, file: str, client: Client) -> View:
    """What a server makes of a text that has just opened it."""
    fresh = Session(URI, VARIED, client, wanted(loud))
    fresh.change(0, [Change(text)], 0)
    fresh.take(Accompanied({"%f": Companion(file)}))
    while not fresh.done:
        fresh.store(fresh.piece()())
    return fresh.view


def _always(_: View, __: object) -> bool:
    return True


async def played(schedule: Sequence[str]) -> int:
    """Plays a schedule, and all that remains to be done then; how many of its steps there were to be taken."""
    desk = Desk(pulls="pull" in schedule)
    try:
        # What opening began is a step like all others.
        await settled()
        assert desk.maker.questions, "what is made at once is no step"
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
            assert not desk.session.held
        return len(schedule)
    finally:
        for task in desk.tasks:
            task.cancel()
        desk.session.stop()


async def _rest(desk: Desk) -> None:
    for _ in range(ENOUGH):
        if not (desk.step("maker") or desk.step("worker")):
            return
        await settled()
    raise AssertionError("the work never ends")


async def settled() -> None:
    """What can be done without a thread is done: nothing is ready any more."""
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
    # Nothing is made at once: a schedule says when a thread has made it.
    monkeypatch.setattr("kibitz.lsp.session.BUDGET", 0)
    monkeypatch.setattr("kibitz.lsp.view.load", lambda _: VARIED)
    monkeypatch.setattr(companions, "_read", lambda ls, _, names: {one: Companion(ls.file) for one in names})

    async def all_of_them() -> int:
        count = 0
        none: tuple[str, ...] = ("",)
        for one in schedules():
            if one[: len(none)] != none:
                taken = await played(one)
                count, none = count + (taken == len(one)), one[: taken + 1]
        return count

    assert asyncio.run(all_of_them()) > 1000
