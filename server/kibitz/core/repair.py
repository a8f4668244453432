"""Repair by replay: what was probably meant where something is wrong, judged by the rest of the record.

Candidates are the fixes of the finding's own rule, what the notation knows (:meth:`Language.candidates`), and all slips of
the pen near the finding, near the places it refers to and near the findings beside it. Each is made, as an edit, and the
record is checked with it. Only what takes the finding away and brings no other one is a repair; of these those come first
after which the least is wrong, and then the likeliest. If one alone leaves the least, it is clear what was meant.
"""

from __future__ import annotations

import re
from math import inf
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import thread_time
from typing import NamedTuple

from kibitz.core.analysis import Analysis, checked
from kibitz.core.chunks import common_start
from kibitz.core.edit import edit as edited
from kibitz.core.formatting import apply
from kibitz.core.interest import look
from kibitz.core.results import Folded
from kibitz.core.slips import AROUND, Style, meant, slips
from kibitz.core.values import Completion, Diagnostic, Edit, Fix, Severity, Span

MOST = 3
"""So many repairs are offered of a finding at the most."""
TRIED = 120
"""So many candidates are tried."""
LEARNT = 4000
"""So many code points before a finding, and as many behind it, teach how this record is written."""
BESIDE = 3
"""At so many other findings the slip may be that made this one."""
ELSEWHERE = 0.5
"""How much less likely a slip is at such a place, or one the finding refers to, than at the finding, as a logarithm."""
KNOWN = 5.0
"""How much likelier, as a logarithm, what a rule or the notation knows is than a slip that is as far away."""
FAR = 6.0
"""What is so much less likely, as a logarithm, than a repair with which nothing is wrong is not tried any more."""
OFFERED = 12
"""So many completions at a finding are tried."""

_NAMED = re.compile(r"`([^`]+)`")


class Candidate(NamedTuple):
    """What may have been meant."""

    edits: tuple[Edit, ...]
    cost: float
    """How unlikely that is: a negative logarithm, but for a constant."""
    title: str = ""
    """What to call it; empty for a slip, whose title tells what is to be read."""


class Repair(NamedTuple):
    """A candidate that the rest of the record bears out."""

    candidate: Candidate
    left: int
    """How many errors and warnings there are with it, of those that may have to do with it."""
    gone: int
    """How many it takes away."""


def repaired(
    analysis: Analysis, found: Iterable[Diagnostic], milliseconds: float | None = None
) -> list[Diagnostic]:
    """Findings with the repairs among their fixes, the likeliest first; the clear one is `preferred`.

    `found` are those of :meth:`Analysis.diagnostics`, with offsets of the document. Findings with a safe fix, and those that are
    no errors or warnings, stay as they are. No more than so many milliseconds of work go into all of them; what has not been
    tried by then is not offered, and nothing is clear.
    """
    deadline = None if milliseconds is None else thread_time() + milliseconds / 1000
    return [one._replace(fixes=fixes_of(analysis, one, deadline)) for one in found]


def fixes_of(analysis: Analysis, finding: Diagnostic, deadline: float | None = None) -> tuple[Fix, ...]:
    """The fixes of one finding, at most three, see :func:`repaired`; `deadline` is by the clock of the thread's own work."""
    if finding.severity > Severity.WARNING or any(fix.safe for fix in finding.fixes):
        return finding.fixes
    tried = _tried(analysis, finding, deadline)
    borne_out = sorted(tried.repairs, key=lambda one: (one.left, one.candidate.cost))
    if not borne_out:
        return ()
    least = [one for one in borne_out if one.left == borne_out[0].left]
    clear = len(least) == 1 and tried.whole
    text = analysis.document.text
    return tuple([_fix(text, one, clear and one is least[0]) for one in borne_out[:MOST]])


class _Tried(NamedTuple):
    repairs: list[Repair]
    whole: bool
    """Whether all has been tried that is not far less likely than a repair with which nothing is left."""


def _tried(analysis: Analysis, finding: Diagnostic, deadline: float | None) -> _Tried:
    repairs: list[Repair] = []
    enough = inf
    for candidate in candidates(analysis, finding)[:TRIED]:
        look()
        if candidate.cost > enough:
            break
        if deadline is not None and thread_time() > deadline:
            return _Tried(repairs, False)
        repair = _replayed(analysis, finding, candidate)
        if repair is not None:
            repairs.append(repair)
            if not repair.left:
                enough = min(enough, candidate.cost + FAR)
    return _Tried(repairs, True)


