"""Sections of statements, and the names that they define: tomli judges a sketch of them, without their values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import tomli

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
"""Most names that are reported as taken. tomli reads the statements again for each."""
Kind = Literal["value", "header", "tables", "implicit"]
"""The kind of a name: a value, which cannot contain names; a table with its own header; a list of tables.

`implicit` is a table from a dotted key or from the header of a table in it.
"""
_KINDS: Sequence[Kind] = ("value", "tables", "header", "implicit")


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


class _Named(NamedTuple):
    """A statement that defines a name, and the path of the name from the root."""

    path: Path
    inside: int
    """The length of the path of the pair's table; 0 for a header."""
    by: Naming

    def kind(self, depth: int) -> Kind:
        """Return the kind of the name at a depth of the path."""
        header = self.by.statement
        if len(self.path) > depth:
            return "implicit"
        return "value" if isinstance(header, KeyValue) else "tables" if header.array else "header"


def clashes(said: Sequence[Naming], lists: Mapping[Path, bool]) -> Iterator[Clash]:
    """Yield the statements whose names are taken.

    `lists` are the tables of the notation, and whether they are lists: another rule reports wrong brackets.
    """
    pairs = [one.statement.key.parts[:1] for one in said if isinstance(one.statement, KeyValue)]
    if len(pairs) == len(said) == len({*pairs}):
        return
    numbers: dict[str, int] = {}
    lines = [_sketch(one, number, numbers, lists) for number, one in enumerate(said)]
    for left in reversed(range(CLASHES)):
        if (number := _refused(lines)) is None:
            return
        clash = _clash(said, lines, number)
        header = clash.one.statement
        if isinstance(header, KeyValue):
            lines[number] = ""
        elif clash.kind == "value":
            # One report is enough. Then the tables count.
            lines[said.index(clash.first)] = ""
        else:
            lines[number] = _unnamed(number)
        if isinstance(header, KeyValue) or header.array == lists.get(header.key.parts, header.array):
            yield clash._replace(last=not left and _refused(lines) is not None)


def _sketch(one: Naming, number: int, numbers: dict[str, int], lists: Mapping[Path, bool]) -> str:
    """Return a statement with numbers for the parts of its key and 0 as its value, or nothing if it names nothing."""
    statement, key = one.statement, one.statement.key
    # An unfinished header does not name a table yet: each key would change the name.
    whole = statement.closed if isinstance(statement, Header) else statement.value is not None
    if not (key.parts and whole):
        return _unnamed(number) if isinstance(statement, Header) else ""
    name = ".".join([str(numbers.setdefault(part, len(numbers))) for part in key.parts])
    if isinstance(statement, KeyValue):
        return f"{name} = 0"
    return f"[[{name}]]" if lists.get(key.parts, statement.array) else f"[{name}]"


def _unnamed(number: int) -> str:
    """Return the header of a table without a name. Its keys clash only with each other."""
    return f"[unnamed-{number}]"


def _refused(lines: Sequence[str]) -> int | None:
    """Return the number of the first line that TOML does not allow, or None."""
    try:
        tomli.loads("".join([f"{line}\n" for line in lines]))
    except ValueError as error:
        return int(re.findall(r"at line ([0-9]+)", str(error))[-1]) - 1
    return None


def _clash(said: Sequence[Naming], lines: Sequence[str], number: int) -> Clash:
    """Return the clash of a refused statement."""
    table: Path = ()
    there: list[_Named] = []
    for at, one in enumerate(said[: number + 1]):
        header, parts = one.statement, one.statement.key.parts
        if isinstance(header, Header):
            table = (lines[at],) if lines[at] == _unnamed(at) else parts
            if header.array and at < number:
                # Names in an earlier element of a list are free again.
                there = [other for other in there if other.path[: len(parts)] != parts]
            named = _Named(table, 0, one)
        else:
            named = _Named((*table, *parts), len(table), one)
        if lines[at]:
            there.append(named)
    own = there.pop()
    for depth in range(own.inside + 1, len(own.path) + 1):
        alike = [one for one in there if one.path[:depth] == own.path[:depth]]
        first = min(alike, key=lambda one: _KINDS.index(one.kind(depth)), default=own)
        kind, is_pair = first.kind(depth), isinstance(own.by.statement, KeyValue)
        ends = depth == len(own.path) or kind == "value" or (is_pair and kind in {"header", "tables"})
        if alike and ends:
            break
    return Clash(own.by, first.by, depth - own.inside, depth - first.inside, kind)


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
        why = _KEY_WHY[kind] if first.text else _TABLE_WHY[kind == "value"]
        return rules["name-taken"].at(*span, name=name, why=why, related=related)
    if whole and not statement.array and kind in {"header", "implicit"}:
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
    "implicit": "is a table already, so it cannot have a value",
}
_LIST_WHY = "is a list of tables: each begins with `[[…]]`"
_TABLE_WHY = {
    True: "has a value, so it cannot be a table",
    False: "is a single table, so it cannot be a list of tables",
}
