"""Where tests that wait begin. Editors wait most of the time, and their sessions are long: each worker of pytest-xdist begins with
another one of them, so that nobody waits in the end, and the machine is busy with other tests meanwhile.

`--dist worksteal` gives each worker a stretch of the tests, from one end to the other, and who is done takes from the end of another
one's. So the order says who begins with what.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

FOLDER = Path(__file__).parent / "editors"


@cache
def session(path: Path) -> int | None:
    """With which others a test goes on in one editor: VS Code, the page, all others; nothing for what needs no editor."""
    if FOLDER not in path.parents:
        return None
    name = path.relative_to(FOLDER).as_posix()
    # The second window of VS Code can be open while the first one is.
    if name.startswith(("vscode/", "test_vscode")) and name != "test_vscode_plain.py":
        return 0
    return 1 if name.startswith("test_web") else 2


def spread(tests: Sequence[tuple[Path, T]], workers: int) -> list[T]:
    """The tests of files in the order for so many workers."""
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
