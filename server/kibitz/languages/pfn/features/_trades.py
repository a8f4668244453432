"""The trades of a round as far as they can be read, each with where it stands and what it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.analysis import Analysis
from kibitz.core.memory import kept_with
from kibitz.core.rows import plain
from kibitz.core.values import Span
from kibitz.languages.pfn.check.tally import amount
from kibitz.languages.pfn.game.figgie import Number, suit_of
from kibitz.languages.pfn.game.play import Move
from kibitz.languages.pfn.game.round import Terms
from kibitz.languages.pfn.text.reader import Reader
from kibitz.languages.pfn.text.tables import TRADES, Path
from kibitz.languages.pfn.text.trades import Trade, Usual


class Made(NamedTuple):
    """A trade as far as it can be read, and where it stands."""

    span: Span
    number: int | None
    time: Number | None
    buyer: str | None
    seller: str | None
    suit: str | None
    card: str | None
    price: Number | None
    move: Move

    @classmethod
    def of(cls, trade: Trade, terms: Terms, start: int) -> Made:
        """A trade that was read in a chunk that begins at `start`."""
        number = trade.number if plain(trade.number) is not None else None
        suit = trade.suit and trade.suit.name
        span = trade.table.span.shifted(start)
        return cls(
            span, number, plain(trade.time), trade.buyer, trade.seller, suit, trade.card, plain(trade.price),
            trade.move(terms),
        )  # fmt: skip

    @classmethod
    def usual(cls, trade: Usual, span: Span) -> Made:
        """One with which nothing is wrong by itself."""
        card, price = trade.card, amount(trade.price)
        suit = suit_of(card)
        move = Move(trade.buyer, trade.seller, suit.letter, card, price)
        return cls(span, trade.number, trade.time, trade.buyer, trade.seller, suit.name, card, price, move)


@kept_with
def trades(analysis: Analysis) -> tuple[Made, ...]:
    """The trades of a round, in order; kept, as rows, sums and worths all go over them."""
    return tuple(_made(analysis))


def _made(analysis: Analysis) -> Iterator[Made]:
    reader: Reader = analysis.language.reader
    terms: Terms = analysis.context.terms
    path: Path | None = ()
    for place in analysis.document.places():
        text = place.text
        usual = reader.usual(text) if "#" not in text else None
        if usual is not None and all(map(terms.plays, (usual.buyer, usual.seller))):
            path = TRADES
            span = Span(len(text) - len(text.lstrip()), len(text.rstrip()))
            yield Made.usual(usual, span.shifted(place.start))
        else:
            for one in reader.trades(text, path):
                if one.table.leaves:
                    yield Made.of(one, terms, place.start)
            path = reader.path_after(text, path)
