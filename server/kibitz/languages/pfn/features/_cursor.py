"""What is at a place of a document: the chunk, the table, the key and value, the trade."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Block, Chunk, Place
from kibitz.core.document import Document
from kibitz.core.memory import kept_with
from kibitz.core.values import Span
from kibitz.languages.pfn.check.tally import chunk_trades, may_trade
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.summary import Summary, summarise
from kibitz.languages.pfn.text.tables import TRADES, Leaf, Path, Table, statement_at
from kibitz.languages.pfn.text.trades import Trade


class Cursor(NamedTuple):
    """A place in a document. Everything in it is relative to the chunk; `place.start` leads to the document."""

    place: Place
    offset: int
    """Relative to the chunk, too."""
    path: Path | None
    """The table that the chunk goes on with."""
    table: Table | None
    """The table that the offset is in: the last one that begins before it."""
    leaf: Leaf | None
    """The key and value that the offset touches."""


def cursor_at(reader: Reader, analysis: Analysis, offset: int) -> Cursor:
    """What is at an offset; between tables it is the one before."""
    place = analysis.document.place_at(offset)
    text = place.chunk.text
    if reader.section(text).header is None:
        path: Path | None = analysis.state_before(place).names.path
    else:
        path = ()
    at = offset - place.start
    table = _table_at(reader.tables(text, path), at)
    leaf = None
    if table is not None:
        leaf = next((leaf for leaf in table.leaves if leaf.whole.holds(at)), None)
    return Cursor(place, at, path, table, leaf)


def _table_at(tables: tuple[Table, ...], at: int) -> Table | None:
    """The innermost table around an offset, or the last that begins before it."""
    if len(tables) == 1 and tables[0].header is not None:
        return tables[0] if tables[0].head.start <= at else None
    around = [table for table in tables if extent(table).holds(at)]
    if around:
        return min(around, key=lambda table: extent(table).end - extent(table).start)
    before = [table for table in tables if table.head.start <= at and table.header is not None]
    return before[-1] if before else None


def extent(table: Table) -> Span:
    """From the head of a table to the end of its last statement."""
    return Span(min([table.head.start, *(leaf.whole.start for leaf in table.leaves)]), table.end)


def trade_at(reader: Reader, here: Cursor) -> tuple[int, Trade] | None:
    """The trade at a place, with its number in the chunk."""
    if here.table is None or here.table.path != TRADES:
        return None
    for number, trade in enumerate(reader.trades(here.place.chunk.text, here.path)):
        if trade.table == here.table:
            return number, trade
    return None


def placed_trades(reader: Reader, analysis: Analysis, span: Span) -> Iterator[tuple[Place, int, Trade]]:
    """The trades of the chunks that overlap a range, with their chunks and their numbers in those."""
    for place in analysis.document.places(span.start, span.end):
        if may_trade(place.chunk.text):
            for number, trade in enumerate(chunk_trades(reader, analysis.context.strays, place.chunk)):
                yield place, number, trade


def others(reader: Reader, block: Block) -> Sequence[tuple[int, Chunk]]:
    """The chunks of a block that do not begin as trades, with their offsets in the block."""
    said = summarise(reader, block) if block.summary is None else block.summary
    return said.chunks if isinstance(said, Summary) else ()


def run_of_trades(reader: Reader, document: Document, place: Place) -> Span:
    """The trades that follow one another around a chunk that is one, without what is empty behind them."""
    start, end = 0, len(document)
    for number, block in enumerate(document.blocks):
        for at, chunk in others(reader, block):
            first = document.block_start(number) + at
            if first < place.start:
                start = first + len(chunk.text)
            else:
                end = min(first, end)
    last = document.place_at(end - 1)
    return Span(start, last.start + len(last.chunk.text.rstrip()))


@kept_with
def record_of(analysis: Analysis) -> Record:
    """The small tables, with offsets of the document."""
    record: Record = analysis.context
    return record.placed(analysis.document)


def statement_span(reader: Reader, here: Cursor) -> Span | None:
    """The statement that a place touches, relative to its chunk."""
    item = statement_at(reader.section(here.place.chunk.text), here.offset)
    return item.statement.span.shifted(item.offset) if item is not None else None
