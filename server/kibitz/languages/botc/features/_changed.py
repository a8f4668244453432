"""Putting other players into the seats of a grimoire, in the form in which it is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kibitz.core.values import Edit
from kibitz.languages.botc.drawing.redraw import redrawn
from kibitz.languages.botc.game.model import Grimoire, Player
from kibitz.languages.botc.text import write

if TYPE_CHECKING:
    from kibitz.core.document import Document
    from kibitz.languages.botc.text.nodes import Record


def changed(document: Document, base: int, record: Record, new: Mapping[int, Player]) -> tuple[Edit, ...]:
    """The edits that put other players into some seats of the record of the chunk that begins at `base`; none where a drawing
    can't be drawn anew."""
    if record.form == "line":
        places = {index: record.seats[index].span.shifted(base) for index in sorted(new)}
        return tuple([Edit(*span, write.entry(new[index])) for index, span in places.items()])
    if record.sides is None or not record.sound:
        return ()
    players = [new.get(index, entry.player) for index, entry in enumerate(record.entries)]
    start, end = record.span.shifted(base)
    edit = redrawn(Grimoire(tuple(players)), record.sides, document.text(start, end))
    return (edit.shifted(start),)
