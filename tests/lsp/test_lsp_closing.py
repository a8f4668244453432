"""The memory of a record is free after closing, and that of earlier versions after a while."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Iterator
from functools import partial
from time import monotonic
from typing import Any
from weakref import ref

import pytest

from bench.records import short
from kibitz.core import memory
from kibitz.core.analysis import Analysis, Checking
from kibitz.core.document import Document
from kibitz.languages import IDS
from kibitz.lsp.documents import handlers
from kibitz.lsp.documents.worker import Worker
from lsp_client import PATIENCE
from test_lsp_loop import CLIENT, Client, Typist
from test_memory import kept

SIZES = (700, 20_000)
"""One that the loop does everything about, and one that threads do."""
SEED = 40
"""The seed of a record that no other test has."""


@pytest.fixture
def direct() -> Iterator[Client]:
    client = Client()
    client.request("initialize", {"processId": None, "rootUri": None, "capabilities": CLIENT})
    client.notify("initialized", {})
    yield client
    client.close()


@pytest.mark.parametrize("language_id", IDS)
@pytest.mark.parametrize("size", SIZES)
def test_closed_record_is_freed(direct: Client, language_id: str, size: int) -> None:
    """The user has typed and asked everything. A memo of the last answer once kept 58 MB of a long record."""
    record = short(language_id, SEED)
    typist = Typist(direct, language_id, record * (size // len(record) + 1), f"file:///{size}")
    typist.write()
    end = typist.text[len(typist.text) // 2 :]
    assert alive(end)
    direct.notify("textDocument/didClose", typist.about)
    direct.run(none_of(end))


async def forgotten() -> None:
    """Wait until nothing is remembered: threads that are still at work end some time later."""
    until = monotonic() + PATIENCE
    while kept() and monotonic() < until:
        await asyncio.sleep(0.01)


async def none_of(end: str) -> None:
    """Threads that are still at it end some time later."""
    until = monotonic() + PATIENCE
    while (looked := monotonic()) < until and alive(end):
        # Other threads get as much time as the collection took from them.
        await asyncio.sleep(max(0.2, monotonic() - looked))
    if found := alive(end):
        # Their owner may be excluded from collections.
        gc.unfreeze()
    assert not found, [
        (one, [_name(who) for who in gc.get_referrers(one) if who is not found]) for one in found
    ]


def _name(who: object) -> str:
    return f"{type(who)} {who.get('__name__', [*who])}" if isinstance(who, dict) else str(type(who))


def alive(end: str) -> list[object]:
    """Return the objects that belong to records with this ending. Other tests in this process may have records of their own.

    No other thread runs meanwhile: Python raises SystemError if a thread is still filling a tuple that is held here.
    """
    interval = sys.getswitchinterval()
    sys.setswitchinterval(60)
    try:
        # This is longer than the switch interval, so a waiting thread runs before.
        gc.collect()
        found: list[Any] = [
            one for one in gc.get_objects() if isinstance(one, (Analysis, Checking, Document))
        ]
        return [one for one in found if getattr(one, "document", one).text().endswith(end)]
    finally:
        sys.setswitchinterval(interval)


def test_closing_all_empties_the_caches(direct: Client) -> None:
    """The caches of a text of 1 MB take up to 15 MB. Those that another open record needs stay."""
    texts = [
        Typist(direct, language_id, short(language_id, 3), f"file:///{language_id}") for language_id in IDS
    ]
    for typist in texts:
        assert kept()
        direct.notify("textDocument/didClose", typist.about)
    direct.run(forgotten())
    assert kept() == 0


def test_worker_keeps_no_question() -> None:
    """The document may be closed since."""

    class Document:
        """A document for requests."""

    async def asked() -> None:
        document, worker = Document(), Worker()
        held = ref(document)
        assert await worker.ask(partial(isinstance, document, Document))
        del document
        until = monotonic() + PATIENCE
        while held() is not None and monotonic() < until:
            await asyncio.sleep(0.01)
        assert held() is None

    asyncio.run(asked())


@pytest.mark.parametrize(("every", "emptied"), [(2, True), (10_000, False)])
def test_caches_of_changed_texts_are_emptied(
    direct: Client, monkeypatch: pytest.MonkeyPatch, every: int, emptied: bool
) -> None:
    dropped: list[int] = []
    monkeypatch.setattr(handlers, "CACHED_CHANGES", every)
    monkeypatch.setattr(memory, "forget", lambda: dropped.append(kept()))
    Typist(direct, "bjn", short("bjn", SEED), "file:///typed").write()
    assert (sum(dropped) > 0) == emptied
