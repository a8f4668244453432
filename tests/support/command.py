"""`kibitz` called from tests: in this process where that is enough, in one of its own where it is not."""

from __future__ import annotations

import io
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from kibitz import cli
from kibitz.cli.arguments import parser
from kibitz.project import settings


class Answer(NamedTuple):
    """The result of a command."""

    status: int
    data: bytes
    errors: str

    @property
    def text(self) -> str:
        return self.data.decode("utf-8")


# Building the parser takes ten times as long as a check of a short record.
setattr(cli, "parser", cache(parser))  # noqa: B010 - mypy knows no other name for it.


class _Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def kibitz(*arguments: str | Path, stdin: bytes = b"", terminal: bool = False) -> Answer:
    """Run a command within this process. Nothing is a terminal, except standard output if `terminal`."""
    settings.forget()
    out = (_Terminal if terminal else io.TextIOWrapper)(io.BytesIO(), "utf-8", newline="\n")
    err = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n")
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8")),
    ):
        try:
            status = cli.main([str(one) for one in arguments])
        except SystemExit as exit_:
            status = int(exit_.code or 0)
    return Answer(status, _bytes(out), _bytes(err).decode("utf-8"))


def _bytes(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()


def process(*arguments: str | Path, code: str = "", **options: object) -> subprocess.Popen[bytes]:
    """A command in a process of its own, or some Python code there; all three streams are pipes unless stated."""
    command = ["-c", code, *map(str, arguments)] if code else ["-m", "kibitz", *map(str, arguments)]
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, *command], **{**streams, **options})  # type: ignore[call-overload, no-any-return]
