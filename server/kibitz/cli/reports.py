"""The report formats of `kibitz check`. Only the chosen one is loaded."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TextIO

if TYPE_CHECKING:
    from kibitz.cli.found import Found

_CLASSES = {
    "text": ("frames", "Text"),
    "json": ("as_json", "Json"),
    "github": ("github", "Github"),
    "gitlab": ("gitlab", "Gitlab"),
    "junit": ("junit", "Junit"),
    "sarif": ("sarif", "Sarif"),
}
"""The modules and classes of the forms."""
FORMS = tuple(_CLASSES)
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
    if form.startswith(COUNTS):
        from kibitz.cli.statistics import Statistics

        return Statistics(stream, form.endswith("json"))
    module, name = _CLASSES[form]
    made: Report = getattr(import_module(f"kibitz.cli.{module}"), name)(stream)
    return made
