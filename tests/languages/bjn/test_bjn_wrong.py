"""Hands with one thing wrong are reported, and the quick reading of a hand agrees with the slow one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.values import Diagnostic
from kibitz.languages import load
from kibitz.languages.bjn.check.report import judge
from kibitz.languages.bjn.text.cut import parse
from kibitz.languages.bjn.text.sheet import Row, Sheet

BJN = load("bjn")
PIECES = [
    "1.1..as.", "0.1...?", "1.1..kd._", "0.1..9c.", "1.1..._", "1.1.^.5h.", "1.1.^.9h.#", "1.1.!.5d._", "0.1.%.7c._",
    "[w]", "[l]", "1.1./..", "/1.as/2.ad/", "{1.52}", "{2.104}", "x", "1.1..AS.", " ", "", "// no", "\n", "1.1.. as.",
]  # fmt: skip


def slowly(text: str) -> tuple[Sheet, Sequence[Diagnostic]]:
    """Return a hand as the slow reader reads it. A comment after it rules out the quick reader."""
    sheet, problems = (parsed := parse(text.rstrip("\r\n") + " // slowly", BJN.rules)).value, parsed.problems
    assert not isinstance(sheet, Row)
    return sheet, problems


SPLIT = "{1.104}"
NEARLY = {
    "the player stands on one card": "{1.52}|1.1..5s._|0.1...?|1.1..6d.|0.1..9c.|0.1.%.8d._|[l]",
    "a hand that nobody has": "{1.52}|1.1..5s.|0.1...?|1.2..6d.|0.1..9c.|1.1..._|0.1.%.8d._|[l]",
    "two players in the wrong order": "{2.52}|2.1..5s.|1.1..4s.|0.1...?|1.1..7d.|2.1..9d.|0.1..9c.|1.1..._|2.1..._|0.1.%.8d._|[l,l]",
    "both of the dealer's cards are open": "{1.52}|1.1..ks.|0.1..2d.|1.1..qd.|0.1..9c.|1.1..._|0.1.%.6c._|[w]",
    "player 1 is left out": "{2.52}|1.1..5s.|2.1..4s.|0.1...?|1.1..7d.|2.1..9d.|0.1..9c.|2.1..._|0.1.%.8d._|[l,l]",
    "player 1 comes after player 2": "{2.52}|1.1..as.|2.1..4s.|0.1...?|1.1..kd.|2.1..9d.|0.1..9c.|2.1..._|1.1..._|0.1.%.8d._|[w,l]",
    "the last player is left out": "{1.52}|1.1..5s.|0.1...?|1.1..6d.|0.1..9c.|0.1.%.8d._|[l]",
    "standing twice": "{1.52}|1.1..5s.|0.1...?|1.1..7d._|0.1..9c.|1.1..._|0.1.%.8d._|[l]",
    "hitting after standing": "{1.52}|1.1..5s.|0.1...?|1.1..7d._|0.1..9c.|1.1.^.2h._|0.1.%.8d._|[l]",
    "an event that says nothing": "{1.52}|1.1..5s.|0.1...?|1.1..7d.|0.1..9c.|1.1...|1.1..._|0.1.%.8d._|[l]",
    "hitting a blackjack": "{1.52}|1.1..as.|0.1...?|1.1..kd.|0.1..9c.|1.1.^.2h._|0.1.%.8d._|[l]",
    "doubling on three cards": "{1.52}|1.1..2s.|0.1...?|1.1..3d.|0.1..9c.|1.1.^.2h.|1.1.!.4h._|0.1.%.8d._|[l]",
    "doubling without a mark": "{1.52}|1.1..2s.|0.1...?|1.1..3d.|0.1..9c.|1.1.!.4h.|0.1.%.8d._|[l]",
    "a hit without a card": "{1.52}|1.1..2s.|0.1...?|1.1..3d.|0.1..9c.|1.1.^.._|0.1.%.8d._|[l]",
    "an unmarked bust": "{1.52}|1.1..ts.|0.1...?|1.1..6d.|0.1..9c.|1.1.^.8h.|0.1.%.8d._|[l]",
    "a bust that stands": "{1.52}|1.1..ts.|0.1...?|1.1..6d.|0.1..9c.|1.1.^.8h._|0.1.%.8d._|[l]",
    "a bust that is none": "{1.52}|1.1..ts.|0.1...?|1.1..6d.|0.1..9c.|1.1.^.2h.#|0.1.%.8d._|[w]",
    "the dealer draws after standing": "{1.52}|1.1..ts.|0.1...?|1.1..6d._|0.1..9c.|0.1.%.2d._|0.1.^.8d._|[l]",
    "the dealer draws on 18": "{1.52}|1.1..ts.|0.1...?|1.1..6d._|0.1..9c.|0.1.%.9d.|0.1.^.2d._|[l]",
    "the dealer stands on 11": "{1.52}|1.1..ts.|0.1...?|1.1..6d._|0.1..9c.|0.1.%.2d._|[w]",
    "the dealer leaves 11": "{1.52}|1.1..ts.|0.1...?|1.1..6d._|0.1..9c.|0.1.%.2d.|[w]",
    "the dealer stands on a soft 17": "{1.52}|1.1..ts.|0.1...?|1.1..6d._|0.1..ac.|0.1.%.6c._|[l]",
    "the dealer draws on a soft 17": "{1.52}|1.1..ts.|0.1...?|1.1..6d._|0.1..ac.|0.1.%.6c.|0.1.^.2c._|[l]",
    "the hidden card stays hidden": "{1.52}|1.1..ts.|0.1...?|1.1..6d._|0.1..ac.|[l]",
    "a player after the dealer": "{2.52}|1.1..as.|2.1..4s.|0.1...?|1.1..kd.|2.1..9d._|0.1..9c.|0.1.%.8d._|1.1..._|[w,l]",
    "20 beats a dealer's blackjack": "{1.52}|1.1..ks.|0.1...?|1.1..qd.|0.1..ac.|1.1..._|0.1.%.kc._|[w]",
    "a blackjack loses to a blackjack": "{1.52}|1.1..ks.|0.1...?|1.1..ad.|0.1..ac.|0.1.%.kc._|[l]",
    "a blackjack and a 21 of three cards": "{1.52}|1.1..ks.|0.1...?|1.1..ad.|0.1..6c.|0.1.%.5c.|0.1.^.tc._|[p]",
    "a bust that wins": "{1.52}|1.1..ts.|0.1...?|1.1..6d.|0.1..9c.|1.1.^.8h.#|0.1.%.8d._|[w]",
    "two results of one hand": "{1.52}|1.1..ts.|0.1...?|1.1..6d._|0.1..9c.|0.1.%.8d._|[l/l]",
    "a result too many": "{1.52}|1.1..ts.|0.1...?|1.1..6d._|0.1..9c.|0.1.%.8d._|[l,l]",
    "one card twice": "{1.52}|1.1..ts.|0.1...?|1.1..6d._|0.1..8d.|0.1.%.8d.|0.1.^.4d._|[l]",
    "one card three times in two decks": "{1.104}|1.1..8d.|0.1...?|1.1..8d._|0.1..8d.|0.1.%.9d._|[l]",
    "decks for cards": "{1.1}|1.1..ts.|0.1...?|1.1..6d._|0.1..9c.|0.1.%.8d._|[l]",
    "no whole decks": "{1.60}|1.1..ts.|0.1...?|1.1..6d._|0.1..9c.|0.1.%.8d._|[l]",
    "further rules": "{1.52.late}|1.1..ts.|0.1...?|1.1..6d._|0.1..9c.|0.1.%.8d._|[l]",
    "no player": "{0.52}|0.1...?|0.1..9c.|0.1.%.8d._|[l]",
    "a second setup": "{1.52}|{1.52}|1.1..ts.|0.1...?|1.1..6d._|0.1..9c.|0.1.%.8d._|[l]",
    "a split of unlike cards": f"{SPLIT}|1.1..8s.|0.1...?|1.1..9d.|0.1..9c.|1.1./..|/1.8s/2.9d/|1.1.^.ks._|1.2.^.qs._|0.1.%.8h._|[w/w]",
    "a split of unlike tens": f"{SPLIT}|1.1..ks.|0.1...?|1.1..qd.|0.1..9c.|1.1./..|/1.ks/2.qd/|1.1.^.8s._|1.2.^.8d._|0.1.%.8h._|[w/w]",
    "a split without its block": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|1.1.^.ks._|1.2.^.qs._|0.1.%.8h._|[w/w]",
    "another block": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8c/|1.1.^.ks._|1.2.^.qs._|0.1.%.8h._|[w/w]",
    "a block twice": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|/1.8s/2.8d/|1.1.^.ks._|1.2.^.qs._|0.1.%.8h._|[w/w]",
    "a block before the split": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|/1.8s/2.8d/|1.1./..|1.1.^.ks._|1.2.^.qs._|0.1.%.8h._|[w/w]",
    "a split that deals a card": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./.2c.|/1.8s/2.8d/|1.1.^.ks._|1.2.^.qs._|0.1.%.8h._|[w/w]",
    "a split that stands": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./.._|/1.8s/2.8d/|1.1.^.ks._|1.2.^.qs._|0.1.%.8h._|[w/w]",
    "a split after a hit": f"{SPLIT}|1.1..2s.|0.1...?|1.1..2d.|0.1..9c.|1.1.^.5c.|1.1./..|/1.2s/2.2d/|1.1.^.ks._|1.2.^.qs._|0.1.%.8h._|[l/l]",
    "a split after standing": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d._|0.1..9c.|1.1./..|/1.8s/2.8d/|1.1.^.ks._|1.2.^.qs._|0.1.%.8h._|[w/w]",
    "the second hand first": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|1.2.^.ks._|1.1.^.qs._|0.1.%.8h._|[w/w]",
    "the second hand left out": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|1.1.^.ks._|0.1.%.8h._|[w/l]",
    "the first hand left open": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|1.1.^.ks.|1.2.^.qs._|0.1.%.8h._|[w/w]",
    "a third hand": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|1.1.^.ks._|1.2.^.qs._|1.3.^.2s._|0.1.%.8h._|[w/w]",
    "split aces hit twice": f"{SPLIT}|1.1..as.|0.1...?|1.1..ad.|0.1..9c.|1.1./..|/1.as/2.ad/|1.1.^.2s.|1.1.^.5s._|1.2.^.7s._|0.1.%.8h._|[w/w]",
    "split aces split again": f"{SPLIT}|1.1..as.|0.1...?|1.1..ad.|0.1..9c.|1.1./..|/1.as/2.ad/|1.1.^.ah.|1.1./..|/1.as/3.ah/|1.1.^.7s._|1.2.^.7c._|1.3.^.7d._|0.1.%.8h._|[w/w/w]",
    "a split hand that stands twice": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|1.1.^.ks._|1.1..._|1.2.^.qs._|0.1.%.8h._|[w/w]",
    "an unmarked bust of a split hand": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|1.1.^.ks.|1.1.^.5s.|1.2.^.qs._|0.1.%.8h._|[l/w]",
    "doubling one card": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|1.1.!.ks._|1.2.^.qs._|0.1.%.8h._|[w/w]",
    "doubling a split hand without a mark": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|1.1.^.2s.|1.1.!.ks.|1.2.^.qs._|0.1.%.8h._|[w/w]",
    "a reveal by a player": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|1.1.^.2s.|1.1.%.ks._|1.2.^.qs._|0.1.%.8h._|[w/w]",
    "a card of the split hand twice": "{1.52}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|1.1.^.ks._|1.2.^.ks._|0.1.%.8h._|[w/w]",
    "a 21 after a split that wins as a blackjack": f"{SPLIT}|1.1..as.|0.1...?|1.1..ad.|0.1..6c.|1.1./..|/1.as/2.ad/|1.1.^.ks._|1.2.^.7s._|0.1.%.5h.|0.1.^.tc._|[w/l]",
    "one result for two hands": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|1.1.^.ks._|1.2.^.qs._|0.1.%.8h._|[w]",
    "the dealer splits": f"{SPLIT}|1.1..8s.|0.1...?|1.1..7d._|0.1..9c.|0.1.%.9h.|0.1./..|/1.9h/2.9c/|[l]",
    "a split between the two rounds": f"{SPLIT}|1.1..8s.|0.1...?|1.1./..|1.1..8d.|0.1..9c.|1.1.^.2s._|0.1.%.9h._|[l]",
    "the dealer stands on 11 against a split": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|1.1.^.ks._|1.2.^.qs._|0.1.%.2h._|[w/w]",
    "one of five hands": "{1.416}|1.1..8s.|0.1...?|1.1..8c.|0.1..9c.|1.1./..|/1.8s/2.8c/|1.1..8d.|1.1./..|/1.8s/3.8d/|1.1..8h.|1.1./..|/1.8s/4.8h/|1.1..8s.|1.1./..|/1.8s/5.8s/|1.1.^.ks._|1.2.^.kc._|1.3.^.kd._|1.4.^.kh._|1.5.^.qs._|0.1.%.8h._|[w/w/w/w/w]",
    "back to the first hand": f"{SPLIT}|1.1..5s.|0.1...?|1.1..5d.|0.1..9c.|1.1./..|/1.5s/2.5d/|1.1.^.6s.|1.1.^.ks.|1.2.^.qs._|1.1..._|0.1.%.8h._|[w/l]",
    "a hit of a split hand without a card": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|1.1.^.2s.|1.1.^.._|1.2.^.qs._|0.1.%.8h._|[l/w]",
    "a split hand that is bust without a card": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|1.1.^.2s.|1.1...#|1.2.^.qs._|0.1.%.8h._|[l/w]",
    "doubling a split hand to 21 without a mark": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|1.1.^.3s.|1.1.!.ks.|1.2.^.qs._|0.1.%.8h._|[w/w]",
    "a bust of a split hand that stands": f"{SPLIT}|1.1..8s.|0.1...?|1.1..8d.|0.1..9c.|1.1./..|/1.8s/2.8d/|1.1.^.ks.|1.1.^.5s._|1.2.^.qs._|0.1.%.8h._|[l/w]",
    "nothing said, and nothing more done": "{1.52}|1.1..5s.|0.1...?|1.1..7d.|0.1..9c.|1.1...|0.1.%.8d._|[l]",
    "a bust without a card": "{1.52}|1.1..5s.|0.1...?|1.1..7d.|0.1..9c.|1.1...#|0.1.%.8d._|[l]",
    "doubling to 21 without a mark": "{1.52}|1.1..5s.|0.1...?|1.1..6d.|0.1..9c.|1.1.!.ks.|0.1.%.8d._|[w]",
    "playing a hand that nobody has": "{1.52}|1.1..5s.|0.1...?|1.1..6d.|0.1..9c.|1.2.^.9s._|0.1.%.8d._|[w]",
    "rules that contradict each other": "{1.52.s17.h17}|1.1..ts.|0.1...?|1.1..6d._|0.1..9c.|0.1.%.8d._|[l]",
    "more players than there are": "{1.52}|1.1..ts.|2.1..5s.|0.1...?|1.1..6d._|2.1..8s.|0.1..9c.|2.1..._|0.1.%.8d._|[l,l]",
    "no outcome": "{1.52}|1.1..ts.|0.1...?|1.1..6d._|0.1..9c.|0.1.%.8d._",
}  # fmt: skip
"""Hands with one mistake and no other."""


@pytest.mark.parametrize("text", NEARLY.values(), ids=NEARLY.keys())
def test_nearly_clean_hands_have_a_finding(text: str) -> None:
    assert isinstance(parse(text, BJN.rules).value, Row)
    assert list(judge(slowly(text)[0].values))


@given(st.lists(st.sampled_from(PIECES), max_size=9), st.sampled_from(["|", "\n", "\r\n", "|\n", "\r"]))
def test_quick_reading_agrees_with_slow_reading(pieces: list[str], separator: str) -> None:
    text = separator.join(["{1.52}", *pieces])
    quick, (slow, _) = parse(text, BJN.rules), slowly(text)
    if isinstance(quick.value, Row):
        assert not quick.problems
        assert quick.value.items == slow.items[:-1]
