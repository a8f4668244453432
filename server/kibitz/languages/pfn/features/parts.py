"""The parts of a chunk: its table, statements and comments, with their colours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate, islice

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Fold, SemanticToken, Symbol, TokenType
from kibitz.core.cancellation import check_cancelled
from kibitz.core.chunks import Block
from kibitz.core.items import lines_of, nested
from kibitz.core.memory import kept_with, remembered
from kibitz.core.parts import PLAIN, Part, spans
from kibitz.core.parts import folds as folds_of_parts
from kibitz.core.rules import Rules
from kibitz.core.values import Span
from kibitz.core.words import plural
from kibitz.languages.pfn.check.sums import chunk_trades, may_trade, total
from kibitz.languages.pfn.features._cursor import (
    cursor_at,
    placed_trades,
    record_of,
    runs_of_trades,
)
from kibitz.languages.pfn.game.figgie import chips, read_card, suit_names, suit_of
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.record import Reader
from kibitz.languages.pfn.text.tables import EVENTS, Leaf, Table, number, tables, text
from kibitz.languages.pfn.text.trades import Trade
from kibitz.languages.pfn.toml.model import CLOSERS, Comment, Header, KeyValue, Node, Shorthand, Statement
from kibitz.languages.pfn.toml.read import read

_PLAYERS = frozenset({"Buyer", "Seller", "Winners"})
"""The keys whose strings are names."""
_COMMENT = re.compile(r"#[^\r\n]*")


def parts(language: Pfn, text: str) -> Iterator[Part]:
    """Yield the parts of a chunk. Comments at the end of a table belong to the next one."""
    items = language.reader.section(text).items
    last = [item for item in items if not isinstance(item.statement, Comment)][-1:]
    if last and isinstance(items[0].statement, Header):
        yield Part(Span(items[0].offset, last[0].offset + last[0].statement.span.end), folds=True)
    for at, statement in items:
        span = Span(at, at + statement.span.end)
        if isinstance(statement, Comment):
            yield Part(span, "comment")
        else:
            end = at + (getattr(statement, "comment", None) or statement.span).end
            colours = () if isinstance(statement, Shorthand) else _colours(text[at:end], language.rules)
            yield Part(span, None, PLAIN, colours, inner=partial(_inner, at, statement, text))
        if isinstance(statement, KeyValue) and "\n" in text[at : span.end]:
            values = (one.span.shifted(at) for one in _nodes(statement) if isinstance(one, Node))
            yield from (Part(one, folds=True) for one in values if "\n" in text[slice(*one)])


def _nodes(root: KeyValue) -> Iterator[Node | KeyValue]:
    """Yield a pair, its values and the pairs in these. Recursion would be too deep for nested arrays."""
    todo: list[Node | KeyValue] = [root]
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, Node):
            todo += [*node.items, *node.entries]
        elif node.value is not None:
            todo.append(node.value)


def _inner(at: int, statement: Statement, text: str) -> Iterator[Part]:
    """Yield the stretches of a statement that can be selected."""
    found = list[Span]()
    if isinstance(statement, Header):
        found = [statement.span, statement.key.span]
    for node in _nodes(statement) if isinstance(statement, KeyValue) else ():
        found.append(node.span)
        if isinstance(node, KeyValue):
            found.append(node.key.span)
        elif node.kind == "string":
            start, end = node.span
            quotes = 3 if text.startswith(CLOSERS, at + start) else 1
            found.append(Span(start + quotes, end - quotes))
    if (comment := getattr(statement, "comment", None)) is not None:
        found.append(Span(0, comment.end))
    return (Part(span.shifted(at)) for span in found)


# Colours


@remembered
def _colours(text: str, rules: Rules) -> Sequence[SemanticToken]:
    """Return the colours of a statement, relative to it."""
    return [*_tokens(read(text, rules).statement, text)]


def _tokens(statement: Statement, text: str) -> Iterator[SemanticToken]:
    if (comment := getattr(statement, "comment", None)) is not None:
        yield SemanticToken(comment.start, comment.end, "comment")
    if isinstance(statement, Header):
        yield from (SemanticToken(part.start, part.end, "class") for part in statement.key.spans)
    players = False
    for node in _nodes(statement) if isinstance(statement, KeyValue) else ():
        if isinstance(node, KeyValue):
            yield from (SemanticToken(part.start, part.end, "property") for part in node.key.spans)
            players = node.key.parts[-1:] != () and node.key.parts[-1] in _PLAYERS
        elif node.kind in {"array", "table"}:
            for gap in _gaps(node):
                yield from (SemanticToken(*one.span(), "comment") for one in _COMMENT.finditer(text, *gap))
        elif node.kind == "string":
            for left, right, kind, modifiers in _string(text[slice(*node.span)], str(node.value), players):
                yield SemanticToken(left + node.span.start, right + node.span.start, kind, modifiers)
        else:
            yield SemanticToken(*node.span, "keyword" if node.kind == "boolean" else "number")


def _gaps(node: Node) -> Iterator[Span]:
    """Yield the gaps between the elements of an array or inline table: separators, spaces and comments."""
    at = node.span.start
    for part in node.items or node.entries:
        yield Span(at, part.span.start)
        at = part.span.end
    yield Span(at, node.span.end)


def _string(written: str, value: str, player: bool) -> Sequence[SemanticToken]:
    """Return the tokens of a string, relative to its start: its cards, or its lines."""
    if not player and (pieces := tuple(_cards(written, value))):
        return pieces
    name = not player and value in suit_names()
    kind: TokenType = "variable" if player else "enumMember" if name else "string"
    modifiers = frozenset({value.lower()} if name else ())
    return [SemanticToken(*one, kind, modifiers) for one in lines_of(written, Span(0, len(written)))]


def _cards(written: str, value: str) -> Iterator[SemanticToken]:
    """Yield the cards of a hand, if all pieces of the string are cards and it has no escapes."""
    words = value.split(",")
    if written[1:-1] != value or not all(read_card(word.strip()) for word in words):
        return
    start = 1
    for word in words:
        left = start + len(word) - len(word.lstrip())
        suit = suit_of(read_card(word.strip()) or "").name.lower()
        yield SemanticToken(left, left + len(word.strip()), "enumMember", frozenset({suit}))
        start += len(word) + 1


def entry(language: Pfn, analysis: Analysis, offset: int) -> Span:
    """Return the table that ends at `offset`, apart from spaces and the rest of a statement; otherwise the statement there.

    A table at its end may still get keys that change its other keys: a suit defines a card, a number of cards the sizes
    of all suits. A statement is returned with its whole lines.
    """
    here = cursor_at(analysis, offset)
    start, end = here.written
    start = min(start, here.source.rfind("\n", 0, start) + 1)
    if not here.source[end:].strip(" \t\r\n"):
        first = here.table.head.start if here.table is not None and here.table.header is not None else 0
        start = min(first, here.offset)
    return Span(start, end).shifted(here.place.start)


def record(language: Pfn, analysis: Analysis, offset: int) -> Span:
    """Return the whole document if only comments follow the statement at `offset`, or an empty span."""
    document, here = analysis.document, cursor_at(analysis, offset)
    behind = (one.text for one in document.since(here.place) if one.start > here.place.start)
    goes_on = _says(here.source[here.written.end :]) or any(map(_says, behind))
    return Span(offset, offset) if goes_on else Span(0, len(document))


def _says(text: str) -> bool:
    """Return whether there is more in some lines than comments."""
    lines = (line.strip(" \t\r") for line in text.split("\n"))
    return any(line and not line.startswith("#") for line in lines)


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
    document, reader = analysis.document, language.reader
    placed = (
        one.shifted(document.block_start(number))
        for number, block in enumerate(document.blocks)
        for one in _trades_in(block, reader)
    )
    if trades := [*islice(placed, TRADES_LISTED)]:
        found.append(_list("Trades", plural(total(analysis.aggregates).count, "trade"), trades))
    if not found:
        return []
    found.sort(key=lambda one: one.span)
    game = next((one for one in found if one.name == "FiggieGame"), found[0])
    span = Span(found[0].span.start, max(one.span.end for one in found))
    return [Symbol(record.title or "Round", "", "game", span, game.selection, tuple(found))]


@kept_with
def _trades_in(block: Block, reader: Reader) -> list[Symbol]:
    """Return the trades of a block with relative spans; editors ask again with each key."""
    check_cancelled()
    starts = accumulate((len(chunk.text) for chunk in block.chunks), initial=0)
    return [
        _trade(trade).shifted(start)
        for start, chunk in zip(starts, block.chunks, strict=False)
        if may_trade(chunk.text)
        for trade in chunk_trades(reader, chunk)
    ]


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
    said = ", ".join(map(str, value[:6])) if isinstance(value, list) else str(value)[:60]
    detail = plural(len(leaf.parts), "card") if player else "" if isinstance(value, dict) else said
    return Symbol(leaf.name, detail, "player" if player else "key", leaf.whole, leaf.key)


def _trade(trade: Trade) -> Symbol:
    """Return a trade as a symbol: `#3 P2 ← P1 S2 @ 15`."""
    index = trade.number if trade.number is not None else "?"
    price = f" @ {chips(trade.price)}" if trade.price is not None else ""
    name = f"#{index} {trade.buyer or '?'} ← {trade.seller or '?'} {trade.card or '?'}{price}"
    detail = f"at {chips(trade.time)} s" if trade.time is not None else ""
    return Symbol(name, detail, "event", trade.table.span, trade.table.head)


def folds(language: Pfn, analysis: Analysis) -> Iterator[Fold]:
    """Yield the runs of trades, and then the folds of the parts. Editors limit the number of folds."""
    document = analysis.document
    yield from (Fold(*run) for run in runs_of_trades(analysis) if document.place_at(run.start).end < run.end)
    yield from folds_of_parts(language, document)


def selections(language: Pfn, analysis: Analysis, offset: int) -> Sequence[Span]:
    """Return the ranges around an offset from the smallest on, each within the next."""
    place = analysis.document.place_at(offset)
    inner = (one.shifted(place.start) for one in spans(place.text, language))
    return nested([*inner, *runs_of_trades(analysis), Span(0, len(analysis.document))], offset)


def steps(language: Pfn, analysis: Analysis) -> Iterator[Span]:
    """Yield the tables of deal, trades and result, in the order of the record."""
    record = record_of(analysis)
    trades = [trade.table.span.shifted(place.start) for place, _, trade in placed_trades(analysis)]
    tables = [
        table.span for name in ("Deal", "Result") for table in record.at(name) if table.header is not None
    ]
    yield from sorted([*trades, *tables])


def fixed_facts(language: Pfn, analysis: Analysis, span: Span) -> Iterator[Span]:
    """See :meth:`kibitz.core.language.Language.fixed_facts`."""
    record = record_of(analysis)
    yield from (record.banks[player].span for player in record.written_banks)
    winners = record.leaf("Result", "Winners")
    if winners is not None and winners.parts and all(part.text in record.players for part in winners.parts):
        yield winners.span
