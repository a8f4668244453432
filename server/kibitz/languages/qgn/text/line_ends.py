"""Line ends that the reference parser can't read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kibitz.core.document import Document
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix
from kibitz.languages.qgn.text.record import BlockTally

CRLF_MENDED = 65536
"""Up to how many code points a record's line ends are mended by a fix. Formatting mends them in any record."""
_WITH_CR = re.compile(r"\r\n|\r(?=\r*\n)")
"""A line end that is not LF: of `\\r\\r\\n` that is two, between which a line is empty."""


def line_ends(document: Document, rules: Rules, tallies: Sequence[BlockTally]) -> Iterator[Diagnostic]:
    """One word about CR LF, at the first one in the file."""
    number = next((number for number, tally in enumerate(tallies) if tally.crlf), 0)
    for place in document.places(document.block_start(number)):
        # No chunk ends within one.
        if (first := place.chunk.text.find("\r\n")) >= 0:
            start = place.start + first
            fixes = []
            if len(document) <= CRLF_MENDED:
                rest = document.text(start)
                mended = Edit(start, start + len(rest), _WITH_CR.sub("\n", rest))
                fixes = [Fix("use LF", (mended,), safe=True)]
            yield rules["crlf"].at(start, start + 2, fixes=fixes)
            return
