"""Refactorings: renumber and sort the trades, fill in the deck and the result, sort as the specification does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Action
from kibitz.core.values import Edit, Span
from kibitz.core.words import plural, quoted
from kibitz.languages.pfn.check.tables import empty
from kibitz.languages.pfn.features._cursor import Cursor, cursor_at, placed_trades, record_of, trades_of
from kibitz.languages.pfn.features._form import Form, form_at
from kibitz.languages.pfn.features._standing import came_to
from kibitz.languages.pfn.features._trade_actions import is_short, sort_tables, trade_actions
from kibitz.languages.pfn.game.figgie import Number, partner
from kibitz.languages.pfn.game.play import Standing
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.jots import jotted
from kibitz.languages.pfn.text.keys import tables
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import DECK, RESULT, Path, Table

_MISSING = frozenset({"missing-key", "missing-bank"})
"""The rules whose findings adding keys mends."""


def actions(language: Pfn, analysis: Analysis, span: Span) -> Sequence[Action]:
    """What can be done at a selection: to the trades where one is touched, to the other tables in the same way."""
    record = record_of(analysis)
    found: list[Action] = []
    if next(placed_trades(analysis, span), None) is not None:
        found += trade_actions(analysis, span)
    touched = {
        table.path[:1] for table in record.tables if table.head.start <= span.end and span.start <= table.end
    }
    here = cursor_at(analysis, span.start)
    if here.table is not None:
        touched.add(here.table.path[:1])
        found += _missing_keys(here, here.table)
    if DECK in touched:
        found += _deck(record)
    if RESULT in touched:
        found += _result(analysis, record)
    return [*found, *_jotted(here), *sort_tables(analysis)]


def _jotted(here: Cursor) -> Iterator[Action]:
    """Trades that are jotted down on lines of their own become tables; all of them where one is touched.

    Not those with only the end of a time: of one that is touched the time that it may be is offered by itself.
    """
    analysis = here.analysis
    if here.jotted is None or not is_short(analysis):
        return
    edits: list[Edit] = []
    guesses: list[Action] = []
    text, touched = analysis.document.text(), here.place.start + here.offset
    now: Standing | None = None
    last: Number | None = None
    for more, one in enumerate(jotted(text, 0, len(text), analysis.context.terms.duration)):
        place = analysis.document.place_at(one.span.start)
        form = Form(analysis, place, len(trades_of(analysis, place.chunk, one.span.start - place.start)))
        if now is None:
            now, last = form.standing, form.before and form.before.time
        known = (one if one.whole else one.behind(last)).told(now.cards)
        number = form.index + more
        table = form.written(known, number)
        if one.whole:
            edits.append(Edit(*one.span, (form.line_end if edits else "") + table))
        elif one.span.holds(touched):
            title = f"Write trade {number} at {known.time}, the first time that ends in {one.time}"
            guesses.append(Action(title, (Edit(*one.span, table),), "refactor.rewrite.writeTrade"))
        last = float(known.time) if known.time else last
        now = now.after(known.move)
    if edits:
        title = f"Write {plural(len(edits), 'trade')} as {'tables' if len(edits) > 1 else 'a table'}"
        yield Action(title, tuple(edits), "refactor.rewrite.writeTrades")
    yield from guesses


def _missing_keys(here: Cursor, table: Table) -> Iterator[Action]:
    """The required keys that the table at a place lacks, with values where these follow from the record."""
    spec = tables().get(table.path)
    if spec is None or table.header is None or not table.header.closed:
        return
    form, record = form_at(here), here.analysis.context
    there = {leaf.name for leaf in (table.leaves if table.array else record.leaves(*table.path))}
    keys = [(name, key) for name in form.names(table.path) if (key := spec.key(name)) and key.required]
    missing = {name: form.known(table.path, name) or empty(key) for name, key in keys if name not in there}
    if missing:
        lines = "".join(f"{form.line_end}{name} = {value}" for name, value in missing.items())
        at = table.end + here.place.start
        title = f"Add {quoted(missing)}"
        yield Action(title, (Edit(at, at, lines),), "refactor.rewrite.addMissingKeys", _MISSING)


def _filled(
    record: Record, path: Path, values: Mapping[str, object], title: str, kind: str
) -> Iterator[Action]:
    """Gives keys of a table their values: in the place of those that are there, or behind the last one."""
    edits: list[Edit] = []
    lines = ""
    for name, said in values.items():
        leaf, value = record.leaf(*path, name), write.value(said)
        if said is None or (leaf and leaf.node and write.value(leaf.node.value) == value):
            continue
        if leaf is None:
            lines += f"\n{name} = {value}"
        elif leaf.node is None:
            edits.append(Edit(*leaf.whole, f"{leaf.pair.key.name} = {value}"))
        else:
            edits.append(Edit(*leaf.span, value))
    table = next((one for one in record.at(*path) if one.header is not None), None)
    if lines and table is not None:
        edits.append(Edit(table.end, table.end, lines))
    if edits:
        yield Action(title, tuple(sorted(edits)), f"refactor.rewrite.{kind}")


def _deck(record: Record) -> Iterator[Action]:
    """GoalSuit and its colour from the distribution."""
    goal = partner(record.deal.twelve or "")
    if goal is not None:
        said, title = write.deck(goal), "Set the goal suit from the distribution"
        yield from _filled(record, DECK, said, title, "setSuits")


def _result(analysis: Analysis, record: Record) -> Iterator[Action]:
    """The suits from the deck; banks and winners from deal, trades and payout, or the winners from the banks."""
    suits = {"Revealed12CardSuit": record.deal.twelve, "GoalSuit": record.goal}
    yield from _filled(record, RESULT, suits, "Set the suits of the result from the deck", "setSuits")
    if (end := came_to(analysis)) is not None:
        said, title = record.result(end), "Fill in the result from the trades"
        yield from _filled(record, RESULT, said, title, "fillResult")
