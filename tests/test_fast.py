"""What is there for speed alone changes no answer: without any `fast/`, every case says what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from kibitz.languages import IDS

TESTS = Path(__file__).parent


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in the folder of the tests, in a process of its own: nothing fast has been loaded in it."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=TESTS.parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (TESTS.parent / "server", TESTS)))},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_case_says_the_same_without_fast() -> None:
    cases = len(list((TESTS / "cases").rglob("*.case")))
    done = run("-m", "pytest", "-q", "-p", "without_fast", "-p", "no:cacheprovider", "tests/test_cases.py")
    assert done.returncode == 0, done.stdout[-3000:]
    passed = re.search(r"([0-9]+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) > cases


def test_long_records_get_the_same_findings_without_fast() -> None:
    """Records of some hundred chunks, clean and damaged, in which most is leapt over."""
    code = (
        "import random\n"
        "from bench.records import long\n"
        "from kibitz.core.analysis import checked\n"
        "from kibitz.core.document import Document\n"
        "from kibitz.languages import IDS, load\n"
        "from test_properties import damaged\n"
        "for one in IDS:\n"
        "    rng, clean = random.Random(one), long(one, 60_000)\n"
        "    for text in [clean, *(damaged(clean, [clean], rng) for _ in range(5))]:\n"
        "        for found in checked(Document.open(load(one), text)).diagnostics():\n"
        "            print(one, found.rule.code, found.span, found.message, found.fixes)\n"
    )
    fast, slow = run("-c", code), run("-c", f"import without_fast\n{code}\nassert without_fast.asked")
    assert fast.returncode == slow.returncode == 0, fast.stderr + slow.stderr
    assert {line.split()[0] for line in fast.stdout.splitlines()} == set(IDS)
    assert fast.stdout == slow.stdout
