"""The entries of a hand as they stand, or as they may have been meant: what becomes of them by a change."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from kibitz.languages.bjn.check.finding import BEFORE, BEHIND, REMOVED, WHOLE, Change, Finding, Place
from kibitz.languages.bjn.game.model import Entry
from kibitz.languages.bjn.text.mend import read_item
from kibitz.languages.bjn.text.sheet import Item, Sheet


class Line(NamedTuple):
    """An entry as it stands in the record, or as it may have been meant."""

    number: int
    """That of the entry in the record; an entry that is not there has the number of the one behind it."""
    item: Item
    changed: bool
    entry: Entry
    """What it says for sure."""

    @classmethod
    def of(cls, number: int, item: Item, changed: bool = False) -> Line:
        return cls(number, item, changed, item.value_known)


Lines = tuple[Line, ...]


def lines_of(sheet: Sheet) -> Lines:
    """The entries of a hand as they stand."""
    return tuple([Line.of(number, placed.item) for number, placed in enumerate(sheet.entries)])


def of_record(lines: Lines, one: Finding) -> Finding:
    """A finding of some lines, said of the record."""
    related = tuple(Place(lines[at].number, field, text) for at, field, text in one.related)
    return one._replace(
        entry=lines[one.entry].number,
        related=related,
        changes=tuple(made for change in one.changes for made in _at(lines, one.entry, change)),
    )


def _at(lines: Lines, entry: int, change: Change) -> Iterator[Change]:
    """A change with the numbers that its entries have in the record; nothing where they are others there."""
    parts = [(lines[at], part) for at, part in change.parts(entry)]
    if not any(line.changed for line, _ in parts):
        first, *more = (part._replace(entry=line.number, more=()) for line, part in parts)
        yield first._replace(more=tuple(more))


def replaced(lines: Lines, number: int, entry: Entry) -> Lines:
    """The lines with something else said by one of them."""
    line = lines[number]
    item = line.item._replace(value=entry, flaws=())
    return (*lines[:number], Line.of(line.number, item, True), *lines[number + 1 :])


def applied(lines: Lines, entry: int, change: Change) -> Lines | None:
    """The lines after a change of one of them; None for one that can't be made."""
    after = list(lines)
    for number, part in sorted(change.parts(entry), key=itemgetter(0), reverse=True):
        line = after[number]
        if part.field == BEFORE:
            after.insert(number, _read(line.number, part.text))
        elif part.field == BEHIND:
            after.insert(number + 1, _read(line.number, part.text))
        elif part.field == REMOVED:
            del after[number]
        elif part.field == WHOLE:
            after[number] = _read(line.number, part.text)
        elif 0 <= part.field < len(line.item.fields):
            start, end = line.item.fields[part.field]
            after[number] = _read(line.number, line.item.text[:start] + part.text + line.item.text[end:])
        else:
            return None
    return tuple(after) if after and all(line.item.text for line in after) else None


def _read(number: int, text: str) -> Line:
    text = text.strip()
    return Line.of(number, read_item(text) if text else Item("", "event"), True)
