"""The rules of TOML for keys and tables: the names that the fold carries from chunk to chunk.

Names are a frozen tree. Keys and tables clash exactly where tomli rejects them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import takewhile
from typing import Literal, NamedTuple

from kibitz.core.bounds import PROBLEMS
from kibitz.core.chunks import Chunk
from kibitz.core.rules import Rules
from kibitz.core.shared_map import SharedMap, entries, get, put
from kibitz.core.values import Diagnostic, Edit, Fix, Related, Span
from kibitz.languages.pfn.toml.model import Header, Key, KeyValue, Statement

Kind = Literal["value", "header", "tables", "dotted", "implicit"]
"""The kind of a name: a value, which cannot contain names; a table with its own header; the last table of a list.

`dotted` is a table from a dotted key, and `implicit` a table from the header of a table in it.
"""


class Name(NamedTuple):
    """A name with the place of its definition (in a list of tables the last one), and the names in it."""

    kind: Kind
    span: Span
    chunk: Chunk | None
    """The chunk that `span` is relative to, or None if it is that of the nearest name above with a chunk."""
    names: SharedMap[Name]


class Clash(NamedTuple):
    """The reason why a key cannot be defined: the earlier name, and the number of parts of the key that lead to it."""

    key: Key
    offset: int
    """The start of the key's statement."""
    name: Name
    chunk: Chunk | None
    """The chunk that the name's span is relative to, or None if it is the chunk of the key."""
    depth: int


class Own(NamedTuple):
    """A table with the keys of a chunk, and the keys that clash with earlier ones."""

    table: Name
    clashes: tuple[Clash, ...] = ()


INSIDE_VALUES: SharedMap[Name] = {}
"""The names in a value: none, because no key can reach into it."""
EMPTY = Name("header", Span(0, 0), None, {})
"""A table in which nothing is defined."""


def define(table: Name, pairs: Iterable[tuple[int, KeyValue]], chunk: Chunk | None = None) -> Own:
    """Return a table with the keys that have values, and their clashes.

    `chunk` is the chunk of the pairs. None leaves it open, so that chunks of the same text can share the result.
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
    """Return the root after a header, or the clash.

    A new table gets the names `inside`. An implicit table keeps its own names.
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
    """Return a table without the names of its pairs, except those to keep."""
    kept: SharedMap[Name] = {}
    for part, name in entries(table.names):
        if name.kind in {"header", "tables", "implicit"} or keep(part):
            kept = put(kept, part, name)
    return table._replace(names=kept)


def table_at(root: Name, path: Iterable[str]) -> Name:
    """Return the table that a header has opened, with its own chunk."""
    way = _Way(root, path)
    return way.table if way.table.chunk is way.chunk else way.table._replace(chunk=way.chunk)


def replaced(root: Name, path: Iterable[str], table: Name) -> Name:
    """Return the root with another table at a path."""
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
    """Return the last part of a key in new tables for the parts before it, from `depth` on."""
    for index in range(len(key.parts) - 2, depth - 1, -1):
        name = Name(between, key.spans[index].shifted(offset), chunk, {key.parts[index + 1]: name})
    return name


class _Way:
    """A path down a tree of names. `root` builds the changed tree."""

    def __init__(self, root: Name, path: Iterable[str] = ()) -> None:
        self.table = root
        self.chunk = root.chunk
        self.above: list[tuple[Name, str]] = []
        for part in path:
            self.enter(part)

    def enter(self, part: str) -> Name | None:
        """Follow a part of a key. Return its name, or None if it is free and ends the path."""
        self.above.append((self.table, part))
        found = get(self.table.names, part)
        if found is not None:
            self.table = found
            if found.chunk is not None:
                self.chunk = found.chunk
        return found

    def root(self, name: Name, passed: Kind | None = None) -> Name:
        """Return the tree with `name` at the end of the path. The tables on the path get the kind `passed`, if any."""
        while self.above:
            (kind, span, chunk, names), part = self.above.pop()
            name = Name(passed if passed and self.above else kind, span, chunk, put(names, part, name))
        return name


class Item(NamedTuple):
    """A statement in a chunk: offsets of the statement count from `offset`."""

    offset: int
    statement: Statement


class Section(NamedTuple):
    """The contents of a chunk: a table with its header, the keys before the first header, or more of the same table.

    A header ends the chunk before it, so that only the first item can be one.
    """

    items: tuple[Item, ...]
    own: Own
    """The names that its pairs define."""

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
    """Yield the `key = value` statements among some items, with their offsets in the chunk."""
    for offset, statement in items:
        if isinstance(statement, KeyValue):
            yield offset, statement


Path = tuple[str, ...]


