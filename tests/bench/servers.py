"""Measures kibitz side by side with tombi, the quickest TOML server we know, and with an empty pygls server.

    python tests/bench servers [--tombi PATH] [--edits N] [--starts N] [--server NAME]... [--size SIZE]...

Every table is of one run: all servers are alive together and take turns, edit by edit, so that noise hits them alike.
`first` is when the first diagnostics of a document that is opened come, `all read` when its outline is there.
Times are wall milliseconds from the writing of a message to the last byte of the answer. tombi is left out where it is
not installed (`pip install tombi`). Needs /proc for memory.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bench.options import server_parser
from bench.records import TOML
from kibitz.languages.pfn.testing import long_round
from lsp_client import SERVER, RawClient

SIZES = {"2 kB": 10, "1 MB": 9_500, "11 MB": 100_000}
"""Trades by the name of the size."""
PLACES = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Contestant(RawClient):
    """A server that is measured, with its one open document."""

    def __init__(self, name: str, command: tuple[str, ...], suffix: str) -> None:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        started = time.perf_counter()
        super().__init__(command, limit=900)
        self.name = name
        self.uri = f"file:///tmp/kibitz-bench/round.{suffix}"
        self.suffix = suffix
        self.version = 0
        text_document = {"publishDiagnostics": {"versionSupport": True, "relatedInformation": True}}
        answer = self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": None,
                "capabilities": {"textDocument": text_document, "general": {"positionEncodings": ["utf-16"]}},
            },
        )
        self.started = 1000 * (time.perf_counter() - started)
        sync = answer["capabilities"]["textDocumentSync"]
        self.whole = (sync if isinstance(sync, int) else sync["change"]) == 1
        self.notify("initialized", {})

    def load(self, text: str) -> float:
        """Open the document, and return the time until its diagnostics arrive."""
        self.version += 1
        item = {"uri": self.uri, "languageId": self.suffix, "version": self.version, "text": text}
        return self._timed("textDocument/didOpen", {"textDocument": item})

    def settle(self) -> float:
        """Waits until all of the document has been read: the time until its outline is there."""
        started = time.perf_counter()
        self._number += 1
        body = {"textDocument": {"uri": self.uri}}
        self.send(
            {"jsonrpc": "2.0", "id": self._number, "method": "textDocument/documentSymbol", "params": body}
        )
        self.answer(self._number)
        return 1000 * (time.perf_counter() - started)

    def type(self, lines: list[str], line: int, column: int, old: int, new: str) -> float:
        """Replaces `old` characters, with `lines` the text as it is then; the time until the diagnostics are there."""
        self.version += 1
        start, end = {"line": line, "character": column}, {"line": line, "character": column + old}
        change = {"range": {"start": start, "end": end}, "text": new}
        changes = [{"text": "\n".join(lines)} if self.whole else change]
        document = {"uri": self.uri, "version": self.version}
        return self._timed("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def unload(self) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})

    def _timed(self, method: str, params: Any) -> float:
        self.heard.clear()
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode()
        started = time.perf_counter()
        self.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        while True:
            message = self.read()
            taken = time.perf_counter() - started
            if message.get("method") == "textDocument/publishDiagnostics":
                if message["params"].get("version", self.version) == self.version:
                    return 1000 * taken
            elif "method" in message:
                self._hear(message)

    @property
    def memory(self) -> float:
        """Megabytes that the process holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def commands(tombi: str | None, only: list[str] | None) -> dict[str, tuple[tuple[str, ...], str]]:
    """Command and suffix of each server, or only of those with these names."""
    empty = (sys.executable, str(Path(__file__).parent / "empty.py"))
    found = {"kibitz": (SERVER, TOML), "empty pygls": (empty, TOML)}
    if tombi is not None:
        found["tombi"] = ((tombi, "lsp", "--offline"), "toml")
    return {name: found[name] for name in only or found}


def starts(servers: dict[str, tuple[tuple[str, ...], str]], rounds: int) -> None:
    """Measure from the start of a process to its answer to `initialize`, and to the diagnostics of a document that is opened at once."""
    text = long_round(SIZES["2 kB"])
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in servers}
    for _ in range(rounds):
        for name, (command, suffix) in servers.items():
            one = Contestant(name, command, suffix)
            taken[name].append((one.started, one.started + one.load(text)))
            one.__exit__()
    print("\nms from the start of the process (median, least, most)")
    print(f"  {'':12} {'initialize':>26} {'the first diagnostics':>26}")
    for name, times in taken.items():
        columns = "".join(
            f" {statistics.median(some):8.1f} {min(some):8.1f} {max(some):8.1f}"
            for some in zip(*times, strict=True)
        )
        print(f"  {name:12}{columns}")


def edits(servers: dict[str, tuple[tuple[str, ...], str]], size: str, count: int) -> None:
    """One character typed, then removed, and so on, in a price near the start, the middle and the end."""
    text = long_round(SIZES[size])
    print(
        f"\n{size}: {len(text):,} characters; ms from a keystroke to its diagnostics (median, 99 %), MB in memory"
    )
    alive = [Contestant(name, command, suffix) for name, (command, suffix) in servers.items()]
    first, whole = {}, {}
    for one in alive:
        first[one.name] = one.load(text)
        whole[one.name] = first[one.name] + one.settle()
    times = {(one.name, place): [] for one in alive for place in PLACES}  # type: ignore[var-annotated]
    time.sleep(1)
    lines = text.split("\n")
    for place, share in PLACES.items():
        line = _price(lines, share)
        price = lines[line]
        for number in range(count):
            typed = number % 2 == 0
            lines[line] = price + "1" if typed else price
            for one in alive:
                times[one.name, place].append(
                    one.type(lines, line, len(price), 0 if typed else 1, "1" if typed else "")
                )
    print(
        f"  {'':12} {'first':>8} {'all read':>8} "
        + " ".join(f"{place:>17}" for place in PLACES)
        + f" {'MB':>8}"
    )
    for one in alive:
        cells = " ".join(f"{_two(times[one.name, place]):>17}" for place in PLACES)
        print(f"  {one.name:12} {first[one.name]:8.1f} {whole[one.name]:8.0f} {cells} {one.memory:8.0f}")
        one.__exit__()


def _price(lines: list[str], share: float) -> int:
    """The line of a price near a place."""
    order: Iterable[int] = range(int(share * (len(lines) - 1)), len(lines))
    if share > 0.9:
        order = reversed(range(len(lines)))
    return next(number for number in order if lines[number].startswith("Price"))


def _two(times: list[float]) -> str:
    cut = sorted(times)[min(len(times) - 1, int(0.99 * len(times)))]
    return f"{statistics.median(times):.2f} {cut:.2f}"


def main(options: list[str]) -> None:
    """Prints the tables."""
    parser = server_parser("servers", __doc__, [*SIZES])
    parser.add_argument("--edits", type=int, default=60, help="keystrokes a place")
    parser.add_argument("--starts", type=int, default=15, help="starts of each server")
    arguments = parser.parse_args(options)
    servers = commands(arguments.tombi, arguments.server)
    starts(servers, arguments.starts)
    for size in arguments.size or SIZES:
        count = arguments.edits if size != "11 MB" else max(6, arguments.edits // 6)
        edits(servers, size, count)
