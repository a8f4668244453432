"""Texts that are made to take long: terminals of a grammar, repeated up to a given size.

`python tests/support/hostile.py` prints a table: CPU seconds of a check of each text at several sizes, and of a key in it.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, cycle, islice, takewhile
from time import process_time

from kibitz.core.analysis import Analysis, checked
from kibitz.core.edit import edit
from kibitz.languages import load
from kibitz.project.settings import Settings

Make = Callable[[int], str]


def repeated(piece: str, head: str = "", tail: str = "") -> Make:
    """A piece as often as fits."""
    return lambda size: head + piece * ((size - len(head) - len(tail)) // len(piece)) + tail


def numbered(piece: str, head: str = "", tail: str = "") -> Make:
    """A piece with a number for each `#`, as often as fits."""

    def make(size: int) -> str:
        parts, length = [head], len(head) + len(tail)
        for number in count():
            part = piece.replace("#", str(number))
            if length + len(part) > size:
                return "".join([*parts, tail])
            parts.append(part)
            length += len(part)
        raise AssertionError

    return make


def holders(size: int) -> str:
    """Thousands of players of Figgie who all hold the same card."""
    players = "".join(takewhile(lambda _: True, (f'P{number} = ["S1"]\n' for number in range(size // 15))))
    return "[FiggieGame]\nPlayers = 4\n[Deal]\n" + players


HOSTILE: dict[str, tuple[str, Make]] = {
    "braces with roles": ("botc", repeated("imp ", "{", "}")),
    "a list of roles": ("botc", repeated("imp, ", "[", "]")),
    "one player with tokens": ("botc", repeated("imp:dead,", "[Alice:imp(", ")]")),
    "one player with odd tokens": ("botc", numbered("#;,", "[Alice:imp(", ")]")),
    "a long name": ("botc", repeated("&", "[Ann:imp B", ":imp Cid:imp]")),
    "players in brackets": ("botc", repeated("A:imp ", "[", "]")),
    "players on lines": ("botc", repeated("A:imp\n", "[", "]")),
    "open grimoire": ("botc", repeated("[")),
    "closing braces": ("botc", repeated("}")),
    "words in a bracket": ("botc", repeated("w,", "[")),
    "an unclosed drawing": ("botc", repeated("│\n", "┌\n")),
    "a drawing of many": ("botc", repeated("│ imp (1) monk (2) │\n", "┌\n")),
    "lines of corners": ("botc", repeated("┌\n")),
    "corners": ("botc", repeated("┌")),
    "parentheses": ("botc", repeated("(")),
    "quoted lines": ("botc", repeated("> \n")),
    "code fences": ("botc", repeated("> ```\n> \n")),
    "empty lines of a drawing": ("botc", repeated("\r\n", "│\r\n", "x")),
    "quoted drawings": ("botc", repeated("> │\n> \n", "> ┌\n")),
    "a header": ("pfn", repeated("a.", "[", "a]")),
    "a key": ("pfn", repeated("a.", "", "a = 1")),
    "one hand for all": ("pfn", holders),
    "inline tables in an array": ("pfn", repeated("{a=1},", "a = [", "]")),
    "numbers in an array": ("pfn", repeated("1,", "a = [", "]")),
    "open arrays": ("pfn", repeated("[", "a = ")),
    "open inline tables": ("pfn", repeated("{a=", "a = ")),
    "an open text and junk": ("pfn", repeated("junk line\n", '"""\n')),
    "quotation marks": ("pfn", repeated('"""\n')),
    "tables": ("pfn", numbered("[t#]\n")),
    "hands": ("pfn", numbered('P# = "S1"\n', "[Deal]\n")),
    "named hands": ("pfn", numbered('N# = "S1"\n', "[Deal]\n")),
    "trades in shorthand": ("pfn", numbered("Ann<Bob S1@20 #\n")),
    "long words beside a sign": ("pfn", repeated("a", "", " @b")),
    "a bracket and numbers": ("pfn", repeated("1,\n", "[\n")),
    "an inline table": ("pfn", numbered("k#=1,", "a = {", "}")),
    "tables of tables": ("pfn", numbered("[[a.b#.c]]\n")),
    "the same key": ("pfn", repeated("a = 1\n")),
    "keys of a trade": ("pfn", numbered("k# = 1\n", "[[Trades]]\n")),
    "one key of a trade": ("pfn", repeated("k = 1\n", "[[Trades]]\n")),
    "odd lines of a trade": ("pfn", numbered("x#\n", "[[Trades]]\n")),
    "arrays of a trade": ("pfn", repeated("x = [\n]\n", "[[Trades]]\n")),
    "comments of a trade": ("pfn", repeated("#\n", "[[Trades]]\n")),
    "lines of an open inline table": ("pfn", numbered("k# = 1,\n", "a = {\n")),
    "keys without a header": ("pfn", repeated("GameID = 1\n")),
    "trades without headers": ("pfn", repeated('Buyer = "A"\nSeller = "B"\nPrice = 5\n', "[[Trades]]\n")),
    "lines of a letter": ("pfn", repeated("x\n")),
    "trades": ("pfn", repeated('[[Trades]]\nTradeIndex = 1\nBuyer = "A"\n', "[FiggieGame]\n")),
    "unknown keys of a result": ("pfn", repeated("185=1\n", "[Result]\n")),
    "a setup with players": ("bjn", repeated(".a", "{1.52", "}")),
    "setups": ("bjn", repeated("{1.52}")),
    "events": ("bjn", repeated("1.1..as.|", "{1.52}|")),
    "braces": ("bjn", repeated("{")),
    "outcomes": ("bjn", repeated("[p]", "{1.52}|")),
    "bars": ("bjn", repeated("|")),
    "slashes": ("bjn", repeated("/")),
    "splits": ("bjn", repeated("1.1.x...|", "{1.52}|")),
    "events and empty lines": ("bjn", repeated("1.1..8s.\n\r\n", "{1.52}|" + "|" * 40)),
    "hands with slips": ("bjn", numbered("{1.#}\n{1.52}|1.1..as.|foo|0.1..9c.\n2.1.^.td.\n")),
    "hands with two slips": ("bjn", repeated("{1.52}|1.1..as.|0.1...?|1.1..kd.$\n1.1..as. | 0.1...?\né")),
    "hands without an end": ("bjn", numbered("{5.#}|[w]\n^", "{1.52}|1.1..as.|")),
    "words that count": ("bjn", numbered("# ", "{1.52}|1.1..as.|")),
    "words between bars": ("bjn", numbered("#.|", "{1.52}|1.1..as.|")),
    "dots between bars": ("bjn", repeated(".|", "{1.52}|1.1..as.|")),
    "large tables": ("bjn", numbered("{#.52}|x.1..as.\n")),
    "tags open": ("qgn", repeated("[")),
    "a tag": ("qgn", repeated("a, ", '[key "go"]\n[teams "', '"]\n')),
    "tags": ("qgn", numbered('[t# "x"]\n', '[key "go"]\n[teams "a, b"]\n')),
    "empty lines behind tags": ("qgn", repeated("\n", '[key "go"]\n[teams "a, b"]\n\n')),
    "broken tags": ("qgn", repeated("[t x]\n", '[key "go"]\n[teams "a, b"]\n')),
    "comments behind an action": ("qgn", repeated("{x} ", '[key "go"]\n[teams "a, b"]\n\n0a ')),
    "details": ("qgn", repeated("1.", '[key "go"]\n[teams "a, b"]\n\n0a&', "1")),
    "actions": ("qgn", repeated("0a&1.1 1a&1.1 ", '[key "go"]\n[teams "a, b"]\n\n')),
    "tiles": ("qgn", repeated("0p&0.0.ABCDEFGH 1p&0.0.ABCDEFGH ", '[key "tsuro"]\n[teams "a, b"]\n\n')),
    "comments open": ("qgn", repeated("{", '[key "go"]\n\n')),
    "ampersands": ("qgn", repeated("&", '[key "go"]\n\n0a')),
    "dots": ("qgn", repeated(".", '[key "go"]\n\n0a&')),
}  # fmt: skip
"""By name: the notation, and the text of a size in characters."""


