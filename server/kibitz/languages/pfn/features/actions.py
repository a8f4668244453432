"""Refactorings: renumber and sort the trades, fill in the deck and the result, sort as the specification does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Action
from kibitz.core.values import Edit, Span
from kibitz.core.words import plural, quoted
from kibitz.languages.pfn.check.tables import empty
from kibitz.languages.pfn.check.tally import chunk_trades
from kibitz.languages.pfn.features._cursor import Cursor, cursor_at, placed_trades, record_of, trade_at
from kibitz.languages.pfn.features._form import Form
from kibitz.languages.pfn.features._standing import came_to, standing, trade_before
from kibitz.languages.pfn.features._trade_actions import is_short, sort_tables, trade_actions
from kibitz.languages.pfn.game.figgie import Number, partner, suit_names
from kibitz.languages.pfn.game.play import Standing
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.jots import jotted
from kibitz.languages.pfn.text.keys import BANK, array_of, tables
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import TRADES, Leaf, Path

_MISSING = frozenset({"missing-key", "missing-bank"})
"""The rules whose findings adding keys mends."""


def actions(language: Pfn, analysis: Analysis, span: Span) -> Sequence[Action]:
    """What can be done at a selection: to the trades where one is touched, to the other tables in the same way."""
    reader = language.reader
    record = record_of(analysis)
    found: list[Action] = []
    if next(placed_trades(reader, analysis, span), None) is not None:
        found += trade_actions(reader, analysis, span)
    touched = {
        table.path[:1] for table in record.tables if table.head.start <= span.end and span.start <= table.end
    }
    here = cursor_at(reader, analysis, span.start)
    if here.table is not None:
        touched.add(here.table.path[:1])
        found += _missing_keys(reader, analysis, here)
    if ("DeckSetup",) in touched:
        found += _deck(record)
    if ("Result",) in touched:
        found += _result(reader, analysis, record)
    return [*found, *_jotted(reader, analysis, span), *sort_tables(analysis)]


def _jotted(reader: Reader, analysis: Analysis, span: Span) -> Iterator[Action]:
    """Trades that are jotted down on lines of their own become tables; all of them where one is touched.

    Not those with only the end of a time: of one that is touched the time that it may be is offered by itself.
    """
    document, duration = analysis.document, record_of(analysis).terms.duration
    if next(jotted(_lines_at(analysis, span), 0, 0, duration), None) is None or not is_short(analysis):
        return
    edits: list[Edit] = []
    guesses: list[Action] = []
    text, more = document.text(), 0
    now: Standing | None = None
    last: Number | None = None
    for one in jotted(text, 0, len(text), duration):
        place = document.place_at(one.span.start)
        count = len(chunk_trades(reader, analysis.context.strays, place.chunk, one.span.start - place.start))
        form = Form(reader, analysis, place, count)
        number = int(form.known(TRADES, "TradeIndex") or 1) + more
        if now is None:
            now = standing(reader, analysis, place, count)
            before = trade_before(reader, analysis, place, count)
            last = before.time if before is not None else None
        known = one if one.whole else one.behind(last)
        known = known.told(now.cards)
        table = known.table(form.names(TRADES), number, form.line_end, signs=form.signs)
        if one.whole:
            edits.append(Edit(*one.span, (form.line_end if edits else "") + table))
        elif one.span.start <= span.start <= one.span.end:
            title = f"Write trade {number} at {known.time}, the first time that ends in {one.time}"
            guesses.append(Action(title, (Edit(*one.span, table),), "refactor.rewrite.writeTrade"))
        last = float(known.time) if known.time else last
        now, more = now.after(known.move), more + 1
    if edits:
        title = f"Write {plural(len(edits), 'trade')} as {'tables' if len(edits) > 1 else 'a table'}"
        yield Action(title, tuple(edits), "refactor.rewrite.writeTrades")
    yield from guesses


def _lines_at(analysis: Analysis, span: Span) -> str:
    """The line that a selection begins on."""
    document = analysis.document
    place = document.place_at(span.start)
    source, at = place.chunk.text, span.start - place.start
    return source[
        source.rfind("\n", 0, at) + 1 : len(source) if source.find("\n", at) < 0 else source.find("\n", at)
    ]


def _missing_keys(reader: Reader, analysis: Analysis, here: Cursor) -> Iterator[Action]:
    """The required keys that the table at a place lacks, with values where these follow from the record."""
    table = here.table
    if table is None or table.header is None or table.path not in tables() or not table.header.closed:
        return
    trade = trade_at(reader, here)
    form = Form(reader, analysis, here.place, trade[0] if trade is not None else 0)
    record: Record = analysis.context
    there = {leaf.name for leaf in (table.leaves if table.array else record.leaves(*table.path))}
    spec = tables()[table.path]
    required = [name for name in form.names(table.path) if (key := spec.key(name)) and key.required]
    missing = [name for name in required if name not in there]
    if missing:
        lines = "".join(f"{form.line_end}{name} = {_value(form, table.path, name)}" for name in missing)
        at = table.end + here.place.start
        title = f"Add {quoted(missing)}"
        yield Action(title, (Edit(at, at, lines),), "refactor.rewrite.addMissingKeys", _MISSING)


def _value(form: Form, path: Path, name: str) -> str:
    key = tables()[path].key(name)
    return form.known(path, name) or (empty(key) if key is not None else '""')


class Filler:
    """Edits that give keys of a table their values: in the place of those that are there, or behind the last one."""

    def __init__(self, record: Record, *path: str) -> None:
        self.record = record
        self.path = path
        self.edits: list[Edit] = []
        self.lines: list[str] = []

    def set(self, name: str, value: str) -> None:
        """Gives a key its value, written as TOML, if it has another one or none."""
        leaf = self.record.leaf(*self.path, name)
        if leaf is None:
            self.lines.append(f"\n{name} = {value}")
        elif not _says(leaf, value):
            after = leaf.key.end if leaf.node is None else leaf.span.end
            start = leaf.key.start if leaf.node is None else leaf.span.start
            text = f"{leaf.pair.key.name} = {value}" if leaf.node is None else value
            self.edits.append(Edit(start, max(after, leaf.whole.end if leaf.node is None else after), text))

    def action(self, title: str, name: str) -> Iterator[Action]:
        """The action, if it changes anything. `name` is the last part of its kind."""
        table = next((one for one in self.record.at(*self.path) if one.header is not None), None)
        edits = list(self.edits)
        if self.lines and table is not None:
            edits.append(Edit(table.end, table.end, "".join(self.lines)))
        if edits:
            edits.sort(key=lambda edit: edit.start)
            yield Action(title, tuple(edits), f"refactor.rewrite.{name}")


def _says(leaf: Leaf, value: str) -> bool:
    """Whether a leaf has a value already, whatever quotes it is written in."""
    node = leaf.node
    if node is None:
        return False
    if node.kind == "array":
        return array_of(str(item.value) for item in node.items) == value
    return (f'"{node.value}"' if node.kind == "string" else str(node.value)) == value


def _deck(record: Record) -> Iterator[Action]:
    """GoalSuit and its colour from the distribution."""
    goal = partner(record.deal.twelve) if record.deal.twelve is not None else None
    if goal is not None:
        fill = Filler(record, "DeckSetup")
        fill.set("GoalSuitColor", f'"{suit_names()[goal].color}"')
        fill.set("GoalSuit", f'"{goal}"')
        yield from fill.action("Set the goal suit from the distribution", "setSuits")


def _result(reader: Reader, analysis: Analysis, record: Record) -> Iterator[Action]:
    """The suits from the deck; banks and winners from deal, trades and payout, or the winners from the banks."""
    fill = Filler(record, "Result")
    if record.deal.twelve is not None:
        fill.set("Revealed12CardSuit", f'"{record.deal.twelve}"')
    if record.goal is not None:
        fill.set("GoalSuit", f'"{record.goal}"')
    yield from fill.action("Set the suits of the result from the deck", "setSuits")
    end = came_to(analysis)
    if end is not None:
        for player, bank in end.banks.items():
            fill.set(player + BANK, f"{bank:.0f}")
        fill.set("Winners", array_of(end.winners))
        yield from fill.action("Fill in the result from the trades", "fillResult")
