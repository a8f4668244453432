"""Run the examples of `server/docs/data.md` as written: commands, queries in DuckDB, a Dask cluster."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from command import kibitz
from folders import ROOT
from lsp_client import PATIENCE

PAGE = ROOT / "server" / "docs" / "data.md"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the records where the page finds them, and with some games."""
    shutil.copytree(ROOT / "tests" / "records", tmp_path / "tests" / "records")
    shutil.copytree(ROOT / "tests" / "records", tmp_path / "games")
    (tmp_path / "rounds").mkdir()
    for round_ in (ROOT / "tests" / "records").glob("*.pfn"):
        shutil.copy(round_, tmp_path / "rounds")
    shutil.copy(PAGE, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def commands() -> list[list[str]]:
    blocks = re.findall(r"(?ms)^```console\n(.*?)^```", PAGE.read_text("utf-8"))
    return [shlex.split(line, comments=True)[1:] for block in blocks for line in block.splitlines()]


@pytest.mark.usefixtures("place")
def test_commands_of_the_page_work() -> None:
    pytest.importorskip("pyarrow")
    for arguments in commands():
        answer = kibitz(*arguments)
        assert answer.status == 0, (arguments, answer.errors)
        assert ("-o" in arguments) is not bool(answer.text)
        if "-o" in arguments:
            assert Path(arguments[-1]).stat().st_size


@pytest.mark.skipif(
    None in map(find_spec, ("duckdb", "distributed")), reason="the group `archives` is not installed"
)
def test_sessions_of_the_page_work(place: Path) -> None:
    """Run in a process of its own, because Dask starts others with the same modules."""
    for arguments in commands():
        if arguments[1].startswith("tests/"):
            assert kibitz(*arguments).status == 0
    done = subprocess.run(
        [sys.executable, "-m", "doctest", "-o", "NORMALIZE_WHITESPACE", PAGE.name],
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(ROOT / "server")},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
