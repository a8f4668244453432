"""Candidates for :mod:`kibitz.core.repair`: edits that may be meant where something is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from typing import Literal, NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Completion, Named
from kibitz.core.bounds import OFFERED, RELATED, SLIPS
from kibitz.core.chunks import common_start
from kibitz.core.entries import LONGEST_ENTRY, TWICE, moved
from kibitz.core.slips import AROUND, Style, anything, meant, one_slip_away, slips
from kibitz.core.values import Diagnostic, Edit, Fix, Severity, Span

LEARNT = 4000
"""Code points before a finding, and after it, from which the style of the record is learnt."""
BESIDE = 3
"""Other findings at which the cause of a finding is searched."""
ELSEWHERE = 0.5
"""Cost of a typo at another finding, or at a place that the finding refers to."""
KNOWN = 1.5
"""Discount for an idea of a rule or of the notation, compared with a typo that changes as much."""
SMALL_DELETION = 2
"""Code points that a fix may delete without taking something out of the record."""

NEAR_BY = 200
"""Code points around a finding in which a word of its message may be misspelt."""

ALIKE = 0.65
"""Least share of letters in common, as `difflib` counts it, of a word and its typo."""
BACKINGS = ("message", "word", "rule", "")
"""The values of :attr:`Candidate.backing`, the strongest first."""
KEPT = 3.0
"""Cost of keeping the first version of a merge conflict. The second costs one more."""

_CONFLICT = re.compile(
    r"<{7}[^\r\n]*(?:\r\n|\n|\r)([\s\S]*?)^(?:\|{7}[^\r\n]*(?:\r\n|\n|\r)[\s\S]*?^)?={7}[^\r\n]*(?:\r\n|\n|\r)"
    r"([\s\S]*?)^>{7}[^\r\n]*(?:\r\n|\n|\r|\Z)",
    re.MULTILINE,
)
_WORD = re.compile(r"\w{2,}")
_NAMED = re.compile(r"`([^`]+)`")


class Candidate(NamedTuple):
    """Edits that may be meant, and how likely they are."""

    edits: tuple[Edit, ...]
    """In order."""
    cost: float
    """The negative logarithm of its probability, up to a constant."""
    title: str = ""
    """The title of the fix, or empty for a typo."""
    origin: Literal["rule", "known", "slip"] = "slip"
    """Its source: the finding's own rule, an idea of the notation, or a typo."""
    unsupported: bool = False
    """Whether it has no support of its own: only a sum demands it, or it removes what is in doubt, or likelier ones cannot be
    tried. It is never clear.
    """
    things: int = 0
    """Number of mistakes that it corrects, if that differs from the number of edits. Two swapped things are one mistake."""
    backing: Literal["message", "rule", "word", ""] = ""
    """The reason that makes it more than a guess:

    - `message`: the message asks "did you mean `X`?". It is always offered, and first.
    - `word`: it corrects a typo of another word in the message.
    - `rule`: the rule has no other fix. It is always offered.

    The first two may uncover mistakes that were hidden before.
    """
    removes: bool = False
    """Whether it takes something out of the record, which may hide a mistake."""

    @property
    def uncovers(self) -> bool:
        """Whether it may show mistakes that were hidden before."""
        return self.backing in ("message", "word")

    @property
    def span(self) -> Span:
        """The stretch with all its edits."""
        return Span(self.edits[0].start, self.edits[-1].end)


