"""What is defined so far in a document, as the fold carries it from chunk to chunk, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import takewhile
from typing import NamedTuple

from kibitz.core.bounds import PROBLEMS
from kibitz.core.chunks import Chunk
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Fix
from kibitz.languages.pfn.toml.faults import taken
from kibitz.languages.pfn.toml.model import Header
from kibitz.languages.pfn.toml.names import (
    EMPTY,
    Clash,
    Name,
    define,
    open_table,
    replaced,
    table_at,
    without_pairs,
)
from kibitz.languages.pfn.toml.section import Section

Path = tuple[str, ...]


class Names(NamedTuple):
    """Everything that is defined, and the table that is open."""

    root: Name
    path: Path | None = ()
    """The table that keys go to now; None where its header can't be read or is refused."""
    aside: Name = EMPTY
    """The table of such a header: its keys count only beside each other."""
    strange: int = 0
    """How many headers there were of tables that the notation does not have, up to :data:`PROBLEMS`."""
    told: int = 0
    """How many keys of the table that is open were told to clash, up to :data:`PROBLEMS`."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Names):
            return False
        try:
            return (self.path, self.strange, self.told, self.root, self.aside) == (
                other.path, other.strange, other.told, other.root, other.aside
            )  # fmt: skip
        except RecursionError:  # A key may have a thousand parts. To take them for different costs time only.
            return False


START = Names(EMPTY)


class Used(NamedTuple):
    """The names that some sections use, as paths from the root."""

    pairs: frozenset[Path]
    """The tables of pairs that have values, with the first parts of their keys."""
    headers: frozenset[Path]
    """The tables of headers, and those that they are in."""


def used(sections: Iterable[Section], path: Path) -> Used:
    """The names that sections in a row use; the first goes on with the table `path` if it has no header."""
    pairs: set[Path] = set()
    headers: set[Path] = set()
    for section in sections:
        if (header := section.header) is not None:
            path = header.key.parts
            # Where a path is known, so are those that it goes on from.
            prefixes = (path[:length] for length in range(len(path), 0, -1))
            headers.update(takewhile(lambda one: one not in headers, prefixes))
        pairs.update((*path, pair.key.parts[0]) for _, pair in section.pairs if pair.value is not None)
    return Used(frozenset(pairs), frozenset(headers))


def contested(names: Sequence[Used], unseen: Path) -> frozenset[Path]:
    """The names in tables that a header uses and that a pair may have taken.

    Nothing else can clash with the pairs of a table that is complete. `unseen` is a table whose own sections need not
    be among those whose `names` are given.
    """
    pairs = frozenset[Path]().union(*(one.pairs for one in names))
    headers = frozenset({unseen}).union(*(one.headers for one in names))
    return frozenset(path for path in headers if path in pairs or path[: len(unseen)] == unseen)


def step(
    before: Names, place: Chunk, section: Section, rules: Rules, keep: Set[Path], lists: Mapping[Path, bool]
) -> tuple[Names, Sequence[Diagnostic]]:
    """What is defined after a chunk, and the keys and tables of the chunk that can't be.

    `keep` are the :func:`contested` names of the document. The other pairs are forgotten when their table is
    complete, so that an edit in one table changes nothing for those behind it. `lists` tells of the tables that the
    notation has whether they are lists: a header with the wrong brackets is reported by itself.
    """
    chunk = place.anchor  # So that an edit of a chunk does not change what those behind it begin with.
    header, refused = section.header, list[Clash]()
    if header is not None:
        if header.key.parts not in lists and before.strange == PROBLEMS:
            return Names(before.root, None, EMPTY, PROBLEMS), ()
        before, refused = _opened(before, header, chunk, section, keep, lists)
    names, clashes = _with_pairs(before, chunk, section)
    if not (refused or clashes):
        return names, ()
    clashes = clashes[: PROBLEMS - before.told]
    problems = [
        *(taken(clash, rules, header) for clash in refused),
        *_said(clashes, rules, header, section, place.text),
    ]
    if clashes and before.told + len(clashes) == PROBLEMS:
        problems[-1] = problems[-1]._replace(
            message=f"{problems[-1].message}; of further ones nothing is said"
        )
    return names._replace(told=before.told + len(clashes)), problems


def _opened(
    before: Names, header: Header, chunk: Chunk, section: Section, keep: Set[Path], lists: Mapping[Path, bool]
) -> tuple[Names, list[Clash]]:
    """What is defined behind a header, and why it can't be there."""
    root, path = before.root, header.key.parts
    strange = before.strange + (path not in lists)
    if before.path is not None and before.path != path:
        root = completed(root, before.path, keep)
    # A header that is still being typed names no table yet: with each key it would be another one.
    whole = path and header.closed
    opened = (
        open_table(root, header, section.items[0].offset, chunk, section.own.table.names) if whole else None
    )
    if isinstance(opened, Name):
        return Names(opened, path, strange=strange), []
    if opened is not None and _is_instead_of_value(header, opened, path):
        # Said once, and then the tables count.
        table = Name("tables", opened.key.spans[-1].shifted(opened.offset), chunk, {})
        return Names(replaced(root, path, table), path, strange=strange), [opened]
    refused = [opened] if opened and not _in_wrong_brackets(header, opened, lists) else []
    return Names(root, None, strange=strange), refused


