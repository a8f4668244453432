"""The workflows pin their actions, and one job may publish."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

WORKFLOWS = sorted((Path(__file__).parent.parent / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_by_commit(path: Path) -> None:
    used = re.findall(r"uses: *(\S+)", path.read_text("utf-8"))
    assert used
    assert not [one for one in used if not re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}", one)]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_only_the_publishing_job_may_publish(path: Path) -> None:
    head, _, jobs = path.read_text("utf-8").partition("\njobs:\n")
    assert "write" not in head.partition("permissions:")[2]
    for job in re.split(r"(?m)^  (?=[\w-]+:$)", jobs):
        assert "write" not in job or "run:" not in job