def candidates(analysis: Analysis, finding: Diagnostic) -> list[Candidate]:
    """Return the edits that may be meant where something is wrong, each once.

    First come the fixes of rules and the ideas of the notation, then typos, each group with the likeliest first.
    If the message names a word, only that word and its like in letters are candidates for a typo.
    """
    window = _Window.around(analysis, finding)
    own = [*window.of_fixes(finding.fixes, "rule", finding)]
    misspelt = any(backing(finding, fix) == "message" and window.corrects(fix.edits) for fix in finding.fixes)
    beside = _beside(analysis, finding)
    known = [way for one in (finding, *beside) for way in analysis.language.candidates(analysis, one)]
    known += [fix for one in beside for fix in one.fixes]
    named = cache(partial(analysis.language.name_at, analysis))
    found = [
        *own,
        *window.of_fixes([one for one in known if isinstance(one, Fix)], "known"),
        *(one._replace(edits=window.canonical(one.edits)) for one in known if isinstance(one, Candidate)),
        *window.of_conflict(finding),
        *window.of_words(finding),
        *window.of_entries(analysis, finding),
        *window.of_completions(misspelt),
        *(
            one
            for one in window.slips(finding, () if misspelt else beside)
            if not window.invents(named, one.edits)
        ),
    ]
    best: dict[tuple[Edit, ...], Candidate] = {}
    for one in found:
        other = best.setdefault(one.edits, one)
        # An idea of the notation counts for more than the fix of the rule.
        better = one if (one.origin, other.origin) == ("known", "rule") else other
        best[one.edits] = better._replace(
            cost=min(one.cost, other.cost),
            title=better.title or other.title,
            backing=min(one.backing, other.backing, key=BACKINGS.index),
        )
    return sorted(best.values(), key=lambda one: (not one.uncovers, one.origin == "slip", one.cost))


def backing(finding: Diagnostic, fix: Fix) -> Literal["message", "rule", ""]:
    """Return the backing of a fix of a finding's rule, see :attr:`Candidate.backing`."""
    _, asks, proposals = finding.message.partition("did you mean ")
    named = asks and not set(_NAMED.findall(proposals)).isdisjoint(_NAMED.findall(fix.title))
    return "message" if named else "rule" if len(finding.fixes) == 1 else ""


def likeness(written: str, word: str) -> float:
    """Return the share of letters that two words have in common in the same order."""
    # Imported here, because most records have no misspelt word.
    from difflib import SequenceMatcher

    return SequenceMatcher(None, written.casefold(), word.casefold()).ratio()


def alike(written: str, word: str) -> bool:
    """Return whether two words share most of their letters in the same order.

    >>> alike("ravenkbeper", "ravenkeeper"), alike("ravenkbeper", "poisoner")
    (True, False)
    """
    return likeness(written, word) >= ALIKE


