"""Reading trades from tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.core.values import Span
from kibitz.languages.pfn.game.figgie import (
    Number,
    Outcome,
    Suit,
    read_card,
    suit_names,
    suit_of,
)
from kibitz.languages.pfn.game.play import Move
from kibitz.languages.pfn.game.round import Deal, Terms
from kibitz.languages.pfn.text.tables import TRADES, Table, integer, meant_table, number, text
from kibitz.languages.pfn.toml.read import SEVERAL


class Trade(NamedTuple):
    """A trade. Missing, unreadable and wrongly typed parts are None. Spans are relative to the chunk."""

    table: Table
    number: int | None
    """Its TradeIndex."""
    time: Number | None
    buyer: str | None
    seller: str | None
    suit: Suit | None
    card: str | None
    price: Number | None

    @property
    def title(self) -> str:
        """The name of the trade in messages."""
        return "this trade" if self.number is None else f"trade {self.number}"

    @property
    def sold(self) -> Suit | None:
        """The suit of the sold card, or None if it is unknown."""
        return self.suit or (suit_of(self.card) if self.card is not None else None)

    @property
    def paid(self) -> Number | None:
        """The price, or None if it is missing, negative, or paid by players to themselves."""
        return None if self.price is None or self.price < 0 or self.buyer == self.seller else self.price

    def move(self, terms: Terms) -> Move:
        """Return the move of the trade. An unknown name may be any player's, so the chips are unknown."""
        buyer, seller, price = self.buyer, self.seller, self.paid
        suit = self.suit.letter if self.suit is not None else None
        if buyer is not None and (buyer == seller or not terms.plays(buyer)):
            buyer = price = None
        if seller is not None and not terms.plays(seller):
            seller = price = None
        return Move(buyer, seller, suit, self.card, price)

    def place(self, name: str) -> Span:
        """See :meth:`Table.place`."""
        return self.table.place(name)


class Usual(NamedTuple):
    """A trade without findings of its own."""

    number: int
    time: Number
    buyer: str
    seller: str
    card: str
    price: int
    """The price in thousandths of chips."""


@dataclass(frozen=True, eq=False)
class Ended:
    """The values of a round without findings."""

    deal: Deal
    """The deal without the hands."""
    duration: Number
    trades: Sequence[Usual]
    nets: Mapping[str, Number]
    """The gains of each player by trading."""
    end: Outcome


def trades_of(found: Iterable[Table]) -> tuple[Trade, ...]:
    """Return the trades among the tables of a chunk."""
    return tuple(_trade(part) for table in found if is_trade(table) for part in _parts(table))


def _parts(table: Table) -> Iterator[Table]:
    """Yield a trade, or several if keys are repeated because a header is lost."""
    table = table._replace(path=TRADES)
    names = [leaf.name for leaf in table.leaves]
    if sum(count > 1 for count in Counter(names).values()) < SEVERAL:
        yield table
        return
    starts = [number for number, name in enumerate(names) if name == names[0]]
    for start, end in zip(starts, [*starts[1:], len(names)], strict=True):
        leaves = table.leaves[start:end]
        head = table.head if start == 0 else leaves[0].key
        yield table._replace(head=head, header=table.header if start == 0 else None, leaves=leaves)


def is_trade(table: Table) -> bool:
    """Return whether a table is a trade. An unfinished header is not one yet."""
    if table.header is not None and not table.header.closed and not table.leaves:
        return False
    return (table.path == TRADES and (table.started or table.array)) or (
        table.header is not None and table.array and meant_table(table.path) == TRADES
    )


def _trade(table: Table) -> Trade:
    get = table.get
    return Trade(
        table, integer(get("TradeIndex")), number(get("T")), text(get("Buyer")) or None, text(get("Seller")) or None,
        suit_names().get(text(get("Suit")) or ""), read_card((text(get("Card")) or "").strip()),
        number(get("Price")),
    )  # fmt: skip
