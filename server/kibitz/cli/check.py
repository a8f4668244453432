"""`kibitz check`: what is wrong in records, and the fixes for it."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from kibitz.cli import files, frames
from kibitz.cli.batch import Batch
from kibitz.cli.checked import checked, too_many
from kibitz.cli.console import UserError
from kibitz.cli.diffs import show
from kibitz.cli.found import Found
from kibitz.cli.replacing import replace, tidy
from kibitz.cli.reports import Report, report
from kibitz.core.analysis import Analysis
from kibitz.core.document import Document
from kibitz.core.fixing import fix_all
from kibitz.core.values import Diagnostic, Severity
from kibitz.core.words import plural
from kibitz.findings import findings
from kibitz.languages import load
from kibitz.settings import Settings, select


def run(arguments: Namespace) -> int:
    """Exit status 0: clean; 1: errors (or warnings, where strict), or fixes that were only shown; 2: unreadable input."""
    wishes = _wishes(arguments)
    batch = Batch(arguments.paths, arguments.language)
    filtering = wishes.fix and any(target.name == files.STDIN for target in batch.targets)
    if wishes.fix:
        tidy(target.name for target in batch.targets)
    # What filters a record has standard output for that.
    written = report(wishes.form, sys.stderr if filtering else sys.stdout)
    worst: int = len(Severity) + 1
    changed = 0

    def tell(outcome: Outcome) -> None:
        nonlocal worst, changed
        for failure in outcome.failures:
            batch.fail(failure)
        for note in outcome.notes:
            batch.say(note)
        batch.progress.clear()
        changed += outcome.changed is not None
        if outcome.changed is not None and wishes.diff:
            show(*outcome.changed)
        if outcome.worst is not None:
            worst = min(worst, outcome.worst)
            if not wishes.diff:
                written.add(outcome.part)

    batch.gather(partial(check, wishes), tell)
    if not wishes.diff:
        _tell_missed(batch, wishes, written)
        written.end()
    if batch.failed:
        return 2
    if wishes.diff:
        return int(changed > 0)
    return int(worst <= (Severity.WARNING if arguments.strict else Severity.ERROR))


def _wishes(arguments: Namespace) -> Wishes:
    if arguments.unsafe and not (arguments.fix or arguments.diff):
        raise UserError("--unsafe says which fixes are meant: it goes with --fix or --diff")
    usual = "warning" if arguments.format == "text" else "hint"
    least = "hint" if arguments.all else arguments.severity or usual
    return Wishes(
        arguments.format,
        Severity[least.upper()],
        arguments.fix and not arguments.diff,
        arguments.diff,
        arguments.unsafe,
    )


def _tell_missed(batch: Batch, wishes: Wishes, written: Report) -> None:
    """Programs that read reports learn of what could not be read, too; people have been told."""
    if wishes.form != "text":
        for name, finding in dict.fromkeys(batch.missed):
            written.add(written.part(Found(name, "", [finding], {finding.severity: 1})))


class Wishes(NamedTuple):
    """What is wanted of each file."""

    form: str
    """The form of the report."""
    least: Severity = Severity.HINT
    """The least serious severity that is shown."""
    fix: bool = False
    """Whether fixes are applied: in place, or from standard input to standard output."""
    diff: bool = False
    """Whether it is shown what fixes would change, and nothing else done."""
    unsafe: bool = False
    """Whether the preferred ones of the other fixes count as safe ones do."""


class Outcome(NamedTuple):
    """What became of one file."""

    failures: tuple[UserError, ...] = ()
    """What could not be done."""
    notes: tuple[str, ...] = ()
    part: Any = None
    """What the report says of it."""
    worst: int | None = None
    """The most serious severity that was found, a larger number where nothing was; None if it could not be read."""
    changed: tuple[str, str, str] | None = None
    """The name, and the text before and after the fixes, where they change anything."""


def check(wishes: Wishes, target: files.Target, within: Callable[[float], None]) -> Outcome:
    """Checks one file; `within` is told how much is done, from 0 to 1."""
    try:
        source = files.read(target)
        settings = files.settings(target)
        found = _at_once(source, settings)
        if found is not None and not any(one.fixes or one.severity <= wishes.least for one in found):
            return _outcome(wishes, target.name, source.text, found)
        checking = checked(source, settings, within)
        if checking.done and (wishes.fix or wishes.diff):
            return _fixed(wishes, source, settings, checking.analysis)
    except UserError as error:
        return Outcome((error,))
    outcome = _outcome(
        wishes, target.name, source.text, select(checking.diagnostics(), settings), checking.document
    )
    if checking.done:
        return outcome
    failure = UserError(f"{target.name}: {too_many()}; the rest was not checked")
    return outcome._replace(failures=(failure,))


def _outcome(
    wishes: Wishes, name: str, text: str, diagnostics: Sequence[Diagnostic], document: Document | None = None
) -> Outcome:
    """What became of a file with such a text; its document is needed only where there is something to say."""
    empty = not diagnostics and not text.strip()
    notes = (f"{name}: empty, nothing to check",) if empty else ()
    part = report(wishes.form, sys.stdout).part(_found(wishes, name, text, diagnostics, document))
    worst = min((one.severity for one in diagnostics), default=len(Severity) + 1)
    return Outcome((), notes, part, worst)


def _found(
    wishes: Wishes, name: str, text: str, diagnostics: Sequence[Diagnostic], document: Document | None
) -> Found:
    """What a report shows of some diagnostics."""
    shown = [one for one in diagnostics if one.severity <= wishes.least]
    few = shown[: frames.MOST] if wishes.form == "text" else shown
    counts, hidden = (
        Counter(one.severity.name.lower() for one in diagnostics if (one.severity <= wishes.least) is here)
        for here in (True, False)
    )
    if document is None or not few:
        return Found(name, "", [], counts, hidden)
    return Found(name, text, findings(document, few), counts, hidden)


def _fixed(wishes: Wishes, source: files.Source, settings: Settings, analysis: Analysis) -> Outcome:
    """The file after its fixes. Raises UserError where it can't be written."""
    name = source.target.name
    analysis, count = fix_all(analysis, lambda found: select(found, settings), wishes.unsafe)
    text = analysis.document.text()
    if wishes.fix and name == files.STDIN:
        files.emit(source.encoded(text))
    elif wishes.fix and count:
        replace(name, source.data, source.encoded(text))
    outcome = _outcome(wishes, name, text, select(analysis.diagnostics(), settings), analysis.document)
    if not count:
        return outcome
    notes = () if name == files.STDIN or wishes.diff else (f"{name}: {plural(count, 'finding')} fixed",)
    return outcome._replace(notes=(*outcome.notes, *notes), changed=(name, source.text, text))


def _at_once(source: files.Source, settings: Settings) -> list[Diagnostic] | None:
    """What there is to say of a file, where that is known without a document."""
    language = load(source.target.language_id).tailored(settings.preferences)
    found = language.at_once(source.text)
    return None if found is None else select(found, settings)
