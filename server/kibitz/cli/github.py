"""What was found as workflow commands, which GitHub Actions shows beside the lines of a change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from kibitz.cli.console import clean
from kibitz.cli.reports import Region
from kibitz.core.document import Document
from kibitz.core.values import Diagnostic, Severity

_COMMANDS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "notice",
    Severity.HINT: "notice",
}


class Github:
    """One line for each finding."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def part(self, name: str, document: Document, diagnostics: Sequence[Diagnostic]) -> list[str]:
        return [_command(name, document, one) for one in diagnostics]

    def add(self, part: list[str]) -> None:
        self.stream.writelines(part)

    def end(self) -> None:
        pass


def _command(name: str, document: Document, one: Diagnostic) -> str:
    region = Region.of(document, one.span)
    properties = {"file": name, "line": region.line, "endLine": region.end_line}
    if region.line == region.end_line:
        # GitHub takes columns for one line only, and counts the last one in.
        properties["col"] = region.column
        properties["endColumn"] = max(region.end_column - 1, region.column)
    properties["title"] = f"{one.rule.code} {one.rule.slug}"
    listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{_COMMANDS[one.severity]} {listed}::{_data(clean(one.message))}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
