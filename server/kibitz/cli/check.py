"""`kibitz check`: what is wrong in records."""

from __future__ import annotations

import sys
from argparse import Namespace

from kibitz.cli import files
from kibitz.cli.batch import Batch
from kibitz.cli.console import UserError
from kibitz.cli.reports import Report, report
from kibitz.core.analysis import Analysis
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
    checker = _Checker(report(arguments.format, sys.stdout), batch)
    batch.each(checker.check)
    checker.report.end()
    if batch.failed:
        return 2
    return int(checker.worst <= (Severity.WARNING if arguments.strict else Severity.ERROR))


class _Checker:
    """Checks file after file and remembers the worst that it found."""

    def __init__(self, report: Report, batch: Batch) -> None:
        self.report = report
        self.batch = batch
        self.worst: int = len(Severity) + 1

    def check(self, target: files.Target) -> None:
        """Checks and reports one file. Raises UserError where it can't be read."""
        source = files.read(target)
        settings = files.settings(target)
        analysis = self._analysed(source, settings)
        found = select(analysis.diagnostics(), settings)
        self.worst = min([self.worst, *(one.severity for one in found)])
        if not found and not source.text.strip():
            self.batch.say(f"{target.name}: empty, nothing to check")
        self.batch.progress.clear()
        self.report.add(target.name, analysis.document, found)

    def _analysed(self, source: files.Source, settings: Settings) -> Analysis:
        language = load(source.target.language_id).tailored(settings.preferences)
        document = Document.open(language, source.text)
        if _is_garbage(document):
            raise UserError(f"{source.target.name}: nothing of it can be read as {document.language.name}")
        analysis = Analysis(document)
        while not analysis.advance(SLICE):
            self.batch.progress.within(source.target.size, analysis.share)
            if analysis.count > ENOUGH:
                self.batch.fail(
                    f"{source.target.name}: more than {ENOUGH} findings; the rest was not checked"
                )
                break
        return analysis


def _is_garbage(document: Document) -> bool:
    """Whether a long text is no record at all: an error in every thousand characters wherever one looks.

    Said at once, because a hundred thousand findings would take minutes and help nobody.
    """
    if len(document) < LONG:
        return False
    places = {document.place_at(number * len(document) // SAMPLES).chunk for number in range(SAMPLES)}
    texts = [chunk.text[:SAMPLE] for chunk in places]
    return all(len(document.language.parsed(text).problems) * 1000 >= max(len(text), 1000) for text in texts)
