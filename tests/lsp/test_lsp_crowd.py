"""Many records and many folders: the typing user is never blocked, and an unresponsive folder delays no other folder."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from pathlib import Path
from time import sleep
from types import SimpleNamespace
from typing import Any

import pytest

from kibitz.lsp.workspace import folders
from kibitz.lsp.workspace.folders import Record, of_each
from kibitz.lsp.workspace.progress import Progress
from lsp_client import PATIENCE

RECORD = "{1.52}\n"


def _workspace(root: Path, *names: str, records: int = 3) -> Any:
    """A server that has these folders, each with some records."""
    for name in names:
        (root / name).mkdir()
        for number in range(records):
            (root / name / f"{number}.bjn").write_text(RECORD)
    return SimpleNamespace(folders=lambda: [(root / name).as_uri() for name in names])


def test_silent_folder_blocks_no_other(tmp_path: Path) -> None:
    server, answers = _workspace(tmp_path, "far", "near", "nearer"), threading.Event()

    def work(one: Record) -> str:
        if "far" in one.path:
            answers.wait(PATIENCE)
        return Path(one.path).parent.name

    async def gathered() -> list[tuple[str, float]]:
        found: list[tuple[str, float]] = []
        async for part, share in of_each(server, (), work):
            found += [(one, share) for one in part]
            if len(found) == 6:
                answers.set()
        return found

    found = asyncio.run(gathered())
    assert {name for name, _ in found[:6]} == {"near", "nearer"}
    assert found[6:] == [("far", 1.0)] * 3


def test_no_more_threads_than_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = _workspace(tmp_path, "one", "other", records=40)
    monkeypatch.setattr(folders, "PART", 2)
    before, most = threading.active_count(), 0

    async def counted() -> int:
        nonlocal most
        total = 0
        async for part, _ in of_each(server, (), lambda _: sleep(0.001)):
            most, total = max(most, threading.active_count()), total + len(part)
        return total

    assert asyncio.run(counted()) == 80
    # Each folder has a working thread, and one that is about to end.
    assert most - before <= 4


def test_errors_are_not_lost(tmp_path: Path) -> None:
    server = _workspace(tmp_path, "one", "other")

    async def all_of_them() -> None:
        async for _ in of_each(server, (), lambda one: 1 // len(one.path[:0])):
            pass

    with pytest.raises(ZeroDivisionError):
        asyncio.run(all_of_them())


def test_a_user_who_has_had_enough() -> None:
    """pygls cancels the future of the token when the client cancels it."""
    tokens: dict[str, Any] = {}
    server: Any = SimpleNamespace(work_done_progress=SimpleNamespace(tokens=tokens))
    progress = Progress(server, "Checking", cancellable=True)
    assert not progress.cancelled
    tokens["kibitz-7"] = Future()
    (progress._token,) = tokens
    assert not progress.cancelled
    tokens["kibitz-7"].cancel()
    assert progress.cancelled
