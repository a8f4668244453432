"""Find out what was meant where something is wrong, by replaying the rest of the record.

There are three kinds of candidates: the fixes of the finding's own rule, the ideas of the notation
(:meth:`Language.candidates`), and typos. Typos are tried at the finding, at the places it refers to, and at the findings next to it.
:class:`kibitz.core.replay.Trial` makes each edit and checks the record again. A candidate is a repair if the finding goes and no
other one comes. The fix that the message names is always offered, and first: it may uncover mistakes that were hidden before.
All other repairs are sorted by the mistakes that they leave, then by likelihood.

A repair *fits* if nothing is wrong after it. It is *clear* if no other repair fits, if it is likely, and if it rewrites no
fixed fact (:meth:`Language.fixed_facts`). The same record always gets the same answer: the text read limits the work, not the time.
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
from kibitz.core.cancellation import check_cancelled
from kibitz.core.candidates import Candidate, candidates
from kibitz.core.document import Document
from kibitz.core.formatting import apply
from kibitz.core.replay import Trial, Verdict
from kibitz.core.values import Diagnostic, Edit, Fix, Severity, Span, is_syntax

FAR = 4.6
"""Negative logarithm of how much less likely a candidate may be than a repair that fits."""
OTHER = 30.0
"""Negative logarithm of how much less likely a candidate may be than any other repair."""
ODD = 7.5
"""Negative logarithm above which a typo is too unlikely to be clear."""


ALWAYS = ("message", "rule")
"""Backings of the candidates that are always offered."""
REFUSED = Verdict(gone=0, came=1, left=1)
"""The verdict on an edit after which the finding stays."""


class Repair(NamedTuple):
    """A candidate that the rest of the record agrees with, or that the message of the finding names."""

    candidate: Candidate
    verdict: Verdict

    @property
    def doubtful(self) -> bool:
        """Whether it brings a finding, or may only hide one."""
        return self.verdict.came > 0 or self.candidate.removes

    @property
    def fits(self) -> bool:
        """Whether nothing is wrong after it."""
        return not self.doubtful and not self.verdict.left and not self.verdict.uncovered

    @property
    def plain(self) -> bool:
        """Whether it fits and is one likely change of one thing: only such a repair may be clear."""
        odd = self.candidate.unsupported or (self.candidate.origin == "slip" and self.candidate.cost > ODD)
        return self.fits and not odd and (self.candidate.things or len(self.candidate.edits)) == 1

    @property
    def rank(self) -> tuple[bool, bool, int, float]:
        """Sort key: what the message names, what brings nothing, what leaves the least, what is likely.

        If a candidate uncovers mistakes, what it leaves says nothing against it.
        """
        named = self.candidate.backing == "message" and not self.candidate.removes
        left = 0 if self.candidate.uncovers else self.verdict.left
        return not named, self.doubtful, left, self.candidate.cost


class Search(NamedTuple):
    """The repairs that a search has found, the best first."""

    repairs: list[Repair]
    ended: bool
    """Whether the search tried everything that may be as likely; if not, no repair is clear."""
    spent: int = 0
    """The code points that it checked, see :attr:`Trial.spent`."""


def repaired(
    analysis: Analysis, found: Iterable[Diagnostic], near: Span | None = None, work: int = REPAIRED * WORK
) -> list[Diagnostic]:
    """Return findings with the fixes that editors, the command line and agents offer, the best first.

    `found` are some of :meth:`Analysis.diagnostics`. A finding with a safe fix, an information and a hint keep their fixes.
    Each of the first errors and warnings gets at most three repairs, until `work` code points are searched; the clear
    repair is `preferred`. If `near` is given, a finding elsewhere keeps only the repairs that edit that range: its
    cause may be there.
    """
    told, left, room = list[Diagnostic](), REPAIRED, work
    for one in found:
        if _is_open(one):
            known = is_known(analysis, one)
            left -= not known
            fixes = fixes_of(analysis, one, near) if known or (left >= 0 and room > 0) else ()
            if not known and one in _known.get(analysis, ()):
                room -= _known[analysis][one].spent
            one = one._replace(fixes=fixes)
        told.append(one)
    return told


def meant(analysis: Analysis, found: Iterable[Diagnostic]) -> Fix | None:
    """Return the clear repair of the first of some findings that has one."""
    told = repaired(analysis, found)
    return next((fix for one in told for fix in one.fixes if fix.preferred), None)


def is_known(analysis: Analysis, finding: Diagnostic) -> bool:
    """Return whether the fixes of a finding take no search."""
    return not _is_open(finding) or finding in _known.get(analysis, ())


def fixes_of(analysis: Analysis, finding: Diagnostic, near: Span | None = None) -> tuple[Fix, ...]:
    """Return the fixes of one finding, see :func:`repaired`."""
    if not _is_open(finding):
        return finding.fixes
    # An editor asks twice for the same finding: for its hover and for its light bulb.
    known = _known.setdefault(analysis, {})
    if finding not in known:
        known[finding] = _repairs(analysis, finding)
    repairs = known[finding].repairs
    clear = _clear(analysis, known[finding])
    if near is not None and not _touch(finding.span, near):
        repairs = [one for one in repairs if any(_touch(edit, near) for edit in one.candidate.edits)]
    return tuple([_fix(analysis.document, finding, one, one is clear) for one in _first(repairs)])


def _first(repairs: Sequence[Repair]) -> list[Repair]:
    """Return the first repairs, the fix of the rule among them, however far down it is."""
    own = [one for one in repairs if one.candidate.backing in ALWAYS]
    others = [one for one in repairs if one.candidate.backing not in ALWAYS]
    first = [*own, *others[: max(REPAIRS - len(own), 0)]]
    return sorted(first, key=lambda one: one.rank)


def _is_open(finding: Diagnostic) -> bool:
    return finding.severity <= Severity.WARNING and not any(fix.safe for fix in finding.fixes)


def _touch(one: Span | Edit, other: Span) -> bool:
    return one[0] <= other.end and other.start <= one[1]


def _clear(analysis: Analysis, search: Search) -> Repair | None:
    """Return the only repair that fits, if it rewrites no fixed fact."""
    best = next(iter(search.repairs), None)
    alone = search.ended and sum(one.fits for one in search.repairs) == 1
    if best is None or not best.plain or not alone:
        return None
    return None if any(_rewrites(analysis, edit) for edit in best.candidate.edits) else best


def _rewrites(analysis: Analysis, edit: Edit) -> bool:
    """Return whether an edit changes a fixed fact; an insertion next to one does not."""
    facts = analysis.language.fixed_facts(analysis, Span(edit.start, edit.end))
    return any(start < edit.end and edit.start < end for start, end in facts)


def _repairs(analysis: Analysis, finding: Diagnostic) -> Search:
    """Search for repairs.

    A guess is plausible if no other one uncovers fewer mistakes, or later ones.

    The search ignores the other records of the folder, because the command line does not know them.
    """
    analysis = replace(analysis, siblings=())
    trial = Trial(analysis, finding)
    tried = _tried(analysis, finding, trial)
    least = min((_uncovers(one) for one in tried.repairs), default=(0, 0.0))
    plausible = [one for one in tried.repairs if one.candidate.backing or _uncovers(one) == least]
    return Search(sorted(plausible, key=lambda one: one.rank), tried.ended, trial.spent)


def _uncovers(one: Repair) -> tuple[int, float]:
    """Return how much a repair uncovers, and how early: the less, the better."""
    return one.verdict.uncovered, -one.verdict.until


def _tried(analysis: Analysis, finding: Diagnostic, trial: Trial) -> Search:
    """Return the repairs among the candidates, without those that are far less likely than one that fits.

    At the place of a repair that fits, the search tries even unlikely typos: if one fits as well, no repair is clear.
    A candidate that the message names is kept even if the finding stays after it.
    """
    repairs: list[Repair] = []
    enough = other = inf
    slips, fitting = 0, list[float]()
    places: set[Span] = set()
    same: set[object] = set()
    for candidate in candidates(analysis, finding):
        check_cancelled()
        if candidate.origin == "slip":
            worst = sorted(fitting)[REPAIRS - 1] if len(fitting) >= REPAIRS else inf
            slips += 1
            far = slips > OFFERED + SLIPS or candidate.cost > enough
            if candidate.cost > min(worst, other) or (far and candidate.span not in places):
                continue
        if (said := _stripped(candidate)) in same:
            continue
        always = candidate.backing in ALWAYS
        if trial.spent > WORK and not always:
            return Search(repairs, ended=False)
        verdict = trial.verdict(
            candidate.edits, candidate.origin != "rule", candidate.unsupported, candidate.uncovers
        )
        if verdict is None and always:
            verdict = REFUSED
        if verdict is None or (verdict.came > verdict.gone and not always):
            continue
        read = finding.severity > Severity.ERROR or not is_syntax(finding.rule.code)
        hushing = candidate.origin == "slip" and read
        if hushing and any(_comments(analysis, edit) for edit in candidate.edits):
            continue
        repairs.append(one := Repair(candidate, verdict))
        if not one.doubtful:
            other = min(other, candidate.cost + (FAR if candidate.uncovers else OTHER))
        if one.fits:
            enough = min(enough, candidate.cost + FAR)
            fitting.append(candidate.cost)
            places.add(candidate.span)
            same.add(said)
    return Search(repairs, ended=True)


def _stripped(candidate: Candidate) -> object:
    """Return the edits without the spaces around their texts: the likelier of two candidates that differ in these is meant."""
    said = [edit._replace(text=edit.text.strip()) for edit in candidate.edits]
    return tuple(said) if all(one.text for one in said) else candidate


def _comments(analysis: Analysis, edit: Edit) -> bool:
    """Return whether an edit changes or makes a comment, which would only hide a finding about a readable text."""
    if analysis.language.comment[0].strip() in edit.text:
        return True
    places = analysis.document.places(edit.start, edit.end)
    spans = [span for place in places for span in analysis.comments(place)]
    return any(start < edit.start <= end or start < edit.end <= end for start, end in spans)


_known: WeakKeyDictionary[Analysis, dict[Diagnostic, Search]] = WeakKeyDictionary()
"""The searches so far by version of the record."""


_WORD = re.compile(r"[^\s|,;\"'\[\](){}=]*")
TITLE_CONTEXT = 24
"""Code points of context on either side of an edit that a title shows."""


def _fix(document: Document, finding: Diagnostic, repair: Repair, clear: bool) -> Fix:
    title, edits = repair.candidate.title, repair.candidate.edits
    # If more is wrong elsewhere, the whole record does not agree.
    agrees = "its surroundings" if repair.verdict.elsewhere else "the rest of the record"
    evidence = f" (the only likely fix that fits {agrees})" if clear else ""
    return Fix(
        (title or _title(document.text, edits) + _line(document, finding, edits)) + evidence,
        edits,
        preferred=clear,
    )


def _line(document: Document, finding: Diagnostic, edits: Sequence[Edit]) -> str:
    """Return the line of edits, or nothing if one of them is on a line of the finding."""
    lines = [document.position_at(offset, "utf-32").line for offset in (edits[0].start, edits[-1].end)]
    first, last = (document.position_at(offset, "utf-32").line for offset in finding.span)
    return "" if lines[0] <= last and first <= lines[1] else f" in line {lines[0] + 1}"


def _title(text: Callable[[int, int], str], edits: Sequence[Edit]) -> str:
    """Return a title with the words around the edits, before and after them."""
    first, last = edits[0].start, edits[-1].end
    head = (_WORD.match(text(max(first - TITLE_CONTEXT, 0), first)[::-1]) or [""])[0][::-1]
    tail = (_WORD.match(text(last, last + TITLE_CONTEXT)) or [""])[0]
    written = text(first, last)
    old, new = (
        " ".join(f"{head}{part}{tail}".split())
        for part in (written, apply(written, [edit.shifted(-first) for edit in edits]))
    )
    if not new:
        return f"Remove `{old}`"
    return f"Change `{old}` to `{new}`" if old else f"Add `{new}`"
