"""Measure requests to a server: each right after a keystroke, and once more without one.

    python tests/bench requests [--tombi PATH] [--rounds N] [--server NAME]... [--size SIZE]...

The times are wall milliseconds (median), from writing a request to the last byte of its answer. A dash marks an unknown request, or an
empty answer.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

from bench.options import server_parser
from bench.servers import SIZES, Contestant, commands
from kibitz.languages.pfn.testing import long_round

Json = Any
LINES = 60
"""Lines of a screen."""


def questions(lines: list[str], line: int) -> dict[str, Json]:
    """The parameters of each request, about a trade in the middle."""
    screen = {
        "start": {"line": line - 30, "character": 0},
        "end": {"line": line - 30 + LINES, "character": 0},
    }
    start = {"line": line, "character": lines[line].index("=") + 2}
    at = {"position": start}
    return {
        "hover": at,
        "completion": at,
        "definition": at,
        "documentHighlight": at,
        "codeAction": {"range": {"start": start, "end": start}, "context": {"diagnostics": []}},
        "semanticTokens/range": {"range": screen},
        "inlayHint": {"range": screen},
        "semanticTokens/full": {},
        "documentSymbol": {},
        "foldingRange": {},
        "codeLens": {},
        "formatting": {"options": {"tabSize": 4, "insertSpaces": True}},
    }


def measured(one: Contestant, lines: list[str], line: int, rounds: int) -> dict[str, str]:
    """The cells of a server: right after a keystroke / without one."""
    cells = {}
    price = lines[line]
    for name, params in questions(lines, line).items():
        after: list[float] = []
        again: list[float] = []
        answered = True
        for number in range(rounds):
            typed = number % 2 == 0
            lines[line] = price + "1" if typed else price
            one.type(lines, line, len(price), 0 if typed else 1, "1" if typed else "")
            for times in (after, again):
                taken, result = ask(one, name, params)
                times.append(taken)
                answered = answered and result is not None
        if lines[line] != price:
            lines[line] = price
            one.type(lines, line, len(price), 1, "")
        cells[name] = f"{statistics.median(after):.1f} / {statistics.median(again):.1f}" if answered else "-"
    return cells


def ask(one: Contestant, name: str, params: Json) -> tuple[float, Json]:
    """Return the time of a request, and its result, or None for an error."""
    started = time.perf_counter()
    try:
        result = one.request(f"textDocument/{name}", {"textDocument": {"uri": one.uri}, **params})
    except AssertionError:
        result = None
    return 1000 * (time.perf_counter() - started), result


def main(options: list[str]) -> None:
    """Prints a table for each size."""
    parser = server_parser("requests", __doc__, [*SIZES])
    parser.add_argument("--rounds", type=int, default=6, help="how often each request is made")
    arguments = parser.parse_args(options)
    servers = commands(arguments.tombi, arguments.server)
    # This server answers no request.
    servers.pop("empty pygls", None)
    for size in arguments.size or ["1 MB", "11 MB"]:
        text = long_round(SIZES[size])
        print(f"\n{size}: {len(text):,} characters; ms right after a keystroke / without one (medians)")
        columns = {}
        for name, (command, suffix) in servers.items():
            one = Contestant(name, command, suffix)
            one.load(text)
            ask(one, "documentSymbol", {})
            # By then, everything is loaded.
            time.sleep(2)
            lines = text.split("\n")
            line = next(n for n in range(len(lines) // 2, len(lines)) if lines[n].startswith("Price"))
            columns[name] = measured(one, lines, line, arguments.rounds)
            one.__exit__()
        print(f"  {'':22} " + " ".join(f"{name:>18}" for name in columns))
        for method in questions(lines, line):
            print(f"  {method:22} " + " ".join(f"{column[method]:>18}" for column in columns.values()))
