"""The workflows pin their actions, and one job may publish."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import tomli

from folders import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


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


def test_ci_installs_what_is_locked() -> None:
    """Every direct dependency has a version and hashes, and no line has an address."""
    root = WORKFLOWS[0].parents[2]
    lock = (root / ".ci" / "requirements.txt").read_text("utf-8")
    assert "://" not in lock
    locked = re.findall(r"(?m)^([\w-]+)(?:\[[\w,]+\])?==[\w.]+[^\n]*\\\n    --hash=sha256:[0-9a-f]{64}", lock)
    assert len(locked) == len(re.findall(r"(?m)^\S", lock))
    said = tomli.loads((root / "pyproject.toml").read_text("utf-8"))
    groups = [one for group in said["dependency-groups"].values() for one in group if isinstance(one, str)]
    names = {re.split(r"[^\w-]", one)[0] for one in (*said["project"]["dependencies"], *groups)}
    assert names <= {*locked}
    assert "--require-hashes" in (root / ".ci" / "run").read_text("utf-8")
