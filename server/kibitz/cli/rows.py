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

    def add(self, name: str, document: Document, diagnostics: Sequence[Diagnostic]) -> None:
        for one in diagnostics:
            row = {
                **_place(name, document, one.span),
                "severity": one.severity.name.lower(),
                "code": one.rule.code,
                "message": one.message,
                "related": [
                    {**_place(name, document, other.span), "message": other.message} for other in one.related
                ],
            }
            # Escapes, because the encoding of the stream may not be UTF-8.
            self.stream.write(f"{self._before}\n{json.dumps(row)}")
            self._before = ","

    def end(self) -> None:
        self.stream.write("[]\n" if self._before == "[" else "\n]\n")


def _place(name: str, document: Document, span: Span) -> dict[str, Any]:
    region = Region.of(document, span)
    return {
        "file": name,
        "line": region.line,
        "column": region.column,
        "endLine": region.end_line,
        "endColumn": region.end_column,
    }
