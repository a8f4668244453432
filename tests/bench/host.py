"""A static host at the end of a slow line, on loopback, like the one of a remote visitor.

Chromium can slow down a page, but not its workers, which fetch nearly everything.
"""

from __future__ import annotations

import gzip
import io
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from kibitz.cli.web import HOST, TYPES, Server, page

LATENCY = 0.02
"""Seconds from a question to the first byte of its answer."""
CHUNK = 8192
PACKED = {".css", ".html", ".js", ".mjs", ".svg", ".wasm"}
"""Suffixes of files that hosts compress."""


class Line:
    """The line between: a number of bits per second for all connections together."""

    def __init__(self, mbit: float) -> None:
        self._seconds = 8 / (mbit * 1e6)
        self._free = 0.0
        self._lock = Lock()

    def carry(self, size: int) -> None:
        """Wait until some bytes have gone through, after the earlier ones."""
        with self._lock:
            self._free = max(self._free, time.monotonic()) + size * self._seconds
            free = self._free
        time.sleep(max(0, free - time.monotonic()))


class Handler(SimpleHTTPRequestHandler):
    """Files as most hosts send them: as they are, or compressed beforehand; without headers of the page's own."""

    protocol_version = "HTTP/1.1"
    extensions_map = TYPES

    def __init__(self, *arguments: Any, line: Line, packs: bool, **options: Any) -> None:
        self._line, self._packs = line, packs
        super().__init__(*arguments, **options)

    def send_head(self) -> Any:
        time.sleep(LATENCY)
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not self._packs or path.suffix not in PACKED or not path.is_file():
            return super().send_head()
        content = packed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return io.BytesIO(content)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while chunk := source.read(CHUNK):
            self._line.carry(len(chunk))
            outputfile.write(chunk)

    def log_message(self, *_: object) -> None:
        """Do not log every file."""


@cache
def packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes())


@contextmanager
def slow(mbit: float, packs: bool) -> Iterator[str]:
    """The address of such a host with the page, which compresses or does not."""
    folder = page()
    for path in Path(folder).rglob("*") if packs else ():
        if path.suffix in PACKED:
            packed(path)
    with Server((HOST, 0), partial(Handler, directory=folder, line=Line(mbit), packs=packs)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://{HOST}:{server.server_port}/"
        finally:
            server.shutdown()
