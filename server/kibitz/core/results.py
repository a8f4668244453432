"""What a fold found in the blocks of a document: taken over from the document before an edit group by group."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from kibitz.core.chunks import Chunk, common_start
from kibitz.core.document import Document
from kibitz.core.values import Diagnostic


class Stretch(NamedTuple):
    """What the fold found in some chunks beside each other, and between which states."""

    chunks: tuple[Chunk, ...]
    entry: Any
    exit: Any
    found: tuple[Sequence[Diagnostic], ...]
    """Diagnostics for each chunk, relative to it."""


class Result(NamedTuple):
    """What the fold found in one block: diagnostics for each of its chunks, relative to the chunk.

    `stretches` are what it is made of, in order. They are kept only for blocks that an edit touched, where the next edit
    will probably be: for all blocks they would take more memory than the text.
    """

    entry: Any
    exit: Any
    found: tuple[Sequence[Diagnostic], ...]
    total: int
    """How many diagnostics that are."""
    stretches: tuple[Stretch, ...] = ()

    @classmethod
    def of(
        cls,
        entry: Any,
        exit_: Any,
        found: tuple[Sequence[Diagnostic], ...],
        stretches: tuple[Stretch, ...] = (),
    ) -> Result:
        return cls(entry, exit_, found, sum(map(len, found)), stretches)


class _Run(NamedTuple):
    """The results of a group of blocks."""

    results: tuple[Result, ...]
    total: int


class Results:
    """The results of the first blocks of a document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._runs: list[_Run] = []
        """Those of whole groups."""
        self._rest: list[Result] = []
        """Those of the group that the fold has come to."""

    def copy(self) -> Results:
        """The same, growing by itself."""
        other = Results(self._document)
        other._runs, other._rest = self._runs[:], self._rest[:]
        return other

    def __len__(self) -> int:
        return self._document.sum_before("blocks", len(self._runs)) + len(self._rest)

    def __getitem__(self, number: int) -> Result:
        group, before = self._document.part_at("blocks", number)
        results = self._runs[group].results if group < len(self._runs) else self._rest
        return results[number - before]

    def __iter__(self) -> Iterator[Result]:
        return chain(chain.from_iterable([run.results for run in self._runs]), self._rest)

    @property
    def last(self) -> Result | None:
        """The result of the block that the fold has come to."""
        if self._rest:
            return self._rest[-1]
        return self._runs[-1].results[-1] if self._runs else None

    @property
    def count(self) -> int:
        """How many diagnostics there are."""
        return sum([run.total for run in self._runs]) + sum([result.total for result in self._rest])

    def filled(self) -> Iterator[tuple[int, Result]]:
        """The results with diagnostics and the numbers of their blocks."""
        rest = _Run(tuple(self._rest), len(self._rest))
        for group, run in enumerate(chain(self._runs, [rest])):
            if run.total:
                first = self._document.sum_before("blocks", group)
                yield from (one for one in enumerate(run.results, start=first) if one[1].total)

    def append(self, *results: Result) -> None:
        """The results of the next blocks."""
        rest, groups = [*self._rest, *results], self._document.groups
        while rest and len(rest) >= (size := len(groups[len(self._runs)].parts)):
            self._runs.append(_Run(tuple(rest[:size]), sum([one.total for one in rest[:size]])))
            rest = rest[size:]
        self._rest = rest

    def take(self, others: Results, start: int, end: int) -> None:
        """Takes over those of blocks of another document, as far as there are any. Here, the same blocks come next."""
        groups, ends = others._document.groups, others._document.ends("blocks")
        end = min(end, len(others))
        while start < end:
            group, before = others._document.part_at("blocks", start)
            whole = 0
            if start == before and not self._rest:
                # Nearly always all groups behind an edit, or all before it, are the same.
                same = common_start(groups[group:], self._document.groups[len(self._runs) :])
                whole = min(same, bisect_right(ends, end) - group)
            if whole > 0:
                self._runs += others._runs[group : group + whole]
                start = ends[group + whole - 1]
            else:
                stop = min(end, ends[group])
                results = others._runs[group].results if group < len(others._runs) else others._rest
                self.append(*results[start - before : stop - before])
                start = stop
