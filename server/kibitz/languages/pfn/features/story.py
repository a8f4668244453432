"""The steps of a round in words: who trades, and what the trades show about the goal suit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Telling
from kibitz.core.setting import Preferences
from kibitz.languages.pfn.features._cursor import record_of
from kibitz.languages.pfn.features._round import Made, came_to, likeliest, payout_words_of, sights, trades
from kibitz.languages.pfn.features.steps import steps
from kibitz.languages.pfn.game.beliefs import Seen
from kibitz.languages.pfn.game.figgie import Number, chips, suit_names
from kibitz.languages.pfn.language import Pfn

MINUTE = 60


def story(language: Pfn, analysis: Analysis, preferences: Preferences) -> Sequence[Telling]:
    """Describe each step, or return nothing if the round has too many trades or none."""
    seen = sights(analysis)
    if len(seen) < 2:
        return ()
    by_place = {one.span.start: one for one in trades(analysis)}
    deal = next((table.head.start for table in record_of(analysis).at("Deal")), None)
    told = []
    for step in steps(language, analysis):
        if (one := by_place.get(step.start)) is not None:
            words = (_trade(one), *_beliefs(analysis, seen[step.start]))
            told.append(Telling(_minute(one.time), words))
        elif step.start == deal:
            told.append(Telling("The deal", tuple(_beliefs(analysis, seen[-1]))))
        else:
            told.append(Telling("The result", tuple(_result(analysis))))
    return told


def _minute(time: Number | None) -> str:
    return "Trades" if time is None else f"Minute {int(time // MINUTE) + 1}"


def _trade(one: Made) -> str:
    suit = suit_names()[one.suit].sign if one.suit else "a card"
    price = "?" if one.price is None else chips(one.price)
    return f"{one.buyer or '?'} buys {suit} from {one.seller or '?'} for {price}"


def _beliefs(analysis: Analysis, seen: Seen | None) -> Iterator[str]:
    if likely := likeliest(analysis.context.deal, seen):
        yield f"The goal suit, by what each has seen: {likely}"


def _result(analysis: Analysis) -> Iterator[str]:
    end = came_to(analysis)
    for player, words in payout_words_of(end).items() if end else ():
        yield f"{player}: {words}"