class _Window(NamedTuple):
    """The text around a finding, and the style of the record."""

    start: int
    text: str
    lines: str
    """The text with one entry a line. Typos are as likely in any layout."""
    style: Style
    offered: Sequence[Completion]
    """The items of completion at the finding."""

    @classmethod
    def around(cls, analysis: Analysis, finding: Diagnostic) -> _Window:
        document = analysis.document
        start = max(finding.span.start - LEARNT, 0)
        text = document.text(start, min(finding.span.end + LEARNT, len(document)))
        named = [word for said in _texts(finding) for word in _NAMED.findall(said)]
        offered = _offered(analysis, finding)
        learnt = [(text, 1), *((word, 2) for word in named), *((_plain(one), 1) for one in offered)]
        divider = analysis.language.divider
        style = Style([(one.replace(divider, "\n"), weight) for one, weight in learnt])
        return cls(start, text, text.replace(divider, "\n"), style, offered)

    def of_fixes(
        self, fixes: Iterable[Fix], origin: Literal["rule", "known"], finding: Diagnostic | None = None
    ) -> Iterator[Candidate]:
        """Yield fixes as candidates; those of `finding`, if it is given, are named by its message."""
        for fix in fixes:
            edits = self.canonical(fix.edits)
            if edits:
                twice = len(edits) == 1 and self.stands_twice(edits[0])
                cost = TWICE if twice else sum(map(self.cost, edits))
                yield Candidate(
                    edits,
                    cost - KNOWN,
                    fix.title,
                    "known" if twice else origin,
                    backing=backing(finding, fix) if finding else "",
                    removes=origin == "rule" and not twice and self.removes(fix.edits),
                )

    def removes(self, edits: Iterable[Edit]) -> bool:
        """Return whether edits take something out of the record, and do not only correct a word."""
        edits = [*edits]
        grown = sum(len(edit.text) - (edit.end - edit.start) for edit in edits)
        return grown < -SMALL_DELETION and not self.corrects(edits)

    def corrects(self, edits: Iterable[Edit]) -> bool:
        """Return whether each edit keeps most letters of the text that it replaces."""
        return all(alike(self.written(edit), edit.text) for edit in edits)

    def written(self, edit: Edit) -> str:
        """Return the text that an edit replaces, if it is in the window."""
        return self.text[max(edit.start - self.start, 0) : max(edit.end - self.start, 0)]

    def stands_twice(self, edit: Edit) -> bool:
        """Return whether an edit deletes a long text that occurs again next to it."""
        start, end, text = edit.shifted(-self.start)
        size = end - start
        return (
            not text
            and size > SMALL_DELETION
            and self.holds(edit)
            and self.text[start:end]
            in (
                self.text[start - size : start],
                self.text[end : end + size],
            )
        )

    def of_words(self, finding: Diagnostic) -> Iterator[Candidate]:
        """Yield corrections of words near the finding that are one typo away from a word in its message."""
        at = finding.span.start - self.start
        first, last = max(at - NEAR_BY, 0), min(finding.span.end - self.start + NEAR_BY, len(self.text))
        named = {word for said in _texts(finding) for word in _NAMED.findall(said) if len(word) > 2}
        # If no fix replaces anything, something is missing: it may be there, but misspelt.
        missing = all(edit.start == edit.end for fix in finding.fixes for edit in fix.edits)
        for found in _WORD.finditer(self.text, first, last):
            for word in sorted(named - {found[0]}):
                if one_slip_away(found[0], word):
                    edits = self.canonical((Edit(found.start(), found.end(), word).shifted(self.start),))
                    backing: Literal["word", ""] = "word" if missing and found[0] not in named else ""
                    yield Candidate(edits, sum(map(self.cost, edits)), "", "known", backing=backing)

    def of_entries(self, analysis: Analysis, finding: Diagnostic) -> Iterator[Candidate]:
        for one in moved(analysis, finding.span.end):
            yield Candidate(self.canonical((one.edit,)), one.cost, one.title, "known")

    def of_completions(self, misspelt: bool) -> Iterator[Candidate]:
        """Yield the items offered at the finding; if a word is misspelt, only those like it in letters."""
        for one in self.offered[:OFFERED]:
            whole = Edit(*one.span, _plain(one))
            edits = self.canonical((whole,))
            if misspelt and not alike(self.written(whole), whole.text):
                continue
            if edits and one.span.start < one.span.end:
                yield Candidate(edits, self.cost(edits[0]))

    def of_conflict(self, finding: Diagnostic) -> Iterator[Candidate]:
        """Yield the two versions of a merge conflict that begins at the finding."""
        at = finding.span.start - self.start
        if (found := _CONFLICT.match(self.text, at)) is not None:
            for title, kept in ((1, "Keep the first version"), (2, "Keep the second version")):
                edit = Edit(at, found.end(), found[title]).shifted(self.start)
                yield Candidate((edit,), KEPT + title, kept, "known")

    def slips(self, finding: Diagnostic, beside: Sequence[Diagnostic]) -> Iterator[Candidate]:
        """Yield the likeliest typos, and less likely digits: the style of a record predicts names and keys, but not numbers."""
        places = [(span.shifted(-self.start), cost) for span, cost in _places(finding, beside)]
        if not finding.related:
            places += [(span, ELSEWHERE) for span in self.same_value(finding.span.shifted(-self.start))]
        inside = [one for one in places if one[0].start >= 0 and one[0].end <= len(self.text)]
        found = slips(self.style, self.lines, inside)
        others = [one for one in found[SLIPS:] if one.edit.text.isdigit()]
        for (start, end, text), cost in found[:SLIPS] + others:
            written = self.text[start:end][::-1] if "\n" in text else text
            yield Candidate(self.canonical((Edit(start, end, written).shifted(self.start),)), cost)

    def invents(self, name_at: Callable[[int], Named | None], edits: Sequence[Edit]) -> bool:
        """Return whether an edit respells a name, such as that of a player, in a way that is nowhere else, nor offered."""
        for start, end, text in edits:
            named = name_at(start)
            if named and named.renames and named.name.isalnum() and end <= named.span.end:
                first, last = named.span.shifted(-self.start)
                word = f"{self.text[first : start - self.start]}{text}{self.text[end - self.start : last]}"
                known = "\n".join([self.text, *map(_plain, self.offered)])
                return re.search(rf"\b{re.escape(word)}\b", known) is None
        return False

    def same_value(self, here: Span) -> Iterator[Span]:
        """Yield the other places in the window with the text of a finding, such as a card that is dealt twice.

        A finding that refers to no other place may have its cause there.
        """
        value = self.text[slice(*here)]
        if 0 < len(value) <= LONGEST_ENTRY and here.start >= 0:
            found = re.finditer(rf"(?<!\w){re.escape(value)}(?!\w)", self.text)
            others = (Span(*one.span()) for one in found)
            yield from islice((one for one in others if one.start != here.start), RELATED)

    def holds(self, edit: Edit) -> bool:
        """Return whether the window contains an edit. A very long word may begin before the window."""
        return self.start <= edit.start and edit.end <= self.start + len(self.text)

    def cost(self, edit: Edit) -> float:
        """Return the cost of an edit."""
        if not self.holds(edit):
            return anything(edit.end - edit.start, edit.text)
        return meant(self.style, self.lines, edit.shifted(-self.start))

    def canonical(self, edits: Iterable[Edit]) -> tuple[Edit, ...]:
        """Return the same edits in one standard form: as small as possible, and as far to the right as possible."""
        made = [self._canonical(edit) for edit in self._joined(sorted(edits))]
        return tuple([edit for edit in made if edit.text or edit.start < edit.end])

    def _joined(self, edits: Iterable[Edit]) -> Iterator[Edit]:
        """Yield edits with hardly any text between them as one, because one of them alone makes little sense."""
        last: Edit | None = None
        for edit in edits:
            if (
                last is not None
                and edit.start - last.end <= SMALL_DELETION
                and self.holds(last)
                and self.holds(edit)
            ):
                between = self.text[last.end - self.start : edit.start - self.start]
                last = Edit(last.start, edit.end, last.text + between + edit.text)
                continue
            if last is not None:
                yield last
            last = edit
        if last is not None:
            yield last

    def _canonical(self, edit: Edit) -> Edit:
        if not self.holds(edit):
            return edit
        start, end, text = edit.shifted(-self.start)
        behind = self.text[end : end + AROUND]
        old, new = self.text[start:end] + behind, text + behind
        same = common_start(old, new)
        last = min(common_start(old[::-1], new[::-1]), min(len(old), len(new)) - same)
        return Edit(start + same, start + len(old) - last, new[same : len(new) - last]).shifted(self.start)


