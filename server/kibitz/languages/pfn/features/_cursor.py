"""The chunk, table, key, value and trade at a place of a document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal, NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.chunks import Chunk, Place
from kibitz.core.memory import kept_with
from kibitz.core.values import Span
from kibitz.languages.pfn.check.sums import chunk_trades, may_trade
from kibitz.languages.pfn.text.record import Reader, Record, begins_trade
from kibitz.languages.pfn.text.shorthand import ShorthandTrade, shorthand_trades
from kibitz.languages.pfn.text.tables import TRADES, Leaf, Path, Table
from kibitz.languages.pfn.text.trades import Trade
from kibitz.languages.pfn.toml.cut import CLOSES, Open, followed
from kibitz.languages.pfn.toml.names import Item, Section

QUOTES = "\"'"


@dataclass(frozen=True, slots=True)
class Slot:
    """The slot for typing at a cursor. Spans count from the start of the searched text."""

    kind: Literal["header", "key", "value"]
    span: Span
    """The span that completion replaces: the half-typed word around the cursor, without quotes."""
    keys: tuple[str, ...] = ()
    """The keys that lead to the value, or to the inline table of the key: several with inline tables."""
    quote: str = ""
    """The quote that the value is in; empty outside of strings."""
    closed: bool = True
    """Whether a closing quote is there."""
    array: bool = False
    """Whether the value is an element of an array."""
    assigned: bool = False
    """Whether an `=` follows the key."""
    start: int = 0
    """The start of the statement."""


@dataclass(slots=True)
class _Reach:
    """The state of reading a statement: the key of each open bracket, and that of the pair."""

    keys: list[str] = field(default_factory=list)
    key: str = ""
    value: bool = False

    def take(self, symbol: str, inside: str) -> None:
        """Read a symbol; `inside` is the innermost bracket that is open before it."""
        if symbol in CLOSES:
            self.keys.append(self.key)
            self.key, self.value = "", symbol == "["
        elif symbol in CLOSES.values():
            self.key = self.keys.pop() if self.keys else self.key
            self.value = True
        elif symbol == "=":
            self.value = True
        elif symbol == ",":
            self.value = inside == "["
            self.key = "" if not self.value else self.key
        elif not self.value:
            self.key = symbol.strip().strip(QUOTES)


def slot_at(text: str, start: int, cursor: int) -> Slot | None:
    """Return the slot at a cursor in the statement that begins at `start`, or None in comments and at impossible places."""
    end = _line_end(text, cursor)
    first = start + len(text[start:end]) - len(text[start:end].lstrip(" \t"))
    if text.startswith("[", first) and first <= cursor:
        header = Span(first, first + len(text[first:end].partition("#")[0].rstrip()))
        return Slot("header", header, start=first) if header.holds(cursor) else None
    reach = _Reach()
    here: re.Match[str] | None = None
    opened = Open()
    for found, opened in followed(text, start, end):
        if found.start() >= cursor and not (found.start() == cursor and _is_word(found[0])):
            break
        if found[0].startswith("#") or (found.start() == cursor and found[0][0] in QUOTES):
            return None
        if found.end() > cursor or (found.end() == cursor and _unfinished(found)):
            here = found
            break
        reach.take(found[0], opened.last)
    return _slot(text, reach, opened.last == "[", here, cursor, end, first)


def _slot(
    text: str, reach: _Reach, array: bool, here: re.Match[str] | None, cursor: int, end: int, first: int
) -> Slot:
    span = Span(cursor, cursor) if here is None else Span(*here.span())
    quote, closed = "", True
    if here is not None and here[0][0] in QUOTES:
        quote = here[0][0]
        closed = len(here[0]) > 1 and here[0].endswith(quote)
        span = Span(span.start + 1, span.end - closed)
    if reach.value:
        return Slot("value", span, _parts(*reach.keys, reach.key), quote, closed, array, start=first)
    behind = text[span.end + bool(quote and closed) : end].lstrip(" \t")
    # The parts before the last dot of a dotted key are tables.
    before, dot, _ = ("", "", "") if quote else text[span.start : cursor].rpartition(".")
    span = Span(span.start + len(before + dot), span.end)
    keys = _parts(*reach.keys, before)
    return Slot("key", span, keys, quote, closed, assigned=behind.startswith("="), start=first)


def _parts(*keys: str) -> tuple[str, ...]:
    """Return the parts of several keys, which may be dotted."""
    return tuple(part.strip(" \t" + QUOTES) for key in keys if key for part in key.split("."))


def _is_word(token: str) -> bool:
    return token[0] not in "[]{},=#\n"


def _unfinished(found: re.Match[str]) -> bool:
    """Return whether a cursor at the end of a token is still in it: after a word, or in an open string."""
    token = found[0]
    if token[0] in QUOTES:
        return len(token) == 1 or not token.endswith(token[0])
    return _is_word(token)


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    return end - 1 if text[at:end].endswith("\r") else end


def piece_at(text: str, span: Span, cursor: int) -> Span:
    """Return the piece of a string between commas around a cursor, without the spaces around it."""
    left = text.rfind(",", span.start, cursor) + 1 or span.start
    right = text.find(",", cursor, span.end)
    right = span.end if right < 0 else right
    piece = text[left:right]
    start = min(left + len(piece) - len(piece.lstrip()), cursor)
    return Span(start, max(start + len(text[start:right].rstrip()), cursor))


class Cursor(NamedTuple):
    """A place in a document. Everything in it is relative to the chunk; `place.start` leads to the document."""

    analysis: Analysis
    place: Place
    offset: int
    """The offset in the chunk."""
    path: Path | None
    """The table that the chunk continues."""
    table: Table | None
    """The table that contains the offset: the last one that begins before it."""
    leaf: Leaf | None
    """The key and value that the offset touches."""

    @property
    def source(self) -> str:
        """The text of the chunk."""
        return self.place.text

    @property
    def section(self) -> Section:
        """The TOML of its chunk."""
        return reader_of(self.analysis).section(self.source)

    @property
    def inside(self) -> Path | None:
        """The table of the keys below the header of its chunk."""
        return reader_of(self.analysis).path_after(self.source, self.path)

    @property
    def trade(self) -> tuple[int, Trade] | None:
        """The trade that it is in, with its number in the chunk."""
        if self.is_in(*TRADES):
            for number, trade in enumerate(reader_of(self.analysis).trades(self.source, self.path)):
                if trade.table == self.table:
                    return number, trade
        return None

    @property
    def statement(self) -> Item | None:
        """The statement that it touches."""
        items, at = self.section.items, self.offset
        return next((item for item in items if item.statement.span.holds(at - item.offset)), None)

    @property
    def written(self) -> Span:
        """The statement that it touches, and the text up to the cursor."""
        at, item = self.offset, self.statement
        span = item.statement.span.shifted(item.offset) if item else Span(at, at)
        return Span(min(at, span.start), max(at, span.end))

    @property
    def slot(self) -> Slot | None:
        """The slot for typing, in the statement that it touches or on its line."""
        item, source = self.statement, self.source
        line = max(source.rfind("\n", 0, self.offset), source.rfind("\r", 0, self.offset)) + 1
        return slot_at(source, min(line, item.offset) if item else line, self.offset)

    @property
    def shorthand(self) -> ShorthandTrade | None:
        """The shorthand trade on the cursor's line, or None."""
        duration = self.analysis.context.terms.duration
        return next(shorthand_trades(self.source, self.offset, self.offset, duration), None)

    def get(self, name: str) -> Leaf | None:
        """Return a key of the cursor's table, or None."""
        return None if self.table is None else self.table.get(name)

    def is_in(self, *path: str) -> bool:
        """Return whether it is in a table of a path."""
        return self.table is not None and self.table.path == path


