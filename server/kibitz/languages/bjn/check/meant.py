"""What may have been meant in the place of what breaks a rule: the changes that are tried, the likeliest first, and what
becomes of the entries of a hand by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from kibitz.languages.bjn.check.finding import BEFORE, BEHIND, REMOVE, REMOVED, WHOLE, Change, Finding, Place
from kibitz.languages.bjn.check.splits import split_before
from kibitz.languages.bjn.game.model import (
    ACTION,
    HAND,
    MODIFIER,
    UNKNOWN,
    Entry,
    Event,
    Outcome,
    Setup,
    Split,
    Unread,
)
from kibitz.languages.bjn.game.play import tables
from kibitz.languages.bjn.game.table import DEALER, PIPS, Table
from kibitz.languages.bjn.game.turns import turn
from kibitz.languages.bjn.text.mend import read_item
from kibitz.languages.bjn.text.names import seat_name
from kibitz.languages.bjn.text.sheet import Item, Sheet

_MARKS = {"": "Remove `{old}`", "_": "Write `_`, stand", "#": "Write `#`, bust"}
_ACTIONS = {
    "^": "Write a hit, `^`",
    "!": "Write a double down, `!`",
    "": "Remove `{old}`",
    "%": "Write a reveal, `%`",
}


def changes(entries: Sequence[Entry], one: Finding) -> Iterator[Change]:
    """Small changes that may mend a finding, whatever its rule is."""
    if not entries or not isinstance(setup := entries[0], Setup):
        return
    number, entry = one.entry, entries[one.entry]
    before = list(tables(setup, entries[: max(1, number)]))[-1]
    yield from _table(setup, entries)
    if isinstance(entry, Split):
        yield from split_before(before, entry)
        yield from _swapped(entries, number)
    if not isinstance(entry, Event):
        return
    now = turn(before)
    yield from _actor(entry, before, now)
    yield from _split(entries, entry)
    yield from _fields(entry)
    if number > 1 and entries[number - 1] == entry:
        yield Change("Remove this event: it stands twice", REMOVED, "")
    for place in _same_hand(entries, number):
        yield from (_there(change, place) for change in _fields(entries[place]))
    yield from _open(entry, before, now)
    yield REMOVE
    yield from _swapped(entries, number)
    yield from (
        Change(f"Remove `{entries[at]}`", REMOVED, "", entry=at) for at in _same_hand(entries, number)
    )


def _there(change: Change, number: int) -> Change:
    return change._replace(entry=number, title=f"{change.title}, in the event before")


def _table(setup: Setup, entries: Sequence[Entry]) -> Iterator[Change]:
    """Another number of players: that of the outcome, or of those who are there."""
    last = entries[-1]
    actors = [entry.actor for entry in entries if isinstance(entry, Event)]
    counts = [len(last.seats)] if isinstance(last, Outcome) else []
    for count in dict.fromkeys((*counts, max(actors, default=0))):
        if 0 < count != setup.players and count in actors:
            yield Change(f"Set the table for {count} players", 0, str(count), entry=0)


def _actor(event: Event, before: Table, now: tuple[int, int] | None) -> Iterator[Change]:
    """The seat, and the hand, whose turn it is."""
    if now and now != event[:2]:
        seat, hand = now
        text = str(event._replace(actor=seat, hand=hand))
        who = seat_name(seat) + (f", hand {hand}" if len(before.seats[seat]) > 1 else "")
        yield Change(f"Write `{text}`: it is the turn of {who}", WHOLE, text)
    for held in before.seats[event.actor] if 0 < event.actor < len(before.seats) else ():
        if held.number != event.hand:
            yield Change(f"Write hand `{held.number}`", HAND, str(held.number))


def _split(entries: Sequence[Entry], event: Event) -> Iterator[Change]:
    """The split, with its block, of a pair of which a second hand is played."""
    seat = event.actor
    own = [
        (at, entry) for at, entry in enumerate(entries) if isinstance(entry, Event) and entry.actor == seat
    ]
    if seat == DEALER or event.hand != 2 or len(own) < 3:
        return
    (_, first), (_, second), (at, _) = own[:3]
    pips = PIPS.get(first.card)
    if pips and pips == PIPS.get(second.card) and not first.action + second.action:
        split, block = f"{seat}.1./..", f"/1.{first.card}/2.{second.card}/"
        made = Change("", BEHIND, split, entry=at - 1)
        yield Change(f"Insert the split `{split}` and `{block}`", BEFORE, block, entry=at, more=(made,))


def _fields(entry: Entry) -> Iterator[Change]:
    """Another modifier, or another action."""
    if not isinstance(entry, Event) or UNKNOWN in entry:
        return
    for mark, title in _MARKS.items():
        if mark != entry.modifier and entry.modifier != "?" and (mark or entry.action or entry.card):
            yield Change(title.format(old=entry.modifier), MODIFIER, mark)
    for action, title in _ACTIONS.items():
        if action != entry.action and entry.card and entry.action != "/":
            yield Change(title.format(old=entry.action), ACTION, action)


def _same_hand(entries: Sequence[Entry], number: int) -> list[int]:
    """The latest events of the hand of an event before it."""
    key = entries[number][:2]
    return [
        at for at in range(number - 1, 0, -1) if isinstance(entries[at], Event) and entries[at][:2] == key
    ][:2]


def _open(event: Event, before: Table, now: tuple[int, int] | None) -> Iterator[Change]:
    """The stand that somebody whose turn it is has not said."""
    hand = before.hand(*now) if now else None
    if now and hand and now != event[:2] and DEALER not in now and hand.size > 1:
        text = f"{now[0]}.{now[1]}..._"
        yield Change(f"Insert `{text}`, {seat_name(now[0])} stands", BEFORE, text)


def _swapped(entries: Sequence[Entry], number: int) -> Iterator[Change]:
    """The event in another place: before the one before it, or behind the next one."""
    entry = entries[number]
    for place, field in ((number - 1, BEFORE), (number + 1, BEHIND)):
        if 0 < place < len(entries) and isinstance(entries[place], (Event, Split, Outcome)):
            removed = Change("", REMOVED, "", entry=number)
            where = "before" if field == BEFORE else "behind"
            title = f"Move it {where} `{entries[place]}`"
            yield Change(title, field, str(entry), entry=place, more=(removed,))


def unknowns(entries: Sequence[Entry], one: Finding) -> Iterator[tuple[int, Entry]]:
    """Entries of which something is taken for unknown: a card, or all that an event says of its hand."""
    for number in (one.entry, *(place.entry for place in one.related)):
        entry = entries[number]
        if isinstance(entry, Event):
            if entry.card:
                yield number, entry._replace(card=UNKNOWN)
            yield number, Unread(entry.actor, entry.hand)
    if isinstance(entries[one.entry], Event):
        for number in _same_hand(entries, one.entry):
            yield number, Unread(*entries[number][:2])


# What becomes of a hand by a change


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
