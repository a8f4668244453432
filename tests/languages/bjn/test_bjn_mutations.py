"""One change in a hand by the rules: a broken rule is reported at its place."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bjn_referee import Referee, low
from kibitz.languages.bjn.testing import DECK, Player
from test_bjn_play import entry_of, problems

seeds = st.integers(0, 2**32)


@given(seeds)
@settings(max_examples=100)
def test_referee_accepts_hands_by_the_rules(seed: int) -> None:
    assert Referee(Player(seed).play()).first_mistake() is None


@given(seeds, st.integers(0, 2**32))
@settings(max_examples=120)
def test_wrong_card_is_reported_at_its_place(seed: int, choice: int) -> None:
    agree(with_field(Player(seed).play(), 3, DECK, Random(choice)))


@given(seeds, st.integers(0, 2**32))
@settings(max_examples=120)
def test_wrong_mark_is_reported_at_its_place(seed: int, choice: int) -> None:
    agree(with_field(Player(seed).play(), 4, ["", "_", "#"], Random(choice)))


@given(seeds, st.integers(0, 2**32))
@settings(max_examples=100)
def test_another_result_is_reported_at_its_letter(seed: int, choice: int) -> None:
    rng, entries = Random(choice), Player(seed).play()
    at = rng.choice([index for index, char in enumerate(entries[-1]) if char in "wlp"])
    wrong = rng.choice(sorted({"w", "l", "p"} - {entries[-1][at]}))
    changed = [*entries[:-1], entries[-1][:at] + wrong + entries[-1][at + 1 :]]
    assert [one.span.start for one in problems(changed)] == [len("|".join(entries[:-1])) + 1 + at]


def with_field(entries: list[str], number: int, choices: list[str], rng: Random) -> list[str]:
    """Return the hand with another card, or another mark, at some event. Cards that a split block repeats stay."""
    split = {card for entry in entries if entry[0] == "/" for card in (entry[3:5], entry[-3:-1])}
    events = [
        index
        for index, entry in enumerate(entries)
        if entry[0].isdigit()
        and entry[-1] != "?"
        and (number == 4 or entry.split(".")[3] not in {"", *split})
    ]
    at = rng.choice(events)
    fields = entries[at].split(".")
    fields[number] = rng.choice([one for one in choices if one != fields[number]])
    return [*entries[:at], ".".join(fields), *entries[at + 1 :]]


def agree(entries: list[str]) -> None:
    """Check that the first problem is at the entry that the referee names, or that both find none."""
    found = [entry_of(entries, one) for one in problems(entries)]
    assert min(found, default=None) == Referee(entries).first_mistake(), "|".join(entries)


def test_the_total_with_low_aces() -> None:
    assert [low(cards.split()) for cards in ("as kd", "as", "as 6d", "as 6d ks", "ts 9d", "as ad 9c")] == [
        11, 1, 7, 17, 19, 11,
    ]  # fmt: skip
