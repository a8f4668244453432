"""Completion of missing keys and tables, and of values."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion
from kibitz.core.next import items
from kibitz.core.values import Span
from kibitz.core.words import brief
from kibitz.languages.pfn.features._cursor import Cursor, cursor_at, trades_of
from kibitz.languages.pfn.features._form import TradeTemplate, form_at, plain, stop
from kibitz.languages.pfn.game.figgie import facts
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.shorthand import ShorthandTrade
from kibitz.languages.pfn.text.tables import TRADES, TYPE_WORDS, KeySpec, Path, TableSpec, tables
from kibitz.languages.pfn.toml.slots import Slot


def complete(language: Pfn, analysis: Analysis, offset: int) -> Iterator[Completion]:
    """See :meth:`kibitz.core.features.Features.complete`."""
    here = cursor_at(analysis, offset)
    slot = here.slot
    if analysis.document.blank:
        yield from _new_rounds(Span(0, len(analysis.document)))
    if (terse := here.shorthand) is not None:
        yield from _tables_of(here, terse)
    elif slot is None or (slot.kind == "key" and _between(here.source, slot)):
        return
    elif slot.kind == "header":
        yield from _headers(here, slot.span)
    elif slot.kind == "key":
        yield from _keys(here, slot)
    elif (now := language.next(analysis, offset)) is not None and not now.quiet:
        yield from items(now)


def _item(label: str, span: Span, snippet: str, detail: str, about: str) -> Completion:
    """Return an item for a table or a key, with a snippet."""
    return Completion(label, span, snippet, "key", detail, about, label, True, plain(snippet))


def _new_rounds(span: Span) -> Iterator[Completion]:
    """Yield whole rounds for an empty record, with placeholders for everything that the rules of the game leave open."""
    for players in facts().players:
        seconds = float(facts().seconds)
        said = {"Title": "", "GameID": "", "Players": players, "Date": "", "GameDuration": seconds}
        hands = {f"P{number}": "" for number in range(1, players + 1)}
        text = f"{write.table('[FiggieGame]', said)}\n\n{write.table('[Deal]', hands)}\n\n"
        first, *more = text.split('""')
        snippet = first + "".join(f'"${number}"{part}' for number, part in enumerate(more, 1))
        about = "Then write trades, in shorthand or as tables."
        yield _item(
            f"New round: {players} players", span, snippet, f"game and {players} hands to fill in", about
        )


def _tables_of(here: Cursor, one: ShorthandTrade) -> Iterator[Completion]:
    """Yield the table of a shorthand trade. If only the end of its time is written, its possible time comes second."""
    source, (start, end) = here.source, one.span
    form = TradeTemplate(here.analysis, here.place, len(trades_of(here.analysis, here.place.chunk, start)))
    begun = not start or source[:start].endswith(("\n\n", "\r\n\r\n"))
    # At the end of the record, a new line invites the next shorthand trade.
    last = here.place.end == len(here.analysis.document) and end == len(source)

    def item(known: ShorthandTrade, detail: str, about: str) -> Completion:
        table = f"{'' if begun else form.line_end}{form.written(known)}{form.line_end if last else ''}"
        return _item(source[start:end].strip(), one.span.shifted(here.place.start), table, detail, about)

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
    # The deal follows a complete deck, and trades follow the deal.
    first = ("Deal",) if record.deal.deck and not record.has_deal else TRADES
    lists = here.source.startswith("[[", span.start)
    order = sorted(
        tables().values(), key=lambda spec: (not _is_needed(spec), spec.path != first, spec.path != TRADES)
    )
    for spec in order:
        there = record.leaf(*spec.path) if spec.array else next(record.at(*spec.path), None)
        if (there is not None and spec.path != current) or (lists and not spec.array):
            continue
        snippet = form_at(here, further=spec.path == TRADES).snippet(spec.path)
        detail = brief(spec.about) + (" · required" if _is_needed(spec) else "")
        yield _item(spec.header, placed, snippet, detail, spec.about)


def _is_needed(spec: TableSpec) -> bool:
    """Return whether a table is required, alone or as a key of another table."""
    parent = tables().get(spec.path[:-1])
    key = parent.key(spec.path[-1]) if parent is not None else None
    return spec.required or (key is not None and key.required)


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
    required, optional = (
        [_key(form, slot, path, key, name, span) for key, name in keys if key.required == wanted]
        for wanted in (True, False)
    )
    yield from required
    needed = any(key.required and key.type != "table" for key, _ in keys)
    if not needed and not slot.keys and not slot.assigned and slot.start in {slot.span.start, here.offset}:
        yield from _headers(here, slot.span)
    yield from optional


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
    leaves = [] if spec.array else list(record.leaves(*spec.path))
    if here.table is not None and here.table.path == spec.path:
        leaves += here.table.leaves
    typed = here.leaf.name if here.leaf is not None and here.leaf.key.holds(slot.span.end) else None
    return {leaf.name for leaf in leaves if leaf.name != typed}


def _key(form: TradeTemplate, slot: Slot, path: Path, key: KeySpec, name: str, span: Span) -> Completion:
    about = key.about.replace("this player", key.player_of(name) or "this player")
    detail = brief(about) + ("" if key.required else " · optional")
    kind = TYPE_WORDS[key.type]
    about += f"\n\n{kind[0].upper()}{kind[1:]}{'' if key.required else ', optional'}."
    if slot.assigned:
        return Completion(name, span, write.key(name), "key", detail, about)
    text = f"{write.key(name)} = {form.known(path, name) or stop(key, 0)}"
    return _item(name, span, text, detail, about)
