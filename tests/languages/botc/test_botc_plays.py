"""Nights and days of Blood on the Clocktower, written by moves at the seats of the preview."""

from __future__ import annotations

import os
from random import Random

import pytest

from case import read
from folders import CASES
from kibitz.core.analysis import Analysis
from kibitz.core.formatting import apply
from kibitz.core.setting import Preferences
from kibitz.core.values import Severity
from kibitz.languages import load
from test_plays import taken

BOTC = load("botc")
NIGHT = "[Ann:chef Bob:empath Cid:monk Dee:mayor Eve:virgin Fay:poisoner Gus:imp Hal:butler]\n"
OFTEN = 15
LONG = os.environ.get("KIBITZ_PROFILE") == "long"


def serious(analysis: Analysis) -> list[str]:
    return [one.message for one in analysis.diagnostics() if one.severity <= Severity.WARNING]


@pytest.mark.parametrize("seed", range(4))
def test_moves_write_nights(seed: int) -> None:
    """A death takes two taps, a token or a role three, the next grimoire one. No play adds a mistake."""
    random, text, taps = Random(seed), f"# Night 1\n{NIGHT}", 0
    for _ in range(OFTEN):
        analysis, taken = Analysis.of(BOTC, text), tuple[str, ...]()
        places = {item.place for item in BOTC.scene(analysis, None, Preferences()).items}
        while True:
            plays = BOTC.plays(analysis, None, taken)
            assert len({play.key for play in plays}) == len(plays) > 0
            assert {play.place for play in plays} <= places | {""}
            following = [play for play in plays if play.key.startswith("Next")]
            play = following[0] if following and random.random() < 0.3 else random.choice(plays)
            taps += 1
            if play.edits:
                text = apply(text, play.edits)
                break
            taken = (*taken, play.key)
    assert not serious(Analysis.of(BOTC, text)), text
    assert taps <= 3 * OFTEN
    assert "# Day 1" in text


def test_a_player_becomes_another_character() -> None:
    text = f"# script: tb\n{NIGHT}"
    analysis = Analysis.of(BOTC, text)
    plays = {play.key: play for play in BOTC.plays(analysis, None, ("seat 8", "character"))}
    assert "recluse" in plays
    assert not {"imp", "al_hadikhia", "djinn", "chef"} & plays.keys()
    assert "spy" not in plays, "there would be an Outsider less and a Minion more than the setup has"
    assert plays["recluse"].title == "Hal becomes the Recluse"
    assert apply(text, plays["recluse"].edits) == text.replace("Hal:butler", "Hal:recluse")


def test_unknown_move_has_no_follow_ups() -> None:
    analysis = Analysis.of(BOTC, NIGHT)
    assert not BOTC.plays(analysis, None, ("seat 9",))
    assert not BOTC.plays(analysis, None, ("seat 1", "Kill Ann"))
    assert not BOTC.plays(Analysis.of(BOTC, ""), None, ("seat 1",))


def test_moves_bring_no_error() -> None:
    """The records of all cases in which nothing is wrong, nor silenced."""
    random, tried = Random(4), 0
    records = {read(path).text for path in (CASES / "botc").rglob("*.case")}
    for record in sorted(records):
        if "kibitz: ignore" in record:
            continue
        analysis = Analysis.of(BOTC, record)
        if serious(analysis):
            continue
        for _ in range(20 if LONG else 1):
            after, title = taken(analysis, random)
            tried += after is not analysis
            assert not serious(after), (title, after.document.text())
    assert tried > 60