# Candidates


def candidates(analysis: Analysis, finding: Diagnostic) -> list[Candidate]:
    """What may have been meant where something is wrong, the likeliest first, each edit once."""
    window = _Window.around(analysis, finding)
    known = [*finding.fixes, *analysis.language.candidates(analysis, finding)]
    found = [*window.of_fixes(known), *window.of_completions(analysis, finding), *window.slips(analysis, finding)]
    best: dict[tuple[Edit, ...], Candidate] = {}
    for one in found:
        other = best.setdefault(one.edits, one)
        if one.cost < other.cost:
            best[one.edits] = one._replace(title=other.title or one.title)
    return sorted(best.values(), key=lambda one: one.cost)


class _Window(NamedTuple):
    """The text around a finding, and how such a record is written."""

    start: int
    text: str
    style: Style

    @classmethod
    def around(cls, analysis: Analysis, finding: Diagnostic) -> _Window:
        document = analysis.document
        start = max(finding.span.start - LEARNT, 0)
        text = document.text(start, min(finding.span.end + LEARNT, len(document)))
        named = [word for said in _said(finding) for word in _NAMED.findall(said)]
        offered = [_plain(one) for one in _offered(analysis, finding)]
        return cls(start, text, Style([(text, 1), *((word, 2) for word in named), *((one, 1) for one in offered)]))

    def of_fixes(self, fixes: Iterable[Fix]) -> Iterator[Candidate]:
        for fix in fixes:
            edits = self.canonical(fix.edits)
            if edits:
                yield Candidate(edits, sum(map(self.cost, edits)) - KNOWN, fix.title)

    def of_completions(self, analysis: Analysis, finding: Diagnostic) -> Iterator[Candidate]:
        for one in _offered(analysis, finding)[:OFFERED]:
            edits = self.canonical((Edit(*one.span, _plain(one)),))
            if edits and one.span.start < one.span.end:
                yield Candidate(edits, self.cost(edits[0]))

    def slips(self, analysis: Analysis, finding: Diagnostic) -> Iterator[Candidate]:
        places = [(span.shifted(-self.start), cost) for span, cost in _places(analysis, finding)]
        inside = [one for one in places if 0 <= one[0].start and one[0].end <= len(self.text)]
        for edit, cost in slips(self.style, self.text, inside)[: 2 * TRIED]:
            yield Candidate(self.canonical((edit.shifted(self.start),)), cost)

    def cost(self, edit: Edit) -> float:
        """How unlikely it is that an edit gives what was meant."""
        return meant(self.style, self.text, edit.shifted(-self.start))

    def canonical(self, edits: Iterable[Edit]) -> tuple[Edit, ...]:
        """The same edits in the one way in which they change the least, as far to the right as they can be."""
        made = [self._canonical(edit) for edit in sorted(edits)]
        return tuple([edit for edit in made if edit.text or edit.start < edit.end])

    def _canonical(self, edit: Edit) -> Edit:
        start, end, text = edit.shifted(-self.start)
        if start < 0 or end > len(self.text):
            return edit
        behind = self.text[end : end + AROUND]
        old, new = self.text[start:end] + behind, text + behind
        same = common_start(old, new)
        last = min(common_start(old[::-1], new[::-1]), min(len(old), len(new)) - same)
        return Edit(start + same, start + len(old) - last, new[same : len(new) - last]).shifted(self.start)


def _said(finding: Diagnostic) -> Iterator[str]:
    yield finding.message
    yield from (fix.title for fix in finding.fixes)
    yield from (fix.edits[0].text for fix in finding.fixes if fix.edits)


def _offered(analysis: Analysis, finding: Diagnostic) -> Sequence[Completion]:
    offered: Sequence[Completion] = analysis.language.complete(analysis, finding.span.end)
    return offered[:100]


def _plain(one: Completion) -> str:
    return one.plain if one.snippet else one.text


