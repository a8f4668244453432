"""Output on the terminal: messages, colours, texts of records, and a progress bar."""

from __future__ import annotations

import os
import sys
from time import perf_counter
from typing import TYPE_CHECKING, Any, TextIO

from kibitz.core.shown import lines, visible

if TYPE_CHECKING:
    from kibitz.project.findings import Finding


WIDTH = 100
"""Columns of an output that is not a terminal, or does not know its width."""


class UserError(Exception):
    """A problem that the user has to fix; the message names it and its place."""

    def __init__(self, message: str, missed: tuple[tuple[str, Finding], ...] = ()) -> None:
        super().__init__(message)
        self.missed = missed
        """The failures for reports: names of unusable files, each with a finding."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.missed)


def missing(what: str, package: str) -> UserError:
    """Return the error for a missing package, with the command that installs it for this Python."""
    from shlex import quote

    return UserError(f"{what} needs the package {package}: {quote(sys.executable)} -m pip install {package}")


def complain(message: str) -> None:
    """Print a message on standard error."""
    for line in message.split("\n"):
        print(f"kibitz: {visible(line)}", file=sys.stderr)


def emit(data: bytes) -> None:
    """Print a text of a record: exact for programs, without control characters on a terminal."""
    sys.stdout.flush()
    if sys.stdout.isatty():
        sys.stdout.write(lines(data.decode("utf-8", "replace").replace("\r\n", "\n")))
    else:
        sys.stdout.buffer.write(data)


def width(stream: TextIO) -> int:
    """Return the columns of a terminal."""
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
    """Colours on a terminal that wants them or where they are forced, otherwise plain text (https://no-color.org, https://force-color.org)."""

    def __init__(self, stream: TextIO) -> None:
        self.on = not os.environ.get("NO_COLOR") and bool(
            os.environ.get("FORCE_COLOR") or (stream.isatty() and os.environ.get("TERM") != "dumb")
        )

    def __call__(self, text: str, name: str) -> str:
        return f"\x1b[{_COLOURS[name]}m{text}\x1b[0m" if self.on else text


BAR_DELAY = 1.0
"""Seconds without a bar."""
BAR_BYTES = 100_000
"""Bytes of files that are worth a bar."""


class Progress:
    """A bar on standard error that counts bytes of files. It stays below the output of the command."""

    def __init__(self, total: int) -> None:
        self.wanted = total >= BAR_BYTES and sys.stderr.isatty()
        """Whether there is a terminal."""
        self._total = total
        self._done = 0
        self._start = perf_counter()
        self._bar: Any = None

    def within(self, size: int, share: float) -> None:
        """Report the share of the current file that is done."""
        if not self.wanted or (self._bar is None and perf_counter() - self._start < BAR_DELAY):
            return
        if self._bar is None:
            from tqdm import tqdm

            self._bar = tqdm(total=self._total, unit="B", unit_scale=True, leave=False)
        self._bar.update(self._done + int(size * share) - self._bar.n)

    def next(self, size: int) -> None:
        """Report that the current file is done."""
        self.within(size, 1.0)
        self._done += size

    def clear(self) -> None:
        """Hide the bar until the next step, so that a message can be printed."""
        if self._bar is not None:
            self._bar.clear()

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()
