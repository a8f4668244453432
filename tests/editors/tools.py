"""The editors for end-to-end tests, installed into `build/editors` once for each version.

`KIBITZ_EDITORS=all`, which CI sets, makes a missing editor a failure. Otherwise, a test whose editor cannot be installed here (no root, no
network) is skipped with the reason. `KIBITZ_PICTURES=1` saves screenshots of VS Code for people.
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
PATIENCE = 120.0
"""Seconds after which an action of an editor has failed, even on a busy machine."""
PICTURES = "KIBITZ_PICTURES" in os.environ
"""Whether to save screenshots of VS Code, including those of the READMEs."""


class UnavailableError(Exception):
    """An editor cannot be installed on this machine, for the reason in the message."""


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
    """Install packages of the system unless `there` returns true. Skip the test if that fails."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with FileLock(FOLDER / f"{packages[0]}.lock"):
        if not there():
            try:
                apt(*packages)
            except UnavailableError as error:
                missing(str(error))


def unpacked(program: str, suite: str, *packages: str) -> Path:
    """Install a program of another suite of Debian in a folder of its own, with its libraries.

    Such a suite changes from day to day, so its tests are skipped everywhere if it is not available.
    """
    folder = FOLDER / f"{program}-{suite}"
    runs = folder / program
    FOLDER.mkdir(parents=True, exist_ok=True)
    with FileLock(FOLDER / f"{program}-{suite}.lock"):
        if not runs.exists():
            shutil.rmtree(folder, ignore_errors=True)
            try:
                _unpack(folder, suite, packages)
            except (OSError, subprocess.SubprocessError) as error:
                pytest.skip(f"{program} of {suite} cannot be installed: {error}")
            # By its own place: a folder that has been moved, or belongs to another work tree, still runs.
            runs.write_text(
                "#!/bin/sh\n"
                'here=$(dirname "$(realpath "$0")")\n'
                'libraries="$here/usr/lib/x86_64-linux-gnu"\n'
                'export VIMRUNTIME="$here/usr/share/nvim/runtime"\n'
                f'exec "$libraries/ld-linux-x86-64.so.2" --library-path "$libraries" "$here/usr/bin/{program}" "$@"\n'
            )
            runs.chmod(0o755)
    return runs


def _unpack(folder: Path, suite: str, packages: tuple[str, ...]) -> None:
    """Fetches packages with apt from where this machine has its own, and installs none of them."""
    asked = ("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages")
    mirrors = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=30).stdout.split()
    mirror = next((one for one in mirrors if one.rstrip("/").endswith("/debian")), None)
    if mirror is None:
        raise OSError("this is no Debian")
    folder.mkdir()
    (folder / "sources.list").write_text(f"deb {mirror} {suite} main\n")
    lists = FOLDER / f"{suite}-lists"
    own = {
        "Dir::Etc::sourcelist": folder / "sources.list",
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::State::lists": lists,
        "Dir::Cache::pkgcache": lists / "pkgcache.bin",
        "Dir::Cache::srcpkgcache": lists / "srcpkgcache.bin",
        "Acquire::Languages": "none",
    }
    get = ["apt-get", "-q", *(f"-o{name}={value}" for name, value in own.items())]
    download = [*get, "download", *packages]
    with FileLock(FOLDER / f"{suite}.lock"):
        (lists / "partial").mkdir(parents=True, exist_ok=True)
        # Asking for the list takes longer than the download, so one program does it for all.
        if subprocess.run(download, cwd=folder, capture_output=True, check=False, timeout=120).returncode:
            for command in ([*get, "update"], download):
                subprocess.run(command, cwd=folder, capture_output=True, check=True, timeout=120)
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", package, folder], check=True, timeout=60)


def missing(why: str) -> NoReturn:
    """Skips a test that can't run here; where all editors are demanded, fails it."""
    if os.environ.get("KIBITZ_EDITORS") == "all":
        pytest.fail(why)
    pytest.skip(why)


def apt(*packages: str) -> None:
    """Installs packages of Debian or Ubuntu, which root may. Raises UnavailableError where that fails."""
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise UnavailableError(f"{', '.join(packages)}: installing them takes root and apt-get")
    # Other programs may be installing packages.
    get = ("apt-get", "-o", "DPkg::Lock::Timeout=300", "-q", "-y")
    install = (*get, "install", "--no-install-recommends", *packages)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with FileLock(FOLDER / "apt.lock"):
        # The list of packages is refreshed only if a known one is gone, because that takes as long as some downloads.
        for command in (install, (*get, "update"), install):
            result = subprocess.run(command, capture_output=True, text=True, check=False)
            if command == install and result.returncode == 0:
                return
    raise UnavailableError(f"{', '.join(packages)}: apt-get failed: {result.stderr.strip()}")
