"""Line ends that the reference parser can't read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.chunks import Block
from kibitz.core.document import Document
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix

CRLF_MENDED = 65536
"""Up to how many code points a record's line ends are mended by a fix. Formatting mends them in any record."""


def line_ends(document: Document, rules: Rules) -> Iterator[Diagnostic]:
    """One word about CR LF, at the first one in the file."""
    start = 0
    for group in document.groups:
        if (first := group.gathered(_first_crlf)) is not None:
            start += first
            fixes = []
            if len(document) <= CRLF_MENDED:
                rest = document.text(start)
                mended = Edit(start, start + len(rest), rest.replace("\r\n", "\n"))
                fixes = [Fix("use LF", (mended,), safe=True)]
            yield rules["crlf"].at(start, start + 2, fixes=fixes)
            return
        start += group.chars


def _first_crlf(blocks: Sequence[Block]) -> int | None:
    """Where the first CR LF of some blocks is, counted from the first of them. No chunk ends within one."""
    start = 0
    for chunk in (chunk for block in blocks for chunk in block.chunks):
        if (at := chunk.text.find("\r\n")) >= 0:
            return start + at
        start += len(chunk.text)
    return None
