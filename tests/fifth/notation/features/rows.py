"""The words of each section, one a row, or the sections."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.languages.toy.language import Words
from kibitz.languages.toy.text.read import words

from kibitz.core.analysis import Analysis
from kibitz.core.rows import Column, Kind, Record, Rows, Said

EVENTS = (Column("word", "string", "the word"),)
RECORDS = (Column("words", "integer", "how many words there are in the section"),)


def rows(language: Words, kind: Kind) -> Rows:
    """See :meth:`kibitz.core.language.Language.rows`."""
    return Rows(EVENTS, _words) if kind == "events" else Rows(RECORDS, _sections)


def _words(analysis: Analysis) -> Iterator[Record]:
    for place in analysis.document.places():
        text, at = place.chunk.text, place.start
        yield Record(at, [(*span.shifted(at), (Said(text[slice(*span)]),)) for span in words(text)])


def _sections(analysis: Analysis) -> Iterator[Record]:
    for place in analysis.document.places():
        yield Record(place.start, [(place.start, place.end, (Said(len([*words(place.chunk.text)])),))])
