"""`kibitz format`: format records in place."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

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


class Outcome(NamedTuple):
    """The outcome of one file."""

    target: files.Target
    notes: list[str]
    changed: tuple[str, str] | None
    """The text before and after, if formatting changes it."""


def run(arguments: Namespace) -> int:
    """Return 0 when done, 1 if `--check` or `--diff` finds changes, or 2 if a file failed."""
    batch, looking, changed = Batch(arguments), arguments.check or arguments.diff, 0
    names = [target.name for target in batch.targets]
    verb = "would change" if looking else "changed"
    if not looking:
        remove_leftovers(names)

    def tell(outcome: Outcome) -> None:
        nonlocal changed
        for note in outcome.notes:
            batch.say(note)
        if outcome.changed is None:
            return
        changed += 1
        if arguments.diff:
            batch.progress.clear()
            show(outcome.target.path, *outcome.changed)
        if outcome.target.name != files.STDIN:
            batch.say(f"{outcome.target.name} {verb}")

    batch.gather(partial(_format, looking), tell)
    if names not in ([], [files.STDIN]):
        batch.say(f"{changed} of {plural(len(names), 'file')} {verb}")
    return 2 if batch.failed else int(looking and changed > 0)


def _format(looking: bool, target: files.Target, _: object) -> Outcome:
    """Format one file, or only look for changes. Raises UserError if it cannot be read or written."""
    source, notes = files.read(target), list[str]()
    formatted = _formatted(source, notes.append)
    if not looking and target.name == files.STDIN:
        emit(source.encoded(formatted))
    elif not looking and formatted != source.text:
        replace(target.name, source.data, source.encoded(formatted))
    return Outcome(target, notes, (source.text, formatted) if formatted != source.text else None)


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
