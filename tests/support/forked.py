"""Servers in processes that have the imports already.

Loading the protocol takes half a second, and the tests start hundreds of servers. So one process loads it, the notations and the
transport, and waits. Each server is a fork of it, with its own pipes. Editors start programs, so they get one that asks for such a
fork (`knock.py`). Other tests start real processes, for the start itself and for the end of Python.
"""

from __future__ import annotations

import atexit
import gc
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, NoReturn

if TYPE_CHECKING:
    from kibitz.lsp.server import KibitzServer

NAMES = ("server", "toy")
"""The normal server, and one with the toy notation."""
NUMBER = 20
"""Characters of each number that is sent."""
LONGEST = 100_000
"""Bytes of the code that runs first."""
POSSIBLE = hasattr(os, "fork") and hasattr(socket, "send_fds")
KNOCK = Path(__file__).with_name("knock.py")


def program(name: str = "server") -> tuple[str, ...]:
    """Return the command of one of :data:`NAMES`, for tests that start a server as editors do."""
    if POSSIBLE:
        # Starting Python is most of the work of this program.
        return (sys.executable, "-I", "-S", str(KNOCK), _loaded(name).door)
    return (sys.executable, __file__, name, "")


class Forked:
    """A server as `subprocess.Popen` has it: its three streams, its number, and its end."""

    def __init__(self, name: str, first: str = "") -> None:
        """Start one of :data:`NAMES`. `first` is Python code that runs before it."""
        here, there = zip(*map(_pipe, (True, False, False, False)), strict=True)
        socket.send_fds(_loaded(name).way, [first.encode() or b" "], there)
        for one in there:
            os.close(one)
        self.stdin: IO[bytes] | None = open(here[0], "wb")  # noqa: SIM115 - `communicate` closes them.
        self.stdout: IO[bytes] | None = open(here[1], "rb")  # noqa: SIM115
        self.stderr: IO[bytes] | None = open(here[2], "rb")  # noqa: SIM115
        self._told = here[3]
        """The pipe with the number of the process, and in the end its status."""
        self.pid = int(os.read(self._told, NUMBER))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The status with which it has ended, or minus the signal, if it has."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end. Raises subprocess.TimeoutExpired."""
        if self.returncode is None:
            if not select.select([self._told], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("kibitz lsp", timeout or 0)
            self.returncode = int(os.read(self._told, NUMBER))
            os.close(self._told)
        return self.returncode

    def kill(self) -> None:
        # It may have ended, although its parent has not reported that yet.
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def communicate(self) -> None:
        """Wait for its end and close everything that is open."""
        self.wait()
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()


def _pipe(written: bool) -> tuple[int, int]:
    """A pipe: the end that stays here, which is the one that is `written` to or not, and the other one."""
    read, write = os.pipe()
    return (write, read) if written else (read, write)


class Loaded(NamedTuple):
    """A process that has loaded a server, and ends with this one."""

    way: socket.socket
    """To ask it for another server."""
    door: str
    """The socket at which programs ask it."""


@cache
def _loaded(name: str) -> Loaded:
    here, there = socket.socketpair()
    folder = tempfile.TemporaryDirectory()
    path = str(Path(folder.name, "door"))
    with there, socket.socket(socket.AF_UNIX) as door:
        door.bind(path)
        door.listen()
        command = (sys.executable, __file__, name, str(door.fileno()))
        process = subprocess.Popen(command, stdin=there.fileno(), pass_fds=(door.fileno(),))

    def end() -> None:
        here.close()
        process.wait()
        folder.cleanup()

    atexit.register(end)
    return Loaded(here, path)


# The process that forks


def _ready(server: KibitzServer) -> None:
    """Load the modules that a server loads for its first requests: they took half of its time."""
    from lsprotocol import types

    from kibitz.core.analysis import Analysis
    from kibitz.core.memory import forget
    from kibitz.languages import IDS, load

    for language_id in IDS:
        Analysis.of(load(language_id), "x").diagnostics()
    converter = server.protocol._converter
    for method in (*server.protocol.fm.features, "textDocument/publishDiagnostics"):
        said, answer, *_ = types.METHOD_TO_TYPES.get(method, (None, None))
        if said is not None:
            converter.get_structure_hook(said)
        converter.get_unstructure_hook(answer or said)
    forget()
    gc.collect()
    gc.freeze()


def _asked(way: socket.socket, door: socket.socket) -> tuple[bytes, list[int]]:
    """Return the code that the next server runs first, and its files. Exit when the parent of this process has ended."""
    while True:
        if way in select.select([way, door], [], [])[0]:
            first, given, *_ = socket.recv_fds(way, LONGEST, 4)
            if not given:
                sys.exit()
        else:
            who, _ = door.accept()
            with who:
                first, given, *_ = socket.recv_fds(who, LONGEST, 4)
        # A program may have been ended before it has said anything.
        if given:
            return first, given


def _tell(asker: int, number: int) -> None:
    """Send a number to the process that asked for a server, unless it has ended."""
    with suppress(BrokenPipeError):
        os.write(asker, b"%*d" % (NUMBER, number))


def _wait(main: Callable[[], int], door: socket.socket) -> NoReturn:
    """Fork a server for each request, and report how each ends."""
    way, told = socket.socket(fileno=0), dict[int, int]()

    def ended(*_: object) -> None:
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                _tell(told[found[0]], os.waitstatus_to_exitcode(found[1]))
                os.close(told.pop(found[0]))

    signal.signal(signal.SIGCHLD, ended)
    while True:
        first, given = _asked(way, door)
        # No server may end before its client is known.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        if (pid := os.fork()) == 0:
            break
        *streams, told[pid] = given
        _tell(told[pid], pid)
        for one in streams:
            os.close(one)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    way.detach()
    door.close()
    for number, one in enumerate(given[:3]):
        os.dup2(one, number)
    for one in (*given, *told.values()):
        os.close(one)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    exec(first, {})  # noqa: S102 - it comes from a test.
    status = main()
    # End like Python, but skip the teardown, which took a third of the time of a server.
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    if sys.argv[1] == "toy":
        from lsp_toy import register

        register()
    from kibitz.lsp.main import main

    if POSSIBLE:
        from kibitz.lsp.server import server

        _ready(server)
        _wait(main, socket.socket(fileno=int(sys.argv[2])))
    exec(sys.argv[2], {})  # noqa: S102 - it comes from a test.
    sys.exit(main())