def _places(analysis: Analysis, finding: Diagnostic) -> Iterator[tuple[Span, float]]:
    """Where the slip may be, each with how much less likely it is there than at the finding."""
    start, end = finding.span
    yield finding.span, 0
    yield from ((other.span, ELSEWHERE) for other in finding.related)
    beside = [
        one.span
        for one in analysis.diagnostics_in(max(start - LEARNT, 0), end + LEARNT)
        if one.severity <= Severity.WARNING and one.span != finding.span
    ]
    beside.sort(key=lambda span: min(abs(span.start - end), abs(start - span.end)))
    yield from ((span, ELSEWHERE) for span in beside[:BESIDE])


# Replaying

_Mark = tuple[str, int]
"""The rule of a finding, and where it is once the edits have been made: what makes it the same one before and after."""


def _replayed(analysis: Analysis, finding: Diagnostic, candidate: Candidate) -> Repair | None:
    """What the rest of the record says of a candidate; None where it speaks against it."""
    edits, document = candidate.edits, analysis.document
    for edit in reversed(edits):
        document = edited(document, *edit)
    after = checked(document, analysis)
    old, new = _differing(analysis.folded, after.folded)
    was = Counter(_mark(one, _after(edits, one.span.start)) for one in old if one.severity <= Severity.WARNING)
    now = Counter(_mark(one, _within(edits, one.span.start)) for one in new if one.severity <= Severity.WARNING)
    mark = _mark(finding, _after(edits, finding.span.start))
    if now - was or now[mark] >= was[mark]:
        return None
    if any(one.severity == Severity.INFORMATION and _made(edits, one.span) for one in new):
        # What makes the record say something that kibitz knows nothing of only hides what is wrong.
        return None
    return Repair(candidate, sum(now.values()), sum(was.values()) - sum(now.values()))


def _mark(one: Diagnostic, at: int) -> _Mark:
    return one.rule.code, at


def _differing(before: Folded, after: Folded) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """What was found in the blocks that are not the same in both, and at the end."""
    ours, theirs = before.results, after.results
    least = min(len(ours), len(theirs))
    first = next((at for at in range(least) if ours[at] is not theirs[at]), least)
    last = next((at for at in range(least - first) if ours[-at - 1] is not theirs[-at - 1]), least - first)
    return before.among(first, len(ours) - last), after.among(first, len(theirs) - last)


def _after(edits: Sequence[Edit], offset: int) -> int:
    """Where something is after edits that was at an offset before; at the start of one that it was within."""
    grown = 0
    for start, end, text in edits:
        if offset <= start:
            break
        if offset < end:
            return start + grown
        grown += len(text) - (end - start)
    return offset + grown


def _made(edits: Sequence[Edit], span: Span) -> bool:
    """Whether something that is said after edits is about what one of them has written."""
    grown = 0
    for start, end, text in edits:
        if span.start <= start + grown + len(text) and start + grown <= span.end:
            return True
        grown += len(text) - (end - start)
    return False


def _within(edits: Sequence[Edit], offset: int) -> int:
    """Where an edit starts after which something is at an offset within its text; else the offset."""
    grown = 0
    for start, end, text in edits:
        if offset <= start + grown:
            break
        if offset < start + grown + len(text):
            return start + grown
        grown += len(text) - (end - start)
    return offset


# Telling

_WORD = re.compile(r"[^\s|,;\"'\[\](){}=]*")
LONGEST = 24
"""A title names no more of a record than so many code points."""


def _fix(text: Callable[[int, int], str], repair: Repair, clear: bool) -> Fix:
    candidate = repair.candidate
    title = candidate.title or f"Read `{_read(text, candidate.edits)}`"
    return Fix(f"{title}{_evidence(repair, clear)}", candidate.edits, preferred=clear)


def _read(text: Callable[[int, int], str], edits: Sequence[Edit]) -> str:
    """The word that is to be read, with what stands around the edits."""
    first, last = edits[0].start, edits[-1].end
    before, behind = text(max(first - LONGEST, 0), first), text(last, last + LONGEST)
    made = apply(text(first, last), [edit.shifted(-first) for edit in edits])
    head = (_WORD.match(before[::-1]) or [""])[0][::-1]
    tail = (_WORD.match(behind) or [""])[0]
    return " ".join(f"{head}{made}{tail}".split())


def _evidence(repair: Repair, clear: bool) -> str:
    if repair.candidate.title and not clear:
        return ""
    others = f", and {repair.gone} findings are gone" if repair.gone > 1 else ""
    return f": nothing else fits the rest of the record{others}" if clear else f": fits the rest of the record{others}"
