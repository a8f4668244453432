"""The time of a key in a long log: from the edit to the completions, and to the ghost text, at its end."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable, Sequence

from bench.desk import COMPLETION, INLINE, Desk, Piped
from bench.records import records
from notations import notation

SIZE = 1_000_000
"""Characters of the log."""
TYPED = 300
"""Keys that are measured."""


def latency(languages: Iterable[str]) -> None:
    """Prints a table. Each notation has a server of its own, as in an editor."""
    print(f"ms from a key at the end of a log of {SIZE:,} characters to the answer (median, 99 %)")
    print(f"{'':6} {'completion':>14} {'ghost text':>14}")
    for language in languages:
        log, typed = long_log(language)
        with Piped() as server:
            desk = Desk(server, language, log)
            desk.items()
            times = [_times(desk, typed[:TYPED], method) for method in _asked(server)]
        print(f"{language:6} " + " ".join(f"{_two(one):>14}" for one in times), flush=True)


def long_log(language: str) -> tuple[str, str]:
    """Return a log, and a text to type after it."""
    if (text := notation(language).long(SIZE)) is not None:
        cut = text.rindex("\n\n", 0, -4 * TYPED) + 1
        return text[:cut], text[cut:]
    log = ""
    parts = []
    for record in records(language, SIZE, seed=5):
        parts.append(record)
        log = "\n".join(parts) if len(parts) % 200 == 0 else log
        if len(log) > SIZE:
            break
    return log, "\n" + "\n".join(records(language, 5, seed=6))


def _asked(server: Piped) -> list[str]:
    return [COMPLETION, INLINE] if server.offers_inline() else [COMPLETION]


def _times(desk: Desk, typed: str, method: str) -> list[float]:
    """Return the milliseconds of each key. The typed text is removed in the end."""
    text = desk.text
    line, column = text.count("\n"), len(text) - text.rfind("\n") - 1
    taken = []
    for letter in typed:
        here = {"line": line, "character": column}
        line, column = (line + 1, 0) if letter == "\n" else (line, column + 1)
        started = time.perf_counter()
        desk.change({"range": {"start": here, "end": here}, "text": letter})
        desk.server.request(method, desk.at({"line": line, "character": column}))
        taken.append(1000 * (time.perf_counter() - started))
    start = {"line": text.count("\n"), "character": len(text) - text.rfind("\n") - 1}
    desk.change({"range": {"start": start, "end": {"line": line, "character": column}}, "text": ""})
    return taken


def _two(times: Sequence[float]) -> str:
    ordered = sorted(times)
    return f"{statistics.median(ordered):.2f} {ordered[int(0.99 * (len(ordered) - 1))]:.2f}"
