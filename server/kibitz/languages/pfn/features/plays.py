"""The possible trades at a moment of a round, as shorthand lines without a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Play, plays_of
from kibitz.core.document import line_end_of
from kibitz.core.values import Edit, Span
from kibitz.languages.pfn.features._cursor import placed_trades, record_of
from kibitz.languages.pfn.features._round import moment, points
from kibitz.languages.pfn.features.scene import pile
from kibitz.languages.pfn.game.figgie import Suit, facts
from kibitz.languages.pfn.game.play import RoundState
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.shorthand import any_of, named

PRICES = 9
"""The number of offered prices, those nearest to the last one of the suit. A price of one digit has that digit as its number."""
USUAL = 7
"""The usual price of a suit without earlier trades, in chips."""


def plays(language: Pfn, analysis: Analysis, offset: int | None, taken: Sequence[str]) -> Iterator[Play]:
    """Yield the possible sales, then the buyers, then the prices.

    If the hands are unknown or a trade is unfinished, yield the items of completion.
    """
    _, now, until, _, begun = moment(analysis, offset)
    sales = {} if begun else {pile(player, suit): (player, suit, card) for player, suit, card in _sales(now)}
    if not taken:
        for key, (player, suit, _) in sales.items():
            yield Play(key, f"{player} sells {suit.sign} …", key)
        if not sales:
            at = len(analysis.document) if offset is None else offset
            yield from plays_of(language.complete(analysis, at))
    elif sale := sales.get(taken[0]):
        buyers = [player for player in now.nets if player != sale[0]]
        if len(taken) == 1:
            yield from (Play(player, f"{player} buys …", player) for player in buyers)
        elif len(taken) == 2 and taken[1] in buyers:
            yield from _priced(analysis, until, *sale, taken[1])


def _sales(now: RoundState) -> Iterator[tuple[str, Suit, str]]:
    """Yield each player and suit, with the lowest card that the player surely has."""
    for player, cards in now.hands.items():
        for suit in facts().suits:
            card = any_of(now.cards, player, suit)
            if card is not None and card in cards and now.cards.owners[card].sure:
                yield player, suit, card


def _priced(analysis: Analysis, until: int, seller: str, suit: Suit, card: str, buyer: str) -> Iterator[Play]:
    """Yield the prices of a sale that are near the last one of the suit."""
    last = [one.price for one in points(analysis, until) if one.suit == suit]
    lowest = max((int(last[-1]) if last else USUAL) - PRICES // 2, 1)
    at, gap = _behind(analysis, until)
    who, whom = named(buyer), named(seller)
    for price in range(lowest, lowest + PRICES) if who and whom else ():
        edit = Edit(at, at, f"{gap}{who}<{whom} {card}@{price}")
        title, number = f"{buyer} pays {price} for {suit.sign}", str(price) if price < 10 else ""
        yield Play(str(price), title, edits=(edit,), number=number)


def _behind(analysis: Analysis, until: int) -> tuple[int, str]:
    """Return the offset of the next trade and the line ends before it: after the trades before an offset, or after the deal."""
    line_end = line_end_of(analysis.document)
    ends = [
        (place.start + trade.table.end, trade.table.shorthand)
        for place, _, trade in placed_trades(analysis, Span(0, until))
        if place.start + trade.table.head.start < until
    ]
    deal = [table.end for table in record_of(analysis).at("Deal")]
    at, jotted = ends[-1] if ends else (max(deal, default=len(analysis.document)), False)
    return at, line_end * (2 - jotted)
