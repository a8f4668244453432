"""Install the needs of the tests of the VS Code extension: Node packages, the extension itself, code-server, a browser."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from filelock import FileLock

from editors.tools import FOLDER, ROOT, UnavailableError, apt, installed, missing

EXTENSION = ROOT / "editors" / "vscode"
CODE_SERVER = "4.100.3"
"""The code-server that is VS Code 1.100.3."""
PLAYWRIGHT = "1.65.1"
BUILT_IN = ("configuration-editing", "json", "theme-defaults", "theme-seti")
"""The extensions that stay. Each of the others, most of them for other languages, takes time at every start."""
OLDEST_NODE = 20
HEADLESS = "chromium-headless-shell"
"""Debian's Chromium without a window: its package, and its program."""
NPM = ("--no-audit", "--no-fund", "--loglevel", "error", "--ignore-scripts")
"""Options that turn off needless work of npm. Scripts of packages fetch and compile unused parts."""


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Run a command and return its output. Raises UnavailableError, with the output, if it fails."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        raise UnavailableError(f"`{' '.join(str(one) for one in command)}` failed:\n{done.stdout}")
    return done.stdout


def node() -> str:
    """The version of Node.js, which has to be there."""
    found = shutil.which("node") and re.match(r"v(\d+)", run("node", "--version", cwd=ROOT))
    if not found or int(found[1]) < OLDEST_NODE or not shutil.which("npm"):
        missing(f"Node.js {OLDEST_NODE} or newer, with npm, is not installed")
    return found[1]


def node_packages() -> None:
    """The packages that the extension is built with, as its lock file names them."""
    lock = hashlib.sha256((EXTENSION / "package-lock.json").read_bytes()).hexdigest()
    installed("vscode-packages", f"{lock} node {node()}", lambda _: _install_packages())


def _install_packages() -> None:
    run("npm", "ci", *NPM, cwd=EXTENSION)


def code_server() -> Path:
    """The folder in which code-server and Playwright are installed."""
    version = f"code-server {CODE_SERVER} playwright-core {PLAYWRIGHT} node {node()}"
    return installed("code-server", version, _install_code_server)


def _install_code_server(folder: Path) -> None:
    """Install code-server. Its own installation downloads unused parts, and may fail."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "package.json").write_text('{"private": true}')
    packages = (f"code-server@{CODE_SERVER}", f"playwright-core@{PLAYWRIGHT}")
    run("npm", "install", *NPM, *packages, cwd=folder)
    # It hashes passwords, which are not used here, and would have to be compiled.
    (folder / "node_modules" / "argon2" / "argon2.js").write_text("")
    vscode = folder / "node_modules" / "code-server" / "lib" / "vscode"
    run("npm", "install", *NPM, "--omit=dev", cwd=vscode)
    for one in (vscode / "extensions").iterdir():
        if one.is_dir() and one.name not in BUILT_IN:
            shutil.rmtree(one)
    for link, target in {
        "node_modules.asar": "node_modules",
        "bin/remote-cli/code-server": "code-linux.sh",
        "bin/helpers/browser.sh": "browser-linux.sh",
    }.items():
        (vscode / link).unlink(missing_ok=True)
        (vscode / link).symlink_to(target)


def chromium() -> str:
    """The path of Chromium, which is installed where that may be done."""
    with FileLock(FOLDER / "chromium.lock"):
        if not _chromium():
            try:
                apt("chromium")
            except UnavailableError as error:
                missing(str(error))
    return _chromium() or missing("Chromium is installed, but not found")


def _chromium() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@cache
def headless() -> str:
    """Return the path of Chromium without windows, which takes an eighth to a fifth less time, or else that of the full Chromium."""
    with FileLock(FOLDER / f"{HEADLESS}.lock"):
        if not shutil.which(HEADLESS):
            with suppress(UnavailableError):
                apt(HEADLESS)
    return shutil.which(HEADLESS) or chromium()


def package(target: Path, *, scanned: bool = False) -> Path:
    """Builds the extension as a file for `code --install-extension`, and looks for secrets in it if that is wanted."""
    how = () if scanned else ("--unscanned",)
    run("npm", "run", "--silent", "package", "--", target, *how, cwd=EXTENSION, PYTHON=sys.executable)
    return target


def once(test_run: str, name: str, make: Callable[[Path], object]) -> Path:
    """Make a file or folder once in a run of the tests. The first process that needs it makes it."""
    folder = FOLDER / "vscode"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{test_run}-{name}"
    with FileLock(folder / f"{name}.lock"):
        if not path.exists():
            for old in folder.glob(f"*-{name}"):
                shutil.rmtree(old) if old.is_dir() else old.unlink()
            make(path)
    return path
