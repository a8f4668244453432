"""Findings as workflow commands, which GitHub Actions shows next to the lines of a change."""

from __future__ import annotations

from typing import TextIO

from kibitz.cli.found import Found
from kibitz.core.shown import visible
from kibitz.project.findings import Finding

_COMMANDS = {"error": "error", "warning": "warning", "information": "notice", "hint": "notice"}


class Github:
    """One line for each finding."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def part(self, found: Found) -> list[str]:
        return [_command(visible(found.name), one) for one in found.findings]

    def add(self, part: list[str]) -> None:
        self.stream.writelines(part)

    def end(self) -> None:
        pass


def _command(name: str, one: Finding) -> str:
    region = one.region
    properties = {"file": name, "line": region.line, "endLine": region.end_line}
    if region.line == region.end_line:
        # GitHub takes columns for one line only, and counts the last one in.
        properties["col"] = region.column
        properties["endColumn"] = max(region.end_column - 1, region.column)
    properties["title"] = f"{one.code} {one.name}"
    listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{_COMMANDS[one.severity]} {listed}::{_data(visible(one.message))}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
