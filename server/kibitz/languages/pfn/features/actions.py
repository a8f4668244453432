"""Code actions: trades, tables and conversions."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Action
from kibitz.core.memory import kept_with
from kibitz.core.values import Edit, Span
from kibitz.core.words import quoted
from kibitz.languages.pfn.check import trades
from kibitz.languages.pfn.check.tables import empty
from kibitz.languages.pfn.features._cursor import Cursor, cursor_at, placed_trades, record_of
from kibitz.languages.pfn.features._form import form_at
from kibitz.languages.pfn.features._round import came_to
from kibitz.languages.pfn.game.figgie import Number, partner
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import DECK, RESULT, TRADES, Path, Table, tables
from kibitz.languages.pfn.text.trades import Trade

_MISSING = frozenset({"missing-key", "missing-bank"})
"""The rules whose findings disappear when the missing keys are added."""


def actions(language: Pfn, analysis: Analysis, span: Span) -> Sequence[Action]:
    """Return the actions at a selection, for the trades and tables that it touches."""
    record = record_of(analysis)
    found: list[Action] = []
    if next(placed_trades(analysis, span), None) is not None:
        made = [(place.start, trade) for place, _, trade in placed_trades(analysis)]
        found += [*_renumber(made), *_sort(analysis, made)]
    touched = {
        table.path[:1] for table in record.tables if table.head.start <= span.end and span.start <= table.end
    }
    here = cursor_at(analysis, span.start)
    if here.table is not None:
        touched.add(here.table.path[:1])
        found += _missing_keys(here, here.table)
    if DECK in touched and (goal := partner(record.deal.twelve or "")) is not None:
        title = "Set the goal suit from the distribution"
        found += _filled(record, DECK, write.deck(goal), title, "setSuits")
    if RESULT in touched:
        found += _result(analysis, record)
    return [*found, *sort_tables(analysis)]


def _missing_keys(here: Cursor, table: Table) -> Iterator[Action]:
    """Yield the action that adds the missing required keys to a table, with values if they follow from the record."""
    spec = tables().get(table.path)
    if spec is None or table.header is None or not table.header.closed:
        return
    form, record = form_at(here), here.analysis.context
    there = {leaf.name for leaf in (table.leaves if table.array else record.leaves(*table.path))}
    keys = [(name, key) for name in form.names(table.path) if (key := spec.key(name)) and key.required]
    missing = {name: form.known(table.path, name) or empty(key) for name, key in keys if name not in there}
    if missing:
        lines = "".join(f"{form.line_end}{write.key(name)} = {value}" for name, value in missing.items())
        at = table.end + here.place.start
        title = f"Add {quoted(missing)}"
        yield Action(title, (Edit(at, at, lines),), "refactor.rewrite.addMissingKeys", _MISSING)


def _filled(
    record: Record, path: Path, values: Mapping[str, object], title: str, kind: str
) -> Iterator[Action]:
    """Yield the action that sets keys of a table. It replaces existing values and adds other keys after the last one."""
    edits: list[Edit] = []
    lines = ""
    for name, said in values.items():
        leaf, value = record.leaf(*path, name), write.value(said)
        if said is None or (leaf and leaf.node and write.value(leaf.node.value) == value):
            continue
        if leaf is None:
            lines += f"\n{write.key(name)} = {value}"
        elif leaf.node is None:
            edits.append(Edit(*leaf.whole, f"{leaf.pair.key.name} = {value}"))
        else:
            edits.append(Edit(*leaf.span, value))
    table = next((one for one in record.at(*path) if one.header is not None), None)
    if lines and table is not None:
        edits.append(Edit(table.end, table.end, lines))
    if edits:
        yield Action(title, tuple(sorted(edits)), f"refactor.rewrite.{kind}")


def _result(analysis: Analysis, record: Record) -> Iterator[Action]:
    """Yield the action that sets suits, banks and winners from the trades, or else the suits from the deck."""
    if (end := came_to(analysis)) is not None:
        said, title = record.result(end), "Fill in the result from the trades"
        yield from _filled(record, RESULT, said, title, "fillResult")
    else:
        suits = {"Revealed12CardSuit": record.deal.twelve, "GoalSuit": record.goal}
        yield from _filled(record, RESULT, suits, "Set the suits of the result from the deck", "setSuits")


_NUMBERS, _TIMES = frozenset({"trade-index-repeated", "trade-index-order"}), frozenset({"time-order"})
"""The rules whose findings disappear after numbering and sorting."""


class Section(NamedTuple):
    """A stretch of whole lines that moves as one: a table with the comments right above it."""

    start: int
    end: int
    name: str
    """The header without brackets, or nothing above the first header."""


def _renumber(found: Sequence[tuple[int, Trade]]) -> Iterator[Action]:
    """Yield the action that numbers trades 1, 2, 3 in the order of the file; each comes with the start of its chunk."""
    edits = tuple(
        Edit(*leaf.span.shifted(start), str(number))
        for number, (start, trade) in enumerate(found, 1)
        if (leaf := trade.table.get("TradeIndex")) is not None and leaf.node and trade.number != number
    )
    # A repeated trade must be removed, not numbered.
    twice = any(
        one.time == two.time and trades.key_of(one)[1:] == trades.key_of(two)[1:]
        for (_, one), (_, two) in pairwise(found)
    )
    if edits:
        cures = frozenset[str]() if twice else _NUMBERS
        yield Action("Number the trades 1, 2, 3 …", edits, "refactor.rewrite.renumber", cures)


def _sort(analysis: Analysis, found: Sequence[tuple[int, Trade]]) -> Iterator[Action]:
    """Yield the action that sorts the trades by time, each with the comments above it.

    All trades need times and headers.
    """
    times = [trade.time for _, trade in found if trade.time is not None and trade.table.header is not None]
    if len(times) < len(found) or times == sorted(times):
        return
    heads = sorted((start + trade.table.head.start, trade.time or 0) for start, trade in found)
    moving = [section for section in sections(analysis) if section.name == TRADES[0]]
    order = sorted(moving, key=lambda section: _time_of(section, heads))
    edits = tuple(_permuted(analysis, moving, order))
    yield Action("Sort the trades by time", edits, "refactor.rewrite.sortTrades", _TIMES)


def _time_of(section: Section, heads: Sequence[tuple[int, Number]]) -> Number:
    """Return the time of the first trade in a section; `heads` are the offsets and times of all trades, in order."""
    first = bisect_left(heads, section.start, key=lambda one: one[0])
    return heads[first][1] if first < len(heads) and heads[first][0] < section.end else 0


def sort_tables(analysis: Analysis) -> Iterator[Action]:
    """Yield the action that sorts the tables in the order of the specification; unknown tables come last."""
    ranks = {spec.name: rank for rank, spec in enumerate(tables().values())}
    found = [section for section in sections(analysis) if section.name]
    order = sorted(found, key=lambda section: ranks.get(section.name, len(ranks)))
    if order != found:
        edits = tuple(_permuted(analysis, found, order))
        yield Action("Sort the tables as the specification does", edits, "refactor.rewrite.sortTables")


@kept_with
def sections(analysis: Analysis) -> list[Section]:
    """Return the tables of a document as sections that can swap places."""
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
            if "#" in last:
                lines = reversed(document.text(found[-1].start, found[-1].end).splitlines(keepends=True))
                above = takewhile(lambda line: line.lstrip(" \t").startswith("#"), lines)
                start -= sum(map(len, above))
            found[-1] = found[-1]._replace(end=start)
        name = source.strip(" \t").partition("]")[0].lstrip("[").strip()
        found.append(Section(start, place.end, name))
    return found


def _permuted(analysis: Analysis, old: list[Section], new: list[Section]) -> Iterator[Edit]:
    """Yield edits that replace each section by the one at its place. Each section ends with a line end."""
    document = analysis.document
    for there, here in zip(old, new, strict=True):
        if there != here:
            text = document.text(here.start, here.end).rstrip()
            behind = document.text(there.start, there.end)
            yield Edit(there.start, there.end, text + behind[len(behind.rstrip()) :])
