"""The outline and the folds of a record."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Place
from kibitz.core.values import Fold, Span, Symbol
from kibitz.core.words import plural
from kibitz.languages.pfn.facts import EVENTS, TRADES, Leaf, Table, number, text
from kibitz.languages.pfn.model import Comment, Item
from kibitz.languages.pfn.reader import Reader
from kibitz.languages.pfn.replay import chips
from kibitz.languages.pfn.spot import extent, record_of
from kibitz.languages.pfn.trades import Trade
from kibitz.languages.pfn.vocabulary import tables

TRADES_LISTED = 5000
"""A record with more trades lists them block by block."""


# Outline


def symbols(reader: Reader, analysis: Analysis) -> list[Symbol]:
    """The round with its tables in their order: hands, trades, events."""
    record = record_of(analysis)
    found = [one for table in record.tables if (one := _table(table)) is not None]
    events = [one for one in found if one.kind == "event"]
    found = [one for one in found if one.kind != "event"]
    if events:
        found.append(_list("Events", plural(len(events), "event"), events))
    if trades := list(_trades(reader, analysis)):
        count = sum(1 if one.kind == "event" else int(one.detail.split()[0]) for one in trades)
        found.append(_list("Trades", plural(count, "trade"), trades))
    if not found:
        return []
    found.sort(key=lambda one: one.span)
    title = text(record.leaf("FiggieGame", "Title")) or "Round"
    game = next((one for one in found if one.name == "FiggieGame"), found[0])
    span = Span(found[0].span.start, max(one.span.end for one in found))
    return [Symbol(" ".join(title.split()) or "Round", "", "game", span, game.selection, tuple(found))]


def _list(name: str, detail: str, children: list[Symbol]) -> Symbol:
    """Children that follow one another; others between them don't matter."""
    span = Span(children[0].span.start, children[-1].span.end)
    return Symbol(name, detail, "list", span, children[0].selection, tuple(children))


def _table(table: Table) -> Symbol | None:
    if table.header is None and table.path not in tables():
        return None
    span = extent(table)
    if table.path == EVENTS:
        time, kind = table.get("T"), text(table.get("Type")) or "event"
        at = number(time.node) if time is not None else None
        return Symbol(kind, f"at {chips(at)} s" if at is not None else "", "event", span, table.head)
    children = tuple(_leaf(table, leaf) for leaf in table.leaves if leaf.name)
    name = ".".join(table.path) or "?"
    return Symbol(name, "", "section", span, table.head, children)


def _leaf(table: Table, leaf: Leaf) -> Symbol:
    player = table.path == ("Deal",)
    value = leaf.node.value if leaf.node is not None else ""
    detail = plural(len(leaf.parts), "card") if player else _short(value)
    return Symbol(leaf.name, detail, "player" if player else "key", leaf.whole, leaf.key)


def _short(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(str(one) for one in value[:6])
    return "" if isinstance(value, dict) else str(value)[:60]


def _trades(reader: Reader, analysis: Analysis) -> Iterator[Symbol]:
    places = [place for place in analysis.document.places() if TRADES[0] in place.chunk.text]
    if len(places) <= TRADES_LISTED:
        for place in places:
            for trade in reader.trades(place.chunk.text, ()).trades:
                yield _trade(place, trade)
        return
    for start in range(0, len(places), 500):
        group = places[start : start + 500]
        span = Span(group[0].start, group[-1].end)
        yield Symbol(f"{start + 1}–{start + len(group)}", plural(len(group), "trade"), "list", span, span)


def _trade(place: Place, trade: Trade) -> Symbol:
    """`#3 P2 ← P1 S2 @ 15`."""
    index = trade.number if trade.number is not None else "?"
    price = f" @ {chips(trade.price)}" if trade.price is not None else ""
    name = f"#{index} {trade.buyer or '?'} ← {trade.seller or '?'} {trade.card or '?'}{price}"
    detail = f"at {chips(trade.time)} s" if trade.time is not None else ""
    table = trade.table.shifted(place.start)
    return Symbol(name, detail, "event", extent(table), table.head)


# Folds


def folds(reader: Reader, analysis: Analysis) -> Iterator[Fold]:
    """Each table with a header, the run of all trades, and comments on lines that follow one another."""
    run: list[Span] = []
    for place in analysis.document.places():
        source = place.chunk.text
        bare = source.lstrip(" \t")
        if bare.startswith("["):
            span = _without_comments(source, place.start)
            if bare.startswith("[["):
                run.append(span)
            else:
                yield from _run(run)
                run = []
            yield Fold(*span)
        if "#" in source:
            yield from _comments(reader.section(source).items, source, place.start)
    yield from _run(run)


def _run(tables: list[Span]) -> Iterator[Fold]:
    """Lists of tables that follow one another: all trades, and the events between them."""
    if len(tables) > 1:
        yield Fold(tables[0].start, tables[-1].end)


def _without_comments(source: str, start: int) -> Span:
    """A table without the comments at its end, which belong to the next one."""
    if "#" not in source:
        return Span(start, start + len(source.rstrip()))
    lines = source.rstrip().split("\n")
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    return Span(start, start + len("\n".join(lines).rstrip()))


def _comments(items: tuple[Item, ...], source: str, start: int) -> Iterator[Fold]:
    """Comments on lines that follow one another."""
    runs: list[Span] = []
    last: Span | None = None
    for item in items:
        if not isinstance(item.statement, Comment):
            last = None
            continue
        span = item.statement.span.shifted(item.offset)
        if last is not None and source.count("\n", last.end, span.start) == 1:
            runs[-1] = Span(runs[-1].start, span.end)
        else:
            runs.append(span)
        last = span
    for run in runs:
        if "\n" in source[run.start : run.end]:
            yield Fold(run.start + start, run.end + start, "comment")
