"""A round in words: each trade with what its card was worth to those who made it, and what came of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Telling
from kibitz.core.setting import Preferences
from kibitz.languages.pfn.features._beliefs import MOST_TRADES, likeliest, percent, sights
from kibitz.languages.pfn.features._cursor import record_of
from kibitz.languages.pfn.features._played import played
from kibitz.languages.pfn.features._shown import payout_words_of
from kibitz.languages.pfn.features._standing import came_to
from kibitz.languages.pfn.features._worths import FEW, Valued, valued
from kibitz.languages.pfn.features.steps import steps
from kibitz.languages.pfn.game.figgie import Number, chips, signed, suit_names
from kibitz.languages.pfn.game.round import Deal
from kibitz.languages.pfn.language import Pfn

LONGEST = 400
"""Of a round of more trades it is not told what could be known then, which takes some 10 milliseconds a trade."""
MINUTE = 60


def story(language: Pfn, analysis: Analysis, preferences: Preferences) -> Sequence[Telling]:
    """See :meth:`kibitz.core.features.Features.story`."""
    count = len(sights(analysis)) - 1
    trades = [*valued(played(analysis), beliefs=0 <= count <= LONGEST)] if 0 <= count <= MOST_TRADES else []
    by_place = {one.made.span.start: one for one in trades}
    deal = next((table.head.start for table in record_of(analysis).at("Deal")), None)
    told = []
    for step in steps(language, analysis):
        if (one := by_place.get(step.start)) is not None:
            told.append(Telling(_minute(one.made.time), tuple(_trade(one))))
        elif step.start == deal:
            told.append(Telling("The deal", tuple(_dealt(language, analysis))))
        else:
            told.append(Telling("The result", tuple(_result(analysis, trades))))
    return told if trades else ()


def _minute(time: Number | None) -> str:
    return "Trades" if time is None else f"Minute {int(time // MINUTE) + 1}"


def _dealt(language: Pfn, analysis: Analysis) -> Iterator[str]:
    deal: Deal = analysis.context.deal
    if likely := likeliest(deal, sights(analysis).get(-1)):
        yield f"The goal suit, by what each has seen: {likely}"


def _trade(one: Valued) -> Iterator[str]:
    made, sign = one.made, suit_names()[one.suit].sign if one.suit else "a card"
    buyer, seller = made.buyer or "?", made.seller or "?"
    price = "?" if made.price is None else chips(made.price)
    yield f"{buyer} buys {sign} from {seller} for {price}"
    edges, profits = one.edges, one.profits
    for player, worth in one.by.items():
        gain = f", {signed(round(edges[player], 1))}" if player in edges else ""
        yield f"Then to {player}: {chips(round(worth.value, 1))} chips{gain} ({sign} is the goal: {percent(worth.chance)})"
    for player, profit in profits.items():
        yield f"In the end to {player}: {chips(one.brought[player])} chips, {signed(profit)}"
    if one.chance is not None and one.implied is not None:
        yield f"{sign} is the goal: {percent(one.chance)} by the trades alone, {percent(one.implied)} by the prices"
    if one.later:
        yield f"Next prices of {sign}: {', '.join(map(chips, one.later[:FEW]))}"


def _result(analysis: Analysis, trades: Sequence[Valued]) -> Iterator[str]:
    """The payout, and what each gained by trading: by suit, and by counterparty."""
    end = came_to(analysis)
    for player, words in payout_words_of(end).items() if end else ():
        yield f"{player}: {words}"
    by_suit, by_other = (defaultdict[tuple[str, str], Number](int) for _ in range(2))
    for one in trades:
        buyer, seller, price = one.made.buyer, one.made.seller, one.made.price
        if None in {one.card, price, one.suit} or not buyer or not seller:
            return
        profit = (one.card or 0) - (price or 0)
        for player, other, gained in ((buyer, seller, profit), (seller, buyer, -profit)):
            by_suit[player, suit_names()[one.suit or ""].sign] += gained
            by_other[player, other] += gained
    for player in analysis.context.players:
        gains = [
            ", ".join(f"{name} {signed(gain)}" for (who, name), gain in sorted(sums.items()) if who == player)
            for sums in (by_suit, by_other)
        ]
        if all(gains):
            yield f"{player} by trading, with what goal cards pay: {gains[0]}; with {gains[1]}"
