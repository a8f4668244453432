"""The outline and the folds of a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Block, Chunk
from kibitz.core.document import Document
from kibitz.core.values import Fold, Span, Symbol
from kibitz.core.words import plural
from kibitz.languages.pfn.facts import EVENTS, TRADES, Leaf, Table, number, text
from kibitz.languages.pfn.ledger import block_sums, sums_before
from kibitz.languages.pfn.model import Comment, Item, Section
from kibitz.languages.pfn.reader import Reader
from kibitz.languages.pfn.replay import chips
from kibitz.languages.pfn.spot import extent, others, record_of
from kibitz.languages.pfn.summary import TRADES_HEADER
from kibitz.languages.pfn.trades import Trade
from kibitz.languages.pfn.vocabulary import tables

TRADES_LISTED = 5000
"""A record with more trades lists them by groups."""
BLOCKS_LISTED = 8
"""So many blocks make a group."""


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
    document = analysis.document
    if sums_before(reader, analysis, document.place_at(len(document)), with_it=True).count > TRADES_LISTED:
        yield from _groups(reader, document)
        return
    for place in document.places():
        if TRADES[0] in place.chunk.text:
            for one in _trades_of(reader, place.chunk.text):
                span, selection = one.span.shifted(place.start), one.selection.shifted(place.start)
                yield Symbol(one.name, one.detail, one.kind, span, selection)


def _groups(reader: Reader, document: Document) -> Iterator[Symbol]:
    """The trades of some blocks at a time."""
    first = 1
    for index in range(0, len(document.blocks), BLOCKS_LISTED):
        blocks = document.blocks[index : index + BLOCKS_LISTED]
        counted = [tally for block in blocks if (tally := block_sums(reader, block)).count]
        if counted:
            total = sum(tally.count for tally in counted)
            start = document.block_start(index)
            span = _run_of_trades(blocks, start)
            yield Symbol(f"{first}–{first + total - 1}", plural(total, "trade"), "list", span, span)
            first += total


def _run_of_trades(blocks: Sequence[Block], start: int) -> Span:
    """From the first trade of some blocks to the last one."""
    ends = list(accumulate((len(chunk.text) for block in blocks for chunk in block.chunks), initial=start))
    trades = [TRADES[0] in chunk.text for block in blocks for chunk in block.chunks]
    return Span(ends[trades.index(True)], ends[len(trades) - trades[::-1].index(True)])


@lru_cache(maxsize=TRADES_LISTED)
def _trades_of(reader: Reader, text: str) -> tuple[Symbol, ...]:
    """The trades of a chunk, relative to it; remembered, because editors ask for all of them again and again."""
    return tuple(_trade(trade) for trade in reader.trades(text, ()).trades)


def _trade(trade: Trade) -> Symbol:
    """`#3 P2 ← P1 S2 @ 15`."""
    index = trade.number if trade.number is not None else "?"
    price = f" @ {chips(trade.price)}" if trade.price is not None else ""
    name = f"#{index} {trade.buyer or '?'} ← {trade.seller or '?'} {trade.card or '?'}{price}"
    detail = f"at {chips(trade.time)} s" if trade.time is not None else ""
    return Symbol(name, detail, "event", *_where(trade))


def _where(trade: Trade) -> tuple[Span, Span]:
    """A trade and its header; one in its usual form need not be read as a table for that."""
    if isinstance(trade.source, Section) and trade.source.regular is not None:
        return Span(0, trade.source.regular.regs[-1][1]), Span(0, len(TRADES_HEADER))
    return extent(trade.table), trade.table.head


# Folds


def folds(reader: Reader, analysis: Analysis) -> Iterator[Fold]:
    """Each table with a header, the run of all trades, and comments on lines that follow one another.

    As many as there are tables, so this takes as long as the document is. Single trades come last, because editors take
    only so many folds.
    """
    run: list[Span] = []
    for start, chunk in _telling(reader, analysis.document):
        source = chunk.text
        bare = source.lstrip(" \t")
        if bare.startswith("[["):
            run.append(_without_comments(source, start))
        elif bare.startswith("["):
            yield from _run(run)
            run = []
            yield Fold(*_without_comments(source, start))
        if "#" in source:
            yield from _comments(reader.section(source).items, source, start)
    yield from _run(run)
    yield from _listed(analysis.document)


def _telling(reader: Reader, document: Document) -> Iterator[tuple[int, Chunk]]:
    """The chunks with their offsets, but for those between the first and the last one of a block of plain trades."""
    for index, block in enumerate(document.blocks):
        start = document.block_start(index)
        if not others(reader, block) and not any("#" in chunk.text for chunk in block.chunks):
            yield start, block.chunks[0]
            if len(block.chunks) > 1:
                yield start + block.chars - len(block.chunks[-1].text), block.chunks[-1]
            continue
        for chunk in block.chunks:
            yield start, chunk
            start += len(chunk.text)


def _listed(document: Document) -> Iterator[Fold]:
    """The elements of lists of tables: nearly everything in a long record, so done with as little ado as possible."""
    at = 0
    for block in document.blocks:
        for chunk in block.chunks:
            source = chunk.text
            if source.startswith("[[") or source.lstrip(" \t").startswith("[["):
                yield Fold(at, _without_comments(source, at).end)
            at += len(source)


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
