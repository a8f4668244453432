"""Measures the command line: `kibitz check` of a long record of each notation, and of a short one.

    python tests/bench check [--tombi PATH] [--rounds N] [--characters N] [--language ID]...

The programs take turns. Long: megabytes a second, of the processor's time (user and system), start included, on one core;
`tombi lint` reads the same PFN as TOML. Short: wall milliseconds beside `python -c "import lark"` and an empty Python.
"""

from __future__ import annotations

import os
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
from bench.records import TOML, long, short
from kibitz.languages import IDS

KIBITZ = (sys.executable, "-m", "kibitz", "check")


class Run(NamedTuple):
    """What a process took, in seconds."""

    wall: float
    processor: float


def main(options: list[str]) -> None:
    """Prints both tables."""
    parser = parser_of("check", __doc__)
    _add_own(parser)
    arguments = parser.parse_args(options)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        _long_ones(Path(folder), arguments)
        _short_ones(Path(folder), arguments)


def _add_own(parser: ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=5, help="how often each program runs")
    parser.add_argument("--characters", type=int, default=10_000_000, help="how long the long records are")
    parser.add_argument("--language", action="append", choices=IDS, help="only this notation")


def _long_ones(folder: Path, arguments: Namespace) -> None:
    print(
        f"\nchecking {arguments.characters:,} characters, MB/s of processor time (median), seconds on the wall"
    )
    for language in arguments.language or IDS:
        path = folder / f"long.{language}"
        path.write_text(long(language, arguments.characters), "utf-8")
        programs: dict[str, Sequence[str]] = {f"kibitz check, {language}": (*KIBITZ, str(path))}
        if language == TOML and arguments.tombi is not None:
            # What is no `.toml` file is none of tombi's business.
            same = path.with_suffix(".toml")
            same.write_bytes(path.read_bytes())
            programs["tombi lint, the same"] = (arguments.tombi, "lint", "--offline", str(same))
        size = path.stat().st_size / 1e6
        for name, runs in _in_turns(programs, arguments.rounds).items():
            processor = statistics.median(run.processor for run in runs)
            wall = statistics.median(run.wall for run in runs)
            print(f"  {name:24} {size / processor:8.2f} MB/s {wall:8.2f} s", flush=True)


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


def _in_turns(programs: Mapping[str, Sequence[str]], rounds: int) -> dict[str, list[Run]]:
    """The runs of each program, which take turns; a first round that fills caches does not count."""
    runs: dict[str, list[Run]] = {name: [] for name in programs}
    for number in range(rounds + 1):
        for name, command in programs.items():
            run = _timed(command)
            if number:
                runs[name].append(run)
    return runs


def _timed(command: Sequence[str]) -> Run:
    before, started = os.times(), time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    wall, after = time.perf_counter() - started, os.times()
    processor = after.children_user - before.children_user + after.children_system - before.children_system
    return Run(wall, processor)
