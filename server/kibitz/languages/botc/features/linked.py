"""Linked editing of a player's name in the neighbouring grimoires."""

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
    """Return a player's name in all neighbouring grimoires of a game, if all of them are lines.

    The result is empty for a broken entry, because a half-typed name could match another player.
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
    """Yield the grimoires of some chunks up to the end of the game."""
    for place, record in grimoires(document, places):
        if not one_game(last.circle, record.circle):
            return
        yield place, record
        last = record
