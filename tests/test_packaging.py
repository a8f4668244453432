"""Wheel, source distribution and editable install all carry the grammars and the data, and check real records.

Everything is built and installed without a network: the fresh environment sees the dependencies of this one, but
kibitz only as it was installed there.
"""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

import kibitz as package
from command import kibitz
from kibitz.languages import IDS
from notations import notation

REPOSITORY = Path(__file__).parents[1]
RECORDS = REPOSITORY / "tests" / "records"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files that hatchling builds."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)],
        cwd=REPOSITORY, check=True, capture_output=True,
    )  # fmt: skip
    return {
        "wheel": str(next(folder.glob("*.whl"))),
        "sdist": str(next(folder.glob("*.tar.gz"))),
        "editable": f"--editable={REPOSITORY}",
    }


@pytest.mark.parametrize("form", ["wheel", "sdist", "editable"])
def test_an_install_checks_the_records(form: str, built: dict[str, str], tmp_path: Path) -> None:
    scripts = install(built[form], tmp_path / "venv")
    where = subprocess.run(
        [scripts / "python", "-c", "import kibitz; print(kibitz.__file__)"],
        cwd=tmp_path, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert Path(where.stdout).is_relative_to(tmp_path) == (form != "editable")
    checked = subprocess.run(
        [scripts / "kibitz", "check", RECORDS], cwd=tmp_path, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert f"{len(list(RECORDS.rglob('*.*')))} files checked" in checked.stdout
    rules = subprocess.run(
        [scripts / "kibitz", "rules"], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert all(notation(one).PREFIX in rules.stdout for one in IDS)


def install(what: str, folder: Path) -> Path:
    """Installs into a fresh virtual environment and gives the folder of its programs."""
    venv.create(folder, with_pip=False, symlinks=True)
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    asked: list[str | Path] = [
        scripts / "python",
        "-c",
        "import sysconfig; print(sysconfig.get_path('purelib'), end='')",
    ]
    packages = Path(subprocess.run(asked, check=True, capture_output=True, text=True).stdout)
    packages.joinpath("dependencies.pth").write_text(sysconfig.get_path("purelib"))
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", scripts / "python", "install", "--quiet", "--no-index",
         "--no-deps", "--no-build-isolation", "--ignore-installed", what],
        check=True, capture_output=True,
    )  # fmt: skip
    return scripts


def test_pre_commit_hooks() -> None:
    text = (REPOSITORY / ".pre-commit-hooks.yaml").read_text("utf-8")
    entries = re.findall(r"^  entry: kibitz (.*)$", text, re.MULTILINE)
    assert entries == ["check", "check --fix", "format"]
    assert all(kibitz(*entry.split(), "--help").status == 0 for entry in entries)
    patterns = re.findall(r"^  files: (.*)$", text, re.MULTILINE)
    assert all(re.search(pattern, f"a/x.{one}") for pattern in patterns for one in IDS)
    assert not any(re.search(pattern, name) for pattern in patterns for name in ("x.bjnx", "bjn", "x.txt"))


def test_the_wheel_holds_what_it_needs_and_nothing_else(built: dict[str, str]) -> None:
    names = set(ZipFile(built["wheel"]).namelist())
    source = REPOSITORY / "server" / "kibitz"
    data = {f"kibitz/{path.relative_to(source).as_posix()}" for path in source.rglob("*") if path.is_file()}
    pages = (path for path in (REPOSITORY / "grammars").rglob("*") if path.is_file())
    grammars = {f"kibitz/{path.relative_to(REPOSITORY).as_posix()}" for path in pages}
    wanted = {
        name
        for name in data
        if "__pycache__" not in name and not name.endswith(("/testing.py", "/editors.toml"))
    } | grammars
    assert {
        name for name in names if not name.startswith(f"kibitz-{package.__version__}.dist-info/")
    } == wanted
