"""What a block of a document says besides trades, read once and kept with the block.

Blocks that hold trades only are passed over without being read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kibitz.core.chunks import Block, Chunk
from kibitz.languages.pfn.facts import TRADES, Path, Table
from kibitz.languages.pfn.namespace import Used, used
from kibitz.languages.pfn.reader import Reader

TRADES_HEADER = "[[Trades]]"

TablesOf = tuple[Chunk, tuple[Table, ...]]
"""A chunk with its tables, the trades left out."""


class Reading(NamedTuple):
    """What the chunks of a block say. `path` is the table that the next one goes on with."""

    parts: tuple[TablesOf, ...]
    used: Used
    path: Path | None


class Summary:
    """The chunks of a block that say more than trades, with their offsets in the block."""

    def __init__(self, chunks: Sequence[tuple[int, Chunk]]) -> None:
        self.chunks = chunks
        self._readings: dict[Path | None, Reading] = {}

    def reading(self, reader: Reader, path: Path | None) -> Reading:
        """What they say if the first of them goes on with a table."""
        first = self.chunks[0][1].text
        key = path if reader.section(first).header is None else ()
        if key not in self._readings:
            self._readings = {key: self._read(reader, key)}
        return self._readings[key]

    def _read(self, reader: Reader, path: Path | None) -> Reading:
        parts = []
        names = used([reader.section(chunk.text) for _, chunk in self.chunks], path or ())
        for _, chunk in self.chunks:
            tables = tuple(one for one in reader.tables(chunk.text, path) if not _is_trade(one))
            path = reader.path_after(chunk.text, path)
            if tables:
                parts.append((chunk, tables))
        return Reading(tuple(parts), names, path)


def _is_trade(table: Table) -> bool:
    return table.path == TRADES and (table.started or table.array)


def summarise(reader: Reader, block: Block) -> Summary | None:
    """Told by how chunks begin, because this runs over a whole document before anything else does."""
    found = []
    at = 0
    for chunk in block.chunks:
        if not chunk.text.lstrip(" \t").startswith(TRADES_HEADER):
            found.append((at, chunk))
        at += len(chunk.text)
    if not found:
        return None
    summary = Summary(found)
    # Here, because the analysis may stop between blocks; later all of them are needed at once.
    summary.reading(reader, ())
    return summary
