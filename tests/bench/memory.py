"""The memory of the server while new text is typed, in records of all notations at once."""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

from bench.records import long
from kibitz.languages import IDS
from lsp_client import SERVER, Json, RawClient, recorded

CLIENT = "vscode-1.139.1-lc11.0.0"
KEYS = 100_000
OPEN = 400
"""Keys in a record before it is closed and a new one is opened."""
RUN = 40
"""Keys at one place."""
LONGEST = 12_000
"""Characters of a record when it is opened."""
QUESTION = 25
"""Keys between two requests."""
ASKED = [
    "hover",
    "completion",
    "signatureHelp",
    "inlineCompletion",
    "documentHighlight",
    "documentSymbol",
    "foldingRange",
    "semanticTokens/full",
    "codeLens",
    "formatting",
    "inlayHint",
    "codeAction",
    "kibitz/preview",
]


class Writer:
    """A simulated user. It writes records of a notation with typos, and never the same text again."""

    def __init__(self, server: RawClient, language: str) -> None:
        self.server, self.language = server, language
        self.rng = random.Random(language)
        self.number = self.version = 0
        self.text = self.coming = ""
        self.at = 0

    @property
    def uri(self) -> str:
        return f"file:///{self.number}.{self.language}"

    def key(self, number: int) -> None:
        """Type one more character, and wait for the diagnostics."""
        if self.version % OPEN == 0:
            self._turn_over()
        if not self.coming:
            # Users write at the end or anywhere, and half of them make many typos.
            self.at = self.rng.choice((len(self.text), self.rng.randrange(len(self.text) + 1)))
            self.coming = self._piece()
        letter, self.coming = self.coming[0], self.coming[1:]
        place = self._place()
        self.text = self.text[: self.at] + letter + self.text[self.at :]
        self.at += 1
        self.version += 1
        document = {"uri": self.uri, "version": self.version}
        change = {"range": {"start": place, "end": place}, "text": letter}
        self.server.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        self._ask("diagnostic")
        if number % QUESTION == 0:
            self._ask(ASKED[number // QUESTION % len(ASKED)])
        self.server.heard.clear()

    def _turn_over(self) -> None:
        if self.number:
            self.server.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})
        self.number, self.coming, self.version = self.number + 1, "", 1
        self.text = long(self.language, self.rng.randint(100, LONGEST), self.number)
        self.server.open(self.text, self.uri, self.language)

    def _piece(self) -> str:
        fresh = long(self.language, 2 * RUN, 1_000_000 + 1000 * self.number + self.version)
        start = self.rng.randrange(len(fresh) - RUN)
        piece = list(fresh[start : start + RUN])
        for _ in range(self.rng.choice((0, RUN // 8))):
            piece[self.rng.randrange(RUN)] = self.rng.choice(fresh)
        return "".join(piece)

    def _place(self) -> Json:
        line = self.text.count("\n", 0, self.at)
        return {"line": line, "character": self.at - self.text.rfind("\n", 0, self.at) - 1}

    def _ask(self, method: str) -> None:
        here = self._place()
        params = {
            "textDocument": {"uri": self.uri},
            "position": here,
            "range": {"start": here, "end": here},
            "options": {"tabSize": 4, "insertSpaces": True},
            "context": {"triggerKind": 1, "diagnostics": []},
        }
        self.server.request(method if method.startswith("kibitz") else f"textDocument/{method}", params)


def measure(languages: Sequence[str], keys: int, rows: int) -> None:
    """Print the memory of the server after some keys, which go to the notations in turn."""
    with RawClient(SERVER, limit=24 * 3600) as server:
        server.initialize(recorded(CLIENT))
        writers = [Writer(server, language) for language in languages]
        print(f"{'keys':>8} {'MB':>6}   {', '.join(languages)}")
        for number in range(keys):
            if number % max(keys // rows, 1) == 0:
                print(f"{number:8} {megabytes(server.process.pid):6.1f}", flush=True)
            writers[number // RUN % len(writers)].key(number)
        print(f"{keys:8} {megabytes(server.process.pid):6.1f}")


def megabytes(process: int) -> float:
    """Return the memory of a process, in megabytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench memory", description=f"{__doc__} Needs /proc.")
    parser.add_argument("languages", nargs="*", metavar="ID", help="only these notations")
    parser.add_argument("--keys", type=int, default=KEYS, metavar="N", help=f"keys altogether ({KEYS:,})")
    parser.add_argument("--rows", type=int, default=10, metavar="N", help="rows of the table (10)")
    options = parser.parse_args(arguments)
    measure(options.languages or IDS, options.keys, options.rows)
