"""A language server with late answers, which reveal races between typing and help.

    python late.py kibitz lsp

runs the command and passes everything on. Each message of the server waits 50 to 400 ms, and the order stays. A command other than `lsp`
(`--version`) runs as it is.
"""

from __future__ import annotations

import os
import queue
import random
import subprocess
import sys
import threading
import time
from typing import BinaryIO

LEAST, MOST = 0.05, 0.4
"""Delay of a message, in seconds."""


def main(command: list[str]) -> int:
    if "lsp" not in command:
        os.execvp(command[0], command)  # noqa: S606 - No shell is wanted.
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert server.stdin is not None
    assert server.stdout is not None
    threading.Thread(target=_hand_on, args=(server.stdin,), daemon=True).start()
    said: queue.SimpleQueue[tuple[float, bytes]] = queue.SimpleQueue()
    threading.Thread(target=_hear, args=(server.stdout, said), daemon=True).start()
    _say_late(said)
    return server.wait()


def _hand_on(server: BinaryIO) -> None:
    """Pass the messages of the client to the server at once, and the end of them."""
    while data := os.read(sys.stdin.fileno(), 1 << 16):
        server.write(data)
        server.flush()
    server.close()


def _hear(server: BinaryIO, said: queue.SimpleQueue[tuple[float, bytes]]) -> None:
    """Collect the server's messages, each with its time of delivery. An empty message is the end."""
    rng = random.Random(7)
    while message := _message(server):
        said.put((time.monotonic() + rng.uniform(LEAST, MOST), message))
    said.put((0, b""))


def _message(stream: BinaryIO) -> bytes:
    """A message with its head; nothing at the end."""
    head, length = b"", 0
    while (line := stream.readline()) not in (b"\r\n", b""):
        head += line
        name, _, value = line.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    return head + line + stream.read(length) if head else b""


def _say_late(said: queue.SimpleQueue[tuple[float, bytes]]) -> None:
    while (told := said.get())[1]:
        due, message = told
        time.sleep(max(0, due - time.monotonic()))
        sys.stdout.buffer.write(message)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
