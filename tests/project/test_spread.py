"""Sessions in editors begin first, each in another worker, for any other tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from spread import FOLDER, session, spread

EDITORS = [
    FOLDER / name for name in ("test_emacs.py", "test_vscode.py", "test_web.py", "vscode/test_manifest.py")
]
PLAIN = [FOLDER.parent / f"test_{number}.py" for number in range(400)]


def stretches(tests: list[Path], workers: int) -> list[list[Path]]:
    """Return the first tests of each worker."""
    found = list[list[Path]]()
    for left in range(workers, 0, -1):
        length = len(tests) // left
        found.append(tests[:length])
        tests = tests[length:]
    return found


@pytest.mark.parametrize("workers", [2, 3, 4, 7])
@pytest.mark.parametrize("editors", [EDITORS, EDITORS * 9, [one for one in EDITORS for _ in range(3)]])
def test_each_worker_begins_with_another_session(editors: list[Path], workers: int) -> None:
    tests = sorted([*editors, *PLAIN])
    found = spread([(one, one) for one in tests], workers)
    assert sorted(found) == tests
    begun = [session(one[0]) for one in stretches(found, workers)]
    assert begun == [*range(min(3, workers)), *[None] * (workers - 3)]


def test_other_tests_keep_their_order() -> None:
    found = spread([(one, one) for one in sorted([*EDITORS, *PLAIN])], 3)
    assert [one for one in found if session(one) is None] == sorted(PLAIN)


def test_editor_tests_alone_are_complete() -> None:
    assert sorted(spread([(one, one) for one in EDITORS], 4)) == sorted(EDITORS)
    assert spread([], 2) == spread([], 4) == []
