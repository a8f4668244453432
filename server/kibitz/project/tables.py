"""The rows of records as plain values, and the types of their columns, for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz.core.analysis import Analysis
from kibitz.core.language import Language
from kibitz.core.rows import Column, Kind, Placed, Rows, Type, Value, columns, kept, placed
from kibitz.core.values import Severity
from kibitz.project.settings import Settings, select


def rows_of(language: Language[Any], kind: Kind) -> Rows:
    """Return the rows of a notation. Raises ValueError if it has none of a kind."""
    found = language.rows(kind)
    if found is None:
        raise ValueError(f"{language.name} has no rows of {kind}")
    return found


def errors(analysis: Analysis, settings: Settings) -> list[int]:
    """Return the offsets of the errors in a checked text that the settings keep, in order."""
    found = select(analysis.diagnostics(), settings) if analysis.count else ()
    return sorted(one.span.start for one in found if one.severity is Severity.ERROR)


def table(analysis: Analysis, rows: Rows, settings: Settings) -> Iterator[Placed]:
    """Yield the rows of a checked text in order, with the errors that the settings keep."""
    return placed(analysis, rows, errors(analysis, settings))


def dictionaries(analysis: Analysis, kind: Kind, rows: Rows, settings: Settings) -> list[dict[str, Any]]:
    """Return the rows of a checked text by the names of their columns, without the file."""
    names, told = [column.name for column in columns(kind, rows)][1:], kept(kind)
    return [dict(zip(names, map(_plain, told(row)), strict=True)) for row in table(analysis, rows, settings)]


def _plain(value: Value) -> str | float | list[Any] | None:
    return [*value] if isinstance(value, tuple) else value


def schema(language: Language[Any], kind: Kind) -> dict[str, object]:
    """Return a JSON schema of a row."""
    every = columns(kind, rows_of(language, kind))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{language.name}: a row of {kind}",
        "type": "object",
        "properties": {column.name: _property(column) for column in every},
        "required": [column.name for column in every],
        "additionalProperties": False,
    }


def _property(column: Column) -> dict[str, object]:
    return {"description": column.help, **(_SHAPES.get(column.type) or {"type": [column.type, "null"]})}


_SHAPES: dict[Type, dict[str, object]] = {
    "date": {"type": ["string", "null"], "format": "date"},
    "strings": {"type": ["array", "null"], "items": {"type": "string"}},
    "integers": {"type": ["array", "null"], "items": {"type": "integer"}},
}
