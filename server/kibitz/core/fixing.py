"""All fixes at once, each proven on the user's own text.

A record says the same after a safe fix. If the fix touches readable text only, the proof compares the whole record, as formatting
does (:mod:`kibitz.core.proof`). Unreadable text has no meaning to compare. There, the fix must meet these conditions:

- It touches only the chunks that its finding is about, from the first place that the finding names to the last.
- The finding is gone afterwards, and no more of these chunks are unreadable than before.
- Two records do not become one.
- All other chunks say the same, and no record gets more errors or fewer rows.

Other fixes are left out.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from kibitz.core.analysis import Analysis, checked
from kibitz.core.bounds import FIXING, GONE_OVER, REPAIRED
from kibitz.core.document import Document
from kibitz.core.formatting import apply_to
from kibitz.core.internal_errors import is_fault
from kibitz.core.proof import Altered, altered, altered_records, within
from kibitz.core.repair import repaired
from kibitz.core.replay import cures
from kibitz.core.values import Diagnostic, Edit, Fix, Severity, Span, is_syntax

PROVEN, FEWEST = 400_000, 16
"""Code points that are searched for fixes without a proof, and the least number of times that the record is checked for that.
Unproven fixes are left for the next round.
"""
HELPED = 20
"""Findings whose safe fixes are proven before they are offered."""
ROUNDS = 100
"""Greatest number of rounds. Fixes that meet wait for the next round."""

Select = Callable[[Iterable[Diagnostic]], Sequence[Diagnostic]]
"""The findings that count, see :func:`kibitz.project.settings.select`."""


class Mend(NamedTuple):
    """A finding with the fix that is applied."""

    finding: Diagnostic
    fix: Fix


class Fixed(NamedTuple):
    """A record after its fixes, and their number."""

    analysis: Analysis
    mended: int


def offered(analysis: Analysis, found: Iterable[Diagnostic], near: Span | None = None) -> list[Diagnostic]:
    """Return findings with the fixes that editors, the command line and agents offer, the best first.

    These are the repairs of :func:`kibitz.core.repair.repaired`, without safe fixes that fail their proof. The first findings also
    get the actions of the notation that cure them. A finding has each title once.
    If there are very many findings, nothing is searched: this is hardly the record of a game.
    """
    found = [*found]
    if len(found) > GONE_OVER:
        return found
    found = repaired(analysis, found, near)
    for number, one in enumerate(found[:HELPED]):
        fixes = [fix for fix in one.fixes if proven(analysis, one, fix)]
        if number < REPAIRED and not is_fault(one):
            fixes += _cures(analysis, one, {fix.edits for fix in fixes})
        titles = dict[str, Fix]()
        for fix in fixes:
            titles.setdefault(fix.title, fix)
        found[number] = one._replace(fixes=tuple(titles.values()))
    return found


def _cures(analysis: Analysis, finding: Diagnostic, known: Container[tuple[Edit, ...]]) -> Iterator[Fix]:
    """Yield the actions that remove a finding and bring no other one."""
    for action in analysis.language.actions(analysis, finding.span):
        new = finding.rule.slug in action.cures and action.edits not in known
        if new and cures(analysis, finding, action.edits):
            yield Fix(action.title, action.edits)


def fix_all(analysis: Analysis, select: Select, unsafe: bool = False) -> Fixed:
    """Apply all safe fixes, and if `unsafe` the clear repairs, until nothing is left to fix."""
    count, proofs = 0, iter(range(max(PROVEN // max(len(analysis.document), 1), FEWEST)))
    for _ in range(ROUNDS):
        found = select(analysis.diagnostics())
        safe = [mend for mend in _preferred(found) if mend.fix.safe]
        applied, done = _applied(analysis, _apart(safe), proofs)
        if not done and unsafe:
            applied, done = _repaired(analysis, found)
        if not done:
            break
        analysis, count = applied, count + done
    return Fixed(analysis, count)


def proven(analysis: Analysis, finding: Diagnostic, fix: Fix) -> bool:
    """Return whether a safe fix has its proof, see above. Other fixes need none."""
    mends = [Mend(finding, fix)]
    return not (fix.safe and _wrong(analysis, _after(analysis, mends), mends))


def _preferred(diagnostics: Iterable[Diagnostic]) -> Iterator[Mend]:
    """Yield the fixes to apply: the safe ones and, after :func:`repaired`, the clear repairs."""
    for one in diagnostics:
        fix = one.preferred
        if fix is not None and fix.edits:
            yield Mend(one, fix)


def _repaired(analysis: Analysis, found: Sequence[Diagnostic]) -> tuple[Analysis, int]:
    """Return the record after its clear repairs, each of which removes its finding and brings no other one.

    If they do not fit together, because two of them meet in the game, only the first is applied.
    """
    serious = [one for one in found if one.severity <= Severity.WARNING]
    mends = [mend for mend in _preferred(repaired(analysis, serious, work=FIXING)) if not mend.fix.safe]
    for some in (_apart(mends), mends[:1]):
        if some:
            after = _after(analysis, some)
            if _serious(after) <= _serious(analysis) - len(some):
                return after, len(some)
    return analysis, 0


def _serious(analysis: Analysis) -> int:
    """Return the number of errors and warnings."""
    return sum(one.severity <= Severity.WARNING for one in analysis.diagnostics())


def _apart(mends: Iterable[Mend]) -> list[Mend]:
    """Return the fixes that do not meet an earlier one."""
    taken: list[Edit] = []
    found = []
    for mend in mends:
        if not any(_meets(edit, taken) for edit in mend.fix.edits):
            found.append(mend)
            for edit in mend.fix.edits:
                insort(taken, edit, key=lambda other: other.start)
    return found


def _meets(edit: Edit, others: Sequence[Edit]) -> bool:
    """Return whether an edit touches one of some others, which are in order and do not overlap."""
    number = bisect_right(others, edit.end, key=lambda other: other.start)
    return number > 0 and others[number - 1].end >= edit.start


def _applied(analysis: Analysis, mends: Sequence[Mend], proofs: Iterator[int]) -> tuple[Analysis, int]:
    """Return the record after the proven ones of some fixes, and their number. Nearly always, all are proven.

    In the chunks without a proof, the first half of the fixes is tried alone, and then the others, in all such chunks at once.
    """
    sure, waiting = list[Mend](), [mends] if mends else []
    while waiting and next(proofs, None) is not None:
        tried = waiting.pop()
        after = _after(analysis, [*sure, *tried])
        wrong = _wrong(analysis, after, [*sure, *tried])
        if not wrong and not waiting:
            return after, len(sure) + len(tried)
        groups: dict[Altered | None, list[Mend]] = {}
        for mend in tried:
            groups.setdefault(_at(wrong, mend), []).append(mend)
        sure += groups.pop(None, [])
        halves = [(some, len(some) // 2) for some in groups.values() if len(some) > 1]
        if halves:
            waiting.append([mend for some, half in halves for mend in some[half:]])
            waiting.append([mend for some, half in halves for mend in some[:half]])
    after = _after(analysis, sure)
    return (after, len(sure)) if sure and not _wrong(analysis, after, sure) else (analysis, 0)


def _after(analysis: Analysis, mends: Iterable[Mend]) -> Analysis:
    return checked(apply_to(analysis.document, _edits(mends)), analysis)


def _edits(mends: Iterable[Mend]) -> list[Edit]:
    return sorted(edit for mend in mends for edit in mend.fix.edits)


def _at(stretches: Sequence[Altered], mend: Mend) -> Altered | None:
    """Return the first of some stretches that a fix touches, or None."""
    return next((found for edit in mend.fix.edits if (found := within(stretches, edit)) is not None), None)


def _wrong(before: Analysis, after: Analysis, mends: Sequence[Mend]) -> list[Altered]:
    """Return the stretches in which safe fixes change more than they say, in order."""
    stretches = altered(before.document, after.document, _edits(mends))
    if not stretches:
        return altered_records(before, after)
    inside: dict[Altered | None, list[Mend]] = {}
    for mend in mends:
        for where in {within(stretches, edit) for edit in mend.fix.edits}:
            inside.setdefault(where, []).append(mend)
    wrong = [one for one in stretches if not _sound(one, inside.get(one, ()), before, after)]
    return wrong or altered_records(before, after, loose=True)


def _sound(stretch: Altered, mends: Sequence[Mend], before: Analysis, after: Analysis) -> bool:
    """Return whether safe fixes change only what they say in a stretch with a new meaning."""
    if not all(_to_the_point(mend, before.document) for mend in mends):
        return False
    was, now = _within(before, stretch.before), _within(after, stretch.after)
    codes, left = (Counter(one.rule.code for one in some) for some in (was, now))
    here = (one.finding for one in mends if stretch.before.holds(one.finding.span.start))
    codes.subtract(one.rule.code for one in here)
    mended = {mend.finding.rule.code for mend in mends}
    return (
        _unreadable(now) <= _unreadable(was)
        and all(left[code] <= codes[code] for code in mended)
        and _records(after.document, stretch.after) >= _records(before.document, stretch.before)
    )


def _within(analysis: Analysis, span: Span) -> list[Diagnostic]:
    """Return the findings that begin in a stretch of chunks. The end of the document belongs to its last stretch."""
    end = span.end + (span.end == len(analysis.document))
    return [one for one in analysis.diagnostics_in(*span) if span.start <= one.span.start < end]


def _to_the_point(mend: Mend, document: Document) -> bool:
    """Return whether a fix touches only the chunks that its finding is about, and their neighbours."""
    about = [mend.finding.span, *(one.span for one in mend.finding.related)]
    first = document.place_at(max(min(span.start for span in about) - 1, 0))
    last = document.place_at(min(max(span.end for span in about) + 1, len(document)))
    return all(first.start <= edit.start and edit.end <= last.end for edit in mend.fix.edits)


def _records(document: Document, stretch: Span) -> int:
    """Return the number of records that begin in some chunks after the first one."""
    split_points = document.language.split(document.text(*stretch), lambda _: False)
    return sum(split_point.hard and split_point.offset > 0 for split_point in split_points)


def _unreadable(diagnostics: Iterable[Diagnostic]) -> int:
    return sum(
        is_fault(one) or (one.rule.severity is Severity.ERROR and is_syntax(one.rule.code))
        for one in diagnostics
    )
