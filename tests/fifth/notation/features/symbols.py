"""The sections."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.languages.toy.language import Words

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Symbol
from kibitz.core.items import lines_of
from kibitz.core.values import Span


def symbols(language: Words, analysis: Analysis) -> Sequence[Symbol]:
    """See :meth:`kibitz.core.language.Language.symbols`."""
    found = []
    for place in analysis.document.places():
        text = place.chunk.text
        if text.startswith("#"):
            head = next(lines_of(text, Span(0, len(text)))).shifted(place.start)
            found.append(
                Symbol(text[: head.end - head.start].strip("# \t") or "#", "", "section", head, head)
            )
    return found
