"""The editors that the end-to-end tests drive, installed into `build/editors` once a version.

`KIBITZ_EDITORS=all`, which CI sets, makes a missing editor a failure. Without it a test whose editor can't be installed
here (no root, no network) is skipped and says why.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from filelock import FileLock

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "editors"
SCREENSHOTS = ROOT / "build" / "screenshots"


class UnavailableError(Exception):
    """An editor can't be installed on this machine; the message says why."""


def installed(name: str, version: str, install: Callable[[Path], None]) -> Path:
    """The folder of an editor, which `install` fills unless it holds this version. Skips the test where that fails.

    Test processes wait for one another, so an editor is installed once.
    """
    folder = FOLDER / name
    stamp = FOLDER / f"{name}.version"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with FileLock(FOLDER / f"{name}.lock"):
        if not stamp.is_file() or stamp.read_text() != version:
            stamp.unlink(missing_ok=True)
            try:
                install(folder)
            except UnavailableError as error:
                missing(str(error))
            stamp.write_text(version)
    return folder


def present(there: Callable[[], bool], *packages: str) -> None:
    """Sees to it that packages of the system are there; what `there` says counts. Skips the test where that fails."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with FileLock(FOLDER / f"{packages[0]}.lock"):
        if not there():
            try:
                apt(*packages)
            except UnavailableError as error:
                missing(str(error))


def missing(why: str) -> NoReturn:
    """Skips a test that can't run here; where all editors are demanded, fails it."""
    if os.environ.get("KIBITZ_EDITORS") == "all":
        pytest.fail(why)
    pytest.skip(why)


def apt(*packages: str) -> None:
    """Installs packages of Debian or Ubuntu, which root may. Raises UnavailableError where that fails."""
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise UnavailableError(f"{', '.join(packages)}: installing them takes root and apt-get")
    # Others may be installing something, too.
    get = ("apt-get", "-o", "DPkg::Lock::Timeout=300", "-q", "-y")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with FileLock(FOLDER / "apt.lock"):
        for arguments in (["update"], ["install", "--no-install-recommends", *packages]):
            result = subprocess.run([*get, *arguments], capture_output=True, text=True, check=False)
            if result.returncode:
                raise UnavailableError(f"{', '.join(packages)}: apt-get failed: {result.stderr.strip()}")
