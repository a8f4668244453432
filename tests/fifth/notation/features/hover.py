"""The number of times a word occurs."""

from __future__ import annotations

from kibitz.languages.toy.language import Words
from kibitz.languages.toy.text.read import words

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Hover
from kibitz.core.items import touched
from kibitz.core.shown import code
from kibitz.core.words import plural


def hover(language: Words, analysis: Analysis, offset: int) -> Hover | None:
    """See :meth:`kibitz.core.language.Language.hover`."""
    place = analysis.document.place_at(offset)
    span = touched([*words(place.chunk.text)], offset - place.start)
    if span is None:
        return None
    word, text = place.chunk.text[slice(*span)], analysis.document.text()
    times = sum(text[slice(*one)] == word for one in words(text))
    return Hover(span.shifted(place.start), f"{code(word)}: {plural(times, 'time')}")
