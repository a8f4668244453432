"""The items of a text that hold entries, and the sheet of them that a hand is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from kibitz.core.items import begun, touched
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Fix, Span
from kibitz.languages.bjn.game.model import Entry, Event, Setup, Unread

Kind = Literal["setup", "event", "split", "outcome", "comment", "conflict"]


DIVIDER = re.compile(r"[|\r\n]")
"""What divides entries."""


class Flaw(NamedTuple):
    """Something wrong with how an item is written: a rule, where in the item, the fields of the message."""

    slug: str
    start: int
    end: int
    fields: Mapping[str, Any]
    fixes: tuple[Fix, ...] = ()


class Item(NamedTuple):
    """A piece of text between separators. `value` is None if the entry can't be read, and of a comment.

    `fields` are the places of the parts of the entry, relative to it: five of an event, two or more of a setup,
    two hands with their cards of a split block, every letter of an outcome.
    """

    text: str
    kind: Kind
    value: Entry | None = None
    fields: tuple[Span, ...] = ()
    flaws: tuple[Flaw, ...] = ()

    @property
    def value_known(self) -> Entry:
        """What the entry says for sure: one that can't be read or isn't finished, not more than whom it is about."""
        if self.value and not (self.unfinished and _lacks(self.value)):
            return self.value
        if self.kind != "event":
            return Unread(kind=self.kind)
        actor, hand, *_ = [*self.text.split("."), ""]
        return Unread(seat_number(actor), seat_number(hand))

    @property
    def unfinished(self) -> bool:
        """Whether fields of an event are missing."""
        return any(flaw.slug == "fields" for flaw in self.flaws)


def _lacks(value: Entry) -> bool:
    """Whether an event has no card that its action takes, or nothing at all."""
    return isinstance(value, Event) and not value.card and value.modifier == "" and value.action != "/"


class Placed(NamedTuple):
    """An item and where it starts."""

    start: int
    item: Item

    @property
    def kind(self) -> Kind:
        return self.item.kind

    @property
    def text(self) -> str:
        return self.item.text

    @property
    def value(self) -> Entry | None:
        return self.item.value

    @property
    def end(self) -> int:
        return self.start + len(self.item.text)

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    def field(self, number: int | None) -> Span:
        """The place of a part of the entry; of all of it for None or a part that it does not have."""
        if number is None or number >= len(self.item.fields):
            return self.span
        return self.item.fields[number].shifted(self.start)

    def field_at(self, offset: int) -> int | None:
        """The number of the field that a cursor touches; at a dot the one before it, if something stands there."""
        touched = [number for number in range(len(self.item.fields)) if self.field(number).holds(offset)]
        filled = [number for number in touched if self.field(number).end > self.field(number).start]
        return filled[-1] if filled else None


class Sheet:
    """What a chunk says: the items of one hand, with what stands before the next one. Not to be changed."""

    def __init__(self, text: str, items: tuple[Placed, ...]) -> None:
        self.text = text
        self.items = items

    @property
    def contents(self) -> Sequence[Item]:
        """The items without their places."""
        return [placed.item for placed in self.items]

    @cached_property
    def entries(self) -> tuple[Placed, ...]:
        """All entries, read or not."""
        return tuple(placed for placed in self.items if placed.kind not in {"comment", "conflict"})

    @cached_property
    def values(self) -> tuple[Entry, ...]:
        """What the entries say, one for one; of those that can't be read or aren't finished, whom they are about."""
        return tuple([placed.item.value_known for placed in self.entries])

    def at_table(self, house: tuple[str, ...], empty: tuple[int, ...]) -> Sheet:
        """The same at a table of which more is known than the setup says."""

        def told(placed: Placed) -> Placed:
            if not isinstance(setup := placed.value, Setup):
                return placed
            return placed._replace(item=placed.item._replace(value=setup._replace(house=house, empty=empty)))

        return Sheet(self.text, tuple(map(told, self.items)))

    @cached_property
    def remarks(self) -> tuple[tuple[int, int], ...]:
        """Where comments stand behind entries: their offsets and columns."""
        return tuple(
            (after.start, column_in(self.text, after.start))
            for before, after in pairwise(self.items)
            if after.kind == "comment" and before.kind != "comment"
            and LINE_BREAK.search(self.text, before.end, after.start) is None
        )  # fmt: skip

    @cached_property
    def conflicting(self) -> bool:
        """Whether a version control system has left its markers here."""
        return any(placed.kind == "conflict" for placed in self.items)

    @property
    def readable(self) -> bool:
        """Whether everything could be read."""
        return not self.conflicting and all(placed.value for placed in self.entries)

    @property
    def setup(self) -> Setup | None:
        """The setup with which the hand begins, if it can be read."""
        first = self.values[0] if self.values else None
        return first if isinstance(first, Setup) else None

    @property
    def span(self) -> Span | None:
        """From the first to the last entry."""
        return Span(self.entries[0].start, self.entries[-1].end) if self.entries else None

    @cached_property
    def compact(self) -> bool:
        """Whether all entries stand on one line."""
        between = self.text[slice(*self.span)] if self.span else ""
        return "\n" not in between and "\r" not in between

    @property
    def line_end(self) -> str:
        """What ends lines here."""
        found = LINE_BREAK.search(self.text)
        return found[0] if found else "\n"

    def end_of_line(self, offset: int) -> int:
        """Where the line that holds an offset ends, before its line break."""
        found = LINE_BREAK.search(self.text, offset)
        return found.start() if found else len(self.text)

    def written_at(self, offset: int) -> Placed | None:
        """The item that is being written at an offset: the last one that begins before it, unless it has been ended."""
        last = begun(self.items, offset)[-1:]
        if not last or DIVIDER.search(self.text, last[0].end, max(last[0].end, offset)):
            return None
        return last[0]

    def at(self, offset: int) -> Placed | None:
        """The item that a cursor touches; of two, the one that begins there."""
        return touched(self.items, offset)


class Row(Sheet):
    """A hand in which nothing stands but items without flaws and what divides them.

    Most hands of a session log are such. Their places are found when somebody asks for them.
    """

    def __init__(self, text: str, contents: Sequence[Item]) -> None:
        self.text = text
        self._contents = contents

    @cached_property
    def items(self) -> tuple[Placed, ...]:  # type: ignore[override]
        found, end = [], 0
        for item in self._contents:
            start = self.text.index(item.text, end)
            end = start + len(item.text)
            found.append(Placed(start, item))
        return tuple(found)

    @property
    def contents(self) -> Sequence[Item]:
        return self._contents

    @cached_property
    def values(self) -> tuple[Entry, ...]:
        return tuple([item.value for item in self._contents if item.value])


def column_in(text: str, offset: int) -> int:
    """The column of an offset, in characters."""
    return offset - 1 - max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset))


def seat_number(text: str) -> int:
    """The number of a seat or of a hand as somebody writes it; -1 for what is none (yet)."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
