"""Repair by replay: what was probably meant where something is wrong, judged by the rest of the record.

Candidates are the fixes of the finding's own rule, what the notation knows (:meth:`Language.candidates`), and all slips of
the pen near the finding, near the places it refers to and near the findings beside it. Each is made, as an edit, and the
record is checked with it (:class:`kibitz.core.replay.Trial`). Only what takes the finding away and brings no other one is a
repair; of these those come first after which the least is wrong, and then the likeliest. What leaves nothing wrong that a slip
may touch is said to fit. If one alone does, it is clear what was meant, unless it rewrites evidence
(:meth:`Language.evidence`). The same record gives the same answer always: work is bounded by what it reads, not by a clock.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple
from weakref import WeakKeyDictionary

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import OFFERED, REPAIRED, REPAIRS, SLIPS, WORK
from kibitz.core.candidates import Candidate, candidates
from kibitz.core.formatting import apply
from kibitz.core.interest import look
from kibitz.core.replay import Trial, Verdict
from kibitz.core.values import Diagnostic, Edit, Fix, Severity, Span

FAR = 4.6
"""What is so much less likely, as a logarithm, than a repair with which nothing is wrong is not tried any more."""
OTHER = 30.0
"""What is so much less likely than another repair, though that leaves something wrong, is something else altogether."""
ODD = 7.5
"""A slip that is less likely than this, as a negative logarithm, is never clear: something else may be wrong than a slip."""


class Repair(NamedTuple):
    """A candidate that the rest of the record bears out."""

    candidate: Candidate
    verdict: Verdict

    @property
    def doubtful(self) -> bool:
        """Whether it brings something new that is wrong, or may only hide what is."""
        return self.verdict.came > 0 or self.candidate.removes

    @property
    def fits(self) -> bool:
        """Whether nothing is wrong with it any more."""
        return not self.doubtful and not self.verdict.left

    @property
    def plain(self) -> bool:
        """Whether it fits and is one change of one thing, and no odd one: only such a one may be clear."""
        odd = self.candidate.airy or (self.candidate.origin == "slip" and self.candidate.cost > ODD)
        return self.fits and not odd and (self.candidate.things or len(self.candidate.edits)) == 1

    @property
    def rank(self) -> tuple[bool, int, float]:
        return self.doubtful, self.verdict.left, self.candidate.cost


class Search(NamedTuple):
    """What a search for repairs has found, the best first."""

    repairs: list[Repair]
    ended: bool
    """Whether all was tried that may be as likely; if not, none of them is clear."""


def repaired(analysis: Analysis, found: Iterable[Diagnostic], near: Span | None = None) -> list[Diagnostic]:
    """Findings with their repairs as fixes, at most three of each, the likeliest first; the clear one is `preferred`.

    `found` are some of :meth:`Analysis.diagnostics`. Those with a safe fix, and those that are no errors or warnings, stay as
    they are; of the others the first few have repairs. Of what is wrong elsewhere than `near`, if that is given, only repairs
    that are made there are told: a finding that refers to a place may come of a mistake at that.
    """
    told, left = list[Diagnostic](), REPAIRED
    for one in found:
        if _is_open(one):
            left -= not is_known(analysis, one)
            told.append(one._replace(fixes=fixes_of(analysis, one, near) if left >= 0 else ()))
        else:
            told.append(one)
    return told


def meant(analysis: Analysis, found: Iterable[Diagnostic]) -> Fix | None:
    """What was clearly meant where these findings are: of the first of them for which anything is clear."""
    told = repaired(analysis, found)
    return next((fix for one in told for fix in one.fixes if fix.preferred), None)


def with_clear(analysis: Analysis, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Findings, the first serious ones of which have no fix but the preferred one, where there is one."""
    found = list(found)
    told = zip(found, repaired(analysis, found), strict=True)
    return [one if way.preferred is None else one._replace(fixes=(way.preferred,)) for one, way in told]


def is_known(analysis: Analysis, finding: Diagnostic) -> bool:
    """Whether the fixes of a finding need not be found out any more."""
    return not _is_open(finding) or finding in _known.get(analysis, ())


def fixes_of(analysis: Analysis, finding: Diagnostic, near: Span | None = None) -> tuple[Fix, ...]:
    """The fixes of one finding, see :func:`repaired`."""
    if not _is_open(finding):
        return finding.fixes
    # Whoever points at a finding sees its hover and its light bulb, one after the other.
    known = _known.setdefault(analysis, {})
    if finding not in known:
        known[finding] = _repairs(analysis, finding)
    repairs = known[finding].repairs
    clear = _clear(analysis, known[finding])
    if near is not None and not _touch(finding.span, near):
        repairs = [one for one in repairs if any(_touch(edit, near) for edit in one.candidate.edits)]
    text = analysis.document.text
    return tuple([_fix(text, finding, one, one is clear) for one in repairs[:REPAIRS]])


