"""Questions about long documents: one thread a document, the latest question counts, stale ones stop."""

from __future__ import annotations

import asyncio
import statistics
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pygls.exceptions import JsonRpcContentModified

from bench.records import records
from kibitz.core.analysis import Analysis
from kibitz.core.cancellation import Cancelled, check_cancelled, watched
from kibitz.core.memory import forget
from kibitz.core.values import Span
from kibitz.languages import IDS, load
from kibitz.lsp.documents import worker as module
from kibitz.lsp.documents.worker import Worker, WorkerThread, when_idle
from lsp_client import PATIENCE, RawClient, span, whole

URI = "file:///a.botc"
METHODS = ["documentSymbol", "foldingRange", "codeLens", "semanticTokens/full"]


def test_questions_are_answered_in_their_order() -> None:
    order: list[str] = []
    begun, may_end = threading.Event(), threading.Event()

    def slow() -> str:
        begun.set()
        may_end.wait(PATIENCE)
        order.append("slow")
        return "slow"

    def quick(name: str) -> str:
        order.append(name)
        return name

    async def asked() -> list[Any]:
        worker = Worker()
        first = asyncio.ensure_future(worker.ask(slow))
        await asyncio.to_thread(begun.wait, PATIENCE)
        others = [asyncio.ensure_future(worker.ask(partial(quick, key))) for key in "bdc"]
        await asyncio.sleep(0)
        may_end.set()
        return await asyncio.gather(first, *others, return_exceptions=True)

    assert asyncio.run(asked()) == order == ["slow", "b", "d", "c"]


def test_a_question_interrupts_work_of_idle_moments() -> None:
    begun, answered, may_end = threading.Event(), threading.Event(), threading.Event()
    tries: list[str] = []

    def search() -> str:
        tries.append("search")
        begun.set()
        while not answered.is_set():
            check_cancelled()
        return "repairs"

    async def work() -> str:
        idle, worker = WorkerThread(), Worker()
        searching = asyncio.ensure_future(when_idle(idle, worker, search, lambda: False))
        await asyncio.to_thread(begun.wait, PATIENCE)
        question = asyncio.ensure_future(worker.ask(partial(may_end.wait, PATIENCE)))
        await asyncio.sleep(0)
        # The only thread is free: the search has ended.
        await asyncio.wrap_future(idle.submit(lambda: None))
        answered.set()
        await asyncio.sleep(0)
        assert not searching.done()
        may_end.set()
        await question
        return await searching

    assert asyncio.run(work()) == "repairs"
    assert len(tries) > 1


def test_idle_work_ends_when_it_is_pointless() -> None:
    gone = threading.Event()

    def search() -> None:
        gone.set()
        while True:
            check_cancelled()

    with pytest.raises(Cancelled):
        asyncio.run(when_idle(WorkerThread(), Worker(), search, gone.is_set))


def test_cancelled_request_costs_no_other_answer() -> None:
    begun, may_end, times = threading.Event(), threading.Event(), []

    def work() -> str:
        begun.set()
        may_end.wait(PATIENCE)
        times.append(1)
        return "told"

    async def asked() -> list[Any]:
        worker = Worker()
        every = [asyncio.ensure_future(worker.ask(work))]
        await asyncio.to_thread(begun.wait, PATIENCE)
        every += [asyncio.ensure_future(worker.ask(work)) for _ in range(2)]
        await asyncio.sleep(0)
        every[0].cancel()
        may_end.set()
        return await asyncio.gather(*every, return_exceptions=True)

    cancelled, *others = asyncio.run(asked())
    assert isinstance(cancelled, asyncio.CancelledError)
    assert (others, len(times)) == (["told", "told"], 3)


def test_light_bulb_leaves_explicit_requests() -> None:
    """Editors also ask for the light bulb without the user. Each question is answered, with or without its reason."""
    text = "{1.52}|1.1..10s.|0.1...?|1.1..kd._|0.1..7h.\n" * 40
    asked = {**whole(URI.replace("botc", "bjn")), "range": span(20, 7, 20, 17)}
    contexts: list[Any] = [{"diagnostics": [], "triggerKind": kind} for kind in (1, 2, 1, 2)]
    with RawClient() as client:
        client.initialize()
        client.open(text, asked["textDocument"]["uri"], "bjn")
        client.send_all(
            *(
                {
                    "id": f"asked {number}",
                    "method": "textDocument/codeAction",
                    "params": {**asked, "context": one},
                }
                for number, one in enumerate(contexts)
            )
        )
        for number in range(len(contexts)):
            assert client.answer(f"asked {number}")["result"]


