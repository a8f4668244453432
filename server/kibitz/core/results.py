"""Results of checking blocks, and the findings of a document that they contain."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.document import Document, line_end_of
from kibitz.core.suppression import Comments, Suppression, suppressions
from kibitz.core.values import Diagnostic, Edit, Related, Severity, kept


def resolved(document: Document, diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Return diagnostics in terms of their document. Anchored related places get their offsets, missing ones are left out, and fixes get
    the line ends of the document.
    """
    if any(one.fixes for one in diagnostics) and line_end_of(document) == "\r\n":
        diagnostics = [_with_crlf(document, one) if one.fixes else one for one in diagnostics]
    anchors = {other.chunk for one in diagnostics for other in one.related if other.chunk is not None}
    if not anchors:
        return diagnostics
    starts = document.find(anchors)
    return [_resolved(one, starts) if one.related else one for one in diagnostics]


def _with_crlf(document: Document, one: Diagnostic) -> Diagnostic:
    """Return a diagnostic whose fixes end lines with CRLF. An edit that replaces such line ends keeps its own."""

    def ended(edit: Edit) -> Edit:
        if "\n" not in edit.text or "\r\n" in document.text(edit.start, edit.end):
            return edit
        return edit._replace(text=_LONE_FEED.sub("\r\n", edit.text))

    fixes = [fix._replace(edits=tuple(map(ended, fix.edits))) for fix in one.fixes]
    return one._replace(fixes=tuple(fixes))


_LONE_FEED = re.compile(r"(?<!\r)\n")


def _resolved(one: Diagnostic, starts: Mapping[Chunk, int]) -> Diagnostic:
    if all(other.chunk is None for other in one.related):
        return one
    related = [other if other.chunk is None else _found(other, starts) for other in one.related]
    return one._replace(related=tuple([other for other in related if other is not None]))


def _found(other: Related, starts: Mapping[Chunk, int]) -> Related | None:
    """Return an anchored place in offsets of the document, or None if it is gone."""
    start = starts.get(other.chunk) if other.chunk is not None else None
    return None if start is None else Related(other.span.shifted(start), other.message)


Kind = tuple[str, Severity]
"""The code of a rule and the severity of a finding, by which findings are counted."""
NOTHING: Mapping[Kind, int] = MappingProxyType({})
Judge = Callable[[Kind], Severity | None]
"""A function that returns the severity of a kind for the user, or None if it does not count."""


def kind(one: Diagnostic) -> Kind:
    return one.rule.code, one.severity


def counted(found: Iterable[Diagnostic]) -> Mapping[Kind, int]:
    """Return the number of findings of each kind."""
    counts: dict[Kind, int] = {}
    for one in found:
        counts[kind(one)] = counts.get(kind(one), 0) + 1
    return counts


class Result(NamedTuple):
    """The findings of some adjacent chunks, mostly a block, with the states before and after them."""

    chunks: tuple[Chunk, ...]
    entry: Any
    exit: Any
    found: tuple[Sequence[Diagnostic], ...]
    """The findings of each chunk, relative to it."""
    aggregate: Any = None
    """The :meth:`kibitz.core.notation.Notation.aggregate` of a block."""
    counts: Mapping[Kind, int] = NOTHING
    """The number of findings of each kind in a block, or empty."""
    parts: tuple[Result, ...] = ()
    """The parts of the result, in order: a block that an edit touched has one for each chunk, because the next edit is probably there."""

    def with_findings(self, number: int, found: Sequence[Diagnostic]) -> Result:
        """Return the same result with other findings for one chunk."""
        counts = Counter(self.counts) - Counter(map(kind, self.found[number])) + Counter(map(kind, found))
        return self._replace(found=(*self.found[:number], found, *self.found[number + 1 :]), counts=counts)


class PublishedDiagnostics(NamedTuple):
    """The findings without suppressed ones."""

    results: Sequence[Result]
    """The results of the blocks, in order."""
    ending: Sequence[Diagnostic]
    """The findings that need the whole document, with offsets of the document."""
    suppressed: Sequence[tuple[Suppression, Counter[str]]] = ()
    """The comments that suppress findings, in order, with the number of findings of each code that they suppress."""


def published(
    document: Document, results: Sequence[Result], ending: Sequence[Diagnostic], comments: Comments
) -> PublishedDiagnostics:
    """Return the findings that comments do not suppress.

    Once everything is checked, a comment that suppresses nothing is a finding.
    """
    if not any(block.marked for block in document.blocks):
        return PublishedDiagnostics(results, ending)
    left, suppressed = [*results], list[tuple[Suppression, Counter[str]]]()
    for one in suppressions(document, comments):
        taken = Counter[str]()
        for place in document.places(*one.about) if one.about else ():
            if place.block < len(left):
                found = left[place.block].found[place.number]
                if (rest := _without(found, place.start, one, taken)) is not found:
                    left[place.block] = left[place.block].with_findings(place.number, rest)
        ending = _without(ending, 0, one, taken)
        suppressed.append((one, taken))
    if len(left) == len(document.blocks):
        unused = [one.unused(document, taken) for one, taken in suppressed]
        ending = [*ending, *(one for one in unused if one is not None)]
    return PublishedDiagnostics(left, ending, suppressed)


