"""Refactorings of all trades: their numbers, their order, and the order of the tables."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Action
from kibitz.core.bounds import GONE_OVER
from kibitz.core.values import Edit, Span
from kibitz.languages.pfn.features._cursor import placed_trades
from kibitz.languages.pfn.game.figgie import Number
from kibitz.languages.pfn.text.keys import tables
from kibitz.languages.pfn.text.tables import TRADES
from kibitz.languages.pfn.text.trades import Trade

_NUMBERS, _TIMES = frozenset({"trade-index-repeated", "trade-index-order"}), frozenset({"time-order"})
"""The rules whose findings numbering and sorting mend."""


class Section(NamedTuple):
    """A stretch of whole lines that moves as one: a table with the comments right above it."""

    start: int
    end: int
    name: str
    """Its header without brackets; empty for what stands above the first one."""


def trade_actions(analysis: Analysis, span: Span) -> Iterator[Action]:
    """What can be done to the trades of a record; in a long one only where a finding asks for it."""
    short = is_short(analysis)
    slugs = set() if short else {one.rule.slug for one in analysis.diagnostics_in(*span)}
    number, sort = short or not slugs.isdisjoint(_NUMBERS), short or not slugs.isdisjoint(_TIMES)
    if number or sort:
        found = [(place.start, trade) for place, _, trade in placed_trades(analysis)]
        if number:
            yield from _renumber(found)
        if sort:
            yield from _sort(analysis, found)


def is_short(analysis: Analysis) -> bool:
    """Whether the whole record may be read whenever the cursor moves."""
    return sum(len(block.chunks) for block in analysis.document.blocks) <= GONE_OVER


def _renumber(found: Sequence[tuple[int, Trade]]) -> Iterator[Action]:
    """TradeIndex 1, 2, 3 in the order in which the trades stand, each given with where its chunk begins."""
    edits = tuple(
        Edit(*leaf.span.shifted(start), str(number))
        for number, (start, trade) in enumerate(found, 1)
        if (leaf := trade.table.get("TradeIndex")) is not None and leaf.node and trade.number != number
    )
    if edits:
        yield Action("Number the trades 1, 2, 3 …", edits, "refactor.rewrite.renumber", _NUMBERS)


def _sort(analysis: Analysis, found: Sequence[tuple[int, Trade]]) -> Iterator[Action]:
    """The trades by time, each moving with the comments above it; only those with headers, if all have times."""
    times = [trade.time for _, trade in found if trade.time is not None and trade.table.header is not None]
    if len(times) < len(found) or times == sorted(times):
        return
    heads = sorted((start + trade.table.head.start, trade.time or 0) for start, trade in found)
    moving = [section for section in sections(analysis) if section.name == TRADES[0]]
    order = sorted(moving, key=lambda section: _time_of(section, heads))
    edits = tuple(_permuted(analysis, moving, order))
    yield Action("Sort the trades by time", edits, "refactor.rewrite.sortTrades", _TIMES)


def _time_of(section: Section, heads: Sequence[tuple[int, Number]]) -> Number:
    """The time of the first trade in a section; `heads` are the places of all of them with their times, in order."""
    first = bisect_left(heads, section.start, key=lambda one: one[0])
    return heads[first][1] if first < len(heads) and heads[first][0] < section.end else 0


def sort_tables(analysis: Analysis) -> Iterator[Action]:
    """The tables in the order of the specification; unknown ones last."""
    if not is_short(analysis):
        return
    ranks = {spec.name: rank for rank, spec in enumerate(tables().values())}
    found = [section for section in sections(analysis) if section.name]
    order = sorted(found, key=lambda section: ranks.get(section.name, len(ranks)))
    if order != found:
        edits = tuple(_permuted(analysis, found, order))
        yield Action("Sort the tables as the specification does", edits, "refactor.rewrite.sortTables")


def sections(analysis: Analysis) -> list[Section]:
    """The tables of a document as stretches that can change places."""
    found: list[Section] = []
    document, source = analysis.document, ""
    for place in document.places():
        last, source = source, place.text
        if not source.lstrip(" \t").startswith("["):
            found = found or [Section(0, 0, "")]
            found[-1] = found[-1]._replace(end=place.end)
            continue
        start = place.start
        if found:
            # Where the last chunk holds no sign of a comment, the lines above are none.
            above = _comments_above(document.text(found[-1].start, found[-1].end)) if "#" in last else 0
            start -= above
            found[-1] = found[-1]._replace(end=start)
        name = source.strip(" \t").partition("]")[0].lstrip("[").strip()
        found.append(Section(start, place.end, name))
    return found


def _comments_above(text: str) -> int:
    """The length of the comment lines at the end of a text, which belong to the table below them."""
    lines = reversed(text.splitlines(keepends=True))
    return sum(map(len, takewhile(lambda line: line.lstrip(" \t").startswith("#"), lines)))


def _permuted(analysis: Analysis, old: list[Section], new: list[Section]) -> Iterator[Edit]:
    """Each section replaced by the one that comes to its place; every one ends with a line end."""
    document = analysis.document
    for there, here in zip(old, new, strict=True):
        if there != here:
            text = document.text(here.start, here.end).rstrip()
            behind = document.text(there.start, there.end)
            yield Edit(there.start, there.end, text + behind[len(behind.rstrip()) :])
