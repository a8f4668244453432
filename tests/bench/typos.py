"""Typos: does kibitz find one in a legal record, and is the original the first repair, or among the first three?

    python tests/bench typos [--records FOLDER] [--count N] [--seed N] [--keys]

The table has a row for each kind of typo. The records are those that each notation makes for its tests, or the files of a folder, by
their suffixes. A replaced character is random, of the same kind; with `--keys` it is a neighbour on the keyboard. The time is that of this
process, for all findings of a record (at most three), each with the budget of the server.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from string import ascii_lowercase, ascii_uppercase, digits
from time import process_time
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply
from kibitz.core.repair import repaired
from kibitz.core.values import Diagnostic, Severity
from kibitz.languages import IDS, load
from notations import notation

SLIPS = ("replaced", "left out", "doubled", "swapped")
ROWS = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")


class Slip(NamedTuple):
    """A record, and its text with a typo."""

    meant: str
    written: str
    kind: str


def slip(rng: Random, text: str, kind: str, keys: bool = False) -> Slip:
    """Return a typo of a kind in a text, at a letter or digit after its first eighth."""
    places = [at for at in range(len(text) // 8, len(text) - 2) if text[at].isascii() and text[at].isalnum()]
    while True:
        at = rng.choice(places)
        old, behind = text[at], text[at + 1]
        new = {
            "replaced": _other(rng, old, keys),
            "left out": "",
            "doubled": old * 2,
            "swapped": behind + old,
        }
        written = text[:at] + new[kind] + text[at + 1 + (kind == "swapped") :]
        if written != text:
            return Slip(text, written, kind)


def _other(rng: Random, old: str, keys: bool) -> str:
    if keys:
        row = next(row for row in ROWS if old.lower() in row)
        at = row.index(old.lower())
        near = rng.choice(row[max(at - 1, 0) : at] + row[at + 1 : at + 2])
        return near.upper() if old.isupper() else near
    kind = digits if old.isdigit() else ascii_uppercase if old.isupper() else ascii_lowercase
    return rng.choice([one for one in kind if one != old])


def _serious(analysis: Analysis) -> list[Diagnostic]:
    return [one for one in analysis.diagnostics() if one.severity <= Severity.WARNING]


class Tried(NamedTuple):
    """The result of one typo."""

    kind: str
    found: bool
    rank: int | None
    """The place of the original among the repairs, from 1 on."""
    clear: bool
    """Whether one of them was clear."""
    seconds: float


def tried(language_id: str, texts: Sequence[str], rng: Random, keys: bool) -> Iterator[Tried]:
    """A slip of each kind in each of some texts."""
    language = load(language_id)
    for text in texts:
        known = {(one.rule.code, one.message) for one in _serious(Analysis.of(language, text))}
        for kind in SLIPS:
            one = slip(rng, text, kind, keys)
            analysis = Analysis.of(language, one.written)
            bad = [each for each in _serious(analysis) if (each.rule.code, each.message) not in known][:3]
            start = process_time()
            fixes = [fix for each in bad for fix in repaired(analysis, [each])[0].fixes]
            seconds = process_time() - start
            ways = list(dict.fromkeys(apply(one.written, fix.edits) for fix in fixes))
            rank = ways.index(text) + 1 if text in ways else None
            yield Tried(kind, bool(bad), rank, any(fix.preferred for fix in fixes), seconds)


def main(arguments: Sequence[str]) -> None:
    parser = ArgumentParser(prog="python tests/bench typos", description=__doc__.split("\n")[0])
    parser.add_argument("--records", type=Path, help="a folder of records")
    parser.add_argument("--count", type=int, default=20, help="how many records of a notation (20)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keys", action="store_true", help="replaced by neighbouring keys only")
    chosen = parser.parse_args(arguments)
    print(f"{'':22}  found  first  among three  clear  clear and right    p50    p95")
    for language_id in IDS:
        rng = Random(chosen.seed)
        if chosen.records is not None:
            paths = sorted(chosen.records.rglob(f"*.{language_id}"))[: chosen.count]
            texts = [path.read_text("utf-8") for path in paths]
        else:
            texts = [notation(language_id).record(rng) for _ in range(chosen.count)]
        found = list(tried(language_id, texts, rng, chosen.keys))
        for kind in SLIPS:
            _print(f"{language_id} {kind}", [one for one in found if one.kind == kind])
        _print(language_id, found)


def _print(name: str, tried: Sequence[Tried]) -> None:
    found = [one for one in tried if one.found]
    if not found:
        print(f"{name:22}  {0:>5}")
        return
    ranks = Counter(one.rank for one in found)
    right = sum(one.clear and one.rank == 1 for one in found)
    times = sorted(one.seconds for one in found)
    share = 100 / len(found)
    print(
        f"{name:22}  {len(found):>3}/{len(tried):<3} {share * ranks[1]:3.0f} %  "
        f"{share * (ranks[1] + ranks[2] + ranks[3]):9.0f} %  {sum(one.clear for one in found):5}  {right:15}  "
        f"{1000 * times[len(times) // 2]:4.0f} ms {1000 * times[int(0.95 * len(times))]:4.0f} ms"
    )
