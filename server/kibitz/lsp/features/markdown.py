"""Tables of Markdown as aligned text: many clients show them as they are written."""

from __future__ import annotations

import re
from itertools import zip_longest

from kibitz.core.picture import columns


def aligned(markdown: str) -> str:
    """The same with the cells of each table as wide as the widest of their column."""
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
    """Signs of emphasis and code are not shown."""
    return columns(_HIDDEN.sub("", cell))


_TABLE = re.compile(r"(?:^\|.*\|(?:\n|\Z))+", re.MULTILINE)
_BORDER = re.compile(r"(?<!\\)\|")
_HIDDEN = re.compile(r"(?<!\\)(?:\*\*|`)")
