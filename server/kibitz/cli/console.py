"""What the terminal gets: messages, colours, and text of records that can't steer it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from kibitz.findings import Finding

WIDTH = 100
"""The columns of what is no terminal, or does not tell."""

_CONTROLS = {
    **{code: 0x2400 + code for code in range(0x20)},
    0x7F: 0x2421,
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),
    # Direction marks, which reorder what is shown, and the line ends of Unicode.
    **dict.fromkeys((0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFEFF), 0xFFFD),
}


class UserError(Exception):
    """Something that a person has to mend; the message says what and where."""

    def __init__(self, message: str, missed: tuple[tuple[str, Finding], ...] = ()) -> None:
        super().__init__(message)
        self.missed = missed
        """The same for reports: names of files that could not be read or used, each with a finding."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.missed)


def complain(message: str) -> None:
    """A message on standard error."""
    for line in message.split("\n"):
        print(f"kibitz: {clean(line)}", file=sys.stderr)


def clean(text: str) -> str:
    """Text on one line with a visible sign for each control character: as long as before, and harmless."""
    return text if text.isascii() and text.isprintable() else text.translate(_CONTROLS)


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
    """Colours on a terminal that wants them, plain text elsewhere (https://no-color.org)."""

    def __init__(self, stream: TextIO) -> None:
        self.on = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def __call__(self, text: str, name: str) -> str:
        return f"\x1b[{_COLOURS[name]}m{text}\x1b[0m" if self.on else text
