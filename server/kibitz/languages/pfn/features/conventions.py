"""The conventions of a record, which new records of the same table copy: titles, keys, order and style."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.bounds import RECENT
from kibitz.core.values import Span
from kibitz.languages.pfn.check.state import date_problem
from kibitz.languages.pfn.features._cursor import placed_trades, record_of
from kibitz.languages.pfn.game.figgie import Number, facts
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text import write
from kibitz.languages.pfn.text.record import Record
from kibitz.languages.pfn.text.tables import GAME, TRADES, Leaf, Path, Table, day, number, tables, text
from kibitz.languages.pfn.toml.model import pattern

PRICES_KEPT = 5
LONGEST_VALUE = 100
"""The maximum length of a copied value, in code points."""


class Conventions(NamedTuple):
    """The habits of a record; values are TOML."""

    game: Mapping[str, str]
    """The keys of FiggieGame with correct values, and these values, in order."""
    tables: tuple[Path, ...]
    """The tables with headers, in their order."""
    keys: Mapping[Path, tuple[str, ...]]
    """The keys of each table, by the names of their key rows."""
    signs: bool
    """Whether cards are written with the signs of their suits."""
    parted: str
    """The separator of the cards of a hand."""
    prices: tuple[Number, ...]
    """The most frequent prices."""


def conventions(language: Pfn, analysis: Analysis) -> Conventions | None:
    """Return the conventions of a record, or None if it has neither trades nor FiggieGame."""
    record: Record = analysis.context
    everything = Span(0, len(analysis.document))
    trades = [*islice(placed_trades(analysis, everything), RECENT)]
    if not trades and not any(record.at(*GAME)):
        return None
    ordered, keys = _order(analysis, trades[0][0].start if trades else None)
    cards = [part.text for hand in record.hands for part, card in hand.cards if card is not None]
    hands = [str(hand.leaf.node.value) for hand in record.hands if hand.leaf.node is not None]
    prices = [
        trade.price for _, _, trade in trades if trade.price is not None and 0 < trade.price < facts().dear
    ]
    return Conventions(
        dict(_game(record)),
        ordered,
        keys,
        any(not card.isascii() for card in cards),
        ", " if any(", " in hand for hand in hands) else ",",
        tuple(price for price, _ in Counter(prices).most_common(PRICES_KEPT)),
    )


def _game(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the keys of FiggieGame with their values, if these can be copied."""
    for leaf in record.leaves(*GAME):
        if leaf.node is not None and tables()[GAME].key(leaf.name) is not None and _is_sound(leaf):
            said = day(leaf) if leaf.name == "Date" else leaf.node.value
            yield leaf.name, write.value(said)


def _is_sound(leaf: Leaf) -> bool:
    """Return whether a value can be copied: it is correct, and means the same in a snippet."""
    if leaf.name == "Players":
        return leaf.node is not None and leaf.node.value in facts().players
    if leaf.name == "GameDuration":
        seconds = number(leaf)
        return seconds is not None and seconds > 0
    written = day(leaf) if leaf.name == "Date" else text(leaf)
    if written is None or len(written) > LONGEST_VALUE or not written.strip():
        return False
    if not written.isprintable() or set("\\$}") & {*written}:
        return False
    if leaf.name == "Date" and (len(written) != len("2025-02-15") or date_problem(written) is not None):
        return False
    return pattern("BASIC_STRING").fullmatch(f'"{written}"') is not None


def _order(analysis: Analysis, first: int | None) -> tuple[tuple[Path, ...], Mapping[Path, tuple[str, ...]]]:
    """Return the tables in order, and their keys; `first` is the start of the first trade."""
    found = [(table.head.start, table) for table in record_of(analysis).tables if table.header is not None]
    known = {
        table.path: start for start, table in reversed(found) if table.path in tables() and not table.array
    }
    if first is not None:
        known[TRADES] = first
    keys = {table.path: tuple(_rows(table)) for _, table in found if table.path in known}
    return tuple(sorted(known, key=lambda path: known[path])), keys


def _rows(table: Table) -> Iterator[str]:
    """Return the key rows of a table, each once."""
    spec = tables()[table.path]
    rows = (spec.key(leaf.name) for leaf in table.leaves)
    return iter(dict.fromkeys(row.name for row in rows if row is not None))
