"""Other ends of the connection: an editor that died, a port scan, a browser, a client that does not read."""

from __future__ import annotations

import json
import os
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from kibitz.lsp.server import FULL
from kibitz.lsp.transport import lifecycle
from kibitz.lsp.transport.outbox import Outbox
from lsp_client import PATIENCE, RawClient, at, span
from test_lsp_races import BROKEN, HAND


def test_server_ends_with_its_client() -> None:
    """Another process may hold its input and output."""
    with (
        subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as editor,
        RawClient() as client,
    ):
        client.initialize({"capabilities": {}, "processId": editor.pid})
        assert client.request("workspace/symbol", {"query": "x"}) == []
        assert client.process.poll() is None
        editor.communicate(b"\n")
        assert client.process.wait(PATIENCE) == 1


def test_process_id_of_another_machine_is_ignored() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
        with RawClient() as client:
            client.initialize({"capabilities": {}, "processId": gone.pid})
            time.sleep(1.2 * lifecycle.EVERY)
            assert client.request("workspace/symbol", {"query": "x"}) == []
            assert client.close() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells only those who write")
@pytest.mark.parametrize("shut_down", [False, True])
def test_server_ends_with_its_output(shut_down: bool) -> None:
    """Without a word from either side."""
    with RawClient() as client:
        client.initialize()
        if shut_down:
            client.request("shutdown")
        assert client.process.stdout is not None
        client.process.stdout.close()
        assert client.process.wait(PATIENCE) == (0 if shut_down else 1)
        client.process.stdout = None


def test_processes_that_are_there_and_others() -> None:
    assert lifecycle.is_alive(os.getpid())
    assert lifecycle.is_alive(1), "somebody else's"
    assert not lifecycle.is_alive(2**22 + 1)
    assert not lifecycle.is_alive(2**70)
    assert not lifecycle.is_alive(0)


# TCP


@contextmanager
def _listening(first: str = "") -> Iterator[int]:
    """Yield the port of a server, which ends afterwards. `first` is Python code that runs before it."""
    script = f"import sys; {first}from kibitz.lsp.main import main; sys.exit(main(('127.0.0.1', 0)))"
    with subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            yield int(process.stderr.readline().rpartition(",")[2].strip(" )\n"))
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


@pytest.fixture
def port() -> Iterator[int]:
    with _listening() as port:
        yield port


