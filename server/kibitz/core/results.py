"""What checking found in blocks, between which states, and what of that stands where in the document."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from kibitz.core.chunks import Chunk
from kibitz.core.document import Document
from kibitz.core.related import resolved
from kibitz.core.silence import Comments, Silence, silences
from kibitz.core.values import Diagnostic, Severity

Kind = tuple[str, Severity]
"""What diagnostics are counted by: the code of the rule, and how grave it says that this one is."""
NOTHING: Mapping[Kind, int] = MappingProxyType({})
Judge = Callable[[Kind], Severity | None]
"""How grave diagnostics of a kind are to somebody; None where they do not count."""


def kind(one: Diagnostic) -> Kind:
    return one.rule.code, one.severity


def counted(found: Iterable[Diagnostic]) -> Mapping[Kind, int]:
    """How many diagnostics of each kind there are."""
    counts: dict[Kind, int] = {}
    for one in found:
        counts[kind(one)] = counts.get(kind(one), 0) + 1
    return counts


class Result(NamedTuple):
    """What checking found in some chunks in a row, mostly those of a block, and between which states."""

    chunks: tuple[Chunk, ...]
    entry: Any
    exit: Any
    found: tuple[Sequence[Diagnostic], ...]
    """Diagnostics for each chunk, relative to it."""
    tally: Any = None
    """Of a block, see :meth:`kibitz.core.notation.Notation.tally`."""
    counts: Mapping[Kind, int] = NOTHING
    """How many diagnostics of each kind a block has; empty where there are none."""
    parts: tuple[Result, ...] = ()
    """What the result of a block is made of, in order: chunk by chunk for blocks that an edit touched, where the next edit will
    probably be."""

    def saying(self, number: int, found: Sequence[Diagnostic]) -> Result:
        """The same with other diagnostics for one of the chunks."""
        counts = Counter(self.counts) - Counter(map(kind, self.found[number])) + Counter(map(kind, found))
        return self._replace(found=(*self.found[:number], found, *self.found[number + 1 :]), counts=counts)


class Told(NamedTuple):
    """What was found, without what comments silence."""

    results: Sequence[Result]
    """What was found in the blocks, in order."""
    ending: Sequence[Diagnostic]
    """What can be said only at the end, in offsets of the document."""
    silenced: Sequence[tuple[Silence, Counter[str]]] = ()
    """The comments that silence, in order, with how much each of them does, by codes."""


def told(
    document: Document, results: Sequence[Result], ending: Sequence[Diagnostic], comments: Comments
) -> Told:
    """What is told of all that was found. Comments that silence nothing are findings, once all has been checked."""
    if not document.ends("marked")[-1]:
        return Told(results, ending)
    left, silenced = [*results], list[tuple[Silence, Counter[str]]]()
    for one in silences(document, comments):
        taken = Counter[str]()
        for place in document.places(*one.about) if one.about else ():
            if place.block < len(left):
                found = left[place.block].found[place.number]
                if (kept := _without(found, place.start, one, taken)) is not found:
                    left[place.block] = left[place.block].saying(place.number, kept)
        ending = _without(ending, 0, one, taken)
        silenced.append((one, taken))
    if len(left) == len(document.blocks):
        unused = [one.unused(document, taken) for one, taken in silenced]
        ending = [*ending, *(one for one in unused if one is not None)]
    return Told(left, ending, silenced)


def _without(
    found: Sequence[Diagnostic], start: int, silence: Silence, taken: Counter[str]
) -> Sequence[Diagnostic]:
    """What is left of findings whose offsets count from `start`."""
    gone = [one for one in found if silence.covers(one.rule, start + one.span.start)]
    taken.update([one.rule.code for one in gone])
    return [one for one in found if one not in gone] if gone else found


class Findings:
    """What is wrong in a document, from the results of its blocks."""

    document: Document

    @property
    def told(self) -> Told:
        """What is told of what was found."""
        raise NotImplementedError

    @cached_property
    def _wrong(self) -> list[int]:
        """The numbers of the blocks in which something was found: mostly none, or few of very many.

        A blank document somebody has just made: nothing is wrong with it yet.
        """
        found = [number for number, result in enumerate(self.told.results) if result.counts]
        return [] if found and self.document.blank else found

    @property
    def count(self) -> int:
        """How many diagnostics there are."""
        return self.counts.total()

    @cached_property
    def counts(self) -> Counter[Kind]:
        """How many of each kind."""
        found = Counter(counted(self.told.ending))
        for number in self._wrong:
            found.update(self.told.results[number].counts)
        return found

    @cached_property
    def said(self) -> frozenset[tuple[str, str]]:
        """What is wrong, wherever it stands: codes with messages."""
        found = [one for number in self._wrong for some in self.told.results[number].found for one in some]
        return frozenset([(one.rule.code, one.message) for one in (*found, *self.told.ending)])

    def diagnostics(self) -> list[Diagnostic]:
        """The diagnostics in the offsets and in the order of the document."""
        found = resolved(self.document, list(self._of(self.counts)))
        return sorted(found, key=lambda one: one.span)

    def worst(self, limit: int, judge: Judge) -> list[Diagnostic]:
        """The gravest diagnostics, at most `limit`, and of equally grave ones the first: in the order of the document.

        The counts of the blocks tell where there is something of a kind, so that the rest of a long record need not be
        looked through.
        """
        grave = {one: severity for one in self.counts if (severity := judge(one)) is not None}
        if self.count <= limit:
            return sorted(resolved(self.document, [*self._of(grave)]), key=lambda one: one.span)
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
            result = self.told.results[number]
            if any(one in kinds for one in result.counts):
                yield from self._within(number, result, kinds)
        yield from (one for one in self.told.ending if kind(one) in kinds)

    def diagnostics_in(self, start: int, end: int) -> list[Diagnostic]:
        """The diagnostics that touch a range."""
        found: list[Diagnostic] = []
        for place in self.document.places(start, end) if self._wrong else ():
            within = self.told.results[place.block].found[place.number]
            found += [one.shifted(place.start) for one in within]
        found += self.told.ending
        return resolved(
            self.document, [one for one in found if one.span.start <= end and start <= one.span.end]
        )

    def among(self, first: int, last: int) -> list[Diagnostic]:
        """The diagnostics of the blocks from one up to another and those of the end, with their related places unresolved."""
        found: list[Diagnostic] = []
        for number in self._wrong[bisect_left(self._wrong, first) : bisect_left(self._wrong, last)]:
            found += self._within(number, self.told.results[number], self.counts)
        return [*found, *self.told.ending]

    def _within(self, number: int, result: Result, kinds: Container[Kind]) -> Iterator[Diagnostic]:
        start, block = self.document.block_start(number), self.document.blocks[number]
        for index, diagnostics in enumerate(result.found):
            if diagnostics:
                at = start + block.sum_before("chars", index)
                for one in diagnostics:
                    if kind(one) in kinds:
                        yield one.shifted(at)
