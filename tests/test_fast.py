"""What is there for speed alone changes no answer: without any `fast/`, every case says what it says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from kibitz.languages import IDS

TESTS = Path(__file__).parent
SHARE = 1 if os.environ.get("KIBITZ_PROFILE") == "long" else 2
"""Of so many cases, one is answered."""


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
    code = (
        "import without_fast\n"
        "from case import CASES, answer, read\n"
        f"for path in sorted(CASES.rglob('*.case'))[::{SHARE}]:\n"
        "    case = read(path)\n"
        "    print('same' if answer(case) == case.expected else path)\n"
        "assert without_fast.asked\n"
    )
    done = run("-c", code)
    # A fault that is contained is told there.
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.split("\n")[:-1]
    assert {*said} == {"same"}
    assert len(said) == len([*(TESTS / "cases").rglob("*.case")][::SHARE])


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
        "    rng, clean = random.Random(one), long(one, 30_000)\n"
        "    for text in [clean, *(damaged(clean, [clean], rng) for _ in range(5))]:\n"
        "        for found in checked(Document.open(load(one), text)).diagnostics():\n"
        "            print(one, found.rule.code, found.span, found.message, found.fixes)\n"
    )
    fast, slow = run("-c", code), run("-c", f"import without_fast\n{code}\nassert without_fast.asked")
    assert fast.returncode == slow.returncode == 0, fast.stderr + slow.stderr
    assert {line.split()[0] for line in fast.stdout.splitlines()} == set(IDS)
    assert fast.stdout == slow.stdout
