"""What a grimoire is compared with: the one before of the same game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from kibitz.languages.botc.features._cursor import sheet_at
from kibitz.languages.botc.game.log import died_between, one_game
from kibitz.languages.botc.game.night import sheet
from kibitz.languages.botc.game.script import Script

if TYPE_CHECKING:
    from kibitz.core.chunks import Place
    from kibitz.core.document import Document
    from kibitz.languages.botc.text.nodes import Record

LOOKED_AT = 64
"""In how many chunks a grimoire of the same game is looked for."""


def moment_before(document: Document, place: Place, record: Record) -> Record | None:
    """The grimoire before the one of a chunk, if it is of the same game."""
    return _next(document.before, document, place, record)


def moment_behind(document: Document, place: Place, record: Record) -> Record | None:
    """The grimoire behind the one of a chunk, if it is of the same game."""
    return _next(document.after, document, place, record)


def _next(
    way: Callable[[Place], Place | None], document: Document, place: Place, record: Record
) -> Record | None:
    near = way(place)
    for _ in range(LOOKED_AT):
        if near is None:
            return None
        found = sheet_at(document, near).record
        if found and found.form != "bag" and found.circle.names:
            return found if one_game(found.circle, record.circle) else None
        near = way(near)
    return None


def comments_above(document: Document, place: Place) -> Iterator[str]:
    """The comments above the grimoire of a chunk, the nearest first, with those of the grimoires before."""
    near = document.before(place)
    for _ in range(LOOKED_AT):
        if near is None:
            return
        for start, end in reversed(sheet_at(document, near).comments):
            yield near.chunk.text[start:end]
        near = document.before(near)


def is_apart(document: Document, start: int) -> bool:
    """Whether a blank line parts the grimoire that begins at `start` from the one before, as it does where none is."""
    near = document.before(document.place_at(start))
    for _ in range(LOOKED_AT):
        if near is None:
            break
        if (record := sheet_at(document, near).record) is not None:
            between = document.text(near.start + record.span.end, start).splitlines()
            return any(not line.strip() for line in between[1:])
        near = document.before(near)
    return True


def first_night(record: Record, later: bool) -> bool:
    """Whether the night that follows is the first one: nobody is dead, and no grimoire of the game is past."""
    return not later and not any(record.circle.states)


def night_sheet(record: Record, before: Record | None, script: Script) -> str:
    """The sheet of the night to come."""
    died = died_between(before.circle, record.circle) if before else frozenset[str]()
    return "\n".join(sheet(record.grimoire, first_night(record, before is not None), died, script))
