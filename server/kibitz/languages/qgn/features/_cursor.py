"""What features ask of a place in a record: the item there, the game around it, how many actions came before."""

from __future__ import annotations

from typing import NamedTuple, cast

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.languages.qgn.check.play import follow
from kibitz.languages.qgn.check.step import State
from kibitz.languages.qgn.game.games import Games
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text.model import Part, Placed


def read(analysis: Analysis, place: Place) -> Part:
    """What a chunk says."""
    part: Part = analysis.language.parsed(place.chunk.text).value
    return part


def games_of(analysis: Analysis) -> Games:
    """The games that are known."""
    return cast(Qgn, analysis.language).games


class Cursor(NamedTuple):
    """A place in a record."""

    place: Place
    part: Part
    number: int | None
    """Of the item that the place touches."""

    @property
    def placed(self) -> Placed | None:
        """The item that the place touches, in offsets of the document."""
        if self.number is None:
            return None
        start, item = self.part.items[self.number]
        return Placed(self.place.start + start, item)


def cursor_at(analysis: Analysis, offset: int) -> Cursor:
    """What is at an offset. Between two items that touch it is the second, but for a comment."""
    place = analysis.document.place_at(offset)
    part = read(analysis, place)
    if not part.items or part.items[0].start + place.start > offset or offset == place.start:
        # The item before may end here, in the chunk before.
        before = analysis.document.before(place)
        starts_here = bool(part.items) and part.items[0].start + place.start == offset
        if before is not None and not starts_here:
            part, place = read(analysis, before), before
    found = None
    for number, placed in enumerate(part.items):
        if placed.start + place.start <= offset <= placed.end + place.start:
            found = number
        elif placed.start + place.start > offset:
            break
    return Cursor(place, part, found)


def state_at(analysis: Analysis, place: Place, part: Part, offset: int) -> State:
    """The state of the game at an offset in a chunk: after all actions that begin before it."""
    state: State = analysis.state_before(place)
    if part.head:
        state = analysis.state_after(place)
    elif state.course is not None:
        items = tuple(one for one in part.items if one.start + place.start < offset)
        if state.known is not None and state.teams is not None:
            before = Part(items)
            course = follow(state.course, state.known, state.teams, before, analysis.language.rules)
            state = state._replace(course=course)
    return state
