"""The order of tests that wait. Editors wait most of the time, and their sessions are long. Each worker of pytest-xdist begins with
another session, so that the machine is busy with other tests meanwhile.

`--dist worksteal` gives each worker a stretch of the tests, and idle workers take from the end of other stretches. So the order
decides who begins with which test.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TypeVar

from folders import TESTS

T = TypeVar("T")

FOLDER = TESTS / "editors"


@cache
def session(path: Path) -> int | None:
    """Return the number of the editor session of a test: VS Code, the page, all others. Return None for tests without an editor."""
    if FOLDER not in path.parents:
        return None
    name = path.relative_to(FOLDER).as_posix()
    # The second window of VS Code can be open while the first one is.
    if name.startswith(("vscode/", "test_vscode")) and name != "test_vscode_plain.py":
        return 0
    return 1 if name.startswith("test_web") else 2


def spread(tests: Sequence[tuple[Path, T]], workers: int) -> list[T]:
    """Return the tests in the order for some workers."""
    lines: list[list[T]] = [[] for _ in range(workers)]
    others = list[T]()
    for path, test in sorted(tests, key=lambda one: session(one[0]) or 0):
        number = session(path)
        (others if number is None else lines[number % workers]).append(test)
    found, rest = list[T](), iter(others)
    for number, begun in enumerate(lines):
        stretch = (len(tests) - len(found)) // (workers - number)
        found += begun
        found += islice(rest, max(0, stretch - len(begun)))
    return found