def test_thread_ends_with_its_worker() -> None:
    async def asked() -> threading.Thread:
        worker = Worker()
        thread, *others = [await worker.ask(threading.current_thread) for _ in range(3)]
        assert thread.name == "worker"
        assert {*others} == {thread}
        return thread

    thread = asyncio.run(asked())
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_request_after_a_cancelled_one_is_answered() -> None:
    """A cancelled job runs on for a while. Meanwhile there is no second thread."""
    begun, may_end, order = threading.Event(), threading.Event(), []

    def slow() -> None:
        begun.set()
        may_end.wait(PATIENCE)
        order.append("slow")

    async def asked() -> None:
        worker = Worker()
        first = asyncio.ensure_future(worker.ask(slow))
        await asyncio.to_thread(begun.wait, 20)
        worker.drop()
        with pytest.raises(JsonRpcContentModified):
            await first
        second = asyncio.ensure_future(worker.ask(partial(order.append, "second")))
        await asyncio.sleep(0)
        may_end.set()
        await second

    asyncio.run(asked())
    assert order == ["slow", "second"]


def test_a_fault_is_the_asker_s() -> None:
    def fails() -> None:
        raise RuntimeError("a fault")

    with pytest.raises(RuntimeError, match="a fault"):
        asyncio.run(Worker().ask(fails))


def test_without_threads_work_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser has no threads."""
    monkeypatch.setattr(module, "THREADS", False)
    assert asyncio.run(Worker().ask(lambda: threading.current_thread().name)) == "MainThread"


@pytest.mark.parametrize("language_id", IDS)
def test_work_about_a_whole_document_stops_between_chunks(language_id: str) -> None:
    language = load(language_id)
    text = "\n".join(records(language_id, 40))
    analysis = Analysis.of(language, text)
    whole_document = Span(0, len(text))
    forget()
    works: list[Callable[[], object]] = [
        lambda: list(language.tokens(analysis, whole_document)),
        analysis.document.text,
    ]
    if language.feature("lenses"):
        works.append(lambda: list(language.lenses(analysis)))
    for work in works:
        with pytest.raises(Cancelled):
            watched(work, lambda: True)
        watched(work, lambda: False)


LOADED_BY = """
import sys
from importlib.abc import MetaPathFinder
from threading import current_thread

class Finder(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "lark":
            print(current_thread().name, file=sys.stderr)

sys.meta_path.insert(0, Finder())
"""


@pytest.mark.parametrize(
    ("language_id", "damaged"),
    [
        ("pfn", "a = = 1\n"),
        ("bjn", "{1.52|x\n"),
        ("botc", "{imp} (n\n"),
        ("qgn", '[key "go"]\n0(p\n'),
        ("pfn", f"a = {'[' * 300}1{']' * 300}\n"),
    ],
)
def test_server_loads_no_lark(language_id: str, damaged: str) -> None:
    """However wrong or deep the record is: loading takes 50 to 90 ms."""
    with RawClient(first=LOADED_BY) as client:
        client.initialize()
        client.open(damaged, language=language_id)
        assert client.diagnostics(1)
        client.request("shutdown")
        client.notify("exit")
        assert client.process.stderr is not None
        assert not client.process.stderr.read().split()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="nowhere else does a process tell its threads")
def test_cancelled_requests_cost_no_key() -> None:
    """A megabyte, four whole-document questions a key, each taken back: 10 ms of work a key, few threads, level memory."""
    text = "\n".join(records("botc", 2500))
    text = (text * (1_000_000 // len(text) + 1))[:1_000_000]
    with RawClient() as client:
        client.initialize()
        client.open(text, URI, "botc")
        client.request("textDocument/documentSymbol", whole(URI))
        quiet: list[float] = []
        times: list[float] = []
        threads, sizes = 0, []
        for version in range(2, 122, 2):
            quiet.append(_key(client, version, 0))
            times.append(_key(client, version + 1, len(METHODS)))
            threads = max(threads, _status(client, "Threads"))
            sizes.append(_status(client, "VmRSS"))
        # Keys with and without questions take turns, because a slow machine delays both.
        assert statistics.median(times) < max(0.010, 3 * statistics.median(quiet)), (quiet, times)
        # These are the loop, the one that sends answers, and one for each of the document's two workers. An earlier one may still be ending.
        assert threads <= 6
        assert max(sizes[30:]) < 1.1 * max(sizes[:30]) + 5_000, sizes
        assert client.close() == 0


def _key(client: RawClient, version: int, questions: int) -> float:
    """Seconds that the server works from a key to its diagnostics, questions having been asked and taken back before."""
    asked = [f"{version}-{method}" for method in METHODS[:questions]]
    for number, method in zip(asked, METHODS, strict=False):
        client.send(
            {"jsonrpc": "2.0", "id": number, "method": f"textDocument/{method}", "params": whole(URI)}
        )
    time.sleep(0.03)
    for number in asked:
        client.notify("$/cancelRequest", {"id": number})
    change = {"range": span(0, 0, 0, version % 2), "text": " " * ((version + 1) % 2)}
    before = _worked(client)
    client.change([change], version, URI)
    client.diagnostics(version)
    taken = _worked(client) - before
    client.heard.clear()
    return taken


def _worked(client: RawClient) -> float:
    """Return the seconds of work of all threads of the process, by its clock in Linux."""
    return time.clock_gettime(~client.process.pid << 3 | 2)


def _status(client: RawClient, name: str) -> int:
    """Return a number of the status of the process. Memory is in kilobytes."""
    told = Path(f"/proc/{client.process.pid}/status").read_text()
    return int(told.partition(f"{name}:")[2].split()[0])
