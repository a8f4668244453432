"""`kibitz check`: what is wrong in records."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from kibitz.cli import files
from kibitz.cli.batch import Batch
from kibitz.cli.console import UserError
from kibitz.cli.reports import report
from kibitz.core.checking import Checking
from kibitz.core.document import Document
from kibitz.core.values import Severity
from kibitz.languages import load
from kibitz.settings import Settings, select

SLICE = 100
"""Milliseconds of work between two looks at the progress bar."""
ENOUGH = 100_000
"""From how many findings on a file is taken for something that is no record."""

LONG = 1_000_000
"""From how many characters on a text is looked into before all of it is read."""
SAMPLES = 200
SAMPLE = 100_000
"""In how many places, and how many characters of a chunk at the most."""


def run(arguments: Namespace) -> int:
    """Exit status 0: clean; 1: errors (or warnings, where strict); 2: some input could not be read."""
    batch = Batch(arguments.paths, arguments.language)
    written = report(arguments.format, sys.stdout)
    worst: int = len(Severity) + 1

    def tell(outcome: Outcome) -> None:
        nonlocal worst
        for message in outcome.failures:
            batch.fail(message)
        for message in outcome.notes:
            batch.say(message)
        if outcome.worst is not None:
            worst = min(worst, outcome.worst)
            batch.progress.clear()
            written.add(outcome.part)

    batch.gather(partial(check, arguments.format), tell)
    written.end()
    if batch.failed:
        return 2
    return int(worst <= (Severity.WARNING if arguments.strict else Severity.ERROR))


class Outcome(NamedTuple):
    """What became of one file."""

    failures: tuple[str, ...] = ()
    """What could not be done."""
    notes: tuple[str, ...] = ()
    part: Any = None
    """What the report says of it."""
    worst: int | None = None
    """The most serious severity that was found, a larger number where nothing was; None if it could not be read."""


def check(form: str, target: files.Target, within: Callable[[float], None]) -> Outcome:
    """Checks one file for a report of some form; `within` is told how much is done, from 0 to 1."""
    try:
        source = files.read(target)
        settings = files.settings(target)
        checking = _checked(source, settings, within)
    except UserError as error:
        return Outcome((str(error),))
    failures, notes = [], []
    if not checking.done:
        failures.append(f"{target.name}: more than {ENOUGH} findings; the rest was not checked")
    found = select(checking.diagnostics(), settings)
    if not found and not source.text.strip():
        notes.append(f"{target.name}: empty, nothing to check")
    part = report(form, sys.stdout).part(target.name, checking.document, found)
    worst = min((one.severity for one in found), default=len(Severity) + 1)
    return Outcome(tuple(failures), tuple(notes), part, worst)


def _checked(source: files.Source, settings: Settings, within: Callable[[float], None]) -> Checking:
    """The check of a text, finished unless more is wrong with it than anybody wants to know."""
    language = load(source.target.language_id).tailored(settings.preferences)
    document = Document.open(language, source.text)
    if _is_garbage(document):
        raise UserError(f"{source.target.name}: nothing of it can be read as {document.language.name}")
    checking = Checking(document)
    while not checking.advance(SLICE) and checking.count <= ENOUGH:
        within(checking.share)
    return checking


def _is_garbage(document: Document) -> bool:
    """Whether a long text is no record at all: an error in every thousand characters wherever one looks.

    Said at once, because a hundred thousand findings would take minutes and help nobody.
    """
    if len(document) < LONG:
        return False
    places = {document.place_at(number * len(document) // SAMPLES).chunk for number in range(SAMPLES)}
    texts = [chunk.text[:SAMPLE] for chunk in places]
    return all(len(document.language.parsed(text).problems) * 1000 >= max(len(text), 1000) for text in texts)
