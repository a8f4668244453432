"""The changes that a command would make in a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from kibitz.cli.console import Paint, emit
from kibitz.core.shown import visible
from kibitz.core.text import LINE_BREAK


def show(name: str, old: str, new: str) -> None:
    """Print a unified diff: exact bytes for a file or a pipe, coloured and harmless on a terminal."""
    if not sys.stdout.isatty():
        emit(written(name, old, new))
        return
    paint = Paint(sys.stdout)
    names = {"+": "added", "-": "removed", "@": "faint"}
    for line in _diff(name, old, new):
        shown = visible(line.rstrip("\r\n"))
        print(paint(shown, names[line[0]]) if line[0] in names else shown)


def written(name: str, old: str, new: str) -> bytes:
    """Return the bytes of a unified diff."""
    return "".join(_diff(name, old, new)).encode("utf-8", "surrogateescape")


def _diff(name: str, old: str, new: str) -> Iterator[str]:
    from difflib import unified_diff

    name = name if visible(name) == name else _quoted(name)
    for line in unified_diff(_lines(old), _lines(new), name, name):
        yield line if line.endswith(("\n", "\r")) else f"{line}\n\\ No newline at end of file\n"


def _quoted(name: str) -> str:
    """Return a name as git and patch quote it, so that nothing in it steers a terminal."""
    signs = (
        chr(one) if 32 <= one < 127 and one not in b'"\\' else f"\\{one:03o}" for one in os.fsencode(name)
    )
    return f'"{"".join(signs)}"'


def _lines(text: str) -> list[str]:
    """Return the lines with their ends. `str.splitlines` would also cut at form feeds."""
    ends = [found.end() for found in LINE_BREAK.finditer(text)]
    return [line for line in (text[a:b] for a, b in zip([0, *ends], [*ends, len(text)], strict=True)) if line]
