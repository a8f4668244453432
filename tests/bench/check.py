"""Measure the command line: `kibitz check` of an archive of each notation, of one huge file, and of a short record.

    python tests/bench check [--tombi PATH] [--rounds N] [--files N] [--characters N] [--language ID]...

The programs take turns. The tables:

- Archives: files of one to nine kilobytes, clean, and with a mistake in every third. Megabytes per second of processor time (user and
  system, with the start) on one core, and wall seconds with all cores. `nothing changed since` uses the cache. `exported` is
  `kibitz export`, which should have at least a third of the speed.
- Huge: the same of one huge file. `tombi lint` reads the same PFN as TOML.
- Short: wall milliseconds, next to `python -c "import lark"` and an empty Python.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.options import parser_of
from bench.records import TOML, archive, long, short, with_a_slip
from kibitz.cli.tables import FORMS
from kibitz.languages import IDS

TOML_SUFFIX = "toml"
"""The suffix of files for tombi."""
PROGRAM = (sys.executable, "-m", "kibitz")
KIBITZ = (*PROGRAM, "check")


class Run(NamedTuple):
    """The time of a process, in seconds."""

    wall: float
    processor: float


def main(options: list[str]) -> None:
    """Prints both tables."""
    parser = parser_of("check", __doc__)
    _add_own(parser)
    arguments = parser.parse_args(options)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = os.path.join(folder, "cache")
        _archives(Path(folder), arguments)
        _huge_ones(Path(folder), arguments)
        _short_ones(Path(folder), arguments)


def _add_own(parser: ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=5, help="how often each program runs")
    parser.add_argument("--files", type=int, default=2000, help="how many files an archive has")
    parser.add_argument("--characters", type=int, default=10_000_000, help="how long the huge files are")
    parser.add_argument("--language", action="append", choices=IDS, help="only this notation")


def _archives(folder: Path, arguments: Namespace) -> None:
    print(
        "\nchecking archives: MB/s of processor time on one core (median), seconds on the wall with all cores"
    )
    for language in arguments.language or IDS:
        clean = list(archive(language, arguments.files))
        third = [
            with_a_slip(language, text, random.Random(number)) if number % 3 == 0 else text
            for number, text in enumerate(clean)
        ]
        for name, texts in (("clean", clean), ("every third wrong", third)):
            inside = folder / language / name.split()[0]
            _written(inside, texts, language)
            size = sum(len(text.encode()) for text in texts)
            what = f"{len(texts):,} files, {size / 1e6:.1f} MB, {name}"
            _side_by_side(language, what, inside, size, arguments)


def _written(folder: Path, texts: Sequence[str], language: str) -> None:
    """Write the files for kibitz and, if they are TOML, the same files for TOML programs."""
    for suffix in (language, *([TOML_SUFFIX] if language == TOML else [])):
        (folder / suffix).mkdir(parents=True)
        for number, text in enumerate(texts):
            (folder / suffix / f"{number:06}.{suffix}").write_text(text, "utf-8")


def _side_by_side(language: str, what: str, folder: Path, size: int, arguments: Namespace) -> None:
    records = str(folder / language)
    programs: dict[str, Sequence[str]] = {
        f"kibitz check, {language}": (*KIBITZ, "--no-cache", records),
        "nothing changed since": (*KIBITZ, records),
        **{f"exported as {form}": (*PROGRAM, "export", "--to", form, records) for form in FORMS},
    }
    if language == TOML and arguments.tombi is not None:
        programs["tombi lint, the same"] = (arguments.tombi, "lint", "--offline", str(folder / TOML_SUFFIX))
    print(f"  {what}")
    alone = _in_turns(programs, arguments.rounds, alone=True)
    for name, runs in _in_turns(programs, arguments.rounds).items():
        processor = statistics.median(run.processor for run in alone[name])
        wall = statistics.median(run.wall for run in runs)
        print(f"    {name:24} {size / 1e6 / processor:8.2f} MB/s {wall:8.2f} s", flush=True)


def _huge_ones(folder: Path, arguments: Namespace) -> None:
    print("\nthe same of one huge file")
    for language in arguments.language or IDS:
        text = long(language, arguments.characters)
        _written(folder / language / "huge", [text], language)
        size = len(text.encode())
        _side_by_side(language, f"1 file, {size / 1e6:.1f} MB", folder / language / "huge", size, arguments)


def _short_ones(folder: Path, arguments: Namespace) -> None:
    programs: dict[str, Sequence[str]] = {
        "an empty Python": (sys.executable, "-c", ""),
        "import lark": (sys.executable, "-c", "import lark"),
    }
    for language in arguments.language or IDS:
        path = folder / f"short.{language}"
        path.write_text(short(language), "utf-8")
        programs[f"kibitz check, {language}"] = (*KIBITZ, str(path))
    taken = {
        name: statistics.median(run.wall for run in runs)
        for name, runs in _in_turns(programs, 6 * arguments.rounds).items()
    }
    print("\na short record, wall ms (median), and times `import lark`")
    for name, wall in taken.items():
        print(f"  {name:24} {1000 * wall:8.1f} {wall / taken['import lark']:8.2f}")


def _in_turns(
    programs: Mapping[str, Sequence[str]], rounds: int, *, alone: bool = False
) -> dict[str, list[Run]]:
    """The runs of each program, which take turns; a first round that fills caches does not count."""
    runs: dict[str, list[Run]] = {name: [] for name in programs}
    for number in range(rounds + 1):
        for name, command in programs.items():
            run = _timed(command, alone)
            if number:
                runs[name].append(run)
    return runs


def _timed(command: Sequence[str], alone: bool) -> Run:
    """Run a command once; `alone` on one core, if the system allows that."""
    if alone and sys.platform == "linux":
        command = ("taskset", "-c", str(min(os.sched_getaffinity(0))), *command)
    before, started = os.times(), time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    wall, after = time.perf_counter() - started, os.times()
    processor = after.children_user - before.children_user + after.children_system - before.children_system
    return Run(wall, processor)
