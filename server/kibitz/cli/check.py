"""`kibitz check`: find mistakes in records, and fix them."""

from __future__ import annotations

import io
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kibitz.cli import cache, files
from kibitz.cli.batch import Batch
from kibitz.cli.checked import checked, too_many
from kibitz.cli.console import UserError, emit
from kibitz.cli.replacing import output_file, remove_leftovers, replace
from kibitz.cli.reports import Found, Report, report
from kibitz.core.analysis import Analysis
from kibitz.core.internal_errors import SLUG, attempt, collect_errors
from kibitz.core.values import Diagnostic, Severity
from kibitz.core.words import plural
from kibitz.languages import load
from kibitz.project.findings import Finding, findings
from kibitz.project.settable import SEVERITIES
from kibitz.project.settings import Settings, clean, select

if TYPE_CHECKING:
    from kibitz.cli.baseline import Baseline

FEW_FILES = 8
"""Greatest number of files for which repairs are searched."""


class CheckOptions(NamedTuple):
    """The wishes for each file."""

    least: Severity = Severity.HINT
    """The least serious severity that is shown."""
    fix: bool = False
    """Whether fixes are applied: in place, or from standard input to standard output."""
    diff: bool = False
    """Whether the changes of fixes are shown instead of made."""
    unsafe: bool = False
    """Whether clear repairs are applied like safe fixes, or listed if nothing is fixed."""
    cached: bool = False
    """Whether the cache is used."""
    helps: bool = False
    """Whether repairs are searched for."""
    selected: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    """Codes of rules, or their beginnings."""


class Outcome(NamedTuple):
    """The outcome of one file."""

    name: str
    text: str = ""
    """The text if there are findings."""
    findings: Sequence[Finding] = ()
    notes: tuple[str, ...] = ()
    included: Sequence[str] = ()
    """The files that the record includes."""
    unfinished: bool = False
    """Whether there are too many findings, so that the rest was not checked."""
    changed: tuple[str, str, str] | None = None
    """The name, and the text before and after the fixes, if they change anything."""
    kept: cache.Entry | None = None
    """The new entry of the cache, if any."""


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
    wishes, baseline = _wishes(arguments), None
    batch = Batch(arguments)
    names = [target.name for target in batch.targets]
    if wishes.fix:
        remove_leftovers(names)
    if arguments.baseline:
        from kibitz.cli.baseline import Baseline

        baseline = Baseline(arguments.baseline, arguments.write_baseline)
    # If kibitz filters a record, standard output is for the record.
    filtering = wishes.fix and files.STDIN in names
    filed = io.StringIO() if arguments.output else None
    stream = filed or (sys.stderr if filtering else sys.stdout)
    written = report(arguments.format, stream, arguments.statistics)
    # The cache has no repairs, and fixes change files.
    changing = arguments.fix or arguments.diff or arguments.unsafe
    cached = not (arguments.no_cache or changing) and cache.worthwhile(batch.targets)
    wishes = wishes._replace(cached=cached, helps=not cached and len(names) <= FEW_FILES)
    sums = _Sums(wishes, batch, written, baseline, filed is not None, [])
    batch.gather(partial(check, wishes), sums.tell)
    cache.keep(sums.kept)
    if not wishes.diff:
        if arguments.format != "text":
            # Programs get unreadable files as findings. People have seen a message.
            for name, finding in dict.fromkeys(batch.missed):
                written.add(Found(name, "", [finding]))
        written.end()
    if filed is not None:
        with output_file(arguments.output, names) as file:
            file.write(filed.getvalue().encode("utf-8", "backslashreplace") + sums.diff)
    if baseline is not None and (message := baseline.end()):
        batch.say(message)
    if batch.failed:
        return 2
    if arguments.exit_zero:
        return 0
    if wishes.diff:
        return int(sums.changed > 0)
    return int(sums.worst <= (Severity.WARNING if arguments.strict else Severity.ERROR))


