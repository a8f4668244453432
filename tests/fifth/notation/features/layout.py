"""Layout: single spaces within a line. The meaning is everything except for the number of spaces."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator

from kibitz.languages.toy.language import Words
from kibitz.languages.toy.text.grammar import CUTTER

from kibitz.core.document import Document
from kibitz.core.setting import Preferences
from kibitz.core.values import Edit, Span

_BLANKS = re.compile(r"[ \t]+")


def layout(language: Words, document: Document, preferences: Preferences, span: Span) -> Iterator[Edit]:
    """See :meth:`kibitz.core.language.Language.layout`."""
    for place in document.places(*span):
        text = place.chunk.text
        if language.parsed(text).problems:
            continue
        out, end = "", 0
        for _, start, stop in CUTTER.pieces(text):
            gap = text[end:start]
            out += (" " if end and _BLANKS.fullmatch(gap) else gap) + text[start:stop]
            end = stop
        yield Edit(place.start, place.end, out + text[end:])


def meaning(language: Words, text: str) -> Hashable:
    """See :meth:`kibitz.core.language.Language.meaning`."""
    return _BLANKS.sub(" ", text)
