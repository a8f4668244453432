"""What TOML says, as frozen values: statements with spans relative to the statement, chunks of statements.

Statements with the same text are one object: they are read once and remembered. The values are those that tomli gives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from kibitz.core.values import Span

if TYPE_CHECKING:
    from kibitz.languages.pfn.names import Own

Kind = Literal["string", "integer", "float", "boolean", "datetime", "date", "time", "array", "table"]


class Key(NamedTuple):
    """A key as its parts, unquoted: `a . "b c"` is `("a", "b c")`. Without parts where it can't be read."""

    parts: tuple[str, ...]
    spans: tuple[Span, ...]
    """Where each part stands, quotes included."""
    span: Span

    @property
    def name(self) -> str:
        """The parts joined by dots, for messages."""
        return ".".join(self.parts)


class Node(NamedTuple):
    """A value. `items` are the elements of an array, `entries` the pairs of an inline table."""

    kind: Kind
    value: object
    """What tomli makes of it: str, int, float, bool, datetime, date, time, list, dict."""
    span: Span
    items: tuple[Node, ...] = ()
    entries: tuple[KeyValue, ...] = ()


class KeyValue(NamedTuple):
    """`key = value`, as a statement or in an inline table. The value is None when it is missing or broken."""

    key: Key
    value: Node | None
    span: Span
    """From the key to the end of the value; of a broken statement, to the end of what was written for it."""
    equals: int | None = None
    """Where the `=` stands; None if it is missing."""
    comment: Span | None = None
    """The comment behind it, from its `#`."""


class Header(NamedTuple):
    """`[key]`, or `[[key]]` where `array` is true. A header whose key can't be read has a key without parts."""

    key: Key
    array: bool
    span: Span
    """From the first to the last bracket."""
    comment: Span | None = None
    closed: bool = True
    """False where it can't be read: it may be half typed."""


class Comment(NamedTuple):
    """A line that holds nothing but a comment."""

    span: Span


class Broken(NamedTuple):
    """Something that is no statement at all; the chunk has a problem there."""

    span: Span


Statement = Header | KeyValue | Comment | Broken


class Item(NamedTuple):
    """A statement in a chunk: offsets of the statement count from `offset`."""

    offset: int
    statement: Statement


class Content(NamedTuple):
    """The statements of a chunk, and what its pairs define by themselves."""

    items: tuple[Item, ...]
    own: Own


class Section:
    """What a chunk says: a table with its header, the keys before the first header, or more of the same table.

    A header ends the chunk before it, so that only the first item can be one.
    """

    __slots__ = ("_content", "regular")

    def __init__(
        self, content: Content | Callable[[], Content], regular: re.Match[str] | None = None
    ) -> None:
        """`regular` is the match of a trade in its usual form, whose content is read when somebody asks for it."""
        self._content = content
        self.regular = regular

    @property
    def content(self) -> Content:
        if not isinstance(self._content, Content):
            self._content = self._content()
        return self._content

    @property
    def items(self) -> tuple[Item, ...]:
        return self.content.items

    @property
    def own(self) -> Own:
        return self.content.own

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
