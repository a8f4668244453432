"""The wishes of `kibitz check` for each file, and the outcomes."""

from __future__ import annotations

import io
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TextIO

from kibitz.cli import frames
from kibitz.cli.console import UserError
from kibitz.cli.reports import Found, Report, report
from kibitz.core.document import Document
from kibitz.core.internal_errors import is_fault
from kibitz.core.values import Diagnostic, Severity
from kibitz.project.findings import Finding, findings


class CheckOptions(NamedTuple):
    """The wishes for each file."""

    form: str
    """The form of the report."""
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
    """Whether repairs of the first findings are searched for."""
    filed: bool = False
    """Whether the report is written into a file."""
    selected: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    """Codes of rules, or their beginnings."""
    baseline: str = ""
    """The file of the baseline."""
    renews: bool = False
    """Whether the baseline is written again."""


class Outcome(NamedTuple):
    """The outcome of one file."""

    failures: tuple[UserError, ...] = ()
    """The failures."""
    notes: tuple[str, ...] = ()
    part: Any = None
    """The file's part of the report."""
    worst: int | None = None
    """The most serious severity, a larger number without findings, or None if the file is unreadable."""
    changed: tuple[str, str, str] | None = None
    """The name, and the text before and after the fixes, if they change anything."""
    kept: Any = None
    """The new :class:`kibitz.cli.cache.Entry`, if any."""
    name: str = ""
    prints: tuple[str, ...] | None = None
    """The fingerprints of all findings, if there is a baseline."""
    gone: int = 0
    """The number of findings in the baseline that are gone."""


def of_findings(
    wishes: CheckOptions, name: str, text: str, diagnostics: Sequence[Diagnostic], document: Document
) -> Outcome:
    """Return the outcome of a file with findings. Only shown findings become plain values."""

    def listed(numbers: Sequence[int]) -> list[Finding]:
        return findings(document, [diagnostics[number] for number in numbers])

    faults = frozenset([number for number, one in enumerate(diagnostics) if is_fault(one)])
    return of_severities(wishes, name, text, [one.severity for one in diagnostics], listed, faults)


def of_severities(
    wishes: CheckOptions,
    name: str,
    text: str,
    severities: Sequence[Severity],
    listed: Callable[[list[int]], list[Finding]],
    faults: frozenset[int] = frozenset(),
) -> Outcome:
    """Return the outcome of a file. `told` returns the findings with some numbers, if any are shown.

    `faults` are the numbers of reports of internal errors, which are always shown.
    """
    if wishes.baseline:
        return _unknown(wishes, name, text, severities, listed, faults)
    if not severities:
        notes = () if text and not text.isspace() else (f"{name}: empty, nothing to check",)
        return Outcome((), notes, _part(wishes, Found(name, "", [], {}, {})), len(Severity) + 1)
    seen = [one <= wishes.least or number in faults for number, one in enumerate(severities)]
    shown = [number for number, here in enumerate(seen) if here]
    few = shown[: frames.SHOWN_FINDINGS] if wishes.form == "text" else shown
    counts, hidden = (
        Counter([one.name.lower() for one, is_seen in zip(severities, seen, strict=True) if is_seen is here])
        for here in (True, False)
    )
    found = Found(name, text, listed(few), counts, hidden) if few else Found(name, "", [], counts, hidden)
    return Outcome((), (), _part(wishes, found), min(severities))


def _part(wishes: CheckOptions, found: Found) -> object:
    return _report(wishes.form, None if wishes.filed else sys.stdout).part(found)


@lru_cache(maxsize=1)
def _report(form: str, stream: TextIO | None) -> Report:
    """Return a cached report. For 20,000 clean files, making one for each would take as long as everything else."""
    return report(form, stream or io.StringIO())


def _unknown(
    wishes: CheckOptions,
    name: str,
    text: str,
    severities: Sequence[Severity],
    listed: Callable[[list[int]], list[Finding]],
    faults: frozenset[int],
) -> Outcome:
    """Return the outcome of a file without the findings of the baseline."""
    from kibitz.cli import baseline

    prints = baseline.fingerprints(text, listed([*range(len(severities))]))
    before = frozenset(prints) if wishes.renews else baseline.known(wishes.baseline, name)
    left = [number for number, one in enumerate(prints) if one not in before or number in faults]
    outcome = of_severities(
        wishes._replace(baseline=""),
        name,
        text,
        [severities[number] for number in left],
        lambda some: listed([left[number] for number in some]),
        frozenset(at for at, number in enumerate(left) if number in faults),
    )
    return outcome._replace(name=name, prints=tuple(prints), gone=len(before - {*prints}))