def reader_of(analysis: Analysis) -> Reader:
    """Return the reader of the chunks of a document."""
    reader: Reader = analysis.language.reader
    return reader


def cursor_at(analysis: Analysis, offset: int) -> Cursor:
    """Return the cursor at an offset; between tables, that of the table before."""
    place = analysis.document.place_at(offset)
    path, at = path_before(analysis, place), offset - place.start
    table = _table_at(reader_of(analysis).tables(place.text, path), at)
    leaves = () if table is None else table.leaves
    leaf = next((leaf for leaf in leaves if leaf.whole.holds(at)), None)
    return Cursor(analysis, place, at, path, table, leaf)


def path_before(analysis: Analysis, place: Place) -> Path | None:
    """Return the table that a chunk continues, or None if it is unknown. A chunk with a header needs no state."""
    headed = reader_of(analysis).section(place.text).header is not None
    path: Path | None = () if headed else analysis.state_before(place).path
    return path


def _table_at(tables: Sequence[Table], at: int) -> Table | None:
    """Return the innermost table around an offset of a chunk, or the last one that begins before it."""
    if len(tables) == 1 and tables[0].header is not None:
        return tables[0] if tables[0].head.start <= at else None
    around = [(span.end - span.start, table) for table in tables if (span := table.span).holds(at)]
    if around:
        return min(around, key=lambda one: one[0])[1]
    before = [table for table in tables if table.head.start <= at and table.header is not None]
    return before[-1] if before else None


def trades_of(analysis: Analysis, chunk: Chunk, end: int | None = None) -> Sequence[Trade]:
    """Return the trades of a chunk, or of its text up to an offset."""
    return chunk_trades(reader_of(analysis), chunk, end)


def placed_trades(analysis: Analysis, span: Span | None = None) -> Iterator[tuple[Place, int, Trade]]:
    """Yield the trades of the chunks that overlap a range, or all trades, with their chunks and their numbers in these."""
    for place in analysis.document.places(*(span or ())):
        if may_trade(place.text):
            for number, trade in enumerate(trades_of(analysis, place.chunk)):
                yield place, number, trade


def runs_of_trades(analysis: Analysis) -> Iterator[Span]:
    """Yield the runs of trades between other tables, without the comments at their ends."""
    for is_trade, run in groupby(analysis.document.places(), lambda place: begins_trade(place.text)):
        if is_trade:
            places = [*run]
            last, parts = places[-1], analysis.language.parts_of(places[-1].text)
            end = max((one.span.end for one in parts if not one.token), default=0)
            yield Span(places[0].start, last.start + end)


@kept_with
def record_of(analysis: Analysis) -> Record:
    """Return the small tables, with offsets of the document."""
    record: Record = analysis.context
    return record.placed(analysis.document)