def _without(
    found: Sequence[Diagnostic], start: int, suppression: Suppression, taken: Counter[str]
) -> Sequence[Diagnostic]:
    """Return the findings that remain; their offsets count from `start`."""

    def keeps(one: Diagnostic) -> bool:
        covered = suppression.covers(one.rule, start + one.span.start)
        taken.update([one.rule.code] * covered)
        return not covered

    before = taken.total()
    left = [*kept(found, keeps)]
    return found if taken.total() == before else left


class Findings:
    """The findings of a document, from the results of its blocks."""

    document: Document

    @property
    def published(self) -> PublishedDiagnostics:
        """The findings without suppressed ones."""
        raise NotImplementedError

    @cached_property
    def _wrong(self) -> list[int]:
        """The numbers of the blocks with findings: mostly none, or few of very many.

        An empty document has none, because the user has just created it.
        """
        found = [number for number, result in enumerate(self.published.results) if result.counts]
        return [] if found and self.document.blank else found

    @property
    def count(self) -> int:
        """The number of findings."""
        return self.counts.total()

    @cached_property
    def counts(self) -> Counter[Kind]:
        """The number of findings of each kind."""
        found = Counter(counted(self.published.ending))
        for number in self._wrong:
            found.update(self.published.results[number].counts)
        return found

    @cached_property
    def messages(self) -> frozenset[tuple[str, str]]:
        """The codes and messages of all findings, wherever they are."""
        found = [
            one for number in self._wrong for some in self.published.results[number].found for one in some
        ]
        return frozenset([(one.rule.code, one.message) for one in (*found, *self.published.ending)])

    def diagnostics(self) -> list[Diagnostic]:
        """Return the findings in the order of the document, with its offsets."""
        found = resolved(self.document, list(self._of(self.counts)))
        return sorted(found, key=lambda one: one.span)

    def worst(self, limit: int, judge: Judge) -> list[Diagnostic]:
        """Return at most `limit` findings, the most serious and then the first ones, in the order of the document.

        The counts of the blocks show where findings of a kind are, so the rest of a long record is not searched.
        Up to `limit` findings are all returned, because a finding that does not count may hide others.
        """
        if self.count <= limit:
            return self.diagnostics()
        grave = {one: severity for one in self.counts if (severity := judge(one)) is not None}
        room, left = limit, {}
        for severity in sorted({*grave.values()}):
            of_it = sum(self.counts[one] for one in grave if grave[one] == severity)
            left[severity] = min(of_it, room)
            room -= left[severity]
        wanted = {one for one in grave if left[grave[one]]}
        found: list[Diagnostic] = []
        for one in self._of(wanted):
            severity = grave[kind(one)]
            found.append(one)
            left[severity] -= 1
            if not left[severity]:
                wanted -= {some for some in wanted if grave[some] == severity}
        return sorted(resolved(self.document, found), key=lambda one: one.span)

    def _of(self, kinds: Container[Kind]) -> Iterator[Diagnostic]:
        for number in self._wrong:
            result = self.published.results[number]
            if any(one in kinds for one in result.counts):
                yield from self._within(number, result, kinds)
        yield from (one for one in self.published.ending if kind(one) in kinds)

    def diagnostics_in(self, start: int, end: int) -> list[Diagnostic]:
        """Return the findings that touch a range."""
        found: list[Diagnostic] = []
        # A finding without width at the end of a chunk touches the next chunk.
        for place in self.document.places(max(start - 1, 0), end + 1) if self._wrong else ():
            within = self.published.results[place.block].found[place.number]
            found += [one.shifted(place.start) for one in within]
        found += self.published.ending
        return resolved(
            self.document, [one for one in found if one.span.start <= end and start <= one.span.end]
        )

    def among(self, first: int, last: int) -> list[Diagnostic]:
        """Return the findings of the blocks from `first` up to `last` and of the end, with unresolved related places."""
        found: list[Diagnostic] = []
        for number in self._wrong[bisect_left(self._wrong, first) : bisect_left(self._wrong, last)]:
            found += self._within(number, self.published.results[number], self.counts)
        return [*found, *self.published.ending]

    def _within(self, number: int, result: Result, kinds: Container[Kind]) -> Iterator[Diagnostic]:
        start, block = self.document.block_start(number), self.document.blocks[number]
        for index, diagnostics in enumerate(result.found):
            if diagnostics:
                at = start + block.sum_before(index)
                for one in diagnostics:
                    if kind(one) in kinds:
                        yield one.shifted(at)
