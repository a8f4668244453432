"""`kibitz check`: find mistakes in records, and fix them."""

from __future__ import annotations

import io
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from kibitz.cli import cache, files, outcomes
from kibitz.cli.batch import Batch
from kibitz.cli.checked import checked, too_many
from kibitz.cli.console import UserError, emit
from kibitz.cli.outcomes import CheckOptions, Outcome
from kibitz.cli.replacing import output_file, remove_leftovers, replace
from kibitz.cli.reports import COUNTS, Found, Report, report
from kibitz.core.analysis import Analysis
from kibitz.core.document import Document
from kibitz.core.internal_errors import attempt, collect_errors
from kibitz.core.values import Diagnostic, Severity
from kibitz.core.words import plural
from kibitz.languages import load
from kibitz.project.findings import Finding, findings
from kibitz.project.settings import Settings, clean, select

SAMPLES = 20
"""Number of files that are looked up in the cache first."""
FEW_FILES = 8
"""Greatest number of files for which repairs are searched."""


def run(arguments: Namespace) -> int:
    """Check once, or after each change with `--watch`. See :func:`_once`."""
    if not arguments.watch:
        return _once(arguments)
    from kibitz.cli.watching import watch

    return watch(arguments, _once)


def _once(arguments: Namespace) -> int:
    """Check once and return the exit status.

    It is 0 for no errors, 1 for errors (with `--strict` also warnings) or unapplied fixes, and 2 for unreadable input. For an internal
    error see :mod:`kibitz.cli`.
    """
    wishes = _wishes(arguments)
    batch = Batch(arguments)
    filtering = wishes.fix and any(target.name == files.STDIN for target in batch.targets)
    if wishes.fix:
        remove_leftovers(target.name for target in batch.targets)
    if wishes.baseline:
        from kibitz.cli import baseline

        baseline.forget()
        if not wishes.renews:
            baseline.require(wishes.baseline)
    # If kibitz filters a record, standard output is for the record.
    stream = io.StringIO() if wishes.filed else sys.stderr if filtering else sys.stdout
    written = report(wishes.form, stream)
    # The cache has no repairs, and fixes change files.
    uncached = (
        arguments.no_cache
        or wishes.fix
        or wishes.diff
        or wishes.unsafe
        or not cache.worthwhile(batch.targets)
    )
    wishes = wishes._replace(cached=not uncached, helps=uncached and len(batch.targets) <= FEW_FILES)
    sums = _Sums(wishes, batch, written)
    batch.gather(partial(check, wishes), sums.tell, wishes.cached and _is_warm(wishes, batch.targets))
    cache.keep(sums.kept)
    if not wishes.diff:
        _tell_missed(batch, wishes, written)
        written.end()
    if wishes.filed and isinstance(stream, io.StringIO):
        with output_file(arguments.output, (target.name for target in batch.targets)) as file:
            file.write(stream.getvalue().encode("utf-8", "backslashreplace") + sums.diff)
    sums.tell_baseline()
    if batch.failed:
        return 2
    if arguments.exit_zero:
        return 0
    if wishes.diff:
        return int(sums.changed > 0)
    return int(sums.worst <= (Severity.WARNING if arguments.strict else Severity.ERROR))


class _Sums:
    """The sums over all files."""

    def __init__(self, wishes: CheckOptions, batch: Batch, written: Report) -> None:
        self._wishes, self._batch, self._written = wishes, batch, written
        self.worst: int = len(Severity) + 1
        self.changed = 0
        self.diff = b""
        """The diff of all files, if it is to be written into a file."""
        self.kept: list[cache.Entry] = []
        self._prints: dict[str, tuple[str, ...]] = {}
        self._gone = 0

    def tell(self, outcome: Outcome) -> None:
        """Report the outcome of the next file."""
        for failure in outcome.failures:
            self._batch.fail(failure)
        for note in outcome.notes:
            self._batch.say(note)
        self._batch.progress.clear()
        if outcome.prints is not None:
            self._prints[outcome.name] = outcome.prints
            self._gone += outcome.gone
        if outcome.kept is not None:
            self.kept.append(outcome.kept)
        if outcome.changed is not None:
            from kibitz.cli import diffs

            self.changed += 1
            if self._wishes.diff and self._wishes.filed:
                self.diff += diffs.written(*outcome.changed)
            elif self._wishes.diff:
                diffs.show(*outcome.changed)
        if outcome.worst is not None:
            self.worst = min(self.worst, outcome.worst)
            if not self._wishes.diff:
                self._written.add(outcome.part)

    def tell_baseline(self) -> None:
        """Write the baseline, or report its outdated entries."""
        path = self._wishes.baseline
        if not path:
            return
        from kibitz.cli import baseline

        if self._wishes.renews:
            self._batch.say(baseline.write(path, self._prints))
        elif gone := self._gone + baseline.of_no_file(path):
            self._batch.say(
                f"{path}: not found any more: {plural(gone, 'finding')}; --write-baseline forgets that"
            )


