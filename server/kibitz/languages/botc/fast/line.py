"""Chunks that are nothing but a line of players in order, as most grimoires of a log are, read without looking for what may be wrong."""

from __future__ import annotations

import re
from itertools import accumulate

from kibitz.core.bounds import ENTRIES
from kibitz.core.notation import Parsed
from kibitz.core.values import Span
from kibitz.languages.botc.text.mend import read_entry
from kibitz.languages.botc.text.nodes import Record
from kibitz.languages.botc.text.read import Sheet

_LINE = re.compile(r"\[([\w:*~(,)]+(?: [\w:*~(,)]+)*)\][ \t\r\n]*", re.ASCII)


def read(text: str) -> Parsed[Sheet] | None:
    """What a chunk says; None where it is no such line."""
    if (found := _LINE.fullmatch(text)) is None:
        return None
    words = found[1].split(" ")
    entries, problems = zip(*map(read_entry, words), strict=True)
    if any(problems) or len(words) > ENTRIES:
        return None
    starts = tuple(accumulate([len(word) + 1 for word in words[:-1]], initial=1))
    return Parsed(Sheet(Record("line", Span(0, found.end(1) + 1), entries, starts)))
