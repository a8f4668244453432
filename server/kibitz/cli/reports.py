"""The forms of what `kibitz check` found. Only the one that is asked for is loaded."""

from __future__ import annotations

from typing import Any, Protocol, TextIO

from kibitz.cli.found import Found

FORMS = ("text", "json", "github", "gitlab", "junit", "sarif")
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
    if form == "text":
        from kibitz.cli.frames import Text

        return Text(stream)
    if form == "json":
        from kibitz.cli.as_json import Json

        return Json(stream)
    if form == "github":
        from kibitz.cli.github import Github

        return Github(stream)
    if form == "junit":
        from kibitz.cli.junit import Junit

        return Junit(stream)
    if form == "gitlab":
        from kibitz.cli.gitlab import Gitlab

        return Gitlab(stream)
    from kibitz.cli.sarif import Sarif

    return Sarif(stream)