def _texts(finding: Diagnostic) -> Iterator[str]:
    yield finding.message
    yield from (fix.title for fix in finding.fixes)
    yield from (fix.edits[0].text for fix in finding.fixes if fix.edits)


def _offered(analysis: Analysis, finding: Diagnostic) -> Sequence[Completion]:
    offered: Sequence[Completion] = analysis.language.complete(analysis, finding.span.end)
    return offered[:100]


def _plain(one: Completion) -> str:
    return one.plain if one.snippet else one.text


def _places(finding: Diagnostic, beside: Sequence[Diagnostic]) -> Iterator[tuple[Span, float]]:
    """Yield the places where the cause may be, with their costs."""
    yield finding.span, 0
    yield from ((other.span, ELSEWHERE) for other in finding.related)
    yield from ((other.span, ELSEWHERE) for other in beside)


def _beside(analysis: Analysis, finding: Diagnostic) -> list[Diagnostic]:
    """Return other findings near a finding, the nearest first. One typo may cause all of them."""
    start, end = finding.span
    found = [
        one
        for one in analysis.diagnostics_in(max(start - LEARNT, 0), end + LEARNT)
        if one.severity <= Severity.WARNING and one.span != finding.span
    ]
    return sorted(found, key=lambda one: min(abs(one.span.start - end), abs(start - one.span.end)))[:BESIDE]
