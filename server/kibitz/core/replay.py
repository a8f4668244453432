"""Replay of a record with an edit: which findings come, and which go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from math import inf
from typing import Any, NamedTuple

from kibitz.core.analysis import Analysis, checked
from kibitz.core.bounds import LONG
from kibitz.core.chunks import Block, Chunk, common_ends
from kibitz.core.document import Document
from kibitz.core.formatting import apply_to
from kibitz.core.internal_errors import is_fault
from kibitz.core.memory import where_readable
from kibitz.core.notation import Notation
from kibitz.core.values import Diagnostic, Edit, Severity, Span, is_syntax


def _changed(before: Document, after: Document) -> tuple[int, list[Chunk], list[Chunk]]:
    """Return the chunks of two versions without the common ones at both ends, and the offset where both begin."""
    first, last = common_ends(before.blocks, after.blocks)
    ours, theirs = (
        [chunk for block in one.blocks[first : len(one.blocks) - last] for chunk in block.chunks]
        for one in (before, after)
    )
    start, end = common_ends(ours, theirs)
    at = before.block_start(first) if first < len(before.blocks) else len(before)
    at += sum([len(chunk.text) for chunk in ours[:start]])
    return at, ours[start : len(ours) - end], theirs[start : len(theirs) - end]


def weight_of(text: str) -> int:
    """Return the length of a text in code points. Runs of spaces count half."""
    return len(text) - text.count("  ")


def written(edits: Sequence[Edit]) -> Iterator[Span]:
    """Yield the spans of the new texts in the edited record."""
    grown = 0
    for start, end, text in edits:
        yield Span(start + grown, start + grown + len(text))
        grown += len(text) - (end - start)


def settled(edits: Sequence[Edit], offset: int) -> int:
    """Return the start of the new text that contains an offset, or else the offset."""
    return next((span.start for span in written(edits) if span.start < offset < span.end), offset)


def where_after(edits: Sequence[Edit], offset: int) -> int:
    """Return an offset after edits. An offset within an edit becomes its start."""
    grown = 0
    for start, end, text in edits:
        if offset <= start:
            break
        if offset < end:
            return start + grown
        grown += len(text) - (end - start)
    return offset + grown


Marks = Counter[tuple[str, int]]
"""Numbers of errors and warnings by rule and place after the edits, to compare a record before and after."""


class Verdict(NamedTuple):
    """Numbers of errors and warnings that an edit removes and brings, and that it leaves within reach of a typo."""

    gone: int
    came: int
    left: int
    uncovered: int = 0
    """Number of errors and warnings that were hidden before."""
    until: float = inf
    """The place of the first of them, as an offset of the record before the edits."""
    elsewhere: bool = False
    """Whether there are more, where the typo cannot be the cause."""


class Trial:
    """A record with a finding, on which edits are tried.

    An edit is judged twice. First the trial checks only the changed chunks, and drops the edit if it is unreadable or keeps
    the finding. Most edits end there. Then it checks the whole record.
    """

    def __init__(self, analysis: Analysis, finding: Diagnostic) -> None:
        self._analysis, self._finding = analysis, finding
        self._language: Notation[Any] = analysis.language.errors_only
        self._unreadable = finding.severity is Severity.ERROR and is_syntax(finding.rule.code)
        self._hidden_before = Counter[str]()
        """Numbers of hidden findings by code, as edits have uncovered them. Other edits do not bring them either."""
        self.spent = 0
        """Code points read so far. Runs of spaces count half, because drawings are full of them."""

    @cached_property
    def _weight(self) -> int:
        """The size of the whole record for :attr:`spent`."""
        document = self._analysis.document
        return weight_of(document.text()) if len(document) < LONG else len(document)

    def verdict(
        self, edits: Sequence[Edit], strict: bool = True, airy: bool = False, uncovers: bool = False
    ) -> Verdict | None:
        """Return what becomes of the record by some edits, in order; None if the finding stays, or is only hidden.

        If `strict`, return None as well if another error or warning comes. If `uncovers`, count what comes as hidden before, for
        these edits and all later ones. An edit hides a finding if it makes the record say
        something unknown to kibitz, such as another game; an `airy` edit may do that.
        """
        whole = self._analysis.document
        document = apply_to(Document(self._language, whole.blocks), edits)
        start, gone, fresh = _changed(whole, document)
        text = "".join([chunk.text for chunk in fresh])
        self.spent += weight_of(text)
        if not uncovers and not self._promising(start, gone, fresh, edits, strict):
            return None
        alone = self._language.neighbours_affected == 0 and self._analysis.results[0].entry is None
        self.spent += weight_of(text) if alone else self._weight
        after = checked(document, self._analysis)
        old, new = _differing(self._analysis, after)
        if any(map(is_fault, new)):
            return None
        was, now = _was(old, edits), _now(new, edits)
        mark = _mark(self._finding, edits)
        if now[mark] >= was[mark] or (not airy and _hidden(self._finding, edits, old, new)):
            return None
        if uncovers:
            self._hidden_before |= _codes(now - was)
        came = self._came(was, now, edits)
        if strict and came:
            return None
        left, brought = _serious(self._near(after, Span(start, start + len(text)), edits)), now - was
        grown = sum(len(edit.text) - (edit.end - edit.start) for edit in edits)
        uncovered = brought.total() - came
        until = min(at - grown for _, at in brought) if uncovered else inf
        elsewhere = _serious(after.diagnostics()) > left
        return Verdict((was - now).total(), came, left, uncovered, until, elsewhere)

    def _came(self, was: Marks, now: Marks, edits: Sequence[Edit]) -> int:
        """Return the number of findings that an edit brings, without those that were hidden before.

        An entry that cannot be read hides all findings about the game. If the check of a game ends at a mistake, the finding
        hides the later ones.
        """
        new = now - was
        if self._language.stops_at_mistake:
            end = where_after(edits, self._finding.span.end)
            new = Marks({(code, at): count for (code, at), count in new.items() if at <= end})
        came = _codes(new) - self._hidden_before
        if self._unreadable:
            came = Counter({code: count for code, count in came.items() if is_syntax(code)})
        return came.total()

    def _promising(
        self, start: int, gone: list[Chunk], fresh: list[Chunk], edits: Sequence[Edit], strict: bool
    ) -> bool:
        """Return whether an edit passes the check of the changed chunks alone."""
        language = self._language
        read = partial(_problems, language, fresh, start)
        try:
            problems = where_readable(read, "".join([chunk.text for chunk in gone])) if strict else read()
        except Exception:
            # The check of the whole record contains it, and says so.
            return True
        if problems is None:
            return False
        was, mark = _was(self._findings(gone, start), edits), _mark(self._finding, edits)
        if strict and self._came(was, _now(problems, edits), edits):
            return False
        if not gone or _summary(language, gone) != _summary(language, fresh):
            # The rules may know of something else in the record then.
            return True
        now = _now(self._findings(fresh, start), edits)
        return not 0 < was[mark] <= now[mark] and not (strict and self._came(was, now, edits))

    def _findings(self, chunks: Iterable[Chunk], start: int) -> list[Diagnostic]:
        """Return the findings of some chunks as they would be at an offset of the record."""
        state = self._analysis.state_before(self._analysis.document.place_at(start))
        told = list[Diagnostic]()
        for chunk in chunks:
            state, found = self._language.stepped(self._analysis.context, state, chunk)
            told += [one.shifted(start) for one in found]
            start += len(chunk.text)
        return told

    def _near(self, after: Analysis, touched: Span, edits: Sequence[Edit]) -> list[Diagnostic]:
        """Return the findings after edits in all chunks that a typo there may affect."""
        reach, (start, end) = self._language.neighbours_affected, self._finding.span
        found, document = after.diagnostics(), after.document
        if reach is None:
            return found
        first = document.place_at(min(touched.start, where_after(edits, start)))
        last = document.place_at(max(touched.end - 1, where_after(edits, end), 0))
        for _ in range(reach):
            first, last = document.before(first) or first, document.place_at(last.end)
        return [one for one in found if first.start <= one.span.start < last.end]


def _summary(language: Notation[Any], chunks: Iterable[Chunk]) -> object:
    return language.summarise(Block(tuple(chunks)))


def _problems(language: Notation[Any], chunks: Iterable[Chunk], start: int) -> list[Diagnostic]:
    """Return the unreadable parts of some chunks."""
    found: list[Diagnostic] = []
    for chunk in chunks:
        # A cached chunk would hide that its entries cannot be read.
        found += [one.shifted(start) for one in language.parse(chunk.text).problems]
        start += len(chunk.text)
    return found


def cures(analysis: Analysis, finding: Diagnostic, edits: Sequence[Edit]) -> bool:
    """Return whether a finding is gone after edits and there are not more errors.

    New warnings are allowed: they show what is left to do, such as a missing price or the numbers of later trades.
    """
    after = checked(apply_to(analysis.document, edits), analysis)
    old, new = _differing(analysis, after)
    mark = _mark(finding, edits)
    gone = _now(new, edits)[mark] < _was(old, edits)[mark]
    return gone and _errors(new) <= _errors(old) and not any(map(is_fault, new))


def worsened(
    analysis: Analysis, edits: Sequence[Edit], most: Severity = Severity.WARNING
) -> Diagnostic | None:
    """Return a finding at least as serious as `most` that edits bring, or None if there are not more such findings than before."""
    after = checked(apply_to(analysis.document, edits), analysis)
    old, new = ([one for one in some if one.severity <= most] for some in _differing(analysis, after))
    was, now = (Counter(one.rule.code for one in found) for found in (old, new))
    told = (one for one in new if now[one.rule.code] > was[one.rule.code])
    return next(told) if len(new) > len(old) else None


def _serious(found: Iterable[Diagnostic]) -> int:
    return sum(one.severity <= Severity.WARNING or is_fault(one) for one in found)


def _errors(found: Iterable[Diagnostic]) -> int:
    return sum(one.severity is Severity.ERROR for one in found)


def _was(found: Iterable[Diagnostic], edits: Sequence[Edit]) -> Marks:
    """Return the marks of earlier findings at their places after the edits."""
    return _marks((one, where_after(edits, one.span.start)) for one in found)


def _now(found: Iterable[Diagnostic], edits: Sequence[Edit]) -> Marks:
    return _marks((one, settled(edits, one.span.start)) for one in found)


def _hidden(
    finding: Diagnostic, edits: Sequence[Edit], old: Iterable[Diagnostic], new: Iterable[Diagnostic]
) -> bool:
    """Return whether edits only hide a finding.

    It is hidden if it becomes less serious, or if an earlier mistake now ends the check. It is also hidden if kibitz understands less
    than before. A new information shows that: it is about the new text, at the place of the finding, or from the same group of rules.
    """
    start, end = (where_after(edits, offset) for offset in finding.span)
    was = {(one.rule.code, where_after(edits, one.span.start)): one.behind for one in old}
    for one in new:
        first, last = one.span
        if first < start and one.behind and not was.get((one.rule.code, first), True):
            return True
        if one.severity > Severity.WARNING and one.rule == finding.rule:
            return True
        if one.severity == Severity.INFORMATION:
            # A known finding stays known if the text next to it changes.
            came = (one.rule.code, first) not in was
            near = start <= first < end or one.rule.code[:-1] == finding.rule.code[:-1]
            about = [span for span in written(edits) if span.touches(one.span)]
            if (came and (near or about)) or any(first < span.end and span.start < last for span in about):
                return True
    return False


def _mark(one: Diagnostic, edits: Sequence[Edit]) -> tuple[str, int]:
    return one.rule.code, where_after(edits, one.span.start)


def _marks(found: Iterable[tuple[Diagnostic, int]]) -> Marks:
    return Counter((one.rule.code, at) for one, at in found if one.severity <= Severity.WARNING)


def _codes(marks: Marks) -> Counter[str]:
    codes = Counter[str]()
    for (code, _), count in marks.items():
        codes[code] += count
    return codes


def _differing(before: Analysis, after: Analysis) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return the findings in the blocks that differ between two analyses, and at the end."""
    ours, theirs = before.published.results, after.published.results
    first, last = common_ends(ours, theirs)
    return before.among(first, len(ours) - last), after.among(first, len(theirs) - last)
