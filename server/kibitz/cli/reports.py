"""The forms of what `kibitz check` found. Lines and columns count code points from 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TextIO

from kibitz.core.document import Document
from kibitz.core.values import Diagnostic, Span


class Report(Protocol):
    """A report that is written file by file. What it says of a file may be made by another process."""

    def part(self, name: str, document: Document, diagnostics: Sequence[Diagnostic]) -> Any:
        """What was found in one file, as plain values that can be sent from one process to another."""

    def add(self, part: Any) -> None:
        """Writes what was found in the next file."""

    def end(self) -> None:
        """There are no more files."""


def report(form: str, stream: TextIO) -> Report:
    """The report in one of the forms `text`, `json`, `github`, `sarif`."""
    if form == "text":
        from kibitz.cli.frames import Text

        return Text(stream)
    if form == "json":
        from kibitz.cli.rows import Json

        return Json(stream)
    if form == "github":
        from kibitz.cli.github import Github

        return Github(stream)
    from kibitz.cli.sarif import Sarif

    return Sarif(stream)


class Region(NamedTuple):
    """Where something stands; the end is the place behind it."""

    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def of(cls, document: Document, span: Span) -> Region:
        (line, column), (end_line, end_column) = document.positions_at(*span, "utf-32")
        return cls(line + 1, column + 1, end_line + 1, end_column + 1)
