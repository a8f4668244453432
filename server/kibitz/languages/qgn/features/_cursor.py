"""A place in a record: its item, its game, and the actions before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, cast

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.items import begun, place_written, touched
from kibitz.core.values import Span
from kibitz.languages.qgn.check.play import actions_of
from kibitz.languages.qgn.check.step import State
from kibitz.languages.qgn.game.games import Games
from kibitz.languages.qgn.language import Qgn
from kibitz.languages.qgn.text.head import Head, read_head
from kibitz.languages.qgn.text.model import NOTHING, Action, Junk, Part, Placed

Written = tuple[Span, Action]
"""A readable action and its span."""


def read(analysis: Analysis, place: Place | None) -> Part:
    """Return the items of a chunk; an absent head is empty."""
    part: Part = NOTHING if place is None else analysis.language.parsed(place.chunk.text).value
    return part


def told_by(analysis: Analysis, head: Place | None) -> Head:
    """Return the parsed tags of a game."""
    return read_head(read(analysis, head), games_of(analysis))


def games_of(analysis: Analysis) -> Games:
    """Return the known games."""
    return cast(Qgn, analysis.language).games


def actions(analysis: Analysis, places: Iterable[Place]) -> Iterator[Written]:
    """Yield the readable actions of some chunks with their spans in the document."""
    for place in places:
        for start, action in read(analysis, place).actions:
            yield Span(start, start + len(action.text)).shifted(place.start), action


def attempts(analysis: Analysis, places: Iterable[Place]) -> Iterator[tuple[Span, Action | Junk]]:
    """Yield all actions of some chunks, and the unreadable words that may be meant as actions."""
    for place in places:
        for start, action in actions_of(read(analysis, place)):
            yield Span(start, start + len(action.text)).shifted(place.start), action


def rounds(played: Iterable[Written], number: int = 1, last: int = -1) -> list[tuple[int, list[Written]]]:
    """Group actions by rounds; a new round begins when the team index falls.

    `number` is the current round and `last` the previous index.
    """
    found: list[tuple[int, list[Written]]] = []
    for one in played:
        index = one[1].index
        number += index < last
        if not found or found[-1][0] != number:
            found.append((number, []))
        found[-1][1].append(one)
        last = index
    return found


class Cursor(NamedTuple):
    """A place in a record."""

    place: Place
    part: Part
    placed: Placed | None
    """The item that the place touches, in offsets of the document."""


def cursor_at(analysis: Analysis, offset: int) -> Cursor:
    """Return the item at an offset. If two items touch it, this is the second one, unless that is a comment."""
    place = analysis.document.place_at(offset)
    part = read(analysis, place)
    found = touched(part.items, offset - place.start)
    return Cursor(place, part, found.shifted(place.start) if found else None)


def column_at(analysis: Analysis, offset: int) -> int:
    """Return the column of an offset, in code points from 0."""
    return analysis.document.position_at(offset, "utf-32").column


def begun_at(analysis: Analysis, offset: int) -> Placed | None:
    """Return the last item that begins before an offset in its chunk, in offsets of the document."""
    place = place_written(analysis.document, offset)
    items = begun(read(analysis, place).items, offset - place.start)
    return items[-1].shifted(place.start) if items else None


def state_at(analysis: Analysis, place: Place, offset: int) -> State:
    """Return the state of the game after all actions of a chunk that begin before an offset."""
    head = read(analysis, place).head
    state: State = analysis.state_after(place) if head else analysis.state_before(place)
    for span, action in attempts(analysis, () if head else [place]):
        if span.start < offset:
            state = state.then(action.text, analysis.language.rules)
    return state
