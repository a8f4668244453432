"""The editors that the end-to-end tests drive, installed into `build/editors` once a version.

`KIBITZ_EDITORS=all`, which CI sets, makes a missing editor a failure. Without it a test whose editor can't be installed
here (no root, no network) is skipped and says why.
"""

from __future__ import annotations

import os
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


def missing(why: str) -> NoReturn:
    """Skips a test that can't run here; where all editors are demanded, fails it."""
    if os.environ.get("KIBITZ_EDITORS") == "all":
        pytest.fail(why)
    pytest.skip(why)
