"""A value that is asked for: its key, its place, what of it is there, and what would be written behind it."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import Cursor
from kibitz.languages.pfn.features._form import form_at
from kibitz.languages.pfn.game.figgie import facts, with_sign
from kibitz.languages.pfn.text.keys import QUOTED, KeySpec, tables
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import TRADES, Path, Table
from kibitz.languages.pfn.text.trades import Trade
from kibitz.languages.pfn.toml.slots import Slot, piece_at
from kibitz.languages.pfn.toml.terminals import is_value

NO_TRADE = Trade(Table(TRADES, Span(0, 0), None, ()), *[None] * 7)
"""One of which nothing is known."""


class Choice(NamedTuple):
    """A value: its text without quotes."""

    text: str
    kind: str
    detail: str = ""
    then: str = ""
    """What follows behind the value and its quote, because it is certain."""
    label: str = ""
    """What people see, if not the value."""


class Field:
    """The key whose value is asked for, and where."""

    def __init__(self, here: Cursor, slot: Slot, path: Path, key: KeySpec) -> None:
        self.here, self.slot, self.path, self.key = here, slot, path, key
        self.analysis = here.analysis
        self.name = slot.keys[-1]
        """The key as it is written: `P1_FinalBank`."""
        self.typed = here.source[slot.span.start : here.offset]
        """What stands of the value before the cursor."""
        self.in_hand = key.type == "cards" and bool(slot.quote) and not slot.array
        """Whether the cursor is in a string of cards."""
        self.table = here.table if here.is_in(*path) else None
        self.trade = here.trade[1] if here.trade else NO_TRADE
        """The trade that it is in."""
        self.record: Record = here.analysis.context
        self.form = form_at(here)

    @cached_property
    def last(self) -> bool:
        """Whether nothing is behind the value but its quote: what follows may then be written with it."""
        slot = self.slot
        if len(slot.keys) != 1 or slot.array or slot.span.end < self.here.offset:
            return False
        behind = self.here.source[slot.span.end :]
        return not behind.removeprefix(slot.quote if slot.closed else "").strip()

    @cached_property
    def piece(self) -> Span:
        """The piece of a hand at the cursor."""
        return piece_at(self.here.source, self.slot.span, self.here.offset)

    def span(self, choice: Choice) -> Span:
        """What an item replaces: the value or the piece of a hand, with the quote behind it if that is in it."""
        (start, end), quote = self.slot.span, bool(self.slot.quote) and self.slot.closed
        if not self.in_hand:
            return Span(start, end + (self.last and quote))
        return Span(self.piece.start, end + quote) if choice.then.startswith('"') else self.piece

    @property
    def is_whole(self) -> bool:
        """Whether the cursor is behind a value that is complete: Enter then ends the line and nothing else."""
        source, (start, end) = self.here.source, self.slot.span
        if not self.slot.quote and source[:start].rstrip(" \t")[-1:] not in set("=,[{"):
            return True
        word = source[start:end]
        return self.key.type not in QUOTED and self.here.offset == end and bool(word) and is_value(word)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players; as many as there can be where their number is not known yet."""
        return self.record.players or tuple(f"P{number}" for number in range(1, max(facts().players) + 1))

    @cached_property
    def hands(self) -> dict[str, list[str]]:
        """The hands before the trade."""
        return self.form.standing.hands

    def written(self, card: str) -> str:
        """A card as this record writes them."""
        return with_sign(card) if self.form.signs or not self.typed.isascii() else card

    @cached_property
    def done(self) -> set[str]:
        """The keys that are there, this one included."""
        there = self.table.leaves if self.table is not None else ()
        return {self.name, *(leaf.name for leaf in there)}

    def lacks(self, name: str) -> bool:
        """Whether another key of the table is the next to be written."""
        missing = [one for one in self.form.names(self.path) if one not in self.done]
        return self.last and missing[:1] == [name]

    def then(self, *more: tuple[str, str]) -> str:
        """What follows behind the value; `more` are strings that are written with it, by key.

        Whether a trade is followed by another one only the writer knows, so nothing follows behind its last key.
        """
        if not self.last:
            return ""
        said = dict(more)
        written = "".join(
            f'{self.form.line_end}{name} = "{value}"' for name, value in more if name != self.name
        )
        done = {*self.done, *said}
        if self.path == TRADES and done >= set(self.form.names(TRADES)):
            return written
        return written + next(self.form.after(self.path, done, said), "")


def field_at(here: Cursor, slot: Slot) -> Field | None:
    """The value that a slot is for; None where the notation knows no such key."""
    own = here.table.path if here.table is not None and here.table.header is not None else here.path or ()
    spec = tables().get((*own, *slot.keys[:-1])) if slot.keys else None
    key = spec.key(slot.keys[-1]) if spec is not None else None
    return None if spec is None or key is None else Field(here, slot, spec.path, key)
