"""Where somebody is writing: the value that is asked for at a cursor, what of it is there, and whether more follows."""

from __future__ import annotations

from kibitz.core.analysis import Analysis
from kibitz.core.values import Span
from kibitz.languages.pfn.features._cursor import Cursor, trade_at
from kibitz.languages.pfn.features._field import Choice, Field
from kibitz.languages.pfn.features._hands import Hand
from kibitz.languages.pfn.text.keys import QUOTED, tables
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.tables import statement_at
from kibitz.languages.pfn.toml.slots import Slot, piece_at, slot_at
from kibitz.languages.pfn.toml.terminals import is_value


def slot_of(reader: Reader, here: Cursor) -> Slot | None:
    """The slot at a cursor, in the statement that it touches or on its line."""
    source = here.place.chunk.text
    item = statement_at(reader.section(source), here.offset)
    line = max(source.rfind("\n", 0, here.offset), source.rfind("\r", 0, here.offset)) + 1
    return slot_at(source, min(line, item.offset) if item else line, here.offset)


def field_at(reader: Reader, analysis: Analysis, here: Cursor, slot: Slot) -> Field | None:
    """The value that a slot is for; None where the notation knows no such key."""
    own = here.table.path if here.table is not None and here.table.header is not None else here.path or ()
    spec = tables().get((*own, *slot.keys[:-1])) if slot.keys else None
    key = spec.key(slot.keys[-1]) if spec is not None else None
    if spec is None or key is None:
        return None
    table = here.table if here.table is not None and here.table.path == spec.path else None
    source = here.place.chunk.text
    return Field(
        reader, analysis, here.place, spec.path, key, slot.keys[-1], table, trade_at(reader, here),
        source[slot.span.start : here.offset], _is_last(source, here, slot),
    )  # fmt: skip


def _is_last(source: str, here: Cursor, slot: Slot) -> bool:
    """Whether nothing is behind the value but its quote: what follows may then be written with it."""
    if len(slot.keys) != 1 or slot.array or slot.span.end < here.offset:
        return False
    behind = source[slot.span.end :]
    if slot.quote and slot.closed:
        behind = behind.removeprefix(slot.quote)
    return not behind.strip()


def value_span(field: Field, here: Cursor, slot: Slot, choice: Choice) -> Span:
    """What an item replaces: the value or the piece of a hand at the cursor, with the quote behind it if that is in it."""
    quote = bool(slot.quote) and slot.closed
    if not in_hand(field, slot):
        return Span(slot.span.start, slot.span.end + (field.last and quote))
    piece = piece_at(here.place.chunk.text, slot.span, here.offset)
    return Span(piece.start, slot.span.end + quote) if choice.then.startswith('"') else piece


def in_hand(field: Field, slot: Slot) -> bool:
    """Whether the cursor is in a string of cards."""
    return field.key.type == "cards" and bool(slot.quote) and not slot.array


def hand_at(field: Field, here: Cursor, slot: Slot) -> Hand:
    """The hand that the cursor is in."""
    source = here.place.chunk.text
    piece = piece_at(source, slot.span, here.offset)
    before = [word.strip() for word in source[slot.span.start : piece.start].split(",")]
    return Hand(field, [word for word in before if word], bool(source[piece.end : slot.span.end].strip()))


def is_whole(field: Field, here: Cursor, slot: Slot) -> bool:
    """Whether the cursor is behind a value that is complete: Enter then ends the line and nothing else."""
    source = here.place.chunk.text
    if not slot.quote and source[: slot.span.start].rstrip(" \t")[-1:] not in set("=,[{"):
        return True
    word = source[slot.span.start : slot.span.end]
    return field.key.type not in QUOTED and here.offset == slot.span.end and bool(word) and is_value(word)