def _is_open(finding: Diagnostic) -> bool:
    """Whether it is to be found out how a finding came about."""
    return finding.severity <= Severity.WARNING and not any(fix.safe for fix in finding.fixes)


def _touch(one: Span | Edit, other: Span) -> bool:
    return one[0] <= other.end and other.start <= one[1]


def _clear(analysis: Analysis, search: Search) -> Repair | None:
    """The repair that alone fits."""
    best = next(iter(search.repairs), None)
    alone = search.ended and sum(one.fits for one in search.repairs) == 1
    if best is None or not best.plain or not alone:
        return None
    return None if any(_rewrites(analysis, edit) for edit in best.candidate.edits) else best


def _rewrites(analysis: Analysis, edit: Edit) -> bool:
    """Whether an edit changes what bears witness of the play; what it puts in at an end of that stands beside it."""
    evidence = analysis.language.evidence(analysis, Span(edit.start, edit.end))
    return any(start < edit.end and edit.start < end for start, end in evidence)


def _repairs(analysis: Analysis, finding: Diagnostic) -> Search:
    """All repairs that have been found. That they fit is proven by the notation itself.

    The records beside this one have no say: the command line does not know them.
    """
    analysis = replace(analysis, neighbours=())
    trial = Trial(analysis, finding)
    tried = _tried(analysis, finding, trial)
    proven = [
        one._replace(verdict=trial.proven(one.candidate.edits, one.verdict)) if one.fits else one
        for one in tried.repairs
    ]
    return Search(sorted(proven, key=lambda one: one.rank), tried.ended)


def _tried(analysis: Analysis, finding: Diagnostic, trial: Trial) -> Search:
    """The repairs among the candidates that are not far less likely than one that leaves nothing wrong.

    What else may stand at the very place of such a one is tried however unlikely: if it fits as well, nothing is clear. What
    is less likely than all that can be offered is not tried any more.
    """
    repairs: list[Repair] = []
    enough = other = inf
    slips, fitting = 0, list[float]()
    places: set[Span] = set()
    same: set[object] = set()
    for candidate in candidates(analysis, finding):
        look()
        if candidate.origin == "slip":
            worst = sorted(fitting)[REPAIRS - 1] if len(fitting) >= REPAIRS else inf
            slips += 1
            far = slips > OFFERED + SLIPS or candidate.cost > enough
            if candidate.cost > min(worst, other) or (far and candidate.span not in places):
                continue
        if (said := _stripped(candidate)) in same:
            continue
        if trial.spent > WORK:
            return Search(repairs, ended=False)
        verdict = trial.verdict(candidate.edits, candidate.origin != "rule", candidate.airy)
        if verdict is None or verdict.came > verdict.gone:
            continue
        # Codes from 100 on are about what a record says: it can be read.
        read = finding.severity > Severity.ERROR or finding.rule.code[3:] >= "100"
        hushing = candidate.origin == "slip" and read
        if hushing and any(_comments(analysis, edit) for edit in candidate.edits):
            continue
        repairs.append(one := Repair(candidate, verdict))
        if not one.doubtful:
            other = min(other, candidate.cost + OTHER)
        if one.fits:
            enough = min(enough, candidate.cost + FAR)
            fitting.append(candidate.cost)
            places.add(candidate.span)
            same.add(said)
    return Search(repairs, ended=True)


def _stripped(candidate: Candidate) -> object:
    """What a candidate writes, but for blanks around it: of two that fit and differ in these, the likelier one is meant."""
    said = [edit._replace(text=edit.text.strip()) for edit in candidate.edits]
    return tuple(said) if all(one.text for one in said) else candidate


def _comments(analysis: Analysis, edit: Edit) -> bool:
    """Whether an edit changes a comment or makes one: it may be meant where something can't be read, but what is read no more
    does not mend what is odd."""
    if analysis.language.comment[0].strip() in edit.text:
        return True
    places = analysis.document.places(edit.start, edit.end)
    spans = [span for place in places for span in analysis.comments(place)]
    return any(start < edit.start <= end or start < edit.end <= end for start, end in spans)


_known: WeakKeyDictionary[Analysis, dict[Diagnostic, Search]] = WeakKeyDictionary()
"""What has been found out, by the version of a record, as long as there is that."""


# Telling

_WORD = re.compile(r"[^\s|,;\"'\[\](){}=]*")
LONGEST = 24
"""A title names no more of a record on either side of an edit than so many code points."""


def _fix(text: Callable[[int, int], str], finding: Diagnostic, repair: Repair, clear: bool) -> Fix:
    title, edits = repair.candidate.title, repair.candidate.edits
    # Of what is wrong elsewhere it can't be the cause; but neither does all of the record bear it out then.
    witness = "what stands around it" if repair.verdict.elsewhere else "the rest of the record"
    if clear:
        evidence = f": nothing else as likely fits {witness}"
    else:
        evidence = f": fits {witness}" if repair.fits and not title else ""
    return Fix((title or _title(text, finding, edits)) + evidence, edits, preferred=clear)


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
