"""Servers whose process has been through the imports already.

To load the types of the protocol takes half a second, and the tests start hundreds of servers. So one process loads them and
waits, and each server is a fork of it, with pipes and an end of its own. What the start itself is about is tested by processes
that really start.
"""

from __future__ import annotations

import atexit
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import IO, NoReturn

NAMES = ("server", "toy")
"""The server as it is, and one that knows the toy notation, too."""
NUMBER = 20
"""Each number that is told has so many characters."""
LONGEST = 10_000
"""Bytes of what is done first."""
POSSIBLE = hasattr(os, "fork") and hasattr(socket, "send_fds")


class Forked:
    """A server as `subprocess.Popen` has it: its three streams, its number, and its end."""

    def __init__(self, name: str, first: str = "") -> None:
        """Starts one of :data:`NAMES`; `first` is what Python shall do there before."""
        here, there = zip(*map(_pipe, (True, False, False, False)), strict=True)
        socket.send_fds(_loaded(name), [first.encode() or b" "], there)
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


@cache
def _loaded(name: str) -> socket.socket:
    """The way to a process that has loaded a server; it ends with this one."""
    here, there = socket.socketpair()
    with there:
        process = subprocess.Popen([sys.executable, __file__, name], stdin=there.fileno())

    def end() -> None:
        here.close()
        process.wait()

    atexit.register(end)
    return here


# The process that forks


def _wait(main: Callable[[], int]) -> NoReturn:
    """Forks a server whenever it is asked for one, and tells how each ends."""
    asked, told = socket.socket(fileno=0), dict[int, int]()

    def ended(*_: object) -> None:
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                os.write(told[found[0]], b"%20d" % os.waitstatus_to_exitcode(found[1]))
                os.close(told.pop(found[0]))

    signal.signal(signal.SIGCHLD, ended)
    while True:
        first, given, *_ = socket.recv_fds(asked, LONGEST, 4)
        if not given:
            sys.exit()
        # Until it is known whom to tell, nobody ends.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        if (pid := os.fork()) == 0:
            break
        *streams, told[pid] = given
        os.write(told[pid], b"%20d" % pid)
        for one in streams:
            os.close(one)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    asked.detach()
    for number, one in enumerate(given[:3]):
        os.dup2(one, number)
    for one in (*given, *told.values()):
        os.close(one)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    exec(first, {})  # noqa: S102 - it comes from a test.
    sys.exit(main())


if __name__ == "__main__":
    if sys.argv[1] == "toy":
        from lsp_toy import register

        register()
    from kibitz.lsp.main import main

    if len(sys.argv) > 2:
        exec(sys.argv[2], {})  # noqa: S102 - it comes from a test.
        sys.exit(main())
    _wait(main)
