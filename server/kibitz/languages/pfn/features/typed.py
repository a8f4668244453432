"""Edits after a line end: the missing quotes and brackets of the line."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.setting import Preferences
from kibitz.core.values import Edit
from kibitz.languages.pfn.features._cursor import Cursor, cursor_at
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.tables import QUOTED, tables
from kibitz.languages.pfn.toml.model import pattern


def typed(
    language: Pfn, analysis: Analysis, offset: int, character: str, preferences: Preferences
) -> list[Edit]:
    """Return the edits that complete the line before a new line end, if there is only one way. `offset` is after the line end."""
    return list(_typed(analysis, offset)) if character == "\n" else []


def _typed(analysis: Analysis, offset: int) -> Iterator[Edit]:
    document = analysis.document
    end = offset - 1
    end -= document.text(max(end - 1, 0), end) == "\r"
    here = cursor_at(analysis, max(end, 0))
    source = here.source
    line = source[source.rfind("\n", 0, max(here.offset, 0)) + 1 : here.offset]
    start = end - len(line)
    if line.lstrip(" \t").startswith("["):
        yield from _header(line, end)
    elif (found := pattern("ASSIGNMENT").match(line)) is not None and _wants_quotes(
        here, line[: found.end()]
    ):
        value = line[found.end() :].rstrip(" \t")
        at = start + found.end()
        yield from _quotes(value, at, at + len(value))


def _header(line: str, end: int) -> Iterator[Edit]:
    """Yield the closing brackets of a header that names a table of PFN."""
    bare = line.strip(" \t")
    name = bare.strip("[] \t")
    spec = tables().get(tuple(name.split(".")))
    if spec is not None and bare != spec.header and spec.header.startswith(bare):
        at = end - (len(line) - len(line.rstrip(" \t")))
        yield Edit(at, at, spec.header[len(bare) :])


def _wants_quotes(here: Cursor, assignment: str) -> bool:
    """Return whether the key of a line has a string for its value."""
    if here.table is None or (spec := tables().get(here.table.path)) is None:
        return False
    key = spec.key(assignment.rstrip("= \t").strip(" \t"))
    return key is not None and key.type in QUOTED and key.type != "players"


def _quotes(value: str, start: int, end: int) -> Iterator[Edit]:
    """Yield the missing quotes of a value: both around words, the second after an unclosed string."""
    if not value or "#" in value or "\\" in value or pattern("CONTROL").search(value):
        return
    if value[0] in "\"'":
        if value.count(value[0]) == 1:
            yield Edit(end, end, value[0])
    elif value[0] not in "[{" and '"' not in value:
        yield Edit(start, start, '"')
        yield Edit(end, end, '"')
