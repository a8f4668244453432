"""The server stays responsive: during typing, no turn of the event loop takes longer than 20 ms of CPU."""

from __future__ import annotations

import asyncio
import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from time import thread_time

import pytest

from bench.records import long
from hostile import HOSTILE
from hostile_search import least
from kibitz.languages import IDS
from lsp_client import Json
from lsp_direct import QUICK, Direct
from pace import pace

MOST = 0.02
SHORT = 1_000
"""Characters of a short record."""
KEYS = 2
CLIENT = {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}}
VISIBLE = 50
"""Lines."""
ABOUT = ("documentSymbol", "foldingRange", "semanticTokens/full", "codeLens", "formatting")
AT = (
    "hover",
    "completion",
    "signatureHelp",
    "inlineCompletion",
    "documentHighlight",
    "linkedEditingRange",
    "prepareRename",
)
IN = ("inlayHint", "codeAction", "semanticTokens/range")


@pytest.fixture(autouse=True)
def usual_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have slow checks done by a thread, as in an editor."""
    monkeypatch.setattr("kibitz.lsp.documents.session.QUICK", QUICK)


@contextmanager
def turns() -> Iterator[list[tuple[float, str]]]:
    """Yield the CPU time of each turn of the event loop in its thread, and its subject."""
    found: list[tuple[float, str]] = []
    original = asyncio.Handle._run

    def run(self: asyncio.Handle) -> None:
        started = thread_time()
        original(self)
        found.append((thread_time() - started, repr(self)))

    gc.disable()
    asyncio.Handle._run = run  # type: ignore[method-assign]
    try:
        yield found
    finally:
        asyncio.Handle._run = original  # type: ignore[method-assign]
        gc.enable()


class Client(Direct):
    """A client that looks into an answer only to know which it is, so that reading is not counted."""

    def write(self, data: bytes) -> None:
        number = re.search(rb'"id": ?([0-9]+)', data[:40] + data[-40:])
        if number is not None:
            self.answers[int(number[1])] = {"result": None}
            self._heard.set()


class Typist:
    """A typist in the middle of a record. The editor sends all its usual requests after each key."""

    def __init__(self, client: Client, language_id: str, text: str, uri: str) -> None:
        self.client, self.text, self.about = client, text, {"textDocument": {"uri": uri}}
        document = {"uri": uri, "languageId": language_id, "version": 0, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": document})
        client.answer("textDocument/foldingRange", self.about)

    def write(self) -> None:
        start = self.text.rfind("\n", 0, len(self.text) // 2) + 1
        line = self.text.count("\n", 0, start)
        for number, key in enumerate(self.text[start:].lstrip().partition("\n")[0][:KEYS]):
            place, behind = ({"line": line, "character": number + more} for more in (0, 1))
            change = {"range": {"start": place, "end": place}, "text": key}
            document = {**self.about["textDocument"], "version": number + 1}
            self.client.notify(
                "textDocument/didChange", {"textDocument": document, "contentChanges": [change]}
            )
            self.ask(behind)

    def ask(self, place: Json) -> None:
        span = {"start": {"line": max(place["line"] - VISIBLE, 0), "character": 0}, "end": place}
        for method in ABOUT:
            self.client.answer(
                f"textDocument/{method}", self.about | {"options": {"tabSize": 4, "insertSpaces": True}}
            )
        for method in AT:
            self.client.answer(
                f"textDocument/{method}", self.about | {"position": place, "context": {"triggerKind": 1}}
            )
        for method in IN:
            self.client.answer(
                f"textDocument/{method}", self.about | {"range": span, "context": {"diagnostics": []}}
            )


def slowest(client: Client, language_id: str, texts: Iterator[str]) -> float:
    """Return the longest turn during typing in a record, in seconds."""
    text = next(texts)
    typist = Typist(client, language_id, text, f"file:///{len(text)}/{hash(text)}")
    with turns() as found:
        typist.write()
    assert len(found) > KEYS
    longest, what = max(found)
    print(f"{language_id}, {len(text)} characters: {len(found)} turns, {longest * 1000:.1f} ms: {what}")
    return longest


@pytest.mark.parametrize("language_id", IDS)
def test_no_turn_takes_long(language_id: str) -> None:
    """A short record, and one that is fifty times as long."""
    client = Client()
    client.request("initialize", {"processId": None, "rootUri": None, "capabilities": CLIENT})
    client.notify("initialized", {})
    # Modules for the first request are loaded now.
    damaged = long(language_id, SHORT, 2).replace("[", "[[", 2).replace(".", "..", 2)
    for text in (damaged, damaged[: SHORT // 2]):
        Typist(client, language_id, text, "file:///warm").write()
    most = MOST * pace()
    for length, last in ((SHORT, SHORT - 2 * KEYS), (50 * SHORT, None)):
        # A new record each time: an accidental delay does not come again.
        texts = (long(language_id, length, seed)[:last] for seed in count(1))
        assert least(partial(slowest, client, language_id, texts), most) < most
    client.close()


HUGE = 60_000
WORST = (
    "players on lines",
    "empty lines of a drawing",
    "lines of corners",
    "arrays of a trade",
    "tables",
    "one hand for all",
    "lines of a letter",
    "outcomes",
    "splits",
    "hands without an end",
    "broken tags",
    "comments behind an action",
)
"""Texts with a key that takes some ten milliseconds of cutting, reading, checking or explaining."""


SLOW = ("events", "events and empty lines")
"""Texts that take long to explain even when they are short."""


def longest_key(client: Client, name: str, size: int, numbers: Iterator[int]) -> float:
    """Return the longest turn during typing in the middle of a text, in seconds."""
    language_id, make = HOSTILE[name]
    number = next(numbers)
    # Another text each time, which is in no cache.
    text = make(size + 7 * number)
    document = {"uri": f"file:///{name}/{size}/{number}".replace(" ", "%20")}
    opened = {**document, "languageId": language_id, "version": 0, "text": text}
    client.notify("textDocument/didOpen", {"textDocument": opened})
    client.answer("textDocument/foldingRange", {"textDocument": document})
    middle = len(text) // 2
    line, start = text.count("\n", 0, middle), text.rfind("\n", 0, middle) + 1
    with turns() as found:
        for more, typed in enumerate("a1"):
            place = {"line": line, "character": middle - start + more}
            change = {"range": {"start": place, "end": place}, "text": typed}
            changed = {**document, "version": more + 1}
            client.notify("textDocument/didChange", {"textDocument": changed, "contentChanges": [change]})
            client.answer("textDocument/foldingRange", {"textDocument": document})
    client.notify("textDocument/didClose", {"textDocument": document})
    longest, what = max(found)
    print(f"{name}, {len(text)} characters: {len(found)} turns, {longest * 1000:.1f} ms: {what}")
    return longest


def test_no_key_in_a_hostile_text_takes_long() -> None:
    """Each request about such a text takes some ten milliseconds at each key, in a thread."""
    client = Client()
    client.request("initialize", {"processId": None, "rootUri": None, "capabilities": CLIENT})
    client.notify("initialized", {})
    most = MOST * pace()
    texts = [*((name, HUGE) for name in WORST), *((name, SHORT - 50) for name in SLOW)]
    took = {one: least(partial(longest_key, client, *one, count()), most) for one in texts}
    assert not {one: seconds for one, seconds in took.items() if seconds >= most}
    client.close()
