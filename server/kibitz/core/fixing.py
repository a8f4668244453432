"""All fixes at once, each proven on the user's own text.

A safe fix must keep what the record says. Where its stretch of the record means the same as before
(:meth:`kibitz.core.language.Language.meaning`), that is proven. Where something could not be read before, there is no
meaning to compare: then the fix may touch only the chunks that its finding is about, from the first place it names to
the last, the finding must be gone afterwards, and no more of the record may be unreadable than before. A fix for which
that does not hold is left out.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.document import Document
from kibitz.core.faults import is_fault
from kibitz.core.formatting import apply
from kibitz.core.repair import repaired
from kibitz.core.values import Diagnostic, Edit, Fix, Severity, Span

PROVEN, FEWEST = 400_000, 16
"""How many code points are looked through to find fixes that can't be applied, and how often the record at the least. What
is not proven by then is left for the next time."""
ROUNDS = 100
"""How often what has been fixed is looked through again: fixes that meet wait for the next time."""
SYNTAX = 100
"""Rules with smaller numbers are about syntax."""

Select = Callable[[Iterable[Diagnostic]], Sequence[Diagnostic]]
"""What of some findings counts, see :func:`kibitz.settings.select`."""


class Mend(NamedTuple):
    """A finding with the way to mend it."""

    finding: Diagnostic
    fix: Fix


class Fixed(NamedTuple):
    """A record after its fixes, and how many there were."""

    analysis: Analysis
    mended: int


def fix_all(analysis: Analysis, select: Select, unsafe: bool = False) -> Fixed:
    """Applies all safe fixes, and if `unsafe` the repairs that are clearly meant, until there is nothing left to fix."""
    count, proofs = 0, _Proofs(max(PROVEN // max(len(analysis.document), 1), FEWEST))
    for _ in range(ROUNDS):
        found = select(analysis.diagnostics())
        applied, done = _applied(analysis, _apart(_preferred(found)), proofs)
        if not done and unsafe:
            applied, done = _repaired(analysis, found)
        if not done:
            break
        analysis, count = applied, count + done
    return Fixed(analysis, count)


def _preferred(diagnostics: Iterable[Diagnostic]) -> Iterable[Mend]:
    """What is to be applied: of an analysis that is what is safe, after :func:`repaired` what was clearly meant, too."""
    for one in diagnostics:
        fix = one.preferred
        if fix is not None and fix.edits:
            yield Mend(one, fix)


def _repaired(analysis: Analysis, found: Sequence[Diagnostic]) -> tuple[Analysis, int]:
    """The record after its clear repairs, each of which takes its finding away and brings no other one.

    Where together they do not, because two of them meet in the game, it is the first one alone.
    """
    serious = [one for one in found if one.severity <= Severity.WARNING]
    mends = list(_preferred(repaired(analysis, serious)))
    for some in (_apart(mends), mends[:1]):
        if some and _sound(analysis, some):
            after = _after(analysis, some)
            if _serious(after) <= _serious(analysis) - len(some):
                return after, len(some)
    return analysis, 0


def _serious(analysis: Analysis) -> int:
    """How many errors and warnings there are."""
    return sum(one.severity <= Severity.WARNING for one in analysis.diagnostics())


def _apart(mends: Iterable[Mend]) -> list[Mend]:
    """Those that meet none of the ones before them."""
    taken: list[Edit] = []
    found = []
    for mend in mends:
        if not any(_meets(edit, taken) for edit in mend.fix.edits):
            found.append(mend)
            for edit in mend.fix.edits:
                insort(taken, edit, key=lambda other: other.start)
    return found


def _meets(edit: Edit, others: Sequence[Edit]) -> bool:
    """Whether an edit touches one of others, which are in order and do not overlap."""
    number = bisect_right(others, edit.end, key=lambda other: other.start)
    return number > 0 and others[number - 1].end >= edit.start


def _applied(analysis: Analysis, mends: Sequence[Mend], proofs: _Proofs) -> tuple[Analysis, int]:
    """The record after those of some fixes that are proven, and how many these are."""
    proven = proofs.proven(analysis, mends)
    return (_after(analysis, proven), len(proven)) if proven else (analysis, 0)


class _Proofs:
    """Proves fixes, as often as that may be done."""

    def __init__(self, most: int) -> None:
        self._left = most

    def proven(self, analysis: Analysis, mends: Sequence[Mend]) -> Sequence[Mend]:
        """Those of some fixes that can be applied together. Nearly always that is all of them."""
        if not mends or self._sound(analysis, mends):
            return mends
        if len(mends) == 1:
            return ()
        middle = len(mends) // 2
        some, others = self.proven(analysis, mends[:middle]), self.proven(analysis, mends[middle:])
        both = [*some, *others]
        return both if self._sound(analysis, both) else some or others

    def _sound(self, analysis: Analysis, mends: Sequence[Mend]) -> bool:
        self._left -= 1
        return self._left >= 0 and _sound(analysis, mends)


def _after(analysis: Analysis, mends: Iterable[Mend]) -> Analysis:
    edits = [edit for mend in mends for edit in mend.fix.edits]
    return Analysis.of(analysis.language, apply(analysis.document.text(), edits))


def _means_the_same(document: Document, fix: Fix) -> bool:
    meaning = document.language.meaning
    start, end = _around(document, fix.edits)
    old = document.text(start, end)
    return bool(meaning(old) == meaning(apply(old, [edit.shifted(-start) for edit in fix.edits])))


def _around(document: Document, edits: Iterable[Edit]) -> Span:
    """The chunks that some edits touch, and those beside them."""
    edits = list(edits)
    first = document.place_at(max(min(edit.start for edit in edits) - 1, 0))
    last = document.place_at(min(max(edit.end for edit in edits) + 1, len(document)))
    return Span(first.start, last.start + len(last.chunk.text))


def _sound(before: Analysis, mends: Sequence[Mend]) -> bool:
    """Whether the safe ones of some fixes do what they say and nothing else."""
    open_ones = [mend for mend in mends if mend.fix.safe and not _means_the_same(before.document, mend.fix)]
    if not open_ones:
        return True
    for finding, fix in open_ones:
        about = (finding.span, *(one.span for one in finding.related))
        start, end = _around(before.document, [Edit(*span, "") for span in about])
        if not all(start <= edit.start and edit.end <= end for edit in fix.edits):
            return False
    old, new = before.diagnostics(), _after(before, mends).diagnostics()
    codes, left = (Counter(one.rule.code for one in some) for some in (old, new))
    gone = Counter(mend.finding.rule.code for mend in open_ones)
    return _unreadable(new) <= _unreadable(old) and all(
        left[code] <= codes[code] - number for code, number in gone.items()
    )


def _unreadable(diagnostics: Iterable[Diagnostic]) -> int:
    return sum(
        is_fault(one) or (one.rule.severity is Severity.ERROR and int(one.rule.code[-3:]) < SYNTAX)
        for one in diagnostics
    )
