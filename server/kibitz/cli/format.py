"""`kibitz format`: format records in place."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from kibitz.cli import files
from kibitz.cli.batch import Batch
from kibitz.cli.console import emit
from kibitz.cli.diffs import show
from kibitz.cli.replacing import remove_leftovers, replace
from kibitz.core.document import Document
from kibitz.core.formatting import apply
from kibitz.core.tidying import tidied
from kibitz.core.words import plural
from kibitz.languages import load


def run(arguments: Namespace) -> int:
    """Return 0 when done, 1 if `--check` or `--diff` finds changes, or 2 if a file failed."""
    batch = Batch(arguments)
    formatter = _Formatter(batch, arguments.check or arguments.diff, arguments.diff)
    if not formatter.looking:
        remove_leftovers(target.name for target in batch.targets)
    batch.each(formatter.format)
    if any(target.name != files.STDIN for target in batch.targets):
        batch.say(f"{formatter.changed} of {plural(len(batch.targets), 'file')} {formatter.verb}")
    return 2 if batch.failed else int(formatter.looking and formatter.changed > 0)


class _Formatter:
    """Formats files, or only looks for changes, and counts them."""

    def __init__(self, batch: Batch, looking: bool, diff: bool) -> None:
        self.batch = batch
        self.looking = looking
        self.diff = diff
        self.verb = "would change" if looking else "changed"
        self.changed = 0

    def format(self, target: files.Target) -> None:
        """Format one file. Raises UserError if it cannot be read or written."""
        source = files.read(target)
        formatted = _formatted(source, self.batch.say)
        changed = formatted != source.text
        if self.diff:
            show(target.path, source.text, formatted)
        if target.name == files.STDIN:
            if not self.looking:
                emit(source.encoded(formatted))
        elif changed:
            if not self.looking:
                replace(target.name, source.data, source.encoded(formatted))
            self.batch.say(f"{target.name} {self.verb}")
        self.changed += changed


def _formatted(source: files.Source, say: Callable[[str], None]) -> str:
    """Return the formatted text. Parts whose proof fails stay, with a message."""
    preferences = files.settings(source.target).preferences
    document = Document.open(load(source.target.language_id).tailored(preferences), source.text)
    edits, unproven = tidied(document, preferences)
    for one in unproven:
        line = document.position_at(one.span.start, "utf-32").line + 1
        blame = "" if one.proof == "silence" else "; that is a mistake of kibitz"
        say(f"{source.target.path}:{line}: {one.why}{blame}")
    return apply(source.text, edits)
