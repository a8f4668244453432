"""Edits after a line end: the missing quotes and brackets of the line."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.analysis import Analysis
from kibitz.core.setting import Preferences
from kibitz.core.values import Edit
from kibitz.languages.pfn.features._cursor import cursor_at
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.tables import QUOTED, tables
from kibitz.languages.pfn.toml.model import pattern


def typed(
    language: Pfn, analysis: Analysis, offset: int, character: str, preferences: Preferences
) -> Iterator[Edit]:
    """Yield the edits that complete the line before a new line end, if there is only one way. `offset` is after the line end."""
    if character != "\n":
        return
    start, end = analysis.document.line_at(max(offset - 1, 0))
    line = analysis.document.text(start, end).rstrip(" \t")
    end = start + len(line)
    bare = line.lstrip(" \t")
    if bare.startswith("["):
        spec = tables().get(tuple(bare.strip("[] \t").split(".")))
        if spec is not None and bare != spec.header and spec.header.startswith(bare):
            yield Edit(end, end, spec.header[len(bare) :])
    elif (found := pattern("ASSIGNMENT").match(line)) is not None:
        table = cursor_at(analysis, end).table
        spec = tables().get(table.path) if table is not None else None
        key = spec.key(found[0].rstrip("= \t").strip(" \t")) if spec is not None else None
        if key is not None and key.type in QUOTED and key.type != "players":
            yield from _quotes(line[found.end() :], start + found.end(), end)


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
