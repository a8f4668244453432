"""`kibitz check`: what is wrong in records."""

from __future__ import annotations

import sys
from argparse import Namespace

from kibitz.cli import files
from kibitz.cli.batch import Batch
from kibitz.cli.reports import Report, report
from kibitz.core.analysis import Analysis
from kibitz.core.document import Document
from kibitz.core.values import Severity
from kibitz.languages import load
from kibitz.settings import select

SLICE = 100
"""Milliseconds of work between two looks at the progress bar."""
ENOUGH = 100_000
"""From how many findings on a file is taken for something that is no record."""


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
        analysis = self._analysed(source)
        found = select(analysis.diagnostics(), settings)
        self.worst = min([self.worst, *(one.severity for one in found)])
        if not found and not source.text.strip():
            self.batch.say(f"{target.name}: empty, nothing to check")
        self.batch.progress.clear()
        self.report.add(target.name, analysis.document, found)

    def _analysed(self, source: files.Source) -> Analysis:
        analysis = Analysis(Document.open(load(source.target.language_id), source.text))
        while not analysis.advance(SLICE):
            self.batch.progress.within(source.target.size, analysis.share)
            if analysis.count > ENOUGH:
                self.batch.fail(
                    f"{source.target.name}: more than {ENOUGH} findings; the rest was not checked"
                )
                break
        return analysis
