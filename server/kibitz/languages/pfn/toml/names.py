"""Sections of statements, and the names that they define."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Literal, NamedTuple

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Span
from kibitz.languages.pfn.toml.model import Header, KeyValue, Statement, line_end

Path = tuple[str, ...]


class Item(NamedTuple):
    """A statement in a chunk: offsets of the statement count from `offset`."""

    offset: int
    statement: Statement


class Section(NamedTuple):
    """The contents of a chunk: a table with its header, the keys before the first header, or more of the same table.

    A header ends the chunk before it, so that only the first item can be one.
    """

    items: tuple[Item, ...]

    @property
    def header(self) -> Header | None:
        """The header at the start of the chunk."""
        first = self.items[0].statement if self.items else None
        return first if isinstance(first, Header) else None

    @property
    def pairs(self) -> Iterator[tuple[int, KeyValue]]:
        """The `key = value` statements with their offsets in the chunk."""
        for offset, statement in self.items:
            if isinstance(statement, KeyValue):
                yield offset, statement


class Naming(NamedTuple):
    """A statement with its chunk."""

    statement: Header | KeyValue
    start: int
    """The start of the chunk."""
    offset: int = 0
    """The offset of the statement in the chunk."""
    text: str = ""
    """The text of the chunk. Without it, the statement has no place."""


def namings(section: Section, text: str, start: int = 0) -> Iterator[Naming]:
    """Yield the headers and pairs of a chunk."""
    for offset, statement in section.items:
        if isinstance(statement, (Header, KeyValue)):
            yield Naming(statement, start, offset, text)


CLASHES = 20
"""Most names that are reported as taken."""
Kind = Literal["value", "header", "tables", "dotted", "implicit"]
"""The kind of a name: a value, which cannot contain names; a table with its own header; a list of tables.

