"""The hand at a place of a document, with the table after each of its entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, islice

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.document import Document
from kibitz.core.items import place_written
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.bjn.check.shoe import passed
from kibitz.languages.bjn.game.counting import HILO, Count, System, count, shown
from kibitz.languages.bjn.game.model import Entry, Event, Outcome, Setup, Split
from kibitz.languages.bjn.game.play import tables
from kibitz.languages.bjn.game.shoe import Shoe, taken
from kibitz.languages.bjn.game.table import DEALER, Table
from kibitz.languages.bjn.text.comments import behind
from kibitz.languages.bjn.text.sheet import Placed, Sheet


def shoes(analysis: Analysis) -> Iterator[tuple[Place, Shoe | None]]:
    """Yield all places with the shoes of their hands, as :func:`shoe_before` returns them. This is faster for whole records."""
    language, shoe = analysis.language, analysis.language.start(analysis.context)
    for place in analysis.document.places():
        if shoe is None:
            yield place, None
            continue
        here = passed(shoe, taken(language.parsed(place.text).value.values), place.chunk)
        yield place, here.before if here.before.known else None
        shoe = behind(here.after, place.text)


def shoe_before(analysis: Analysis, place: Place) -> Shoe | None:
    """Return the shoe of the hand at a place, None if it is unknown or holds this hand only."""
    if not analysis.context:
        return None
    cards = taken(analysis.language.parsed(place.text).value.values)
    shoe = passed(analysis.state_before(place), cards, place.chunk).before
    return shoe if shoe.known else None


@dataclass(frozen=True)
class Replayed:
    """A hand and its start in the document."""

    start: int
    sheet: Sheet
    shoe: Shoe | None = None
    """The shoe before the hand; None if it is unknown or holds this hand only."""
    system: System = HILO
    """The counting system."""

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The table after each entry; empty without a setup."""
        if (setup := self.setup) is None:
            return ()
        return tuple(tables(setup, self.sheet.values, self.gone))

    @property
    def gone(self) -> tuple[str, ...]:
        """The cards that left the shoe before the hand."""
        return self.shoe.gone if self.shoe else ()

    @property
    def setup(self) -> Setup | None:
        return self.sheet.setup

    @property
    def text(self) -> str:
        return self.sheet.text

    @property
    def entries(self) -> Sequence[Placed]:
        return self.sheet.entries

    @property
    def values(self) -> Sequence[Entry]:
        return self.sheet.values

    @property
    def outcome(self) -> Outcome | None:
        """The written outcome, or None."""
        values = (placed.value for placed in reversed(self.sheet.entries))
        return next((value for value in values if isinstance(value, Outcome)), None)

    @property
    def count(self) -> Count | None:
        """The count after the hand, or None if its shoe is unknown or holds this hand only."""
        if self.shoe is None or self.setup is None:
            return None
        return count((*self.gone, *shown(self.sheet.values)), self.setup.decks, self.system)

    def runs(self) -> Iterator[tuple[int | str, list[tuple[int, Placed]]]]:
        """Yield runs of numbered entries, each with its key: `Setup`, `Deal`, the number of a seat, or `Outcome`."""
        entries = list(enumerate(self.sheet.entries[: len(self.tables)]))
        for key, run in groupby(entries, self._part):
            yield key, list(run)

    def _part(self, entry: tuple[int, Placed]) -> int | str:
        number, placed = entry
        value = placed.value
        if isinstance(value, Split):
            value = self.sheet.entries[number - 1].value
            return value.actor if isinstance(value, Event) else DEALER
        if isinstance(value, Event):
            return value.actor if self.tables[number].started else "Deal"
        return "Outcome" if isinstance(value, Outcome) else "Setup"

    def table_before(self, offset: int) -> Table | None:
        """Return the table after all entries that end before an offset of the document, or None."""
        ended = sum(placed.end <= offset - self.start for placed in self.sheet.entries)
        return self.tables[min(ended, len(self.tables)) - 1] if ended and self.tables else None

    def item_at(self, offset: int) -> Placed | None:
        """Return the item that a cursor touches, or None."""
        return self.sheet.at(offset - self.start)

    def span(self, span: Span) -> Span:
        """Return the place in the document of a span of the sheet."""
        return span.shifted(self.start)


def replayed_at(analysis: Analysis, offset: int) -> Replayed:
    """Return the hand that holds the character at an offset."""
    return replayed_of(analysis, analysis.document.place_at(offset))


def replayed_before(analysis: Analysis, offset: int) -> Replayed:
    """Return the hand that is being written at an offset. Right before a setup, it is the previous one."""
    return replayed_of(analysis, place_written(analysis.document, offset))


def all_replayed(analysis: Analysis, span: Span | None = None) -> Iterator[Replayed]:
    """Return the hands within a range, or all of them."""
    places = analysis.document.places(*span) if span else analysis.document.places()
    return (replayed_of(analysis, place) for place in places)


def first_hands(document: Document, most: int) -> tuple[list[Place], int]:
    """Return the first hands of a document, and the number of hands. Only the first chunk may hold none."""
    places = document.places()
    first = next(places)
    begun = [first] if first.chunk.text[:1] == "{" else []
    count = sum(len(block.chunks) for block in document.blocks) - 1 + len(begun)
    return [*begun, *islice(places, most - len(begun))], count


def replayed_of(analysis: Analysis, place: Place) -> Replayed:
    """Return the hand of a chunk."""
    shoe = shoe_before(analysis, place)
    language = analysis.language
    return Replayed(place.start, language.parsed(place.text).value, shoe, language.system)


MOST_HANDS = 50
"""Hands in a preview of a whole record."""


def tables_shown(analysis: Analysis, offset: int | None) -> tuple[list[tuple[Replayed, int]], str]:
    """Return the hands to show, each with the number of its last shown entry, and a note if more follow.

    These are the hand at `offset`, or else the ends of all hands.
    """
    if offset is not None:
        replayed = replayed_at(analysis, offset)
        if not replayed.entries:
            # Comments before the first hand belong to it.
            replayed = replayed_at(analysis, replayed.start + len(replayed.text))
        return [(replayed, _last_entry(replayed, offset))], ""
    hands, count = first_hands(analysis.document, MOST_HANDS)
    found = [replayed_of(analysis, place) for place in hands]
    shown = [(replayed, len(replayed.tables) - 1) for replayed in found if replayed.tables]
    shown = shown or [(replayed_at(analysis, 0), 0)]
    return shown, f"and {plural(count - MOST_HANDS, 'more hand')}" if count > MOST_HANDS else ""


def _last_entry(replayed: Replayed, offset: int) -> int:
    """Return the number of the last entry that begins at or before an offset."""
    begun = sum(placed.start <= offset - replayed.start for placed in replayed.entries)
    return min(max(begun, 1), len(replayed.tables)) - 1
