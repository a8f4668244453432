"""Markdown tables as aligned text, because many clients show the source."""

from __future__ import annotations

import re
from itertools import zip_longest

from kibitz.core.picture import columns


def aligned(markdown: str) -> str:
    """Return the same with equally wide cells in each column of a table."""
    return _TABLE.sub(lambda found: _table(found[0]), markdown)


def _table(text: str) -> str:
    rows = [[cell.strip() for cell in _BORDER.split(line)[1:-1]] for line in text.splitlines()]
    widths = [max(3, *map(_width, column)) for column in zip_longest(*rows, fillvalue="")]
    return "".join(
        "| " + " | ".join(map(_filled, row, widths)) + " |" + end
        for row, end in zip(rows, re.findall(r"\n|\Z", text), strict=False)
    )


def _filled(cell: str, width: int) -> str:
    if cell and not cell.strip("-"):
        return "-" * width
    return cell + " " * (width - _width(cell))


def _width(cell: str) -> int:
    """Return the width of a cell, without the signs of emphasis and code."""
    return columns(_HIDDEN.sub("", cell))


_TABLE = re.compile(r"(?:^\|.*\|(?:\n|\Z))+", re.MULTILINE)
_BORDER = re.compile(r"(?<!\\)\|")
_HIDDEN = re.compile(r"(?<!\\)(?:\*\*|`)")