@contextmanager
def uncollected() -> Iterator[None]:
    """Turn garbage collection off while something is measured, because its time depends on the whole process."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def checking(language_id: str, text: str) -> float:
    """CPU seconds of checking a text for the first time."""
    language = load(language_id)
    with uncollected():
        started = process_time()
        Analysis.of(language, text).diagnostics()
        return process_time() - started


def keys(language_id: str, text: str) -> Iterator[float]:
    """CPU seconds of each key in the middle of a text that has been checked."""
    analysis = Analysis.of(load(language_id), text)
    for place, typed in enumerate(cycle("a1b"), len(text) // 2):
        with uncollected():
            started = process_time()
            analysis = checked(edit(analysis.document, place, place, typed), analysis)
            analysis.worst(1000, Settings().judge)
            took = process_time() - started
        yield took


def table() -> None:
    wanted = sys.argv[1:]
    sizes = (25_000, 50_000, 100_000, 190_000)
    for name, (language_id, make) in HOSTILE.items():
        if wanted and not any(one in (name, language_id) for one in wanted):
            continue
        found = []
        for size in sizes:
            seconds = checking(language_id, make(size))
            found.append(f"{seconds:6.2f}")
            if seconds > 5:
                break
        else:
            found.append(f"key {min(islice(keys(language_id, make(100_000)), 3)):6.3f}")
        print(f"{language_id:5}{name:28}{' '.join(found)}", flush=True)


if __name__ == "__main__":
    table()
