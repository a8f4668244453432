"""Rounds of Figgie, traded by moves of the preview: three taps for a trade, and no findings except about missing parts."""

from __future__ import annotations

from random import Random

import pytest

from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply
from kibitz.core.setting import Preferences
from kibitz.games import figgie
from kibitz.languages import load

PFN = load("pfn")
OFTEN = 8


def taken(text: str, random: Random) -> tuple[str, int]:
    """The round with one more trade, and how many taps that took."""
    analysis, keys = Analysis.of(PFN, text), tuple[str, ...]()
    places = {item.place for item in PFN.scene(analysis, None, Preferences()).items}
    while True:
        plays = PFN.plays(analysis, None, keys)
        assert len({play.key for play in plays}) == len(plays) > 0
        assert {play.place for play in plays} <= places | {""}
        play = random.choice(plays)
        if play.edits:
            return apply(text, play.edits), len(keys) + 1
        keys = (*keys, play.key)


def test_new_round_has_usual_values() -> None:
    """No field is filled in afterwards: a round of no seconds would be wrong."""
    begin = PFN.plays(Analysis.of(PFN, ""), 0, ())[0]
    assert "\nGameDuration = 240.0\n" in apply("", begin.edits)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("result", ["", '\n[Result]\nWinners = ["P1"]\n'])
def test_moves_trade_legal_rounds(seed: int, result: str) -> None:
    random, text = Random(seed), figgie.deal(seed).record + result
    before = {one.rule.code for one in Analysis.of(PFN, text).diagnostics() if one.severity <= 2}
    for _ in range(OFTEN):
        text, taps = taken(text, random)
        assert taps == 3
    analysis = Analysis.of(PFN, text)
    assert {one.rule.code for one in analysis.diagnostics() if one.severity <= 2} <= before, text
    assert len([one for one in analysis.diagnostics() if one.rule.slug == "jotted"]) == OFTEN
    assert text.endswith(result)


def test_prices_are_near_the_last_one() -> None:
    text = figgie.deal(1).trade("P2", "P1", figgie.deal(1).hands["P1"][0], 20).record
    analysis = Analysis.of(PFN, text)
    suit = figgie.deal(1).hands["P1"][0][0]
    sellers = [play.key for play in PFN.plays(analysis, None, ()) if play.key.endswith(suit)]
    prices = [play.key for play in PFN.plays(analysis, None, (sellers[0], "P4"))]
    assert prices == [str(price) for price in range(16, 25)]
    assert not PFN.plays(analysis, None, (sellers[0], sellers[0][:2]))
    assert not PFN.plays(analysis, None, ("P9 S",))


def test_unknown_hands_sell_no_card() -> None:
    text = '[FiggieGame]\nTitle = "Own view"\nPlayers = 4\n\n[Deal]\nP1 = "S1,S2"\n'
    assert {play.key for play in PFN.plays(Analysis.of(PFN, text), None, ())} == {"P1 S"}


def test_a_trade_that_is_being_written_comes_first() -> None:
    text = figgie.deal(1).record + '\n[[Trades]]\nTradeIndex = 1\nT = 7.5\nBuyer = "P2"\n'
    titles = [play.title for play in PFN.plays(Analysis.of(PFN, text), None, ())]
    assert titles
    assert not any("sells" in title for title in titles)
    whole = f'{text}Seller = "P1"\nSuit = "Spades"\n'
    assert any("sells" in play.title for play in PFN.plays(Analysis.of(PFN, whole), None, ()))
