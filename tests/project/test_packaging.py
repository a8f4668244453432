"""The published packages contain the grammars and the data, and check real records.

The wheel is built from the source distribution, and installed in a folder without other parts of kibitz. The other tests run on an
editable install; `.ci/release` installs the packages on every available Python.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

import kibitz as package
from command import kibitz
from folders import ROOT
from kibitz.languages import IDS
from notations import notation

RECORDS = ROOT / "tests" / "records"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that hatchling builds from the packed sources."""
    folder = tmp_path_factory.mktemp("dist")
    build("sdist", ROOT, folder)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as sources:
        sources.extractall(folder)  # noqa: S202 - it is our own.
    build("wheel", folder / f"kibitz-{package.__version__}", folder)
    return next(folder.glob("*.whl"))


def build(target: str, sources: Path, folder: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    subprocess.run(command, cwd=sources, check=True, capture_output=True)


CHECKED = f"""
import kibitz
from importlib.metadata import distribution
print(kibitz.__file__, flush=True)
[command] = distribution("kibitz").entry_points
main = command.load()
assert (command.name, main(["check", {str(RECORDS)!r}]), main(["rules"])) == ("kibitz", 0, 0)
"""


def test_published_package_checks_records(wheel: Path, tmp_path: Path) -> None:
    ZipFile(wheel).extractall(tmp_path)  # noqa: S202 - it is our own.
    done = subprocess.run(
        [sys.executable, "-c", CHECKED], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    where, _, said = done.stdout.partition("\n")
    assert Path(where).is_relative_to(tmp_path)
    _, checked, rules = said.partition(f"\n{len(list(RECORDS.rglob('*.*')))} files checked: ")
    assert checked
    assert all(notation(one).PREFIX in rules for one in IDS)


def test_pre_commit_hooks() -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    entries = re.findall(r"^  entry: kibitz (.*)$", text, re.MULTILINE)
    assert entries == [
        "check --strict --force-exclude", "check --fix --strict --force-exclude", "format --force-exclude",
    ]  # fmt: skip
    assert all(kibitz(*entry.split(), "--help").status == 0 for entry in entries)
    patterns = re.findall(r"^  files: (.*)$", text, re.MULTILINE)
    assert all(re.search(pattern, f"a/x.{one}") for pattern in patterns for one in IDS)
    assert not any(re.search(pattern, name) for pattern in patterns for name in ("x.bjnx", "bjn", "x.txt"))


def test_wheel_has_only_needed_files(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    source = ROOT / "server" / "kibitz"
    data = {f"kibitz/{path.relative_to(source).as_posix()}" for path in source.rglob("*") if path.is_file()}
    pages = (path for path in (ROOT / "grammars").rglob("*") if path.is_file())
    grammars = {f"kibitz/{path.relative_to(ROOT).as_posix()}" for path in pages}
    wanted = {
        name
        for name in data
        if "__pycache__" not in name and not name.endswith(("/testing.py", "/editors.toml"))
    } | grammars
    assert {
        name for name in names if not name.startswith(f"kibitz-{package.__version__}.dist-info/")
    } == wanted
