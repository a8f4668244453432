"""A text that was read, checked; what is no record at all is refused."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.cli import files
from kibitz.cli.console import UserError, complain
from kibitz.core.analysis import Analysis, Checking
from kibitz.core.document import Document
from kibitz.core.faults import attempt, heard
from kibitz.core.setting import Preferences
from kibitz.project.settings import Settings

SLICE = 100
"""Milliseconds of work between two looks at the progress bar."""
ENOUGH = 100_000
"""From how many findings on a file is taken for something that is no record."""

LONG = 1_000_000
"""From how many characters on a text is looked into before all of it is read."""
SAMPLES = 200
SAMPLE = 100_000
"""In how many places, and how many characters of a chunk at the most."""


def checked(source: files.Source, settings: Settings, within: Callable[[float], None]) -> Checking:
    """The check of a text, finished unless more is wrong with it than anybody wants to know."""
    document = files.cut(source, settings.preferences)
    if _is_garbage(document):
        raise files.unread(source.target.path, f"nothing of it can be read as {document.language.name}")
    checking = Checking(document)
    while not checking.advance(SLICE) and checking.so_far.count <= ENOUGH:
        within(checking.share)
    return checking


def complete(source: files.Source, settings: Settings, within: Callable[[float], None]) -> Analysis:
    """The analysis of a text. Raises UserError where more is wrong with it than anybody wants to know."""
    checking = checked(source, settings, within)
    if not checking.done:
        raise UserError(f"{source.target.path}: {too_many()}; kibitz skips the file")
    return checking.analysis


def analysed(source: files.Source, preferences: Preferences) -> Analysis:
    """The analysis of a text. Where kibitz itself fails in a part of it, that is said."""
    with heard() as faults:
        analysis = Checking(files.cut(source, preferences)).analysis
    for summary in dict.fromkeys(fault.summary for fault in faults):
        complain(f"{source.target.path}: internal error in kibitz ({summary}); parts of the file are skipped")
    return analysis


def too_many() -> str:
    """Why a check was not finished."""
    return f"more than {ENOUGH} findings"


def _is_garbage(document: Document) -> bool:
    """Whether a long text is no record at all: an error in every thousand characters wherever one looks.

    Said at once, because a hundred thousand findings would take minutes and help nobody.
    """
    if len(document) < LONG:
        return False
    places = {document.place_at(number * len(document) // SAMPLES).chunk for number in range(SAMPLES)}
    texts = [chunk.text[:SAMPLE] for chunk in places]
    parsed = document.language.parsed
    return attempt(
        lambda: all(len(parsed(text).problems) * 1000 >= max(len(text), 1000) for text in texts), False
    )
