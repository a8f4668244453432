"""What is there for speed alone changes no answer: without any `fast/`, every case says what it says, and so do long records."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bench.records import long
from case import CASES, answer, read
from kibitz.core.analysis import checked
from kibitz.core.document import Document
from kibitz.languages import IDS, load
from test_properties import damaged

TESTS = Path(__file__).parent
LONG = os.environ.get("KIBITZ_PROFILE") == "long"
SHARE = 1 if LONG else 3
"""Of so many cases, one is answered."""
LENGTH = 30_000 if LONG else 20_000


def unlike() -> Iterator[str]:
    """The cases that are not answered as they say."""
    for case in map(read, sorted(CASES.rglob("*.case"))[::SHARE]):
        if answer(case) != case.expected:
            yield str(case.path)


def findings() -> Iterator[str]:
    """What is found in records of some hundred chunks, clean and damaged, in which most is leapt over."""
    for one in IDS:
        rng, clean = Random(one), long(one, LENGTH)
        for text in [clean, *(damaged(clean, [clean], rng) for _ in range(3))]:
            for found in checked(Document.open(load(one), text)).diagnostics():
                yield f"{one} {found.rule.code} {found.span} {found.message} {found.fixes}"


def test_without_fast_every_case_and_every_long_record_says_the_same() -> None:
    """In a process of its own: nothing fast has been loaded in it."""
    code = (
        "import without_fast\n"
        "import test_fast\n"
        "assert not [*test_fast.unlike()]\n"
        "print(*test_fast.findings(), sep='\\n')\n"
        "assert without_fast.asked\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=TESTS.parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (TESTS.parent / "server", TESTS)))},
        capture_output=True,
        text=True,
        check=False,
    )
    # A fault that is contained is told there.
    assert (done.returncode, done.stderr) == (0, "")
    fast = [*findings()]
    assert {line.split()[0] for line in fast} == set(IDS)
    assert done.stdout == "".join(f"{line}\n" for line in fast)
