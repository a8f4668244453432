"""The preview: the words of a section in a table, with a row for each line."""

from __future__ import annotations

from kibitz.languages.toy.language import Words
from kibitz.languages.toy.text.read import words

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Preview
from kibitz.core.picture import Canvas
from kibitz.core.setting import Preferences
from kibitz.core.values import Span


def preview(language: Words, analysis: Analysis, offset: int | None, preferences: Preferences) -> Preview:
    """See :meth:`kibitz.core.language.Language.preview`."""
    canvas: Canvas[Span] = Canvas()
    places = analysis.document.places() if offset is None else [analysis.document.place_at(offset)]
    rows = []
    for place in places:
        text = place.chunk.text
        for start, line in language.parsed(text).value:
            spans = [span.shifted(start) for span in words(line)]
            rows.append([(text[slice(*span)], span.shifted(place.start)) for span in spans])
    canvas.table([row for row in rows if row])
    return canvas.preview()
