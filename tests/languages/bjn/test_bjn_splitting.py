"""Values of splits: against every order of a small shoe, and against a simulation that shares nothing with kibitz."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import fmean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.languages.bjn.game.expectation import House, Shoe, values, worth
from kibitz.languages.bjn.game.play import legal_actions, more_splits
from test_bjn_expectation import before_playing, hit_once, stood


def split_aces(shoe: Shoe, up: int, house: House, done: tuple[int, ...], open_: int, splits: int) -> float:
    """Return the value of split aces that get one card each, dealt hand by hand as at a table."""
    if not open_:
        return sum(stood(shoe, up, total, house) for total in done)
    return sum(
        chance
        * (
            split_aces(rest, up, house, done, open_ + 1, splits - 1)
            if card == 1 and splits
            else split_aces(rest, up, house, (*done, 11 + card), open_ - 1, splits)
        )
        for card, chance, rest in hit_once(shoe, up, house)
    )


@given(
    st.tuples(st.integers(0, 4), *[st.integers(0, 2)] * 8, st.integers(3, 5)), st.integers(1, 10),
    st.integers(0, 2), st.builds(House, st.booleans(), st.just(True), st.booleans(), one=st.just(True)),
)  # fmt: skip
@settings(max_examples=12, deadline=None)
def test_split_aces_are_those_of_every_order(shoe: Shoe, up: int, again: int, house: House) -> None:
    if sum(shoe) < 14:
        shoe = (*shoe[:9], 14)
    found = dict(worth(shoe, up, 2, True, 1, house, 21, "/", again))["/"]
    every = [split_aces(shoe, up, house, (), 2, splits) for splits in range(again + 1)]
    assert found == pytest.approx(max(every), abs=1e-4)


def simulated(pair: int, hands: int, rounds: int, one: bool) -> Iterator[float]:
    """Play a pair against a six: six decks, S17, doubles after splits, basic strategy."""
    rng = Random(4)
    shoe = [min(rank, 10) for rank in range(1, 14)] * 24
    for card in (pair, pair, 6):
        shoe.remove(card)
    for _ in range(rounds):
        cards = iter(rng.sample(shoe, 60))
        hidden, mine, ended = next(cards), [[pair], [pair]], list[tuple[int, int]]()
        for hand in mine:
            while len(hand) == 1:
                hand.append(next(cards))
                if hand[1] == pair and len(mine) < hands:
                    mine.append([hand.pop()])
            bet = 1 if pair == 1 and one else played(hand, cards)
            ended.append((total(hand)[0], bet))
        dealer = [6, hidden]
        while total(dealer)[0] < 17:
            dealer.append(next(cards))
        theirs = total(dealer)[0]
        yield sum(
            -bet if have > 21 or have < theirs <= 21 else bet * (have > theirs or theirs > 21)
            for have, bet in ended
        )


def total(hand: list[int]) -> tuple[int, bool]:
    soft = 1 in hand and sum(hand) <= 11
    return sum(hand) + 10 * soft, soft


def played(hand: list[int], cards: Iterator[int]) -> int:
    """Play a hand against a six, and return the bet."""
    have, soft = total(hand)
    if (13 <= have <= 18) if soft else (9 <= have <= 11):
        hand.append(next(cards))
        return 2
    while have < (18 if soft else 12):
        hand.append(next(cards))
        have, soft = total(hand)
    return 1


@pytest.mark.parametrize(
    ("house", "cards", "hands", "one"),
    [
        ("sp2.das", "88", 2, False),
        ("sp4.das", "88", 4, False),
        ("sp4.rsa.one", "aa", 4, True),
        ("sp2.one", "aa", 2, True),
        ("sp4.rsa", "aa", 4, False),
    ],
)
def test_value_of_a_split_equals_simulation(house: str, cards: str, hands: int, one: bool) -> None:
    table = before_playing(f"312.s17.{house}", cards, "6")
    found = values(table, 1, table.seats[1][0])["/"]
    won = [*simulated(1 if cards == "aa" else int(cards[0]), hands, 25_000, one)]
    assert abs(found - fmean(won)) < 4 * stdev(won) / len(won) ** 0.5


@pytest.mark.parametrize(
    ("house", "cards", "more"),
    [
        ("", "88", 2),
        ("sp2", "88", 0),
        ("sp3", "88", 1),
        ("norsa", "aa", 0),
        ("norsa", "88", 2),
        ("rsa", "aa", 2),
    ],
)
def test_rules_limit_the_splits(house: str, cards: str, more: int) -> None:
    table = before_playing(f"312.{house}".rstrip("."), cards, "6")
    (hand,) = table.seats[1]
    assert more_splits(table, 1, hand) == more


def test_a_pair_is_split_again_only_if_that_pays() -> None:
    """Tens against a six lose by each split."""
    found = [
        values(table := before_playing(f"312.{house}", "tt", "6"), 1, table.seats[1][0])["/"]
        for house in ("sp2", "sp4")
    ]
    assert found[0] == found[1]
    assert "/" in legal_actions(table, 1, table.seats[1][0])
