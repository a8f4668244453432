"""Predictions of a hand follow from the rules, from basic strategy and from earlier hands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bjn_referee import low
from kibitz.core.analysis import Analysis
from kibitz.core.next import Next, Path, ghosts, predicted
from kibitz.core.values import Severity, Span
from kibitz.languages import load
from kibitz.languages.bjn.features.conventions import NATURAL, PRIOR, Case, Habits, decisions
from kibitz.languages.bjn.game.decisions import advice, chances
from kibitz.languages.bjn.game.model import Event, Setup
from kibitz.languages.bjn.game.model import Table as Replayed
from kibitz.languages.bjn.game.play import begin, legal_actions, play
from kibitz.languages.bjn.testing import Habits as Table
from kibitz.languages.bjn.testing import Player, Sensible

BJN = load("bjn")
seeds = st.integers(0, 2**32)


MOST = 6
"""Paths that are examined."""


def at_end(text: str) -> Next:
    """Return the options at the end of a text."""
    now = BJN.next(Analysis.of(BJN, text), len(text))
    return Next((), Span(len(text), len(text))) if now is None else now


def paths(text: str) -> list[Path]:
    """Return the predicted paths at the end of a text."""
    return predicted(at_end(text), MOST)


def ghost(text: str) -> str:
    """Return the ghost text at the end of a text, from the start of the entry on."""
    now = at_end(text)
    return next((now.typed[: now.head] + one.text for one in ghosts(now)), "")


def texts(text: str) -> list[str]:
    return [path.text for path in paths(text)]


@given(seeds, st.sampled_from(["|", "\n"]), st.data())
def test_predictions_break_no_rule(seed: int, separator: str, data: st.DataObject) -> None:
    """Check the prediction up to its last entry, which waits for a card."""
    hand = separator.join(Player(seed).play()) + "\n"
    text = hand[: data.draw(st.integers(0, len(hand)))]
    now = at_end(text)
    for path in predicted(now, MOST):
        assert path.text.startswith(now.typed)
        assert 0 < path.chance <= 1
        whole = text[: len(text) - len(now.typed)] + path.text
        entries = whole.replace("\n", "|").split("|")
        waiting = entries[-1].count(".") == 3
        cut = whole[: len(whole) - len(entries[-1]) - 1] if waiting else whole
        found = Analysis.of(BJN, cut).diagnostics()
        assert not [one.message for one in found if one.severity <= Severity.WARNING], (text, path)


@given(seeds, st.sampled_from(["|", "\n"]))
def test_the_deal_is_sure(seed: int, separator: str) -> None:
    """After a card, ghost text shows everything up to the next card."""
    entries = Sensible(seed, 3, 1, Table(True, False)).play()
    for number, entry in enumerate(entries[1:8], start=1):
        # The mark of a blackjack is a habit.
        if entry.endswith("."):
            text = separator.join(entries[: number + 1])[:-1]
            (first, *_) = paths(text)
            assert ghost(text) == first.text
            assert separator.join(entries)[len(text) :].startswith(first.text[len(entry) - 1 :]), (
                text,
                first,
            )


@given(seeds, st.sampled_from(["|", "\n"]))
def test_the_dealer_is_sure(seed: int, separator: str) -> None:
    """The dealer draws to 16 and stands on 17, a bust is marked, and the outcome follows."""
    entries = Sensible(seed, 3, 1, Table(True, False)).play()
    cards = [entry.split(".")[3] for entry in entries if entry.startswith("0.1..") and entry != "0.1...?"]
    for number, entry in enumerate(entries):
        if entry.startswith(("0.1.%", "0.1.^")):
            cards.append(entry.split(".")[3])
            text = separator.join(entries[: number + 1])[: -len(entry)] + entry[:8]
            if low(cards) != 7:  # A soft 17 is another matter.
                entry_on = ghost(text)[len(entry[:8]) :].partition("]")[0]
                assert entry_on
                assert separator.join(entries)[len(text) :].startswith(entry_on), (text, entry_on)


def test_chances_add_up() -> None:
    for text in (
        "{2.52}|1.1..as.|2.1..8s.|0.1...?|1.1..8d.|2.1..8c.|0.1..9h.|",
        "{1.52}|1.1..ks.|0.1...?|1.1..ad",
    ):
        assert sum(path.chance for path in predicted(at_end(text), 50)) > 0.95


def at_table(cards: str, shown: str) -> Replayed:
    """Return a hand of one player with some cards against an upcard of the dealer."""
    table = begin(Setup(1, 416))
    table = play(table, Event(0, 1, "", "", "?"))
    table = play(table, Event(0, 1, "", shown))
    for card in cards.split():
        table = play(table, Event(1, 1, "", card))
    return table


@pytest.mark.parametrize(
    ("cards", "shown", "play"),
    [
        ("ts 6d", "6c", "_"), ("ts 6d", "7c", "^"), ("ts 2d", "3c", "^"), ("ts 2d", "4c", "_"), ("6s 5d", "tc", "!"),
        ("6s 5d", "ac", "^"), ("as 7d", "9c", "^"), ("as 7d", "6c", "!"), ("as 7d", "8c", "_"), ("8s 8d", "ac", "/"),
        ("5s 5d", "9c", "!"), ("ts kd", "6c", "_"), ("9s 9d", "7c", "_"), ("as ad", "5c", "/"), ("2s 3d", "kc", "^"),
        ("as 2d 5c", "6c", "_"), ("as 2d 4c", "6c", "^"), ("ts 7d", "ac", "_"),
    ],
)  # fmt: skip
def test_the_usual_advice(cards: str, shown: str, play: str) -> None:
    table = at_table(cards, shown)
    hand = table.seats[1][0]
    assert advice(table, hand, legal_actions(table, 1, hand) + "_") == play
    usual = chances(table, 1, hand)
    assert usual[play] == max(usual.values()) > 0.8
    assert sum(usual.values()) == pytest.approx(1)


def test_habits_outweigh_basic_strategy() -> None:
    case = Case("hard 16", "high")
    habits = Habits([{(case, "_"): 1}] * 3)
    assert habits.weighed(case, {"^": 0.8, "_": 0.2}) == {
        "^": PRIOR * 0.8 / (PRIOR + 3), "_": (PRIOR * 0.2 + 3) / (PRIOR + 3),
    }  # fmt: skip
    assert habits.words(case, "_", "^_") == "3 of 3 times here"
    assert habits.words(NATURAL, "_", ("_", "")) == ""


def test_decisions_of_a_hand_are_counted() -> None:
    text = "1.1..ts.|0.1...?|1.1..2d.|0.1..9c.|1.1.^.4h._|0.1.%.8c._"
    events = [Event(int(a), int(b), c, d, e) for a, b, c, d, e in (one.split(".") for one in text.split("|"))]
    seen = {
        (case.kind, case.about, choice): count
        for (case, choice), count in decisions(Setup(1, 52), events).items()
    }
    assert seen == {
        ("hole", "", "yes"): 1, ("hard 12", "high", "^"): 1, ("hard 16", "high", "_"): 1, ("apart", "", "no"): 1,
        ("done", "", "yes"): 1,
    }  # fmt: skip


HAND = "{1.52}|1.1..ts.|0.1...?|1.1..6c.|0.1..9h.|1.1..._|0.1.%.8d._|[l]\n"


def test_the_likeliest_comes_first_and_learns() -> None:
    text = "{1.52}|1.1..9s.|0.1...?|1.1..7c.|0.1..9h.|"
    assert texts(text)[0] == "1.1.^."
    assert texts(HAND * 4 + text)[0] == "1.1..._|0.1.%."
    assert "4 of 4 times here" in " ".join(paths(HAND * 4 + text)[0].notes)


@pytest.mark.parametrize(
    ("before", "text"),
    [("{2.104}|1.1..ts.|[w,l]\n", "{2.104}|1.1.."), ("{2.104}\n1.1..ts.\n[w,l]\n\n", "{2.104}\n1.1..")],
)
def test_next_hand_has_the_same_table_and_form(before: str, text: str) -> None:
    assert texts(before) == [text]


@pytest.mark.parametrize("separator", ["\n", "\n\n", "\r\n", "\r\n\r\n"])
def test_hands_are_as_far_apart_as_before(separator: str) -> None:
    end = "{1.52}|1.1..ks.|0.1...?|1.1..9c.|0.1..9h.|1.1..._|0.1.%.8d._|"
    found = texts(HAND.strip() + separator + end)
    assert found[0] == f"[w]{separator}{{1.52}}|1.1.."
    assert found[1] == f"[w]{separator[: len(separator) // 2] if separator.count(chr(10)) > 1 else separator}"


def test_habits_are_those_of_the_latest_hands_only() -> None:
    """A long record costs no more than a short one."""
    never = HAND.replace("1.1..._", "1.1.^.2h._")
    text = "{1.52}|1.1..9s.|0.1...?|1.1..7c.|0.1..9h.|"
    assert texts(HAND * 50 + never * 40 + text)[0] == "1.1.^."
