"""Rows: the words of each section, or the sections."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.languages.toy.language import Words
from kibitz.languages.toy.text.read import words

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.rows import Column, Kind, Record, Rows, Said

EVENTS = (Column("word", "string", "the word"),)
RECORDS = (Column("words", "integer", "how many words there are in the section"),)


def rows(language: Words, kind: Kind) -> Rows | None:
    """See :meth:`kibitz.core.language.Language.rows`."""
    return {"events": Rows(EVENTS, _words), "records": Rows(RECORDS, _sections)}.get(kind)


def _words(analysis: Analysis) -> Iterator[Record]:
    for section in _cut(analysis):
        found = [
            (*span.shifted(place.start), (Said(place.chunk.text[slice(*span)]),))
            for place in section
            for span in words(place.chunk.text)
        ]
        yield Record(section[0].start, found)


def _sections(analysis: Analysis) -> Iterator[Record]:
    for section in _cut(analysis):
        count = sum(len([*words(place.chunk.text)]) for place in section)
        yield Record(section[0].start, [(section[0].start, section[-1].end, (Said(count),))])


def _cut(analysis: Analysis) -> Iterator[list[Place]]:
    """Yield the chunks of each section. Their number depends on how the text was typed."""
    section: list[Place] = []
    for place in analysis.document.places():
        if section and place.chunk.text.startswith("#"):
            yield section
            section = []
        section.append(place)
    if section:
        yield section
