"""What is defined so far in a document, as the fold carries it from chunk to chunk, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.core.document import Chunk
from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic
from kibitz.languages.pfn.faults import taken
from kibitz.languages.pfn.model import Section
from kibitz.languages.pfn.names import EMPTY, Clash, Name, define, open_table, replaced, table_at


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """Everything that is defined, and the table that is open."""

    root: Name
    path: tuple[str, ...] | None = ()
    """The table that keys go to now; None where its header can't be read or is refused."""
    aside: Name = EMPTY
    """The table of such a header: its keys count only beside each other."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Names):
            return False
        try:
            return (self.path, self.root, self.aside) == (other.path, other.root, other.aside)
        except RecursionError:  # A key may have a thousand parts. To take them for different costs time only.
            return False

    __hash__ = None  # type: ignore[assignment]


START = Names(EMPTY)


def step(before: Names, place: Chunk, section: Section, rules: Rules) -> tuple[Names, Sequence[Diagnostic]]:
    """What is defined after a chunk, and the keys and tables of the chunk that can't be."""
    root, path, aside, own, header = before.root, before.path, before.aside, section.own, section.header
    chunk = place.anchor  # So that an edit of a chunk does not change what those behind it begin with.
    refused: tuple[Clash, ...] = ()
    if header is not None:
        path, aside = header.key.parts, EMPTY
        opened = open_table(root, header, section.items[0].offset, chunk, own.table.names) if path else None
        if isinstance(opened, Name):
            root = opened
        else:
            path, refused = None, (opened,) if opened else ()
    table = aside if path is None else table_at(root, path) if path else root
    clashes = own.clashes
    if table.chunk is None:
        table = Name(table.kind, table.span, chunk, own.table.names)
    elif table.names is not own.table.names:
        table, clashes = define(table, section.pairs, chunk)
    if path is None:
        aside = table
    elif header is None or table.names is not own.table.names:
        root = replaced(root, path, table)
    problems = [taken(clash, rules, header) for clash in (*refused, *clashes)]
    return Names(root, path, aside), problems
