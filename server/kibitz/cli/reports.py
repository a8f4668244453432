"""The forms of what `kibitz check` found. Only the one that is asked for is loaded."""

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
"""What stands before the form of counts by rules."""


class Report(Protocol):
    """A report that is written file by file. What it says of a file may be made by another process."""

    def part(self, found: Found) -> Any:
        """What was found in one file, as plain values that can be sent from one process to another."""

    def add(self, part: Any) -> None:
        """Writes what was found in the next file."""

    def end(self) -> None:
        """There are no more files."""


def report(form: str, stream: TextIO) -> Report:
    """The report in one of :data:`FORMS`, or counts by rules, as text or as JSON."""
    if form.startswith(COUNTS):
        from kibitz.cli.statistics import Statistics

        return Statistics(stream, form.endswith("json"))
    module, name = _CLASSES[form]
    made: Report = getattr(import_module(f"kibitz.cli.{module}"), name)(stream)
    return made