class Names(NamedTuple):
    """Everything that is defined, and the table that is open."""

    root: Name
    path: Path | None = ()
    """The table that gets the next keys, or None if its header is unreadable or refused."""
    unreadable_keys: Name = EMPTY
    """The table of an unreadable header. Its keys clash only with each other."""
    strange: int = 0
    """The number of headers of unknown tables, up to one more than :data:`PROBLEMS`."""
    told: int = 0
    """The number of clashes reported in the open table, up to :data:`PROBLEMS`."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Names):
            return False
        try:
            return (self.path, self.strange, self.told, self.root, self.unreadable_keys) == (
                other.path, other.strange, other.told, other.root, other.unreadable_keys
            )  # fmt: skip
        except RecursionError:  # A key may have a thousand parts. A false difference only costs time.
            return False


START = Names(EMPTY)


class Used(NamedTuple):
    """The names that some sections use, as paths from the root."""

    pairs: frozenset[Path]
    """The first parts of the keys with values, with their tables."""
    headers: frozenset[Path]
    """The tables of headers, and the tables that contain them."""


def used(sections: Iterable[Section], path: Path) -> Used:
    """Return the names that consecutive sections use. The first continues the table `path` if it has no header."""
    pairs: set[Path] = set()
    headers: set[Path] = set()
    for section in sections:
        if (header := section.header) is not None:
            path = header.key.parts
            # If a path is known, its prefixes are known.
            prefixes = (path[:length] for length in range(len(path), 0, -1))
            headers.update(takewhile(lambda one: one not in headers, prefixes))
        pairs.update((*path, pair.key.parts[0]) for _, pair in section.pairs if pair.value is not None)
    return Used(frozenset(pairs), frozenset(headers))


def contested(names: Sequence[Used], unseen: Path) -> frozenset[Path]:
    """Return the names in tables that a header uses and that a pair may have taken.

    Nothing else can clash with the pairs of a complete table. `unseen` is a table whose own sections need not be among
    those whose `names` are given.
    """
    pairs = frozenset[Path]().union(*(one.pairs for one in names))
    headers = frozenset({unseen}).union(*(one.headers for one in names))
    return frozenset(path for path in headers if path in pairs or path[: len(unseen)] == unseen)


def define_section(
    before: Names, place: Chunk, section: Section, rules: Rules, keep: Set[Path], lists: Mapping[Path, bool]
) -> tuple[Names, Sequence[Diagnostic]]:
    """Return the names after a chunk, and the findings for its keys and tables.

    `keep` are the :func:`contested` names of the document. The other pairs are forgotten when their table is
    complete.
    So an edit in one table changes nothing for the following ones.
    `lists` maps the tables of the notation to whether they are lists: another rule reports wrong brackets.
    """
    chunk = place.anchor  # An edit of a chunk must not change the state before later ones.
    header, refused = section.header, list[Clash]()
    if header is not None:
        if header.key.parts not in lists and before.strange >= PROBLEMS:
            # Without the names of unknown tables, states are equal again soon after an edit.
            known = before.root if before.strange > PROBLEMS else _known(before.root, lists)
            return Names(known, None, EMPTY, PROBLEMS + 1), ()
        before, refused = _opened(before, header, chunk, section, keep, lists)
    names, clashes = _with_pairs(before, chunk, section)
    if not (refused or clashes):
        return names, ()
    clashes = clashes[: PROBLEMS - before.told]
    problems = [
        *(taken(clash, rules, header) for clash in refused),
        *_findings(clashes, rules, header, section, place.text),
    ]
    if clashes and before.told + len(clashes) == PROBLEMS:
        problems[-1] = problems[-1]._replace(
            message=f"{problems[-1].message}; kibitz reports no further ones"
        )
    return names._replace(told=before.told + len(clashes)), problems


def _known(root: Name, lists: Mapping[Path, bool]) -> Name:
    """Return the names without those of unknown tables."""
    kept: SharedMap[Name] = {}
    for part, name in entries(root.names):
        if (part,) in lists or name.kind in {"value", "dotted"}:
            kept = put(kept, part, name)
    return root._replace(names=kept)


def _opened(
    before: Names, header: Header, chunk: Chunk, section: Section, keep: Set[Path], lists: Mapping[Path, bool]
) -> tuple[Names, list[Clash]]:
    """Return the names after a header, and the clashes that forbid it."""
    root, path = before.root, header.key.parts
    strange = before.strange + (path not in lists)
    if before.path is not None and before.path != path:
        root = completed(root, before.path, keep)
    # An unfinished header does not name a table yet: each key would change the name.
    whole = path and header.closed
    opened = (
        open_table(root, header, section.items[0].offset, chunk, section.own.table.names) if whole else None
    )
    if isinstance(opened, Name):
        return Names(opened, path, strange=strange), []
    if opened is not None and _is_instead_of_value(header, opened, path):
        # One report is enough. Then the tables count.
        table = Name("tables", opened.key.spans[-1].shifted(opened.offset), chunk, {})
        return Names(replaced(root, path, table), path, strange=strange), [opened]
    refused = [opened] if opened and not _in_wrong_brackets(header, opened, lists) else []
    return Names(root, None, strange=strange), refused


def _with_pairs(names: Names, chunk: Chunk, section: Section) -> tuple[Names, tuple[Clash, ...]]:
    """Return the names with the pairs of a chunk in the open table, and the clashes."""
    own, path = section.own, names.path
    table = names.unreadable_keys if path is None else table_at(names.root, path) if path else names.root
    # A header puts the names of its chunk into the table; equal chunks after it have their own.
    begun = section.header is not None and table.names is own.table.names
    clashes = own.clashes
    if table.chunk is None:
        table = Name(table.kind, table.span, chunk, own.table.names)
    elif not begun:
        table, clashes = define(table, section.pairs, chunk)
    if path is None:
        return names._replace(unreadable_keys=table), clashes
    return (names if begun else names._replace(root=replaced(names.root, path, table))), clashes


def _findings(
    clashes: Iterable[Clash], rules: Rules, header: Header | None, section: Section, text: str
) -> Iterator[Diagnostic]:
    """Yield the findings for the clashing keys of a chunk."""
    ends: dict[int, int] = {}
    for clash in clashes:
        ends = ends or {at + pair.span.start: at + pair.span.end for at, pair in section.pairs}
        yield _deleting(taken(clash, rules, header), ends, text)


def _deleting(found: Diagnostic, ends: Mapping[int, int], text: str) -> Diagnostic:
    """Return a finding with the fix to delete the line of a duplicate key.

    `ends` maps the start of each pair in the chunk to its end.
    """
    at = found.span.start
    if found.rule.slug != "duplicate-key" or at not in ends:
        return found
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", ends[at]) + 1 or len(text)
    fix = Fix.of("Remove this line", start, end, "")
    return found._replace(fixes=(*found.fixes, fix)) if not text[start:at].strip(" \t") else found


def _is_instead_of_value(header: Header, clash: Clash, path: Path) -> bool:
    """Return whether a list of tables follows a value of that name, which is mostly an empty list."""
    return header.array and len(path) == clash.depth == 1 and clash.name.kind == "value"


def _in_wrong_brackets(header: Header, clash: Clash, lists: Mapping[Path, bool]) -> bool:
    """Return whether a header is refused only because of wrong brackets, here or in the header before it.

    Another rule reports wrong brackets.
    """
    listed = lists.get(header.key.parts)
    if listed is None or clash.depth < len(header.key.parts) or clash.name.kind not in {"header", "tables"}:
        return False
    return header.array != listed or (clash.name.kind == "tables") != listed


def completed(root: Name, path: Path, keep: Set[Path]) -> Name:
    """Return the names after a table. Its pairs are forgotten, except the names to `keep`."""
    table = table_at(root, path)
    left = without_pairs(table, lambda part: (*path, part) in keep)
    return replaced(root, path, left) if left.names != table.names else root


def taken(clash: Clash, rules: Rules, header: Header | None = None) -> Diagnostic:
    """Return the finding for a name that is taken. It marks the parts of the key that lead to the earlier name."""
    key, kind = clash.key, clash.name.kind
    name = ".".join(key.parts[: clash.depth]) or '""'
    span = Span(key.spans[0].start, key.spans[clash.depth - 1].end).shifted(clash.offset)
    related = [Related(clash.name.span, f"`{name}` {_THERE[kind]}", clash.chunk)]
    whole = clash.depth == len(key.parts)
    if header is None or key is not header.key:
        if whole and kind == "value":
            return rules["duplicate-key"].at(*span, name=name, related=related)
        return rules["name-taken"].at(*span, name=name, why=_KEY_WHY[kind], related=related)
    if whole and not header.array and kind in {"header", "dotted"}:
        return rules["duplicate-table"].at(*span, name=name, related=related)
    if whole and not header.array and kind == "tables":
        start, end = header.span.shifted(clash.offset)
        fixes = [Fix(f"Change `[{name}]` to `[[{name}]]`", (Edit(start, start, "["), Edit(end, end, "]")))]
        return rules["name-taken"].at(*span, name=name, why=_LIST_WHY, related=related, fixes=fixes)
    return rules["name-taken"].at(*span, name=name, why=_TABLE_WHY[kind == "value"], related=related)


_THERE = {
    "value": "has its value here",
    "header": "is opened here",
    "tables": "is a list of tables: the last one is opened here",
    "dotted": "is made a table here",
    "implicit": "is made a table here",
}
_KEY_WHY = {
    "value": "has a value, so it cannot have keys",
    "header": "is a table with its own header: write its keys below that",
    "tables": "is a list of tables: write keys below a header `[[…]]`",
    "dotted": "is a table already, so it cannot have a value",
    "implicit": "is a table already, so it cannot have a value",
}
_LIST_WHY = "is a list of tables: each begins with `[[…]]`"
_TABLE_WHY = {
    True: "has a value, so it cannot be a table",
    False: "is a single table, so it cannot be a list of tables",
}
