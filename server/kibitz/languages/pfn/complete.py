"""Completion: keys and tables that are not there yet, and in every slot for a value what may stand there now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.values import Completion, Span
from kibitz.languages.pfn.facts import TRADES, Path, Table, statement_at
from kibitz.languages.pfn.reader import Reader
from kibitz.languages.pfn.record import Record
from kibitz.languages.pfn.slots import Slot, piece_at, slot_at
from kibitz.languages.pfn.spot import Spot, spot_at, trade_at
from kibitz.languages.pfn.values import Asked, Choice, choices, later, trade_before
from kibitz.languages.pfn.vocabulary import TYPE_WORDS, KeySpec, TableSpec, tables

STRINGS = {"string", "date", "color", "suit", "card", "cards", "player", "players", "event"}
"""The types whose values are written in quotes."""


def complete(reader: Reader, analysis: Analysis, offset: int) -> Sequence[Completion]:
    """What may be typed at an offset."""
    spot = spot_at(reader, analysis, offset)
    source = spot.place.chunk.text
    item = statement_at(reader.section(source), spot.offset)
    line = max(source.rfind("\n", 0, spot.offset), source.rfind("\r", 0, spot.offset)) + 1
    slot = slot_at(source, min(line, item.offset) if item else line, spot.offset)
    if slot is None:
        return ()
    if slot.kind == "header":
        found = _headers(reader, analysis, spot, slot.span)
    elif slot.kind == "key":
        found = _keys(reader, analysis, spot, slot)
    else:
        found = _values(reader, analysis, spot, slot)
    return list(found)


# Headers


def _headers(reader: Reader, analysis: Analysis, spot: Spot, span: Span) -> Iterator[Completion]:
    """Trades first once there is a deck; tables that are there already are not offered again."""
    record: Record = analysis.context
    placed = span.shifted(spot.place.start)
    here = spot.table.path if spot.table is not None and spot.table.head.holds(spot.offset) else None
    specs = [
        spec
        for spec in tables().values()
        if spec.array or spec.path == here or not any(record.at(*spec.path))
    ]
    needed = [spec for spec in specs if _is_needed(spec)]
    for spec in sorted(specs, key=lambda spec: (spec not in needed, spec.path != TRADES)):
        snippet, plain = _table_text(reader, analysis, spot, spec)
        yield Completion(
            spec.header, placed, snippet, "key", _detail(spec), spec.about, spec.header, True, plain
        )


def _is_needed(spec: TableSpec) -> bool:
    """Whether a table is required, by itself or as a key of another one."""
    parent = tables().get(spec.path[:-1])
    key = parent.key(spec.path[-1]) if parent is not None else None
    return spec.required or (key is not None and key.required)


def _detail(spec: TableSpec) -> str:
    return "required" if _is_needed(spec) else "one more" if spec.array else ""


def _table_text(reader: Reader, analysis: Analysis, spot: Spot, spec: TableSpec) -> tuple[str, str]:
    """A table with its required keys: with tab stops, and without."""
    record: Record = analysis.context
    snippet, plain, stop = [spec.header], [spec.header], 0
    for key in spec.keys:
        if not key.required or key.type == "table":
            continue
        for name in key.names(record.players):
            known = _known(reader, analysis, spot, name) if spec.path == TRADES else ""
            fixed = known if name == "TradeIndex" else ""
            stop += not fixed
            snippet.append(f"{name} = {fixed or _stop(key.type, stop, known)}")
            plain.append(f"{name} = {known or _plain(key.type)}")
    return "\n".join(snippet), "\n".join(plain)


def _known(reader: Reader, analysis: Analysis, spot: Spot, name: str) -> str:
    """The next number and a later time for a new trade."""
    trade = trade_at(reader, spot)
    before = trade[1] if trade is not None else trade_before(reader, analysis, spot.place, 0)
    if name == "TradeIndex":
        return str((before.number or 0) + 1 if before is not None else 1)
    if name == "T" and before is not None and before.time is not None:
        return later(before.time)
    return ""


def _stop(kind: str, stop: int, known: str) -> str:
    place = f"${{{stop}:{known}}}" if known else f"${stop}"
    if kind == "players":
        return f'["{place}"]'
    return f'"{place}"' if kind in STRINGS else place


def _plain(kind: str) -> str:
    return "[]" if kind == "players" else '""' if kind in STRINGS else "0"


# Keys


def _keys(reader: Reader, analysis: Analysis, spot: Spot, slot: Slot) -> Iterator[Completion]:
    """Keys that are missing, the required ones first; at the start of a line tables as well."""
    path = _path(spot, slot)
    spec = tables().get(path)
    record: Record = analysis.context
    span = slot.span.shifted(spot.place.start)
    if slot.quote:
        span = Span(span.start - 1, span.end + slot.closed)
    if spec is not None:
        there = _names_there(record, spot, spec, slot)
        rows = sorted(spec.keys, key=lambda key: not key.required)
        for key in rows:
            for name in key.names(record.players):
                if name not in there and (key.type != "table" or slot.keys):
                    yield _key(reader, analysis, spot, slot, key, name, span)
    if not slot.keys and not slot.assigned and slot.start in {slot.span.start, spot.offset}:
        yield from _headers(reader, analysis, spot, slot.span)


def _path(spot: Spot, slot: Slot) -> Path:
    """The table that a key belongs to."""
    own = spot.table.path if spot.table is not None and spot.table.header is not None else spot.path or ()
    return (*own, *slot.keys) if slot.keys and (*own, *slot.keys) in tables() else own


def _names_there(record: Record, spot: Spot, spec: TableSpec, slot: Slot) -> set[str]:
    """The keys that a table has but the one at the cursor."""
    own = spot.table if spot.table is not None and spot.table.path == spec.path else None
    leaves = list(own.leaves) if own is not None else []
    if not spec.array:
        leaves += record.leaves(*spec.path)
    typed = spot.leaf.name if spot.leaf is not None and spot.leaf.key.holds(slot.span.end) else None
    return {leaf.name for leaf in leaves if leaf.name != typed}


def _key(
    reader: Reader, analysis: Analysis, spot: Spot, slot: Slot, key: KeySpec, name: str, span: Span
) -> Completion:
    detail = TYPE_WORDS[key.type].replace("`", "") + ("" if key.required else ", optional")
    if slot.assigned:
        return Completion(name, span, name, "key", detail, key.about)
    known = (
        _known(reader, analysis, spot, name) if tables().get(_path(spot, slot)) == tables()[TRADES] else ""
    )
    known = known if spot.table is None or name != "TradeIndex" else ""
    return Completion(
        name,
        span,
        f"{name} = {_stop(key.type, 0, known)}",
        "key",
        detail,
        key.about,
        name,
        True,
        f"{name} = ",
    )


# Values


def _values(reader: Reader, analysis: Analysis, spot: Spot, slot: Slot) -> Iterator[Completion]:
    """What may stand in the place of a value, with quotes where they are missing."""
    if not slot.keys:
        return
    own = spot.table.path if spot.table is not None and spot.table.header is not None else spot.path or ()
    spec = tables().get((*own, *slot.keys[:-1]))
    key = spec.key(slot.keys[-1]) if spec is not None else None
    if key is None:
        return
    asked = Asked(
        reader, analysis, spot.place, key, slot.keys[-1], _table(spot, spec), trade_at(reader, spot)
    )
    span = slot.span
    pieces = key.type == "cards" and slot.quote and not slot.array
    if pieces:
        span = piece_at(spot.place.chunk.text, span, spot.offset)
    for choice in choices(asked):
        text = choice.text if pieces else _written(choice, key, slot)
        yield Completion(
            choice.text, span.shifted(spot.place.start), text, choice.kind, choice.detail, filter=choice.text
        )


def _table(spot: Spot, spec: TableSpec | None) -> Table | None:
    return (
        spot.table if spot.table is not None and spec is not None and spot.table.path == spec.path else None
    )


def _written(choice: Choice, key: KeySpec, slot: Slot) -> str:
    """The value with the quotes and brackets that are not there yet."""
    if key.type not in STRINGS:
        return choice.text
    if slot.quote:
        return choice.text if slot.closed else choice.text + slot.quote
    quoted = f'"{choice.text}"'
    return f"[{quoted}]" if key.type == "players" and not slot.array else quoted
