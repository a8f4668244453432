"""The name of one player in the neighbouring grimoires, to be typed at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.document import Document
from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import grimoires, word_at
from kibitz.languages.botc.game.log import one_game
from kibitz.languages.botc.text.nodes import Record


def linked(language: object, analysis: Analysis, offset: int) -> Sequence[Span]:
    """The name of one player in the neighbouring grimoires of a game, all of them lines.

    Nothing where the entry is not complete, lest the name that is being typed take another player's along.
    """
    found = word_at(analysis, offset)
    if found is None or found.kind != "name" or not found.seat or found.seat.entry.broken:
        return ()
    document, place = analysis.document, found.place
    around = (document.until(place), document.since(place))
    game = [
        (found.place, found.record),
        *(one for places in around for one in _same_game(document, islice(places, 1, None), found.record)),
    ]
    seats = [
        (place.start, record, seat)
        for place, record in game
        for seat in record.seats
        if seat.player.name == found.word.text
    ]
    if any(record.form == "drawing" or seat.entry.broken for _, record, seat in seats):
        return ()
    return sorted(seat.name.span.shifted(base) for base, _, seat in seats)


def _same_game(document: Document, places: Iterable[Place], last: Record) -> Iterator[tuple[Place, Record]]:
    """The grimoires of some chunks as far as they are of the same game."""
    for place, record in grimoires(document, places):
        if not one_game(last.circle, record.circle):
            return
        yield place, record
        last = record
