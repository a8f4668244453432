"""The outline of a record."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Symbol
from kibitz.core.memory import remembered
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.pfn.check.sums import may_trade, total
from kibitz.languages.pfn.features._cursor import reader_of, record_of
from kibitz.languages.pfn.game.figgie import chips
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.record import Reader
from kibitz.languages.pfn.text.tables import EVENTS, Leaf, Table, number, tables, text
from kibitz.languages.pfn.text.trades import Trade

TRADES_LISTED = 5000
"""The maximum number of trades in the outline. Reading them takes a second."""


def symbols(language: Pfn, analysis: Analysis) -> list[Symbol]:
    """Return the round with its tables in their order: hands, trades, events."""
    record = record_of(analysis)
    found = [one for table in record.tables if (one := _table(table)) is not None]
    events = [one for one in found if one.kind == "event"]
    found = [one for one in found if one.kind != "event"]
    if events:
        found.append(_list("Events", plural(len(events), "event"), events))
    if trades := list(islice(_trades(analysis), TRADES_LISTED)):
        found.append(_list("Trades", plural(total(analysis.aggregates).count, "trade"), trades))
    if not found:
        return []
    found.sort(key=lambda one: one.span)
    title = text(record.leaf("FiggieGame", "Title")) or "Round"
    game = next((one for one in found if one.name == "FiggieGame"), found[0])
    span = Span(found[0].span.start, max(one.span.end for one in found))
    return [Symbol(" ".join(title.split()) or "Round", "", "game", span, game.selection, tuple(found))]


def _list(name: str, detail: str, children: list[Symbol]) -> Symbol:
    """Return a list of consecutive children. Other symbols between them are ignored."""
    span = Span(children[0].span.start, children[-1].span.end)
    return Symbol(name, detail, "list", span, children[0].selection, tuple(children))


def _table(table: Table) -> Symbol | None:
    if table.header is None and table.path not in tables():
        return None
    span = table.span
    if table.path == EVENTS:
        at, kind = number(table.get("T")), text(table.get("Type")) or "event"
        return Symbol(kind, f"at {chips(at)} s" if at is not None else "", "event", span, table.head)
    children = tuple(_leaf(table, leaf) for leaf in table.leaves if leaf.name)
    name = ".".join(table.path) or "?"
    return Symbol(name, "", "section", span, table.head, children)


def _leaf(table: Table, leaf: Leaf) -> Symbol:
    player = table.path == ("Deal",)
    value = leaf.node.value if leaf.node is not None else ""
    detail = plural(len(leaf.parts), "card") if player else _short(value)
    return Symbol(leaf.name, detail, "player" if player else "key", leaf.whole, leaf.key)


def _short(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(str(one) for one in value[:6])
    return "" if isinstance(value, dict) else str(value)[:60]


def _trades(analysis: Analysis) -> Iterator[Symbol]:
    for place in analysis.document.places():
        if may_trade(place.text) and place.chunk not in analysis.context.misplaced:
            for one in _trades_of(reader_of(analysis), place.text):
                yield one.shifted(place.start)


@remembered
def _trades_of(reader: Reader, text: str) -> tuple[Symbol, ...]:
    """Return the trades of a chunk, relative to it. They are cached because editors ask for all of them often."""
    return tuple(_trade(trade) for trade in reader.trades(text, ()))


def _trade(trade: Trade) -> Symbol:
    """Return a trade as a symbol: `#3 P2 ← P1 S2 @ 15`."""
    index = trade.number if trade.number is not None else "?"
    price = f" @ {chips(trade.price)}" if trade.price is not None else ""
    name = f"#{index} {trade.buyer or '?'} ← {trade.seller or '?'} {trade.card or '?'}{price}"
    detail = f"at {chips(trade.time)} s" if trade.time is not None else ""
    return Symbol(name, detail, "event", trade.table.span, trade.table.head)
