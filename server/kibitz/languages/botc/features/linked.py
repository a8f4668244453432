"""The name of one player in the neighbouring grimoires, to be typed at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kibitz.core.values import Span
from kibitz.languages.botc.features._cursor import WordAt, sheet_at, word_at
from kibitz.languages.botc.game.log import one_game
from kibitz.languages.botc.text.nodes import Record

if TYPE_CHECKING:
    from kibitz.core.analysis import Analysis
    from kibitz.core.document import Document
    from kibitz.languages.botc.language import Botc


def linked(language: Botc, analysis: Analysis, offset: int) -> Sequence[Span]:
    """The name of one player in the neighbouring grimoires of a game, all of them lines.

    Nothing where the entry is not complete, lest the name that is being typed take another player's along.
    """
    found = word_at(analysis, offset)
    if found is None or found.kind != "name" or not found.seat or found.seat.entry.broken:
        return ()
    document = analysis.document
    game = [
        (found.base, found.record),
        *_neighbours(document, found, back=True),
        *_neighbours(document, found),
    ]
    seats = [
        (base, record, seat)
        for base, record in game
        for seat in record.seats
        if seat.entry.name.text == found.word.text
    ]
    if any(record.form == "drawing" or seat.entry.broken for _, record, seat in seats):
        return ()
    return sorted(seat.name.span.shifted(base) for base, _, seat in seats)


def _neighbours(document: Document, found: WordAt, back: bool = False) -> Iterator[tuple[int, Record]]:
    """The grimoires of the same game before or behind the one at the cursor."""
    step = document.before if back else document.after
    last, place = found.record, step(document.place_at(found.base))
    while place is not None:
        record = sheet_at(document, place).record
        if record and record.form != "bag":
            if not one_game(last.circle, record.circle):
                return
            yield place.start, record
            last = record
        place = step(place)