def _wishes(arguments: Namespace) -> CheckOptions:
    if arguments.statistics and arguments.format not in ("text", "json"):
        raise UserError("--statistics needs --format text or json")
    if arguments.write_baseline and not arguments.baseline:
        raise UserError("--write-baseline needs --baseline FILE")
    if arguments.write_baseline and (arguments.fix or arguments.diff):
        raise UserError("--write-baseline cannot be used with --fix or --diff; apply the fixes first")
    usual = "warning" if arguments.format in ("text", "junit") else "hint"
    least = "hint" if arguments.all else arguments.severity or usual
    return CheckOptions(
        f"{COUNTS}{arguments.format}" if arguments.statistics else arguments.format,
        Severity[least.upper()],
        arguments.fix and not arguments.diff,
        arguments.diff,
        arguments.unsafe,
        filed=bool(arguments.output),
        selected=tuple(arguments.select),
        ignored=tuple(arguments.ignore),
        baseline=arguments.baseline or "",
        renews=arguments.write_baseline,
    )


def _tell_missed(batch: Batch, wishes: CheckOptions, written: Report) -> None:
    """Report unreadable files to programs. People have seen a message."""
    if wishes.form != "text":
        for name, finding in dict.fromkeys(batch.missed):
            written.add(written.part(Found(name, "", [finding], {finding.severity: 1})))


def _is_warm(wishes: CheckOptions, targets: Sequence[files.Target]) -> bool:
    """Return whether the cache knows some sample files, and so probably nearly all. Then one process is twice as fast as several."""
    try:
        return all(_known(wishes, one)[3] is not None for one in targets[:: len(targets) // SAMPLES + 1])
    except UserError:
        return False


class _Known(NamedTuple):
    """A file that was read, and its entry in the cache."""

    source: files.Source
    settings: Settings
    key: bytes
    found: list[Finding] | None


def _known(wishes: CheckOptions, target: files.Target) -> _Known:
    source = files.read(target)
    settings = files.settings(target).narrowed(wishes.selected, wishes.ignored)
    key = cache.key_of(source, settings) if wishes.cached else b""
    return _Known(source, settings, key, cache.found(source, key) if wishes.cached else None)


def check(wishes: CheckOptions, target: files.Target, within: Callable[[float], None]) -> Outcome:
    """Check one file. `within` gets the share that is done, from 0 to 1."""
    try:
        source, settings, key, known = _known(wishes, target)
        if not wishes.cached:
            return _checked(wishes, source, settings, within)[0]
        if known is not None:
            severities = [Severity[one.severity.upper()] for one in known]
            return outcomes.of_severities(
                wishes, target.path, source.text, severities, lambda few: [known[one] for one in few]
            )
        with collect_errors() as faults:
            outcome, document, found = _checked(wishes, source, settings, within)
    except UserError as error:
        return Outcome((error,))
    if outcome.failures or faults or len(found) > cache.CACHED_FINDINGS:
        return outcome
    names: Sequence[str] = ()
    told: Sequence[Finding] = ()
    if document is not None:
        names, told = document.language.included_files(document), findings(document, found)
    return outcome._replace(kept=cache.entry(source, key, told, names))


def _checked(
    wishes: CheckOptions, source: files.Source, settings: Settings, within: Callable[[float], None]
) -> tuple[Outcome, Document | None, Sequence[Diagnostic]]:
    """Return the outcome of a file that was read, its document unless nothing was found at once, and the findings."""
    name = source.target.path
    language = load(source.target.language_id).tailored(settings.preferences)
    if (known := clean(language, source.text, settings)) is not None:
        if not known.findings:
            return outcomes.of_severities(wishes, name, source.text, [], lambda _: []), None, ()
        document = files.cut(source, settings.preferences)
        found = outcomes.of_findings(wishes, name, source.text, known.findings, document)
        return found, document, known.findings
    checking = checked(source, settings, within)
    if checking.done and (wishes.fix or wishes.diff):
        return _fixed(wishes, source, settings, checking.analysis), checking.document, ()
    chosen: Sequence[Diagnostic] = select(checking.so_far.diagnostics(), settings)
    if checking.done:
        chosen = _helped(wishes, checking.analysis, chosen)
    outcome = outcomes.of_findings(wishes, name, source.text, chosen, checking.document)
    if not checking.done:
        failure = UserError(f"{name}: {too_many()}; the rest was not checked")
        outcome = outcome._replace(failures=(failure,))
    return outcome, checking.document, chosen


def _fixed(wishes: CheckOptions, source: files.Source, settings: Settings, analysis: Analysis) -> Outcome:
    """Fix a file and return its outcome. Raises UserError if it cannot be written."""
    # Imported here, because most records need no fix.
    from kibitz.core.fixing import fix_all

    name, piped = source.target.path, source.target.name == files.STDIN
    analysis, count = fix_all(analysis, lambda found: select(found, settings), wishes.unsafe)
    text = analysis.document.text()
    if wishes.fix and piped:
        emit(source.encoded(text))
    elif wishes.fix and count:
        replace(name, source.data, source.encoded(text))
    found = _helped(wishes, analysis, select(analysis.diagnostics(), settings))
    outcome = outcomes.of_findings(wishes, name, text, found, analysis.document)
    if not count:
        return outcome
    notes = () if piped or wishes.diff else (f"{name}: {plural(count, 'finding')} fixed",)
    return outcome._replace(notes=(*outcome.notes, *notes), changed=(name, source.text, text))


def _helped(wishes: CheckOptions, analysis: Analysis, found: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """Return findings with their repairs, if the report shows them. A diff shows the edits instead."""
    if wishes.diff:
        return found
    if not any(one.severity <= wishes.least for one in found):
        return found
    if not (wishes.helps or (wishes.unsafe and not wishes.fix)):
        return found
    from kibitz.core.fixing import offered

    return attempt(lambda: offered(analysis, found), found)
