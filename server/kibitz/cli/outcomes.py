"""What `kibitz check` is to do with a file, and what became of it."""

from __future__ import annotations

import io
import sys
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TextIO

from kibitz.cli import baseline, frames
from kibitz.cli.console import UserError
from kibitz.cli.found import Found
from kibitz.cli.reports import Report, report
from kibitz.core.faults import SLUG
from kibitz.core.values import Severity
from kibitz.findings import SEVERITIES, Finding


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


def outcome_of(wishes: Wishes, name: str, text: str, found: Sequence[Finding]) -> Outcome:
    """What became of a file with such a text, in which so much was found. That kibitz has failed is shown in any case."""
    if wishes.baseline:
        return _unknown(wishes, name, text, found)
    if not found:
        notes = () if text and not text.isspace() else (f"{name}: empty, nothing to check",)
        return Outcome((), notes, _part(wishes, Found(name, "", [], {}, {})), len(Severity) + 1)
    grave = {one: Severity[one.upper()] for one in SEVERITIES}
    seen = [one for one in found if grave[one.severity] <= wishes.least or one.name == SLUG]
    few = seen[: frames.MOST] if wishes.form == "text" else seen
    counts = Counter([one.severity for one in seen])
    hidden = Counter([one.severity for one in found]) - counts
    shown = Found(name, text if few else "", few, counts, hidden)
    return Outcome((), (), _part(wishes, shown), min(grave[one.severity] for one in found))


def _part(wishes: Wishes, found: Found) -> object:
    return _report(wishes.form, None if wishes.filed else sys.stdout).part(found)


@lru_cache(maxsize=1)
def _report(form: str, stream: TextIO | None) -> Report:
    """What says of a file what the report has to; of twenty thousand clean ones making it takes as long as all else."""
    return report(form, stream or io.StringIO())


def _unknown(wishes: Wishes, name: str, text: str, found: Sequence[Finding]) -> Outcome:
    """The same without what the baseline knows."""
    prints = baseline.fingerprints(text, found)
    before = frozenset(prints) if wishes.renews else baseline.known(wishes.baseline, name)
    marked = zip(found, prints, strict=True)
    left = [one for one, mark in marked if mark not in before or one.name == SLUG]
    outcome = outcome_of(wishes._replace(baseline=""), name, text, left)
    return outcome._replace(name=name, prints=tuple(prints), gone=len(before - {*prints}))
