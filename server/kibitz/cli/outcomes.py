"""What `kibitz check` is to do with a file, and what became of it."""

from __future__ import annotations

import io
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TextIO

from kibitz.cli import frames
from kibitz.cli.console import UserError
from kibitz.cli.found import Found
from kibitz.cli.reports import Report, report
from kibitz.core.document import Document
from kibitz.core.faults import is_fault
from kibitz.core.values import Diagnostic, Severity
from kibitz.project.findings import Finding, findings


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
    """Whether what was clearly meant counts as what is safe does; where nothing is fixed, it is told."""
    cached: bool = False
    """Whether it is looked up and kept what was found."""
    helps: bool = False
    """Whether it is found out what was clearly meant by the first findings."""
    filed: bool = False
    """Whether the report is written into a file."""
    selected: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    """Codes of rules, or their beginnings."""
    baseline: str = ""
    """The file of what is known to be wrong."""
    renews: bool = False
    """Whether all that there is becomes known."""


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
    kept: Any = None
    """What the cache shall keep: a :class:`kibitz.cli.cache.Entry`."""
    name: str = ""
    prints: tuple[str, ...] | None = None
    """The fingerprints of all that was found, where there is a baseline."""
    gone: int = 0
    """How much the baseline knows that is not found any more."""


def of_findings(
    wishes: Wishes, name: str, text: str, diagnostics: Sequence[Diagnostic], document: Document
) -> Outcome:
    """What became of a file in which something was found. Only what is shown of it is put into plain values."""

    def told(numbers: Sequence[int]) -> list[Finding]:
        return findings(document, [diagnostics[number] for number in numbers])

    faults = frozenset([number for number, one in enumerate(diagnostics) if is_fault(one)])
    return of_severities(wishes, name, text, [one.severity for one in diagnostics], told, faults)


def of_severities(
    wishes: Wishes,
    name: str,
    text: str,
    severities: Sequence[Severity],
    told: Callable[[list[int]], list[Finding]],
    faults: frozenset[int] = frozenset(),
) -> Outcome:
    """What became of a file with such a text; `told` gives the findings of some numbers, where there is any to be shown.

    `faults` are the numbers of those that are shown in any case: that kibitz has failed.
    """
    if wishes.baseline:
        return _unknown(wishes, name, text, severities, told, faults)
    if not severities:
        notes = () if text and not text.isspace() else (f"{name}: empty, nothing to check",)
        return Outcome((), notes, _part(wishes, Found(name, "", [], {}, {})), len(Severity) + 1)
    seen = [one <= wishes.least or number in faults for number, one in enumerate(severities)]
    shown = [number for number, here in enumerate(seen) if here]
    few = shown[: frames.MOST] if wishes.form == "text" else shown
    counts, hidden = (
        Counter([one.name.lower() for one, is_seen in zip(severities, seen, strict=True) if is_seen is here])
        for here in (True, False)
    )
    found = Found(name, text, told(few), counts, hidden) if few else Found(name, "", [], counts, hidden)
    return Outcome((), (), _part(wishes, found), min(severities))


def _part(wishes: Wishes, found: Found) -> object:
    return _report(wishes.form, None if wishes.filed else sys.stdout).part(found)


@lru_cache(maxsize=1)
def _report(form: str, stream: TextIO | None) -> Report:
    """What says of a file what the report has to; of twenty thousand clean ones making it takes as long as all else."""
    return report(form, stream or io.StringIO())


def _unknown(
    wishes: Wishes,
    name: str,
    text: str,
    severities: Sequence[Severity],
    told: Callable[[list[int]], list[Finding]],
    faults: frozenset[int],
) -> Outcome:
    """The same without what the baseline knows."""
    from kibitz.cli import baseline

    prints = baseline.fingerprints(text, told([*range(len(severities))]))
    before = frozenset(prints) if wishes.renews else baseline.known(wishes.baseline, name)
    left = [number for number, one in enumerate(prints) if one not in before or number in faults]
    outcome = of_severities(
        wishes._replace(baseline=""),
        name,
        text,
        [severities[number] for number in left],
        lambda some: told([left[number] for number in some]),
        frozenset(at for at, number in enumerate(left) if number in faults),
    )
    return outcome._replace(name=name, prints=tuple(prints), gone=len(before - {*prints}))
