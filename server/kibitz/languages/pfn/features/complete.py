"""Completion of missing keys and tables, and of values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion
from kibitz.core.values import Span
from kibitz.core.words import brief
from kibitz.languages.pfn.features._cursor import Cursor, cursor_at, trades_of
from kibitz.languages.pfn.features._form import USUAL, Form, form_at
from kibitz.languages.pfn.features._hands import Hand
from kibitz.languages.pfn.features._values import Choice, Field, choices, field_at
from kibitz.languages.pfn.game.figgie import facts
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.shorthand import ShorthandTrade
from kibitz.languages.pfn.text.tables import QUOTED, TRADES, TYPE_WORDS, KeySpec, Path, TableSpec, tables
from kibitz.languages.pfn.toml.slots import Slot


def complete(language: Pfn, analysis: Analysis, offset: int) -> Sequence[Completion]:
    """Return the completions at an offset."""
    here = cursor_at(analysis, offset)
    return [*_new_rounds(analysis), *_completed(here)]


def _new_rounds(analysis: Analysis) -> Iterator[Completion]:
    """Yield whole rounds for an empty record, with placeholders for everything that the rules of the game leave open."""
    if any(place.text.strip() for place in analysis.document.places()):
        return
    for count in facts().players:
        said = {
            "Title": "",
            "GameID": "",
            "Players": count,
            "Date": "",
            "GameDuration": float(facts().seconds),
        }
        hands = {f"P{number}": "" for number in range(1, count + 1)}
        plain = f"{write.table('[FiggieGame]', said)}\n\n{write.table('[Deal]', hands)}\n\n"
        first, *rest = plain.split('""')
        snippet = first + "".join(f'"${stop}"{part}' for stop, part in enumerate(rest, 1))
        label, about = f"New round: {count} players", "Then write trades, in shorthand or as tables."
        detail = f"game and {count} hands to fill in"
        span = Span(0, len(analysis.document))
        yield Completion(label, span, snippet, "key", detail, about, label, True, plain)


def _completed(here: Cursor) -> Sequence[Completion]:
    if (terse := here.shorthand) is not None:
        return list(_tables_of(here, terse))
    slot = here.slot
    if slot is None or (slot.kind == "key" and _between(here.source, slot)):
        return ()
    if slot.kind == "header":
        return list(_headers(here, slot.span))
    return list((_keys if slot.kind == "key" else _values)(here, slot))


def _tables_of(here: Cursor, one: ShorthandTrade) -> Iterator[Completion]:
    """Yield the table of a shorthand trade. If only the end of its time is written, its possible time comes second."""
    source, (start, end) = here.source, one.span
    form = Form(here.analysis, here.place, len(trades_of(here.analysis, here.place.chunk, start)))
    words = source[start:end].strip()
    begun = not start or source[:start].endswith(("\n\n", "\r\n\r\n"))
    # At the end of the record, a new line invites the next shorthand trade.
    last = here.place.end == len(here.analysis.document) and end == len(source)
    gap, more = "" if begun else form.line_end, form.line_end if last else ""

    def item(known: ShorthandTrade, detail: str, about: str) -> Completion:
        table, plain = (
            gap + form.written(known.completed(form.standing.cards), form.index, stops=stops) + more
            for stops in (True, False)
        )
        span = one.span.shifted(here.place.start)
        return Completion(words, span, table, "key", detail, about, words, True, plain)

    yield item(one if one.whole else one._replace(time=""), f"trade {form.index}", _PARTS)
    if not one.whole:
        guess = one.behind(form.before and form.before.time)
        about = f"The first time after the last trade that ends in `{one.time}`; later ones do, too."
        yield item(guess, f"trade {form.index} at {guess.time}", about)


_PARTS = "Buyer < seller, card or suit, @ price, time: each part may be missing."


def _between(source: str, slot: Slot) -> bool:
    """Return whether the cursor is between a key and the place of its `=`."""
    before = source[slot.start : slot.span.start].rstrip(" \t")
    return not slot.quote and bool(before) and before[-1] not in "{,."


# Headers


def _headers(here: Cursor, span: Span) -> Iterator[Completion]:
    """Yield the tables that the record lacks. Trades come first after the deck and the deal are complete."""
    record: Record = here.analysis.context
    placed = span.shifted(here.place.start)
    current = here.table.path if here.table is not None and here.table.head.holds(here.offset) else None
    specs = [
        spec
        for spec in tables().values()
        if spec.path == current
        or (record.leaf(*spec.path) is None if spec.array else not any(record.at(*spec.path)))
    ]
    if here.source[span.start : span.end].startswith("[["):
        specs = [spec for spec in specs if spec.array]
    # The deal follows a complete deck, and trades follow the deal.
    first = ("Deal",) if record.deal.deck and not record.has_deal else TRADES
    for spec in sorted(
        specs, key=lambda spec: (not _is_needed(spec), spec.path != first, spec.path != TRADES)
    ):
        snippet, plain = _table_text(here, spec)
        detail = brief(spec.about) + (" · required" if _is_needed(spec) else "")
        yield Completion(spec.header, placed, snippet, "key", detail, spec.about, spec.header, True, plain)


def _is_needed(spec: TableSpec) -> bool:
    """Return whether a table is required, alone or as a key of another table."""
    parent = tables().get(spec.path[:-1])
    key = parent.key(spec.path[-1]) if parent is not None else None
    return spec.required or (key is not None and key.required)


def _table_text(here: Cursor, spec: TableSpec) -> tuple[str, str]:
    """Return a table with its required keys, with tab stops for unknown values and without them."""
    form = form_at(here, further=spec.path == TRADES)
    snippet, plain, stop = [spec.header], [spec.header], 0
    for name in form.names(spec.path):
        key = spec.key(name)
        if key is None:
            continue
        known, guess = form.known(spec.path, name), _guess(form, spec.path, name)
        if known is None and key.type == "players" and form.record.banks_missing:
            # The winners follow from the banks.
            continue
        if known is None:
            stop += 1
        written = write.key(name)
        snippet.append(f"{written} = {known or _stop(key.type, stop, guess)}")
        plain.append(f"{written} = {known or _plain(key.type, guess)}")
    return form.line_end.join(snippet), form.line_end.join(plain)


def _guess(form: Form, path: Path, name: str) -> str:
    """Return a likely value without quotes. It becomes the default of a tab stop."""
    usual, _ = USUAL.get(name, ("", ""))
    return (form.usual(path, name) or usual).strip('"')


def _stop(kind: str, stop: int, guess: str) -> str:
    place = f"${{{stop}:{guess}}}" if guess else f"${stop}"
    if kind == "players":
        return f'["{place}"]'
    return f'"{place}"' if kind in QUOTED else place


def _plain(kind: str, guess: str) -> str:
    return "[]" if kind == "players" else f'"{guess}"' if kind in QUOTED else guess or "0"


# Keys


def _keys(here: Cursor, slot: Slot) -> Iterator[Completion]:
    """Yield the required keys; at the start of a line, tables; then the optional keys."""
    path = _path(here, slot)
    spec = tables().get(path)
    record: Record = here.analysis.context
    span = slot.span.shifted(here.place.start)
    if slot.quote:
        span = Span(span.start - 1, span.end + slot.closed)
    keys = list(_missing(spec, record, here, slot)) if spec is not None else []
    form = form_at(here)
    items = [(key.required, _key(form, slot, path, key, name, span)) for key, name in keys]
    yield from (item for required, item in items if required)
    needed = any(key.required and key.type != "table" for key, _ in keys)
    if not needed and not slot.keys and not slot.assigned and slot.start in {slot.span.start, here.offset}:
        yield from _headers(here, slot.span)
    yield from (item for required, item in items if not required)


def _missing(spec: TableSpec, record: Record, here: Cursor, slot: Slot) -> Iterator[tuple[KeySpec, str]]:
    """Yield the keys that a table lacks; the winners only after their banks."""
    there = _names_there(record, here, spec, slot)
    for key in spec.keys:
        early = key.type == "players" and record.banks_missing
        for name in key.names(record.players) if not early else ():
            if name not in there and (key.type != "table" or slot.keys):
                yield key, name


def _path(here: Cursor, slot: Slot) -> Path:
    """Return the table that a key belongs to. An inline table is in the table of the header above it."""
    own = (here.inside if here.table is not None else here.path) or ()
    return (*own, *slot.keys) if slot.keys and (*own, *slot.keys) in tables() else own


def _names_there(record: Record, here: Cursor, spec: TableSpec, slot: Slot) -> set[str]:
    """Return the keys of a table except the one at the cursor."""
    own = here.table if here.table is not None and here.table.path == spec.path else None
    leaves = list(own.leaves) if own is not None else []
    if not spec.array:
        leaves += record.leaves(*spec.path)
    typed = here.leaf.name if here.leaf is not None and here.leaf.key.holds(slot.span.end) else None
    return {leaf.name for leaf in leaves if leaf.name != typed}


def _key(form: Form, slot: Slot, path: Path, key: KeySpec, name: str, span: Span) -> Completion:
    about = key.about.replace("this player", key.player_of(name) or "this player")
    detail = brief(about) + ("" if key.required else " · optional")
    kind = TYPE_WORDS[key.type]
    about += f"\n\n{kind[0].upper()}{kind[1:]}{'' if key.required else ', optional'}."
    if slot.assigned:
        return Completion(name, span, write.key(name), "key", detail, about)
    known, guess = form.known(path, name), _guess(form, path, name)
    written = write.key(name)
    text = f"{written} = {known or _stop(key.type, int(bool(guess)), guess)}"
    plain = f"{written} = {known or ''}"
    return Completion(name, span, text, "key", detail, about, name, known is None, plain)


# Values


def _values(here: Cursor, slot: Slot) -> Iterator[Completion]:
    """Yield the possible values of a key, with missing quotes."""
    field = field_at(here, slot)
    if field is None or field.is_whole:
        return
    found = list(Hand(field).choices() if field.in_hand else choices(field))
    # Only the user knows which table comes next, so each value is also offered without one.
    found += list(dict.fromkeys(Choice(*one[:3]) for one in found if "\n[" in one.then and not one.label))
    for choice in found:
        span, label = field.span(choice).shifted(here.place.start), choice.label or choice.text
        filter_ = f"{choice.text} {choice.label}".strip()
        detail = ", ".join(filter(None, [choice.detail, _header_in(choice.then)]))
        yield Completion(label, span, _written(choice, field), choice.kind, detail, filter=filter_)


def _header_in(then: str) -> str:
    """Return the next table that an item adds, for its detail, or nothing."""
    header = then.partition("\n[")[2].partition("\n")[0].rstrip("\r")
    return f"then [{header}" if header else ""


def _written(choice: Choice, field: Field) -> str:
    """Return the value with the missing quotes and brackets, and with the text after it."""
    slot = field.slot
    if field.in_hand or field.key.type not in QUOTED:
        return choice.text + choice.then
    if slot.quote:
        quote = slot.quote if not slot.closed or field.last else ""
        return choice.text + quote + choice.then
    quoted = f'"{choice.text}"'
    return (f"[{quoted}]" if field.key.type == "players" and not slot.array else quoted) + choice.then