def _with_pairs(names: Names, chunk: Chunk, section: Section) -> tuple[Names, tuple[Clash, ...]]:
    """What is defined with the pairs of a chunk in the table that is open, and which of them clash."""
    own, path = section.own, names.path
    table = names.aside if path is None else table_at(names.root, path) if path else names.root
    # A header that opens a table puts the names of its chunk there; equal chunks behind it have names of their own.
    begun = section.header is not None and table.names is own.table.names
    clashes = own.clashes
    if table.chunk is None:
        table = Name(table.kind, table.span, chunk, own.table.names)
    elif not begun:
        table, clashes = define(table, section.pairs, chunk)
    if path is None:
        return names._replace(aside=table), clashes
    return (names if begun else names._replace(root=replaced(names.root, path, table))), clashes


def _said(
    clashes: Iterable[Clash], rules: Rules, header: Header | None, section: Section, text: str
) -> Iterator[Diagnostic]:
    """What is said of the keys of a chunk that can't be."""
    ends: dict[int, int] = {}
    for clash in clashes:
        ends = ends or {at + pair.span.start: at + pair.span.end for at, pair in section.pairs}
        yield _deleting(taken(clash, rules, header), ends, text)


def _deleting(found: Diagnostic, ends: Mapping[int, int], text: str) -> Diagnostic:
    """A key that stands twice, with the fix to delete the line of the second one; the first way where both say the same.

    `ends` tells where each pair of the chunk ends, by its start.
    """
    at = found.span.start
    if found.rule.slug != "duplicate-key" or at not in ends:
        return found
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", ends[at]) + 1 or len(text)
    fix = Fix.of("Delete this line", start, end, "")
    return found._replace(fixes=(*found.fixes, fix)) if not text[start:at].strip(" \t") else found


def _is_instead_of_value(header: Header, clash: Clash, path: Path) -> bool:
    """Whether a list of tables follows a value of that name, which is mostly an empty list."""
    return header.array and len(path) == clash.depth == 1 and clash.name.kind == "value"


def _in_wrong_brackets(header: Header, clash: Clash, lists: Mapping[Path, bool]) -> bool:
    """Whether a header is refused only because it, or the one before it, has brackets that PFN does not have there.

    That is reported by itself.
    """
    listed = lists.get(header.key.parts)
    if listed is None or clash.depth < len(header.key.parts) or clash.name.kind not in {"header", "tables"}:
        return False
    return header.array != listed or (clash.name.kind == "tables") != listed


def completed(root: Name, path: Path, keep: Set[Path]) -> Name:
    """The root behind a table: its pairs are forgotten, but for the names to `keep`."""
    table = table_at(root, path)
    left = without_pairs(table, lambda part: (*path, part) in keep)
    return replaced(root, path, left) if left.names != table.names else root
