"""The legal actions at a place of a game, split into parts for a player to choose.

A part that is a cell can be clicked: a pawn, its destination. The card follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Play, plays_of
from kibitz.core.items import begun, place_written
from kibitz.core.next import plays as core_plays
from kibitz.core.values import Edit
from kibitz.languages.qgn.features._cursor import begun_at, column_at, read
from kibitz.languages.qgn.features._history import History, history_at
from kibitz.languages.qgn.features._options import Pen, each_choice, legal, parted, parting
from kibitz.languages.qgn.text.model import Action
from kibitz.languages.qgn.text.record import is_head


def plays(language: object, analysis: Analysis, offset: int | None, taken: Sequence[str]) -> Iterator[Play]:
    """Yield the legal actions of the team to move, and the actions that any team may do, or the completions of an empty record."""
    document = analysis.document
    at, history = _moment(analysis, len(document) if offset is None else offset + 1)
    if history.turn is None:
        if not taken and (offset is None or document.blank):
            yield from plays_of(analysis.language.complete(analysis, min(at, len(document))))
        return
    before, column = begun_at(analysis, at), column_at(analysis, at)

    def write(text: str) -> tuple[Edit]:
        gap = "\n" if history.actions else "\n\n"
        if before is not None and isinstance(before.item, Action):
            gap = parting(column, len(text))
        return (Edit(at, at, gap + text),)

    options = parted(history, Pen(analysis.language.rules), legal(history) or (), 1, each_choice)
    yield from core_plays(options, taken, write)


def _moment(analysis: Analysis, offset: int) -> tuple[int, History]:
    """Return the place of the next action, after all items before an offset, and the position there. If the offset is
    in a head, the place is after all tags.
    """
    last = place_written(analysis.document, offset)
    if is_head(last):
        offset = max(offset, last.end)
    for here in analysis.document.until(last):
        if items := begun(read(analysis, here).items, offset - here.start):
            return here.start + items[-1].end, history_at(analysis, here, offset)
    return offset, history_at(analysis, here, offset)
