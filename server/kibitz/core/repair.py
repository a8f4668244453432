"""Repair by replay: what was probably meant where something is wrong, judged by the rest of the record.

Candidates are the fixes of the finding's own rule, what the notation knows (:meth:`Language.candidates`), and all slips of
the pen near the finding, near the places it refers to and near the findings beside it. Each is made, as an edit, and the
record is checked with it. Only what takes the finding away and brings no other one is a repair; of these those come first
after which the least is wrong, and then the likeliest. If one alone leaves the least, it is clear what was meant.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import NamedTuple
from weakref import WeakKeyDictionary

from kibitz.core.analysis import Analysis
from kibitz.core.candidates import Candidate, candidates
from kibitz.core.formatting import apply
from kibitz.core.interest import look
from kibitz.core.replay import Verdict, as_it_shows, verdict
from kibitz.core.values import Diagnostic, Edit, Fix, Severity, Span

MOST = 3
"""So many repairs are offered of a finding at the most."""
TRIED = 200
"""So many candidates are tried."""
FAR = 4.6
"""What is so much less likely, as a logarithm, than a repair with which nothing is wrong is not tried any more."""
ODD = 7.5
"""A slip that is less likely than this, as a negative logarithm, is never clear: something else may be wrong than a slip."""
AT_MOST = 4
"""So many times the time that is given goes into all findings at the most: each takes some, however short its share is."""
HELPED = 8
"""Of so many findings of a file it is told on the command line what was clearly meant,"""
PATIENCE = 2.0
"""as far as it is found out in so many seconds of work."""
CONFLICT = "conflict-marker"
"""The rule of every notation about a file that holds two versions of a record: nothing is clear in that."""

clock: Callable[[], float] = getattr(time, "thread_time", time.perf_counter)
"""The seconds of work of this thread, where that is known."""


class Repair(NamedTuple):
    """A candidate that the rest of the record bears out."""

    candidate: Candidate
    verdict: Verdict

    @property
    def doubtful(self) -> bool:
        """Whether it brings something new that is wrong, or may only hide what is."""
        return self.verdict.came > 0 or self.candidate.removes

    @property
    def plain(self) -> bool:
        """Whether it is one change of one thing, and no odd one: only such a one may be clear."""
        odd = self.candidate.origin == "slip" and self.candidate.cost > ODD
        return not self.doubtful and not odd and len(self.candidate.edits) == 1

    @property
    def rank(self) -> tuple[bool, int, float]:
        return self.doubtful, self.verdict.left, self.candidate.cost


def repaired(
    analysis: Analysis,
    found: Iterable[Diagnostic],
    milliseconds: float | None = None,
    near: Span | None = None,
) -> list[Diagnostic]:
    """Findings with their repairs as fixes, at most three of each, the likeliest first; the clear one is `preferred`.

    `found` are some of :meth:`Analysis.diagnostics`. Those with a safe fix, and those that are no errors or warnings, stay as
    they are. About so many milliseconds of work go into all of them; what has not been tried by then is not offered, and
    nothing is clear. Without such a bound the answer is always the same. Of what is wrong elsewhere than `near`, if that is
    given, only repairs that are made there are told: a finding that refers to a place may come of a mistake at that.
    """
    findings = list(found)
    if milliseconds is None:
        return [one._replace(fixes=fixes_of(analysis, one, None, near)) for one in findings]
    share, told = milliseconds / 1000 / max(len(findings), 1), list[Diagnostic]()
    end = clock() + AT_MOST * milliseconds / 1000
    for one in findings:
        fixes = fixes_of(analysis, one, share if clock() < end else 0, near)
        told.append(one._replace(fixes=fixes))
    return told


def meant(analysis: Analysis, found: Iterable[Diagnostic], milliseconds: float) -> Fix | None:
    """What was clearly meant where these findings are: of the first of them for which anything is clear."""
    told = repaired(analysis, found, milliseconds)
    return next((fix for one in told for fix in one.fixes if fix.preferred), None)


def with_clear(analysis: Analysis, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Findings, the first serious ones of which have no fix but the preferred one, where there is one."""
    found = list(found)
    told, count, left = [], HELPED, PATIENCE
    if any(one.rule.slug == CONFLICT for one in found):
        return found
    for one in found:
        if count and left > 0 and one.severity <= Severity.WARNING:
            start = clock()
            way = one._replace(fixes=fixes_of(analysis, one, left)).preferred
            count, left = count - 1, left - (clock() - start)
            told.append(one if way is None else one._replace(fixes=(way,)))
        else:
            told.append(one)
    return told


