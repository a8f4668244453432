"""What a block of a document says besides trades, read once and kept with the block.

Blocks that hold trades only are passed over without being read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.core.bounds import FEW
from kibitz.core.chunks import Block, Chunk
from kibitz.core.memory import latest
from kibitz.languages.pfn.text.keys import BANK
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.tables import TRADES, Path, Table
from kibitz.languages.pfn.toml.defined import Used, used

TRADES_HEADER = "[[Trades]]"

TablesOf = tuple[Chunk, tuple[Table, ...]]
"""A chunk with its tables, the trades left out."""


class Reading(NamedTuple):
    """What the chunks of a block say. `path` is the table that the next one goes on with."""

    parts: tuple[TablesOf, ...]
    used: Used
    path: Path | None
    strays: tuple[Chunk, ...] = ()
    """Those that hold trades as an array, and go on with a table: these are no trades of the record."""


class Summary:
    """The chunks of a block that say more than trades, with their offsets in the block.

    Those of the same chunks are equal, wherever these are: after an edit in a trade the record is the old one.
    """

    def __init__(self, chunks: Sequence[tuple[int, Chunk]]) -> None:
        self.chunks = chunks
        self._same = tuple(chunk for _, chunk in chunks)
        self._readings: dict[Path | None, Reading] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Summary) and self._same == other._same

    def __hash__(self) -> int:
        return hash(self._same)

    def reading(self, reader: Reader, path: Path | None) -> Reading:
        """What they say if the first of them goes on with a table."""
        first = self.chunks[0][1].text
        key = path if reader.section(first).header is None else ()
        if key not in self._readings:
            self._readings = {key: _read(reader, self._same, key)}
        return self._readings[key]


@latest(FEW)
def _read(reader: Reader, chunks: tuple[Chunk, ...], path: Path | None) -> Reading:
    """The block of an edit is read again and again."""
    parts, strays = [], []
    names = used([reader.section(chunk.text) for chunk in chunks], path or ())
    for chunk in chunks:
        if path != () and TRADES[0] in chunk.text and reader.section(chunk.text).header is None:
            strays.append(chunk)
        tables = tuple(one for one in reader.tables(chunk.text, path) if not _is_trade(one))
        path = reader.path_after(chunk.text, path)
        if tables:
            parts.append((chunk, tables))
    return Reading(tuple(parts), names, path, tuple(strays))


def _is_trade(table: Table) -> bool:
    return table.path == TRADES and (table.started or table.array)


def summarise(reader: Reader, block: Block) -> Summary | None:
    """Told by how chunks begin, because this runs over a whole document before anything else does."""
    found = []
    at = 0
    for chunk in block.chunks:
        text = chunk.text
        # Behind the last trade the header of the result may be lost.
        if BANK in text or not text.lstrip(" \t").startswith(TRADES_HEADER):
            found.append((at, chunk))
        at += len(text)
    if not found:
        return None
    summary = Summary(found)
    # Cursor, because the analysis may stop between blocks; later all of them are needed at once.
    summary.reading(reader, ())
    return summary
