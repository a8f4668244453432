"""What was found as JSON, for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TextIO

from kibitz.cli.reports import Region
from kibitz.core.document import Document
from kibitz.core.values import Diagnostic, Span


class Json:
    """One array of objects, each on a line of its own."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._before = "["

    def part(self, name: str, document: Document, diagnostics: Sequence[Diagnostic]) -> list[str]:
        # Escapes, because the encoding of the stream may not be UTF-8.
        return [json.dumps(_row(name, document, one)) for one in diagnostics]

    def add(self, part: list[str]) -> None:
        for row in part:
            self.stream.write(f"{self._before}\n{row}")
            self._before = ","

    def end(self) -> None:
        self.stream.write("[]\n" if self._before == "[" else "\n]\n")


def _row(name: str, document: Document, one: Diagnostic) -> dict[str, Any]:
    related = [{**_place(name, document, other.span), "message": other.message} for other in one.related]
    return {
        **_place(name, document, one.span),
        "severity": one.severity.name.lower(),
        "code": one.rule.code,
        "message": one.message,
        "related": related,
    }


def _place(name: str, document: Document, span: Span) -> dict[str, Any]:
    region = Region.of(document, span)
    return {
        "file": name,
        "line": region.line,
        "column": region.column,
        "endLine": region.end_line,
        "endColumn": region.end_column,
    }
