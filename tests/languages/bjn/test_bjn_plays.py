"""Hands of blackjack, dealt and played by moves of the preview: they are legal, and each card is an event."""

from __future__ import annotations

from random import Random

import pytest

from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply
from kibitz.languages import load

BJN = load("bjn")
OFTEN = 40
"""Moves of each session."""
STARTS = (
    "{2.52}\n",
    "{3.312.s17.das}",
    "{2.52.nohole}\n",
    "{1.104}\n1.1..8s.\n0.1...?\n1.1..8h.\n",
    "{2.52}|1.1..as.",
    "{1.52.peek}|1.1..as.|0.1...?|1.1..ah.|0.1..ts.",
)


def taken(text: str, random: Random, often: int) -> tuple[str, int]:
    """Return a session of random plays, and the number of taps, those that open other moves included."""
    taps = 0
    for _ in range(often):
        keys = tuple[str, ...]()
        while True:
            plays = BJN.plays(Analysis.of(BJN, text), None, keys)
            assert len({play.key for play in plays}) == len(plays) > 0, text
            # Otherwise most random moves would be hits.
            decisions = [play for play in plays if len(play.key) > 2]
            play = random.choice(decisions if decisions and random.random() < 0.45 else plays)
            taps += 1
            if play.edits:
                text = apply(text, play.edits)
                break
            keys = (*keys, play.key)
    return text, taps


@pytest.mark.parametrize("start", STARTS)
def test_moves_play_legal_hands(start: str) -> None:
    text, taps = taken(start, Random(start), OFTEN)
    found = Analysis.of(BJN, text).diagnostics()
    assert not [one.message for one in found if one.severity <= 2], text
    assert taps <= 1.2 * OFTEN
    assert text.count("{") > 2
    assert ("\n1.1" in text) == (start.startswith("{1.104}")), "hands are written as those before"


def test_move_in_the_middle_is_written_there() -> None:
    text = "{1.52}|1.1..8s.|0.1...?|1.1..8h.|0.1..6d.|1.1..._|0.1.%.ts.\n"
    plays = BJN.plays(Analysis.of(BJN, text), text.index("0.1..6d.") + 2, ())
    titles = {play.key: play.title for play in plays}
    assert titles["1.1..._"] == "Player 1 stands on hard 16"
    split = next(play for play in plays if play.key.startswith("1.1./"))
    assert apply(text, split.edits) == text.replace("6d.|", "6d.|1.1./..|/1.8s/2.8h/|")
    assert "8s" not in titles


@pytest.mark.parametrize("begun", ["1.1.", "1.1.^.", "1.1.!.5", "1.1./"])
def test_move_replaces_a_begun_entry(begun: str) -> None:
    text = "{1.52}|1.1..8s.|0.1...?|1.1..8h.|0.1..6d.|"
    fresh, offered = (
        {
            play.title: apply(one, play.edits).rstrip("|")
            for play in BJN.plays(Analysis.of(BJN, one), None, ())
            if play.edits
        }
        for one in (text, text + begun)
    )
    assert fresh == offered


@pytest.mark.parametrize("between", ["|", "\n"])
def test_typed_split_offers_its_block(between: str) -> None:
    text = "{1.52}|1.1..8s.|0.1...?|1.1..8h.|0.1..6d.|1.1./..".replace("|", between)
    (play,) = BJN.plays(Analysis.of(BJN, text), None, ())
    after = apply(text, play.edits)
    assert after == f"{text}{between}/1.8s/2.8h/"
    # At the split the block is there already, and so its cards are next.
    keys = [one.key for one in BJN.plays(Analysis.of(BJN, after), len(text) - 1, ())]
    assert keys == [one.key for one in BJN.plays(Analysis.of(BJN, after), None, ())]
    assert "ts" in keys