@dataclass
class _Sums:
    """The sums over all files."""

    wishes: CheckOptions
    batch: Batch
    written: Report
    baseline: Baseline | None
    filed: bool
    """Whether the report is written into a file."""
    kept: list[cache.Entry]
    worst: int = len(Severity) + 1
    """The most serious severity, or a larger number without findings."""
    changed: int = 0
    diff: bytes = b""
    """The diff of all files, if it is to be written into a file."""

    def tell(self, outcome: Outcome) -> None:
        """Report the outcome of the next file."""
        name, text, found, *_ = outcome
        if outcome.unfinished:
            self.batch.fail(UserError(f"{name}: {too_many()}; the rest was not checked"))
        for note in outcome.notes:
            self.batch.say(note)
        self.batch.progress.clear()
        if outcome.kept is not None:
            self.kept.append(outcome.kept)
        if outcome.changed is not None:
            from kibitz.cli import diffs

            self.changed += 1
            if self.wishes.diff and self.filed:
                self.diff += diffs.written(*outcome.changed)
            elif self.wishes.diff:
                diffs.show(*outcome.changed)
        if self.baseline is not None:
            found = self.baseline.unknown(name, text, found)
        self.worst = min([self.worst, *(SEVERITIES[one.severity] for one in found)])
        if not self.wishes.diff:
            parts: tuple[list[Finding], list[Finding]] = [], []
            for one in found:
                # Internal errors are always shown.
                is_shown = SEVERITIES[one.severity] <= self.wishes.least or one.name == SLUG
                parts[not is_shown].append(one)
            self.written.add(Found(name, text, *parts))


def _wishes(arguments: Namespace) -> CheckOptions:
    if arguments.statistics and arguments.format not in ("text", "json"):
        raise UserError("--statistics needs --format text or json")
    if arguments.write_baseline and not arguments.baseline:
        raise UserError("--write-baseline needs --baseline FILE")
    if arguments.write_baseline and (arguments.fix or arguments.diff):
        raise UserError("--write-baseline cannot be used with --fix or --diff; apply the fixes first")
    usual = "warning" if arguments.format in ("text", "junit") else "hint"
    return CheckOptions(
        SEVERITIES["hint" if arguments.all else arguments.severity or usual],
        arguments.fix and not arguments.diff,
        arguments.diff,
        arguments.unsafe,
        selected=tuple(arguments.select),
        ignored=tuple(arguments.ignore),
    )


def check(wishes: CheckOptions, target: files.Target, within: Callable[[float], None]) -> Outcome:
    """Check one file. `within` gets the share that is done, from 0 to 1. Raises UserError if it cannot be read or written."""
    source = files.read(target)
    settings = files.settings(target).narrowed(wishes.selected, wishes.ignored)
    if not wishes.cached:
        return _checked(wishes, source, settings, within)
    key = cache.key_of(source, settings)
    if (known := cache.found(source, key)) is not None:
        return _outcome(source, source.text, known)
    with collect_errors() as faults:
        outcome = _checked(wishes, source, settings, within)
    if outcome.unfinished or faults or len(outcome.findings) > cache.CACHED_FINDINGS:
        return outcome
    return outcome._replace(kept=cache.entry(source, key, outcome.findings, outcome.included))


def _outcome(source: files.Source, text: str, found: Sequence[Finding], *notes: str) -> Outcome:
    """Return the outcome of a file with a text that may have been fixed."""
    name = source.target.path
    if not found and (not text or text.isspace()):
        notes = (f"{name}: empty, nothing to check", *notes)
    return Outcome(name, text if found else "", found, notes)


def _checked(
    wishes: CheckOptions, source: files.Source, settings: Settings, within: Callable[[float], None]
) -> Outcome:
    """Return the outcome of a file that was read."""
    language = load(source.target.language_id).tailored(settings.preferences)
    known, done = clean(language, source.text, settings), True
    if known is not None:
        if not known.findings:
            return _outcome(source, source.text, ())
        document, chosen = files.cut(source, settings.preferences), known.findings
    else:
        checking = checked(source, settings, within)
        document, done = checking.document, checking.done
        if done and (wishes.fix or wishes.diff):
            return _fixed(wishes, source, settings, checking.analysis)
        chosen = select(checking.so_far.diagnostics(), settings)
        if done:
            chosen = _helped(wishes, checking.analysis, chosen)
    outcome = _outcome(source, source.text, findings(document, chosen))
    return outcome._replace(included=document.language.included_files(document), unfinished=not done)


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
    chosen = _helped(wishes, analysis, select(analysis.diagnostics(), settings))
    notes = [f"{name}: {plural(count, 'finding')} fixed"] if count and not (piped or wishes.diff) else []
    outcome = _outcome(source, text, findings(analysis.document, chosen), *notes)
    return outcome._replace(changed=(name, source.text, text)) if count else outcome


def _helped(wishes: CheckOptions, analysis: Analysis, found: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """Return findings with their repairs, if the report shows them. A diff shows the edits instead."""
    wanted = not wishes.diff and (wishes.helps or (wishes.unsafe and not wishes.fix))
    if not wanted or not any(one.severity <= wishes.least for one in found):
        return found
    from kibitz.core.fixing import offered

    return attempt(lambda: offered(analysis, found), found)
