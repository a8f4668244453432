"""What a chunk of TOML says: statements in a row, and what their pairs define."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kibitz.languages.pfn.toml.model import Header, KeyValue, Statement
from kibitz.languages.pfn.toml.names import Own


class Item(NamedTuple):
    """A statement in a chunk: offsets of the statement count from `offset`."""

    offset: int
    statement: Statement


class Section(NamedTuple):
    """What a chunk says: a table with its header, the keys before the first header, or more of the same table.

    A header ends the chunk before it, so that only the first item can be one.
    """

    items: tuple[Item, ...]
    own: Own
    """What its pairs define by themselves."""

    @property
    def header(self) -> Header | None:
        """The header at the start of the chunk."""
        first = self.items[0].statement if self.items else None
        return first if isinstance(first, Header) else None

    @property
    def pairs(self) -> Iterator[tuple[int, KeyValue]]:
        """The `key = value` statements with their offsets in the chunk."""
        return pairs(self.items)


def pairs(items: Iterable[Item]) -> Iterator[tuple[int, KeyValue]]:
    """The `key = value` statements among some items, with their offsets in the chunk."""
    for offset, statement in items:
        if isinstance(statement, KeyValue):
            yield offset, statement