def _converse(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        for message in (
            {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
            {"id": 2, "method": "shutdown"},
            {"method": "exit"},
        ):
            body = json.dumps({"jsonrpc": "2.0", **message}).encode()
            connection.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        assert _heard(connection).count(b'"jsonrpc"') == 2


def _heard(connection: socket.socket) -> bytes:
    """Return the bytes that come until the connection ends."""
    said = b""
    try:
        while data := connection.recv(65536):
            said += data
    except ConnectionError:
        pass
    return said


def _connected(port: int, sent: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    connection.sendall(sent)
    return connection


STRANGERS = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00",
    b"c0ntent-length: 1\r\n\r\n",
)
"""Bytes that other programs send."""
BEGUN = (
    b"Content-Length: 100\r\n",
    b"Content-Length: 100\r\n\r\n{",
    b"Content-Type: x\r\n\r\n{}",
    b"Content-Length: 2\r\n\r\n{}",
    b"Content-Length: 1000000000\r\n\r\n{}",
    b'Content-Length: 36\r\n\r\n{"jsonrpc": "2.0", "method": "exit" }',
)


def test_other_programs_are_turned_away(port: int) -> None:
    """Other programs are turned away at once. A port scan sends nothing, and some send only a beginning."""
    for sent in STRANGERS:
        with _connected(port, sent) as connection:
            assert _heard(connection) == b""
    for _ in range(3):
        socket.create_connection(("127.0.0.1", port)).close()
    for sent in BEGUN:
        with _connected(port, sent) as connection:
            connection.shutdown(socket.SHUT_WR)
            assert _heard(connection) == b""
        _connected(port, sent).close()
    with ExitStack() as stack:
        for sent in (b"", b"Cont", *BEGUN):
            stack.enter_context(_connected(port, sent))
        _converse(port)


def test_late_initialize_is_refused() -> None:
    hurried = "from kibitz.lsp.transport import connection_guard; connection_guard.INITIALIZE_TIMEOUT = 0.1; "
    with _listening(hurried) as port:
        for sent in (b"", b"Content-Length: 100\r\n\r\n{"):
            with _connected(port, sent) as connection:
                assert _heard(connection) == b""
        _converse(port)


def test_there_is_one_client(port: int) -> None:
    hello = json.dumps(
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    ).encode()
    with _connected(port, b"Content-Length: %d\r\n\r\n%s" % (len(hello), hello)) as first:
        assert first.recv(10) == b"Content-Le"
        with _connected(port, b"Content-Length: %d\r\n\r\n%s" % (len(hello), hello)) as second:
            assert _heard(second) == b""
        for message in ({"id": 2, "method": "shutdown"}, {"method": "exit"}):
            body = json.dumps({"jsonrpc": "2.0", **message}).encode()
            first.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        assert b'"id": 2' in _heard(first)


def test_server_ends_with_a_reset_connection() -> None:
    """A killed client leaves unread data."""
    hello = b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}'
    script = "import sys; from kibitz.lsp.main import main; sys.exit(main(('127.0.0.1', 0)))"
    with subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        port = int(process.stderr.readline().rpartition(",")[2].strip(" )\n"))
        connection = _connected(port, b"Content-Length: %d\r\n\r\n%s" % (len(hello), hello))
        assert connection.recv(1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
        assert process.wait(PATIENCE) == 1
        assert "Traceback" not in process.stderr.read()


def test_a_port_that_is_used() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        used = f"127.0.0.1:{other.getsockname()[1]}"
        done = subprocess.run(
            [sys.executable, "-m", "kibitz", "lsp", "--tcp", used],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == 2
    assert used in done.stderr
    assert "in use" in done.stderr
    assert "Traceback" not in done.stderr


# A client that does not read


def test_full_pipe_blocks_no_request() -> None:
    """Messages are written by a thread, whole and in order."""
    read, write = os.pipe()
    with open(read, "rb") as source, open(write, "wb", buffering=0) as sink:
        outbox = Outbox(sink, lambda: None)
        # Waiting would never end, because the client does not read.
        for number in range(100):
            outbox.write(b"%d " % number + b"x" * 10_000)
        assert outbox.unsent > 100_000
        found = b""
        while len(found) < 100 * 10_002:
            found += source.read1(65536)
        outbox.close()
        assert outbox.unsent == 0
    assert [one.split()[0] for one in found.decode().replace("x", "").split()] == [
        str(one) for one in range(100)
    ]


def test_missing_reader_is_reported() -> None:
    told = threading.Event()
    read, write = os.pipe()
    os.close(read)
    with open(write, "wb", buffering=0) as sink:
        Outbox(sink, told.set).write(b"x")
        assert told.wait(PATIENCE)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="nowhere else does a process tell its memory")
def test_unread_diagnostics_are_replaced() -> None:
    """Newer ones replace those that have not been sent. Everything comes when the client reads again."""
    many = (HAND[:-1] + BROKEN * 40 + "\n") * 8
    with RawClient() as client:
        client.initialize()
        client.open(many, "file:///a.bjn", "bjn")
        client.diagnostics(1)
        before = _memory(client)
        for version in range(2, 1500):
            change: dict[str, Any] = {"range": span(0, 0, 0, version % 2), "text": "#" * ((version + 1) % 2)}
            client.change([change], version, "file:///a.bjn")
        client.send(
            {
                "jsonrpc": "2.0",
                "id": "end",
                "method": "textDocument/hover",
                "params": at(1, 12, "file:///a.bjn"),
            }
        )
        _rest(client)
        assert _memory(client) < before + 30_000_000
        heard, version = 0, 0
        while version < 1499:
            message = client.read()
            heard += len(json.dumps(message))
            version = message.get("params", {}).get("version", version)
        assert heard < 8 * FULL, "not all of them have been sent"
        assert client.close() == 0


def _rest(client: RawClient) -> None:
    """Wait until the server has done everything possible, even on a busy machine."""
    worked, until = -1, time.monotonic() + PATIENCE
    while worked != (worked := _worked(client)) and time.monotonic() < until:
        time.sleep(1)


def _worked(client: RawClient) -> int:
    """Return the processor time of a server in tenths of a second. Waiting for the client costs next to nothing."""
    times = Path(f"/proc/{client.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return 10 * sum(map(int, times)) // os.sysconf("SC_CLK_TCK")


def _memory(client: RawClient) -> int:
    pages = int(Path(f"/proc/{client.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


# Huge messages, and a server that dies


ROUNDS = 12


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="nowhere else does a process tell its memory")
def test_many_huge_messages_leave_the_memory_level() -> None:
    """Odd notifications, texts of no notation, and a record that is replaced again at once."""
    huge = "x" * (100_000_000 if os.environ.get("KIBITZ_PROFILE") == "long" else 10_000_000)
    with RawClient() as client:
        client.initialize()
        client.open(HAND, "file:///a.bjn", "bjn")
        found = client.diagnostics(1)
        sizes = []
        for version in range(2, 2 + 2 * ROUNDS, 2):
            client.notify("$/odd", {"text": huge})
            client.open(huge, "file:///x.txt", "plaintext")
            client.send_all(
                *(
                    {
                        "method": "textDocument/didChange",
                        "params": {
                            "textDocument": {"uri": "file:///a.bjn", "version": version + more},
                            "contentChanges": [{"text": text}],
                        },
                    }
                    for more, text in enumerate((huge, HAND))
                )
            )
            assert client.request("textDocument/hover", at(0, 12, "file:///a.bjn")) is not None
            if version in (2, 2 * ROUNDS):
                _rest(client)
                sizes.append(_memory(client))
        assert client.diagnostics(1 + 2 * ROUNDS) == found
        assert sizes[1] - sizes[0] < ROUNDS // 2 * len(huge), sizes
        assert client.close() == 0


def test_a_killed_server_is_replaced_within_a_session() -> None:
    """The client opens its text again, and gets the same answers as before."""
    uri, text = "file:///a.bjn", HAND[:-1] + BROKEN + "\n"
    told = []
    for killed in (True, True, False):
        with RawClient() as client:
            client.initialize()
            client.open(text, uri, "bjn", version=7)
            told.append(client.diagnostics(7))
            assert told[-1]
            for version in range(8, 30):
                client.change([{"range": span(0, 0, 0, 0), "text": "// 1\n"}], version, uri)
                text = "// 1\n" + text
            if killed:
                client.process.kill()
            else:
                assert [one["code"] for one in client.diagnostics(29)] == [one["code"] for one in told[0]]
                assert client.close() == 0
    assert [[one["code"] for one in found] for found in told] == [[one["code"] for one in told[0]]] * 3


def test_input_without_a_client_ends_the_server() -> None:
    """The event loop cannot wait for such an input."""
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", "lsp"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (1, b"")
