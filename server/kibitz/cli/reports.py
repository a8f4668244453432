"""The findings of a file, and the report formats of `kibitz check`. Only the chosen one is loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TextIO

from kibitz.project.findings import Finding


class Found(NamedTuple):
    """The findings of one file."""

    name: str
    text: str
    findings: Sequence[Finding]
    """The findings that are shown."""
    counts: Mapping[str, int]
    """The number of findings of each shown severity, including those beyond the limit of the form."""
    hidden: Mapping[str, int] = MappingProxyType({})
    """The number of findings of each severity that is not shown."""


FORMS = ("text", "json", "github", "gitlab", "junit", "sarif")
COUNTS = "statistics-"
"""The prefix of the names of formats that count by rule."""


class Report(Protocol):
    """A report that is written file by file. Another process may make the part of a file."""

    def part(self, found: Found) -> Any:
        """Return the findings of one file as plain values, which processes can exchange."""

    def add(self, part: Any) -> None:
        """Write the part of the next file."""

    def end(self) -> None:
        """End the report."""


def report(form: str, stream: TextIO) -> Report:
    """Return the report in one of :data:`FORMS`, or the counts by rule as text or JSON."""
    module = import_module(f"kibitz.cli.{'frames' if form == 'text' else 'formats'}")
    if form.startswith(COUNTS):
        counts: Report = module.Statistics(stream, form.endswith("json"))
        return counts
    made: Report = getattr(module, form.capitalize())(stream)
    return made
