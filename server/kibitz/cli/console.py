"""What the terminal gets: messages, colours, and what records say."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, TextIO

from kibitz.core.shown import lines, visible

if TYPE_CHECKING:
    from kibitz.project.findings import Finding

WIDTH = 100
"""The columns of what is no terminal, or does not tell."""


class UserError(Exception):
    """Something that a person has to mend; the message says what and where."""

    def __init__(self, message: str, missed: tuple[tuple[str, Finding], ...] = ()) -> None:
        super().__init__(message)
        self.missed = missed
        """The same for reports: names of files that could not be read or used, each with a finding."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.missed)


def missing(what: str, package: str) -> UserError:
    """Return the error for a missing package, with the command that installs it for this Python."""
    from shlex import quote

    return UserError(f"{what} needs the package {package}: {quote(sys.executable)} -m pip install {package}")


def complain(message: str) -> None:
    """A message on standard error."""
    for line in message.split("\n"):
        print(f"kibitz: {visible(line)}", file=sys.stderr)


def emit(data: bytes) -> None:
    """What a record says, on standard output: exactly that for a program, on a terminal without what may steer it."""
    sys.stdout.flush()
    if sys.stdout.isatty():
        sys.stdout.write(lines(data.decode("utf-8", "replace").replace("\r\n", "\n")))
    else:
        sys.stdout.buffer.write(data)


def width(stream: TextIO) -> int:
    """The columns of a terminal."""
    try:
        return max(os.get_terminal_size(stream.fileno()).columns or WIDTH, 40)
    except (OSError, ValueError):
        return WIDTH


_COLOURS = {
    "error": "1;31",
    "warning": "1;33",
    "information": "1;34",
    "hint": "1;36",
    "strong": "1",
    "faint": "2",
    "added": "32",
    "removed": "31",
}


class Paint:
    """Colours on a terminal that wants them, plain text elsewhere or where they are forced (https://no-color.org, https://force-color.org)."""

    def __init__(self, stream: TextIO) -> None:
        self.on = not os.environ.get("NO_COLOR") and bool(
            os.environ.get("FORCE_COLOR") or (stream.isatty() and os.environ.get("TERM") != "dumb")
        )

    def __call__(self, text: str, name: str) -> str:
        return f"\x1b[{_COLOURS[name]}m{text}\x1b[0m" if self.on else text
