"""Neovim's own protocol: msgpack on the standard streams of `nvim --embed`. Nothing waits for ever."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgpack  # type: ignore[import-untyped]

from editors.tools import PATIENCE

Value = Any


class NeovimError(Exception):
    """Neovim refused a request; the message is Neovim's."""


class Rpc:
    """One Neovim process. `notified` gets its notifications, in the thread that reads."""

    def __init__(
        self,
        command: Sequence[str],
        cwd: Path,
        env: Mapping[str, str],
        notified: Callable[[str, list[Value]], None],
    ) -> None:
        self.process = subprocess.Popen(
            command, cwd=cwd, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self._notified = notified
        self._answers: dict[int, tuple[Value, Value]] = {}
        self._news = threading.Condition()
        self._number = 0
        self._ended = False
        threading.Thread(target=self._read, daemon=True).start()

    def request(self, method: str, *arguments: Value, timeout: float = PATIENCE) -> Value:
        """The result of an API function. Raises NeovimError, TimeoutError, and EOFError if Neovim has ended."""
        number = self.begin(method, *arguments)
        if not self.answered(number, timeout):
            raise TimeoutError(f"{method} took longer than {timeout} s")
        with self._news:
            if number not in self._answers:
                raise EOFError(f"Neovim ended during {method}")
            error, result = self._answers.pop(number)
        if error is not None:
            raise NeovimError(error[1] if isinstance(error, list) else error)
        return result

    def begin(self, method: str, *arguments: Value) -> int:
        """Send a request without waiting."""
        self._number += 1
        self._write([0, self._number, method, arguments])
        return self._number

    def answered(self, number: int, timeout: float) -> bool:
        """Return whether a request is answered, or Neovim has ended, within some seconds."""
        with self._news:
            return self._news.wait_for(lambda: number in self._answers or self._ended, timeout)

    def notify(self, method: str, *arguments: Value) -> None:
        self._write([2, method, arguments])

    def wait(self, timeout: float = PATIENCE) -> int:
        """The exit code."""
        return self.process.wait(timeout)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()

    def _write(self, message: Value) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(msgpack.packb(message, unicode_errors="surrogateescape"))

    def _read(self) -> None:
        assert self.process.stdout is not None
        unpacker = msgpack.Unpacker(unicode_errors="surrogateescape", ext_hook=_handle, strict_map_key=False)
        try:
            while data := self.process.stdout.read(65536):
                unpacker.feed(data)
                for message in unpacker:
                    self._take(message)
        except (OSError, ValueError):
            pass  # The stream has been closed.
        with self._news:
            self._ended = True
            self._news.notify_all()

    def _take(self, message: Value) -> None:
        if message[0] == 1:
            with self._news:
                self._answers[message[1]] = message[2], message[3]
                self._news.notify_all()
        elif message[0] == 2:
            self._notified(message[1], message[2])


def _handle(_: int, data: bytes) -> Value:
    """Buffers, windows and tab pages are numbers."""
    return msgpack.unpackb(data)
