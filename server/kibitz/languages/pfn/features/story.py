"""The steps of a round in words: the trades, and the facts that they show about the goal suit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.core.analysis import Analysis
from kibitz.core.answers import Telling
from kibitz.core.setting import HIDDEN, Preferences
from kibitz.languages.pfn.features._cursor import record_of
from kibitz.languages.pfn.features._round import (
    came_to,
    likeliest,
    payout_words_of,
    sights,
    trade_words,
    trades,
)
from kibitz.languages.pfn.features.steps import steps
from kibitz.languages.pfn.game.beliefs import Seen
from kibitz.languages.pfn.game.figgie import Number, chips
from kibitz.languages.pfn.language import Pfn

MINUTE = 60


def story(language: Pfn, analysis: Analysis, preferences: Preferences) -> Sequence[Telling]:
    """Describe each step, or return nothing if the round has too many trades or none."""
    seen = sights(analysis)
    if len(seen) < 2:
        return ()
    hidden = preferences.flag(HIDDEN, False)
    by_place = {one.span.start: one for one in trades(analysis)}
    deal = next((table.head.start for table in record_of(analysis).at("Deal")), None)
    told = []
    for step in steps(language, analysis):
        if (one := by_place.get(step.start)) is not None:
            words = (trade_words(one), *_beliefs(analysis, seen[step.start], hidden))
            told.append(Telling(_minute(one.time), words))
        elif step.start == deal:
            told.append(Telling("The deal", tuple(_beliefs(analysis, seen[-1], hidden))))
        else:
            told.append(Telling("The result", tuple(_written(analysis) if hidden else _result(analysis))))
    return told


def _minute(time: Number | None) -> str:
    return "Trades" if time is None else f"Minute {int(time // MINUTE) + 1}"


def _beliefs(analysis: Analysis, seen: Seen | None, hidden: bool) -> Iterator[str]:
    if likely := likeliest(analysis.context.deal, seen, hidden=hidden):
        yield f"The goal suit by each player's knowledge: {likely}"


def _written(analysis: Analysis) -> Iterator[str]:
    """Yield the result as the record has it."""
    record = record_of(analysis)
    for name in ("Revealed12CardSuit", "GoalSuit"):
        if suit := record.suit("Result", name):
            yield f"{'The goal suit' if name == 'GoalSuit' else 'The suit of 12 cards'}: {suit}"
    for player, bank in record.written_banks.items():
        yield f"{player}: {chips(bank)}{', wins' if player in record.winners else ''}"


def _result(analysis: Analysis) -> Iterator[str]:
    end = came_to(analysis)
    for player, words in payout_words_of(end).items() if end else ():
        yield f"{player}: {words}"