def fixes_of(
    analysis: Analysis, finding: Diagnostic, seconds: float | None = None, near: Span | None = None
) -> tuple[Fix, ...]:
    """The fixes of one finding, see :func:`repaired`; after so many seconds by :data:`clock` nothing more is tried.

    Even the first one takes some time to be made, so that in no time nothing is.
    """
    if finding.severity > Severity.WARNING or any(fix.safe for fix in finding.fixes):
        return finding.fixes
    # Whoever points at a finding sees its hover and its light bulb, one after the other.
    known = _known.setdefault(analysis, {})
    if seconds == 0 and finding not in known:
        return ()
    repairs, all_tried = known.get(finding) or _tried(analysis, finding, seconds)
    if all_tried:
        known[finding] = repairs, True
    if not repairs:
        return ()
    repairs = sorted(repairs, key=lambda one: one.rank)
    least = [one for one in repairs if one.rank[:2] == repairs[0].rank[:2]]
    best = least[0]
    alone = all_tried and len(least) == 1 and best.plain
    if near is not None and not _touch(finding.span, near):
        repairs = [one for one in repairs if any(_touch(edit, near) for edit in one.candidate.edits)]
    text = analysis.document.text
    return tuple([_fix(text, finding, one, alone and one is best) for one in repairs[:MOST]])


def _touch(one: Span | Edit, other: Span) -> bool:
    return one[0] <= other.end and other.start <= one[1]


def _tried(analysis: Analysis, finding: Diagnostic, seconds: float | None) -> tuple[list[Repair], bool]:
    """The repairs, and whether everything has been tried that is not far less likely than one that leaves nothing wrong.

    What else may stand at the very place of such a one is tried however unlikely: if it fits as well, nothing is clear.
    """
    repairs: list[Repair] = []
    shown = as_it_shows(analysis, finding)
    enough, spent, longest = inf, 0.0, 0.0
    places: set[Span] = set()
    for candidate in candidates(analysis, finding)[:TRIED]:
        look()
        if candidate.origin == "slip" and candidate.cost > enough and candidate.span not in places:
            continue
        # The longest time does not count: what reads what can't be read was loaded in it, once.
        if seconds is not None and spent - longest > seconds:
            return repairs, False
        start = clock()
        said = verdict(analysis, finding, shown, candidate.edits)
        spent, longest = spent + clock() - start, max(longest, clock() - start)
        if said is None or said.came > (said.gone if candidate.origin == "rule" else 0):
            continue
        repairs.append(Repair(candidate, said))
        if not said.left and not repairs[-1].doubtful:
            enough = min(enough, candidate.cost + FAR)
            places.add(candidate.span)
    return repairs, True


_known: WeakKeyDictionary[Analysis, dict[Diagnostic, tuple[list[Repair], bool]]] = WeakKeyDictionary()
"""What has been tried to the end, by the version of a record, as long as there is that."""


# Telling

_WORD = re.compile(r"[^\s|,;\"'\[\](){}=]*")
LONGEST = 24
"""A title names no more of a record on either side of an edit than so many code points."""


def _fix(text: Callable[[int, int], str], finding: Diagnostic, repair: Repair, alone: bool) -> Fix:
    title, edits = repair.candidate.title, repair.candidate.edits
    if alone:
        evidence = ": nothing else as likely fits the rest of the record"
    else:
        evidence = "" if title else ": fits the rest of the record"
    return Fix((title or _title(text, finding, edits)) + evidence, edits, preferred=alone)


def _title(text: Callable[[int, int], str], finding: Diagnostic, edits: Sequence[Edit]) -> str:
    """What is to be read, and what for if that is not where the finding is."""
    first, last = edits[0].start, edits[-1].end
    head = (_WORD.match(text(max(first - LONGEST, 0), first)[::-1]) or [""])[0][::-1]
    tail = (_WORD.match(text(last, last + LONGEST)) or [""])[0]
    written = text(first, last)
    old, new = (
        " ".join(f"{head}{part}{tail}".split())
        for part in (written, apply(written, [edit.shifted(-first) for edit in edits]))
    )
    here = finding.span.start <= last and first <= finding.span.end
    if not new:
        return f"Delete `{old}`"
    return f"Read `{new}`" if here or not old else f"Read `{new}` for `{old}`"
