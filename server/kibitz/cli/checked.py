"""The check of a text. A text that is clearly not a record is refused."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.cli import files
from kibitz.cli.console import UserError, complain
from kibitz.core.analysis import Analysis, Checking
from kibitz.core.document import Document
from kibitz.core.internal_errors import attempt, collect_errors
from kibitz.core.setting import Preferences
from kibitz.project.settings import Settings

SLICE = 100
"""Milliseconds of work between two updates of the progress bar."""
ENOUGH = 100_000
"""Number of findings from which a file does not count as a record."""

LONG = 1_000_000
"""Characters from which samples of a text are read first."""
SAMPLES = 200
SAMPLE = 100_000
"""Number of samples, and the greatest length of one in characters."""


def checked(source: files.Source, settings: Settings, within: Callable[[float], None]) -> Checking:
    """Return the check of a text. It stops early if there are too many findings."""
    document = files.cut(source, settings.preferences)
    if _is_garbage(document):
        raise files.unread(source.target.path, f"nothing of it can be read as {document.language.name}")
    checking = Checking(document)
    while not checking.advance(SLICE) and checking.so_far.count <= ENOUGH:
        within(checking.share)
    return checking


def complete(source: files.Source, settings: Settings, within: Callable[[float], None]) -> Analysis:
    """Return the analysis of a text. Raises UserError if there are too many findings."""
    checking = checked(source, settings, within)
    if not checking.done:
        raise UserError(f"{source.target.path}: {too_many()}; kibitz skips the file")
    return checking.analysis


def analysed(source: files.Source, preferences: Preferences) -> Analysis:
    """Return the analysis of a text, and report internal errors."""
    with collect_errors() as faults:
        analysis = Checking(files.cut(source, preferences)).analysis
    for summary in dict.fromkeys(fault.summary for fault in faults):
        complain(f"{source.target.path}: internal error in kibitz ({summary}); parts of the file are skipped")
    return analysis


def too_many() -> str:
    """Return the reason why a check was not finished."""
    return f"more than {ENOUGH} findings"


def _is_garbage(document: Document) -> bool:
    """Return whether a long text is clearly not a record, because every sample has an error per thousand characters.

    This comes first, because 100,000 findings would take minutes and help no user.
    """
    if len(document) < LONG:
        return False
    places = {document.place_at(number * len(document) // SAMPLES).chunk for number in range(SAMPLES)}
    texts = [chunk.text[:SAMPLE] for chunk in places]
    parsed = document.language.parsed
    return attempt(
        lambda: all(len(parsed(text).problems) * 1000 >= max(len(text), 1000) for text in texts), False
    )
