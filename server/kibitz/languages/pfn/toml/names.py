"""What is defined: TOML's rules about keys and tables, decided as tomli decides them, as a frozen tree of names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.shared_map import SharedMap, entries, get, put
from kibitz.core.values import Span
from kibitz.languages.pfn.toml.model import Header, Key, KeyValue

Kind = Literal["value", "header", "tables", "dotted", "implicit"]
"""What a name stands for: a value, which nothing can be put into; a table with a header of its own; the last table of
a list; a table made by a dotted key, or by the header of a table in it."""


class Name(NamedTuple):
    """A name that is taken, where it was taken first (a list of tables: last), and what is in it."""

    kind: Kind
    span: Span
    chunk: Chunk | None
    """The chunk that `span` is relative to; None for that of the nearest name above that has one."""
    names: SharedMap[Name]


class Clash(NamedTuple):
    """Why a key can't be defined: the name that is in its way, and how many parts of the key lead to that."""

    key: Key
    offset: int
    """Where the statement of the key begins."""
    name: Name
    chunk: Chunk | None
    """The chunk that the name's span is relative to; None for the one that the key is in."""
    depth: int


class Own(NamedTuple):
    """A table with the keys of a chunk in it, and which of them clash with what was there."""

    table: Name
    clashes: tuple[Clash, ...] = ()


INSIDE_VALUES: SharedMap[Name] = {}
"""No key can reach into a value."""
EMPTY = Name("header", Span(0, 0), None, {})
"""A table in which nothing is defined."""


def define(table: Name, pairs: Iterable[tuple[int, KeyValue]], chunk: Chunk | None = None) -> Own:
    """Puts keys into a table, those that have values.

    `chunk` is the one that the pairs are in; None leaves it open, so that chunks of the same text can share the result.
    """
    clashes = []
    for offset, pair in pairs:
        if pair.value is not None:
            result = _defined(table, pair.key, offset, chunk)
            if isinstance(result, Clash):
                clashes.append(result)
            else:
                table = result
    return Own(table, tuple(clashes))


def open_table(
    root: Name, header: Header, offset: int, chunk: Chunk, inside: SharedMap[Name]
) -> Name | Clash:
    """The root after a header.

    A table that is made now has the names `inside` in it; one that the headers of its tables made keeps its own.
    """
    key = header.key
    kind: Kind = "tables" if header.array else "header"
    way = _Way(root)
    for depth, part in enumerate(key.parts):
        found = way.enter(part)
        if found is None:
            return way.root(
                _chain(key, depth, offset, chunk, Name(kind, key.spans[-1].shifted(offset), chunk, inside))
            )
        last = depth == len(key.parts) - 1
        if found.kind == "value" or (last and found.kind != ("tables" if header.array else "implicit")):
            return Clash(key, offset, found, way.chunk, depth + 1)
    names = inside if header.array else way.table.names
    return way.root(Name(kind, key.spans[-1].shifted(offset), chunk, names))


def without_pairs(table: Name, keep: Callable[[str], bool]) -> Name:
    """A table without the names of its pairs, but for those to keep."""
    kept: SharedMap[Name] = {}
    for part, name in entries(table.names):
        if name.kind in {"header", "tables", "implicit"} or keep(part):
            kept = put(kept, part, name)
    return table._replace(names=kept)


def table_at(root: Name, path: Iterable[str]) -> Name:
    """The table that a header has opened, with a chunk of its own."""
    way = _Way(root, path)
    return way.table if way.table.chunk is way.chunk else way.table._replace(chunk=way.chunk)


def replaced(root: Name, path: Iterable[str], table: Name) -> Name:
    """The root with another table at a path."""
    return _Way(root, path).root(table)


def _defined(table: Name, key: Key, offset: int, chunk: Chunk | None) -> Name | Clash:
    way = _Way(table)
    for depth, part in enumerate(key.parts):
        found = way.enter(part)
        if found is None:
            name = Name("value", key.spans[-1].shifted(offset), chunk, INSIDE_VALUES)
            return way.root(_chain(key, depth, offset, chunk, name, "dotted"), "dotted")
        if depth == len(key.parts) - 1 or found.kind in {"value", "header", "tables"}:
            return Clash(key, offset, found, way.chunk, depth + 1)
    return table


def _chain(
    key: Key, depth: int, offset: int, chunk: Chunk | None, name: Name, between: Kind = "implicit"
) -> Name:
    """The name of the last part of a key, inside new tables for the parts from `depth` on before it."""
    for index in range(len(key.parts) - 2, depth - 1, -1):
        name = Name(between, key.spans[index].shifted(offset), chunk, {key.parts[index + 1]: name})
    return name


class _Way:
    """A way down a tree of names, and up again with something changed at its end."""

    def __init__(self, root: Name, path: Iterable[str] = ()) -> None:
        self.table = root
        self.chunk = root.chunk
        self.above: list[tuple[Name, str]] = []
        for part in path:
            self.enter(part)

    def enter(self, part: str) -> Name | None:
        """Goes on to a name if it is taken. If it is not, its place is the end of the way."""
        self.above.append((self.table, part))
        found = get(self.table.names, part)
        if found is not None:
            self.table = found
            if found.chunk is not None:
                self.chunk = found.chunk
        return found

    def root(self, name: Name, passed: Kind | None = None) -> Name:
        """The tree with `name` at the end of the way. The tables on the way become of the kind `passed`, if any."""
        while self.above:
            (kind, span, chunk, names), part = self.above.pop()
            name = Name(passed if passed and self.above else kind, span, chunk, put(names, part, name))
        return name
