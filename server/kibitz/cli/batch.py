"""Work on many files. A failure is reported, and does not stop the other files."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

from kibitz.cli import files
from kibitz.cli.console import Progress, UserError, complain
from kibitz.cli.parallel import Tried, Work, results
from kibitz.project.choosing import Choice
from kibitz.project.findings import Finding

T = TypeVar("T")


class Batch:
    """The files that the arguments of a command name."""

    def __init__(self, arguments: Namespace) -> None:
        self.progress = Progress(0)
        self._failures: set[str] = set()
        self.missed: list[tuple[str, Finding]] = []
        """The failures as findings for reports."""
        self.targets = files.find(
            arguments.paths,
            arguments.language,
            self.fail,
            self.say,
            Choice(tuple(arguments.exclude), not arguments.no_ignore, arguments.force_exclude),
            arguments.stdin_filename,
        )
        self.progress = Progress(sum(target.size for target in self.targets))

    @property
    def failed(self) -> bool:
        """Whether something could not be read or written."""
        return bool(self._failures)

    def gather(self, work: Work[T], tell: Callable[[T], None]) -> None:
        """Do work with a result, and pass each result to `tell`, in the order of the files.

        A file for which the work raises UserError has failed. Several processes do the work if that saves time.
        """
        try:
            with closing(results(work, self.targets, self.progress.within)) as done:
                for target, one in zip(self.targets, done, strict=True):
                    self._confess(target, one)
                    if one.outcome is not None:
                        tell(one.outcome)
                    self.progress.next(target.size)
        finally:
            self.progress.close()

    def _confess(self, target: files.Target, one: Tried) -> None:
        """Report the internal errors of a file, and its failure."""
        for summary in dict.fromkeys(fault.summary for fault in one.faults):
            if one.outcome is None and one.failure is None:
                self.fail(files.failed(target.path, summary))
            else:
                self.say(
                    f"{target.path}: internal error in kibitz ({summary}); parts of the file are skipped"
                )
        if one.failure is not None:
            self.fail(one.failure)

    def fail(self, failure: UserError) -> None:
        """Report a failure once: one mistake in the settings concerns many files."""
        message = str(failure)
        if message not in self._failures:
            self._failures.add(message)
            self.missed += failure.missed
            self.say(message)

    def say(self, message: str) -> None:
        """Print a message on standard error, above the progress bar."""
        self.progress.clear()
        complain(message)
