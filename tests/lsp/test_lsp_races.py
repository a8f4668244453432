"""Much at once: edits while a long record is being checked, requests taken back, clients that don't read or go away."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from kibitz.core.analysis import Analysis
from kibitz.languages import load
from lsp_client import PATIENCE, SERVER, RawClient, at, span, whole

HAND = "{1.52}|1.1..as.|0.1..td.|1.1..kd._|0.1...?|0.1.%.9c.|[w]\n"
LONG = HAND * 4000
"""A session log that takes longer to check than a keystroke may."""
BROKEN = "1.1..as.|"
"""Deals a card a second time."""


def _type(client: RawClient, uri: str, version: int, line: int, text: str, end: int = 0) -> None:
    client.change([{"range": span(line, 0, line, end), "text": text}], version, uri)


def _codes(items: Any) -> list[Any]:
    return [one.get("code") for one in items]


def _wait_for(client: RawClient, version: int, codes: list[str]) -> None:
    """Wait for the diagnostics of a version. A long record has its first ones before the others."""
    found: list[Any] = [None]
    while found != codes:
        found = _codes(client.diagnostics(version))


def _expected(text: str) -> list[str]:
    return [one.rule.code for one in Analysis.of(load("bjn"), text).diagnostics()][:250]


def test_edits_while_a_long_record_is_being_checked() -> None:
    with RawClient() as client:
        client.initialize()
        client.open(LONG, "file:///l.bjn", "bjn")
        text = LONG
        for version in range(2, 42):
            _type(client, "file:///l.bjn", version, 3990 - version, "x")
            lines = text.split("\n")
            lines[3990 - version] = "x" + lines[3990 - version]
            text = "\n".join(lines)
        _wait_for(client, 41, _expected(text))
        assert client.close() == 0


def test_reopening_during_a_check() -> None:
    with RawClient() as client:
        client.initialize()
        for version in range(1, 8):
            client.open(LONG + "x", "file:///l.bjn", "bjn", version)
            client.notify("textDocument/didClose", whole("file:///l.bjn"))
        client.open(HAND + "x", "file:///l.bjn", "bjn", 9)
        assert _codes(client.diagnostics(9)) == _expected(HAND + "x")
        assert client.request("textDocument/hover", at(0, 12, "file:///l.bjn"))
        assert client.close() == 0


def test_a_renamed_file_is_another_document() -> None:
    with RawClient() as client:
        client.initialize()
        client.open(HAND, "file:///old.bjn", "bjn")
        client.notify("textDocument/didClose", whole("file:///old.bjn"))
        client.open(HAND, "file:///new.bjn", "bjn")
        assert client.request("textDocument/hover", at(0, 12, "file:///old.bjn")) is None
        assert client.request("textDocument/hover", at(0, 12, "file:///new.bjn"))
        assert client.close() == 0


def test_many_documents_in_turns() -> None:
    """Two editors' worth of records, typed in by turns: each has its own text and its own problems."""
    with RawClient() as client:
        client.initialize()
        uris = [f"file:///{number}.bjn" for number in range(40)]
        for uri in uris:
            client.open(HAND, uri, "bjn")
        for version in range(2, 12):
            for number, uri in enumerate(uris):
                if (number + version) % 2:
                    _type(client, uri, version, 0, HAND.strip(), len(HAND) - 1)
                else:
                    _type(client, uri, version, 0, "x" + HAND[1:].strip(), len(HAND) - 1)
        last: dict[str, list[Any]] = {}
        while len(last) < len(uris):
            told = client.wait("textDocument/publishDiagnostics")
            if told["version"] == 11:
                last[told["uri"]] = told["diagnostics"]
        for number, uri in enumerate(uris):
            assert bool([one for one in last[uri] if one["severity"] == 1]) == (number % 2 == 1), uri
        assert client.close() == 0


def test_a_storm_of_requests_that_are_taken_back() -> None:
    with RawClient() as client:
        client.initialize()
        client.open(LONG, "file:///l.bjn", "bjn")
        # All texts are different, because equal ones share an answer.
        questions = [
            {
                "id": one,
                "method": "textDocument/inlayHint",
                "params": whole("file:///l.bjn", range=span(0, 0, 9999, one)),
            }
            for one in range(1000)
        ]
        takes_back = [{"method": "$/cancelRequest", "params": {"id": one["id"]}} for one in questions]
        client.send_all(*questions)
        client.send_all(*takes_back)
        answers: dict[Any, Any] = {}
        while len(answers) < len(questions):
            message = client.read()
            if "id" in message and "method" not in message:
                assert message["id"] not in answers, "each request is answered once"
                answers[message["id"]] = message
        # The server answers some before it reads that they are taken back.
        assert sum("error" in one for one in answers.values()) > len(questions) / 2
        assert client.request("textDocument/hover", at(1, 12, "file:///l.bjn"))
        assert client.close() == 0


