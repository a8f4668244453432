"""Follow `server/docs/tutorial.md` word for word: write its files, run its commands, and return their output."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Said(NamedTuple):
    """A command of the page."""

    command: str
    wanted: str
    printed: str


def follow(page: str, folder: Path) -> Iterator[Said]:
    """Goes through a page in a folder. A block with a path is that file; each line with `$` in a `console` is a command."""
    path = os.pathsep.join(str(folder / name) for name in ("server", "tests", "tests/support"))
    # `python` is the one that runs the tests.
    environment = {
        **os.environ, "PYTHONPATH": path, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }  # fmt: skip
    for language, name, text in _BLOCK.findall(page):
        if name:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")
        elif language == "console":
            for command, wanted in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
                done = subprocess.run(  # noqa: S602 - the page is ours.
                    command,
                    shell=True,
                    cwd=folder,
                    env=environment,
                    capture_output=True,
                    text=True,
                    check=False,
                )
                yield Said(command, wanted, done.stdout + done.stderr)
