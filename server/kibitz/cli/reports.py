"""The findings of a file, and the report formats of `kibitz check`. Only the chosen one is loaded."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple, Protocol, TextIO

from kibitz.project.findings import Finding


class Found(NamedTuple):
    """The findings of one file."""

    name: str
    text: str
    findings: Sequence[Finding]
    """The findings that are shown."""
    hidden: Sequence[Finding] = ()
    """The others."""


FORMS = ("text", "json", "github", "gitlab", "junit", "sarif")


class Report(Protocol):
    """A report that is written file by file."""

    def add(self, found: Found) -> None:
        """Write the findings of the next file."""

    def end(self) -> None:
        """End the report."""


def report(form: str, stream: TextIO, counts: bool = False) -> Report:
    """Return the report in one of :data:`FORMS`, or the counts by rule as text or JSON."""
    module = import_module(f"kibitz.cli.{'frames' if form == 'text' and not counts else 'formats'}")
    made: Report = (
        module.Statistics(stream, form == "json") if counts else getattr(module, form.capitalize())(stream)
    )
    return made
