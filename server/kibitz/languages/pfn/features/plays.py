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
from kibitz.languages.pfn.game.play import Standing
from kibitz.languages.pfn.language import Pfn
from kibitz.languages.pfn.text.shorthand import any_of, named

PRICES = 9
"""The number of offered prices, those nearest to the last one of the suit. A price of one digit has that digit as its number."""
USUAL = 7
"""The usual price of a suit without earlier trades, in chips."""


def plays(language: Pfn, analysis: Analysis, offset: int | None, taken: Sequence[str]) -> Sequence[Play]:
    """Return the possible sales, then the buyers, then the prices.

    Return the completions if the hands are unknown or a trade is unfinished.
    """
    _, now, until, _, begun = moment(analysis, offset)
    sales = {} if begun else {pile(player, suit): (player, suit, card) for player, suit, card in _sales(now)}
    if not taken:
        at = len(analysis.document) if offset is None else offset
        sellers = [
            Play(key, f"{player} sells {suit.sign} …", key) for key, (player, suit, _) in sales.items()
        ]
        return sellers or [*plays_of(language.complete(analysis, at))]
    sale = sales.get(taken[0])
    buyers = [player for player in now.nets if sale is not None and player != sale[0]]
    if sale is None or len(taken) > 2 or not {*taken[1:]} <= {*buyers}:
        return []
    if len(taken) == 1:
        return [Play(player, f"{player} buys …", player) for player in buyers]
    return [*_priced(language, analysis, until, sale, taken[1])]


def _sales(now: Standing) -> Iterator[tuple[str, Suit, str]]:
    """Yield each player and suit, with the lowest card that the player surely has."""
    for player, cards in now.hands.items():
        for suit in facts().suits:
            card = any_of(now.cards, player, suit)
            if card is not None and card in cards and now.cards.owners[card].sure:
                yield player, suit, card


def _priced(
    language: Pfn, analysis: Analysis, until: int, sale: tuple[str, Suit, str], buyer: str
) -> Iterator[Play]:
    seller, suit, card = sale
    last = [one.price for one in points(analysis, until) if one.suit == suit]
    near = int(last[-1]) if last else USUAL
    lowest = max(near - PRICES // 2, 1)
    at, gap = _behind(language, analysis, until)
    who, whom = named(buyer), named(seller)
    if who is None or whom is None:
        return
    for price in range(lowest, lowest + PRICES):
        text = f"{gap}{who}<{whom} {card}@{price}"
        yield Play(
            str(price),
            f"{buyer} pays {price} for {suit.sign}",
            edits=(Edit(at, at, text),),
            number=str(price) if price < 10 else "",
        )


def _behind(language: Pfn, analysis: Analysis, until: int) -> tuple[int, str]:
    """Return the offset of the next trade and the line ends before it: after the trades before an offset, or after the deal."""
    line_end = line_end_of(analysis.document)
    ends = [
        (place.start + trade.table.end, trade.table.shorthand)
        for place, _, trade in placed_trades(analysis, Span(0, until))
        if place.start + trade.table.head.start < until
    ]
    if ends:
        return ends[-1][0], line_end * (1 if ends[-1][1] else 2)
    deal = [table.end for table in record_of(analysis).at("Deal")]
    return max(deal, default=len(analysis.document)), line_end * 2
