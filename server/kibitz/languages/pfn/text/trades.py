"""Trades: what one says by itself, read once for each text of a chunk and remembered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kibitz.core.rules import Rules
from kibitz.core.values import Diagnostic, Edit, Fix, Span
from kibitz.languages.pfn.check.tables import check_table, did_you_mean, listed, trade_title
from kibitz.languages.pfn.game.figgie import Move, Number, Suit, facts, read_card, suit_names, suit_of
from kibitz.languages.pfn.text.keys import tables
from kibitz.languages.pfn.text.tables import TRADES, Leaf, Part, Table, integer, number, read, text
from kibitz.languages.pfn.toml.section import Section


class Trade(NamedTuple):
    """A trade; what is missing, can't be read or has a wrong type is None. Spans are relative to the chunk."""

    source: Table | Section
    """The table, or a chunk that is this trade in its usual form."""
    number: int | None
    """Its TradeIndex."""
    time: Number | None
    buyer: str | None
    seller: str | None
    suit: Suit | None
    card: str | None
    price: Number | None

    @property
    def table(self) -> Table:
        """The table that it is written as."""
        return read(self.source, ())[0] if isinstance(self.source, Section) else self.source

    @property
    def move(self) -> Move:
        return Move(self.buyer, self.seller, self.card, self.price)

    @property
    def title(self) -> str:
        return trade_title(self.number)

    def place(self, *names: str) -> Span:
        """The value of the first of some keys that is there, or the head of the trade."""
        if isinstance(self.source, Section) and self.source.regular is not None:
            return Span(*self.source.regular.span(names[0]))
        for name in names:
            leaf = self.table.get(name)
            if leaf is not None:
                return leaf.span
        return self.table.head


class Trades(NamedTuple):
    """The trades of a chunk and what is wrong with each by itself."""

    trades: tuple[Trade, ...]
    problems: tuple[Diagnostic, ...]


NONE = Trades((), ())


def trades_of(found: Iterable[Table], rules: Rules) -> Trades:
    """The trades among the tables of a chunk."""
    trades = tuple(
        _trade(table) for table in found if table.path == TRADES and (table.started or table.array)
    )
    if not trades:
        return NONE
    return Trades(trades, tuple(one for trade in trades for one in _problems(rules, trade)))


def _trade(table: Table) -> Trade:
    get = table.get
    index, time, price, suit, card = (get(name) for name in ("TradeIndex", "T", "Price", "Suit", "Card"))
    return Trade(
        table,
        integer(index.node) if index else None,
        number(time.node) if time else None,
        text(get("Buyer")),
        text(get("Seller")),
        suit_names().get(text(suit) or ""),
        read_card((text(card) or "").strip()),
        number(price.node) if price else None,
    )


def _problems(rules: Rules, trade: Trade) -> Iterator[Diagnostic]:
    spec = tables()[TRADES]
    required = [key for key in spec.keys if key.required]
    yield from check_table(rules, trade.table, required, trade.title)
    yield from _number_problems(rules, trade)
    yield from _card_problems(rules, trade)
    if trade.buyer is not None and trade.buyer == trade.seller:
        yield rules["same-player"].at(*trade.place("Seller"), player=trade.buyer)


def _number_problems(rules: Rules, trade: Trade) -> Iterator[Diagnostic]:
    if trade.number is not None and trade.number < 1:
        yield rules["trade-index-low"].at(*trade.place("TradeIndex"), index=trade.number)
    if trade.time is not None and trade.time < 0:
        yield rules["time-negative"].at(*trade.place("T"))
    if trade.price is None:
        return
    if trade.price < 0:
        yield rules["price-negative"].at(*trade.place("Price"))
    elif trade.price == 0:
        yield rules["price-zero"].at(*trade.place("Price"))
    elif trade.price >= 100:
        yield rules["price-high"].at(*trade.place("Price"), price=trade.price)


def _card_problems(rules: Rules, trade: Trade) -> Iterator[Diagnostic]:
    suit, card = trade.table.get("Suit"), trade.table.get("Card")
    if suit is not None and trade.suit is None:
        yield from unknown_suit(rules, suit)
    if card is not None and trade.card is None and text(card) is not None:
        yield not_a_card(rules, card.plain)
    if trade.suit is None or trade.card is None or suit is None or suit_of(trade.card) == trade.suit:
        return
    right = suit_of(trade.card)
    fix = Fix(f"Change `Suit` to `{right.name}`", (Edit(*suit.plain.span, right.name),))
    yield rules["card-suit"].at(
        *(card or suit).span, card=text(card), suit=right.name, written=trade.suit.name, fixes=[fix]
    )


def unknown_suit(rules: Rules, leaf: Leaf) -> Iterator[Diagnostic]:
    """A string that should name a suit and does not."""
    written = text(leaf)
    if written is None or written in suit_names():
        return
    span = leaf.plain.span
    hint, fixes = did_you_mean(written, suit_names(), span)
    for suit in facts().suits:
        if written in {suit.letter, suit.letter.lower(), suit.sign}:
            hint, fixes = f"; did you mean `{suit.name}`?", [Fix(f"Change to `{suit.name}`", (Edit(*span, suit.name),))]  # fmt: skip
    yield rules["unknown-suit"].at(*leaf.span, text=written, hint=hint, fixes=fixes)


def not_a_card(rules: Rules, part: Part) -> Diagnostic:
    """A text that should be a card and is none."""
    hint, fixes = "", []
    upper = part.text.upper().replace(" ", "")
    for guess in (upper, upper[-1:] + upper[:-1], upper[:1] + upper[1:].lstrip("0")):
        if read_card(guess):
            hint, fixes = (
                f"; did you mean `{guess}`?",
                [Fix(f"Change to `{guess}`", (Edit(*part.span, guess),))],
            )
            break
    return rules["not-a-card"].at(*part.span, text=part.text, hint=hint, fixes=fixes)


def unknown_player(rules: Rules, slug: str, part: Part, players: tuple[str, ...]) -> Diagnostic:
    """A name that is no player's, at its place."""
    hint, fixes = did_you_mean(part.text, players, part.span)
    names = (
        f"the players are {listed(players)}" if players else "players are called `P1`, `P2` and so on"
    ) + hint
    return rules[slug].at(*part.span, player=part.text, players=names, fixes=fixes)