`dotted` is a table from a dotted key, `implicit` one from the header of a table in it.
"""
_AGAIN: Mapping[Kind, Collection[str]] = {
    "value": (), "header": ("implicit",), "tables": ("tables",), "dotted": ("dotted", "implicit"),
    "implicit": ("header", "tables", "dotted", "implicit"),
}  # fmt: skip
"""The kinds that a name may have before a statement gives it each kind."""


class Clash(NamedTuple):
    """A statement that cannot define its name, and the earlier one with this name."""

    one: Naming
    first: Naming
    depth: int
    """The number of parts of the key that lead to the name."""
    first_depth: int
    """The number of parts of the earlier key that lead to the name."""
    kind: Kind
    last: bool = False
    """Whether this is the last one that is reported, though more names are taken."""


class _Name:
    """A name, and the names in it. The first `depth` parts of the key of a statement define it."""

    __slots__ = ("by", "depth", "kind", "names")

    def __init__(self, by: Naming, depth: int, kind: Kind) -> None:
        self.by, self.depth, self.kind = by, depth, kind
        self.names: dict[str, _Name] = {}


def clashes(said: Iterable[Naming], lists: Mapping[Path, bool]) -> Iterator[Clash]:
    """Yield the first statements whose names are taken.

    `lists` are the tables of the notation, and whether they are lists: another rule reports wrong brackets.
    """
    found = [*islice(_clashes(said, lists), CLASHES + 1)]
    for number, clash in enumerate(found[:CLASHES], 1):
        yield clash._replace(last=CLASHES == number < len(found))


def _clashes(said: Iterable[Naming], lists: Mapping[Path, bool]) -> Iterator[Clash]:
    root: dict[str, _Name] = {}
    table = root
    for one in said:
        statement, parts = one.statement, one.statement.key.parts
        own: Kind
        outer: Kind
        if isinstance(statement, KeyValue):
            names, own, outer = table, "value", "dotted"
            whole = told = statement.value is not None
        else:
            array = lists.get(parts, statement.array)
            names, own, outer = root, "tables" if array else "header", "implicit"
            # An unfinished header does not name a table yet: each key would change the name.
            whole, told = statement.closed, array == statement.array
            # Without a name of its own, the keys of the table clash only with each other.
            table = {}
        dotted: list[_Name] = []
        for depth, part in enumerate(parts if whole else (), 1):
            name, kind = names.get(part), own if depth == len(parts) else outer
            if name is not None and name.kind not in _AGAIN[kind]:
                if told:
                    yield Clash(one, name.by, depth, name.depth, name.kind)
                if outer == "dotted" or name.kind != "value":
                    break
                # One report is enough. Then the tables count.
                name = None
            if name is None:
                name = names[part] = _Name(one, depth, kind)
            elif kind == own:
                name.by, name.depth, name.kind = one, depth, kind
                name.names = {} if own == "tables" else name.names
            elif outer == "dotted":
                dotted.append(name)
            names = name.names
        else:
            table = names if outer == "implicit" and whole else table
            for name in dotted:
                name.kind = "dotted"


def header_above(header: str, at: int) -> Fix:
    """Return the fix that writes the lost header of a table."""
    return Fix.of(f"Add `{header}` above", at, at, f"{header}\n")


def taken(clash: Clash, rules: Rules) -> Diagnostic:
    """Return the finding for a name that is taken. It marks the parts of the key that lead to the earlier name."""
    found = _taken(clash, rules)
    return found._replace(message=f"{found.message}; kibitz reports no further ones") if clash.last else found


def _taken(clash: Clash, rules: Rules) -> Diagnostic:
    one, first, depth, first_depth, kind, _ = clash
    if not one.text:
        one, first, depth, first_depth = first, one, first_depth, depth
    statement, key = one.statement, one.statement.key
    at = one.start + one.offset
    name = ".".join(key.parts[:depth]) or '""'
    span = Span(key.spans[0].start, key.spans[depth - 1].end).shifted(at)
    there = first.statement.key.spans[first_depth - 1].shifted(first.start + first.offset)
    opened = "has its value here" if kind == "value" else "is opened here"
    related = [Related(there, f"`{name}` {opened}")] if first.text else []
    whole = depth == len(key.parts)
    if isinstance(statement, KeyValue):
        if whole and kind == "value" and first.text:
            return rules["duplicate-key"].at(*span, name=name, related=related, fixes=_without(one))
        why = (
            _KEY_WHY.get(kind, "is a table already, so it cannot have a value")
            if first.text
            else _TABLE_WHY[kind == "value"]
        )
        return rules["name-taken"].at(*span, name=name, why=why, related=related)
    if whole and not statement.array and kind in {"header", "dotted"}:
        return rules["duplicate-table"].at(*span, name=name, related=related)
    if whole and not statement.array and kind == "tables":
        start, end = statement.span.shifted(at)
        fixes = [Fix(f"Change `[{name}]` to `[[{name}]]`", (Edit(start, start, "["), Edit(end, end, "]")))]
        return rules["name-taken"].at(*span, name=name, why=_LIST_WHY, related=related, fixes=fixes)
    return rules["name-taken"].at(*span, name=name, why=_TABLE_WHY[kind == "value"], related=related)


def _without(one: Naming) -> list[Fix]:
    """Return the fix that removes the line of a pair, if nothing is before it."""
    at, end = one.statement.span.shifted(one.offset)
    start = one.text.rfind("\n", 0, at) + 1
    if one.text[start:at].strip(" \t"):
        return []
    end = line_end(one.text, end)
    return [Fix.of("Remove this line", start + one.start, end + one.start, "")]


_KEY_WHY = {
    "value": "has a value, so it cannot have keys",
    "header": "is a table with its own header: write its keys below that",
    "tables": "is a list of tables: write keys below a header `[[…]]`",
}
_LIST_WHY = "is a list of tables: each begins with `[[…]]`"
_TABLE_WHY = {
    True: "has a value, so it cannot be a table",
    False: "is a single table, so it cannot be a list of tables",
}
