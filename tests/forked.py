"""Servers whose process has been through the imports already.

To load the types of the protocol takes half a second, and the tests start hundreds of servers. So one process loads them, the
notations, and what reads and writes messages, and waits; each server is a fork of it, with pipes and an end of its own; editors,
which start programs, have one that asks for such a fork (`knock.py`). What the start itself is about, and what Python does at the
end, is tested by processes that really start.
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
"""The server as it is, and one that knows the toy notation, too."""
NUMBER = 20
"""Each number that is told has so many characters."""
LONGEST = 100_000
"""Bytes of what is done first."""
POSSIBLE = hasattr(os, "fork") and hasattr(socket, "send_fds")
KNOCK = Path(__file__).with_name("knock.py")


def program(name: str = "server") -> tuple[str, ...]:
    """A program that is one of :data:`NAMES`, for who starts servers by their command, as editors do."""
    if POSSIBLE:
        # What Python does before it runs a program is most of what this one does.
        return (sys.executable, "-I", "-S", str(KNOCK), _loaded(name).door)
    return (sys.executable, __file__, name, "")


class Forked:
    """A server as `subprocess.Popen` has it: its three streams, its number, and its end."""

    def __init__(self, name: str, first: str = "") -> None:
        """Starts one of :data:`NAMES`; `first` is what Python shall do there before."""
        here, there = zip(*map(_pipe, (True, False, False, False)), strict=True)
        socket.send_fds(_loaded(name).way, [first.encode() or b" "], there)
        for one in there:
            os.close(one)
        self.stdin: IO[bytes] | None = open(here[0], "wb")  # noqa: SIM115 - `communicate` closes them.
        self.stdout: IO[bytes] | None = open(here[1], "rb")  # noqa: SIM115
        self.stderr: IO[bytes] | None = open(here[2], "rb")  # noqa: SIM115
        self._told = here[3]
        """What it is told of the process: first its number, in the end its status."""
        self.pid = int(os.read(self._told, NUMBER))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The status with which it has ended, or minus the signal, if it has."""
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Waits so many seconds for its end. Raises subprocess.TimeoutExpired."""
        if self.returncode is None:
            if not select.select([self._told], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("kibitz lsp", timeout or 0)
            self.returncode = int(os.read(self._told, NUMBER))
            os.close(self._told)
        return self.returncode

    def kill(self) -> None:
        # It may have ended, and the process that forked it may not have told so yet.
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def communicate(self) -> None:
        """Waits for its end and closes what is open."""
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
    """Loads what a server by itself loads when it is first asked: all of it was half of what a server took."""
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
    """What the next server does first, and what it is given; ends with who has started this process."""
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
    """Tells who has asked for a server a number, unless they have ended."""
    with suppress(BrokenPipeError):
        os.write(asker, b"%*d" % (NUMBER, number))


def _wait(main: Callable[[], int], door: socket.socket) -> NoReturn:
    """Forks a server whenever it is asked for one, and tells how each ends."""
    way, told = socket.socket(fileno=0), dict[int, int]()

    def ended(*_: object) -> None:
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                _tell(told[found[0]], os.waitstatus_to_exitcode(found[1]))
                os.close(told.pop(found[0]))

    signal.signal(signal.SIGCHLD, ended)
    while True:
        first, given = _asked(way, door)
        # Until it is known whom to tell, nobody ends.
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
    # As Python ends, but for taking everything apart, which was a third of what a server took.
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