def test_client_that_pauses_reading() -> None:
    """Its pipe is full, and it goes on writing. Neither side may wait for ever."""
    with RawClient() as client:
        client.initialize()
        client.open(HAND, "file:///a.bjn", "bjn")
        for version in range(2, 3000):
            _type(client, "file:///a.bjn", version, 0, BROKEN if version % 2 else "", 0 if version % 2 else 9)
        for _ in range(2000):
            client.send(
                {
                    "jsonrpc": "2.0",
                    "id": "x",
                    "method": "textDocument/hover",
                    "params": at(0, 12, "file:///a.bjn"),
                }
            )
        _type(client, "file:///a.bjn", 5000, 0, "")
        answered, version = 0, 0
        # The last change cancels a hover that waits for repairs. The answer may come after it.
        while version < 5000 or answered < 2000:
            message = client.read()
            answered += message.get("id") == "x"
            version = message.get("params", {}).get("version", version)
        assert answered == 2000
        assert client.close() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_after_a_kill_the_next_server_has_everything() -> None:
    """All state is in the editor: a new server gets the text and publishes the same."""
    with RawClient() as client:
        client.initialize()
        client.open(LONG + "x", "file:///l.bjn", "bjn")
        os.kill(client.process.pid, signal.SIGKILL)
        assert client.process.wait(PATIENCE) == -signal.SIGKILL
    with RawClient() as client:
        client.initialize()
        client.open(LONG + "x", "file:///l.bjn", "bjn", 7)
        _wait_for(client, 7, _expected(LONG + "x"))
        assert client.close() == 0


def test_closed_input_ends_the_process() -> None:
    """A thread may be answering, and the record be half checked."""
    with RawClient() as client:
        client.initialize()
        client.open(LONG * 8, "file:///l.bjn", "bjn")
        client.send(
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "textDocument/documentSymbol",
                "params": whole("file:///l.bjn"),
            }
        )
        reader = threading.Thread(target=_drain, args=(client,))
        reader.start()
        assert client.process.stdin is not None
        client.process.stdin.close()
        client.process.stdin = None
        assert client.process.wait(PATIENCE) == 1
        reader.join()


def _drain(client: RawClient) -> None:
    assert client.process.stdout is not None
    while client.process.stdout.read(65536):
        pass


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="nowhere else does a process tell its memory")
def test_memory_is_level_during_edits() -> None:
    """After ten thousand edits as after some two thousand, within a few per cent."""
    with RawClient() as client:
        client.initialize()
        client.open(HAND * 30, "file:///a.bjn", "bjn")
        client.request("workspace/symbol", {"query": "x"})  # For this, everything has to be loaded.
        sizes = []
        version = 1
        for edits in (2000, 8000):
            for _ in range(edits // 2):
                _type(
                    client,
                    "file:///a.bjn",
                    version + 1,
                    version % 29,
                    f"1.1..{'23456789'[version % 8]}{'shdc'[version % 4]}.|",
                )
                _type(client, "file:///a.bjn", version + 2, version % 29, "", 9)
                version += 2
                if version % 400 == 1:
                    client.diagnostics(version)
                    client.heard.clear()
            sizes.append(_memory(client.process.pid))
        assert sizes[1] < sizes[0] * 1.1 + 2_000_000, sizes
        assert client.close() == 0


def _memory(process: int) -> int:
    """The resident memory of a process, in bytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def test_dead_editor_leaves_no_process() -> None:
    """The editor is killed; its server sees the end of its input and goes."""
    script = (
        "import subprocess, sys, time\n"
        f"server = subprocess.Popen({list(SERVER)!r}, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)\n"
        "print(server.pid, flush=True)\n"
        f"time.sleep({PATIENCE})\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as editor:
        assert editor.stdout is not None
        number = int(editor.stdout.readline())
        editor.kill()
    assert _ends(number)


def _ends(number: int) -> bool:
    """Return whether another process ends."""
    from time import monotonic, sleep

    until = monotonic() + PATIENCE
    while monotonic() < until:
        try:
            os.kill(number, 0)
            state = Path(f"/proc/{number}/stat").read_text().split()[2] if Path("/proc").is_dir() else ""
        except (ProcessLookupError, FileNotFoundError):
            return True
        if state == "Z":
            return True
        sleep(0.05)
    return False
