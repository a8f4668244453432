"""Fast paths change no answer: without any `fast/`, cases and long records have the same answers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from random import Random

from bench.records import long
from case import answer, read
from folders import CASES, TESTS
from kibitz.core.analysis import checked
from kibitz.core.document import Document
from kibitz.languages import IDS, load
from test_properties import damaged

LONG = os.environ.get("KIBITZ_PROFILE") == "long"
SHARE = 1 if LONG else 3
"""Every Nth case is answered."""
LENGTH = 30_000 if LONG else 20_000


def unlike() -> Iterator[str]:
    """Yield the cases whose answers differ from the expected ones."""
    for case in map(read, sorted(CASES.rglob("*.case"))[::SHARE]):
        if answer(case) != case.expected:
            yield str(case.path)


def findings() -> Iterator[str]:
    """Yield the findings of records of some hundred chunks, clean and damaged. Most of their chunks are skipped."""
    for one in IDS:
        rng, clean = Random(one), long(one, LENGTH)
        for text in [clean, *(damaged(clean, [clean], rng) for _ in range(3))]:
            for found in checked(Document.open(load(one), text)).diagnostics():
                yield f"{one} {found.rule.code} {found.span} {found.message} {found.fixes}"


def test_fast_paths_change_no_answer() -> None:
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
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    # A contained internal error is reported there.
    assert (done.returncode, done.stderr) == (0, "")
    fast = [*findings()]
    assert {line.split()[0] for line in fast} == set(IDS)
    assert done.stdout == "".join(f"{line}\n" for line in fast)
