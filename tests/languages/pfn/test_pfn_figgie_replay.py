"""The rules of Figgie without a notation, and sums over trades compared with a replay of each trade."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.languages.pfn.check.sums import NOTHING, Aggregate, total
from kibitz.languages.pfn.game.figgie import (
    chips,
    deck,
    facts,
    in_order,
    most_goal_cards,
    partner,
    payout,
    read_card,
)
from kibitz.languages.pfn.game.play import Cards, Move, RoundState

PLAYERS = ("P1", "P2", "P3", "P4")
COUNTS = (("Spades", 10), ("Clubs", 12), ("Hearts", 10), ("Diamonds", 8))


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("S1", "S1"), ("C12", "C12"), ("♥10", "H10"), ("♦6", "D6"), ("S13", None), ("S0", None), ("S01", None),
        ("s1", None), ("1S", None), ("", None), ("S", None), ("S²", None), ("S١", None), ("S1 ", None),
    ],
)  # fmt: skip
def test_cards(text: str, card: str | None) -> None:
    assert read_card(text) == card


def test_partners() -> None:
    assert {name: partner(name) for name, _ in COUNTS} == {
        "Spades": "Clubs", "Clubs": "Spades", "Hearts": "Diamonds", "Diamonds": "Hearts",
    }  # fmt: skip
    assert partner("Swords") is None


def test_start() -> None:
    """The pot is 200 with four players and with five."""
    assert [facts().standard.stake(count) for count in facts().players] == [300, 310]


def test_the_deck_has_forty_cards() -> None:
    assert len(deck(COUNTS)) == facts().cards
    assert in_order(["D1", "S10", "S2", "C1"]) == ["S2", "S10", "C1", "D1"]


@pytest.mark.parametrize(
    ("held", "banks"),
    [
        ((6, 2, 2, 0), (60 + 100, 20, 20, 0)),
        ((4, 4, 2, 0), (40 + 50, 40 + 50, 20, 0)),
        ((3, 3, 3, 1), (30 + 100 / 3, 30 + 100 / 3, 30 + 100 / 3, 10)),
        ((8, 0, 0, 0), (80 + 120, 0, 0, 0)),
    ],
)
def test_payout(held: tuple[int, ...], banks: tuple[float, ...]) -> None:
    """10 chips for each goal card, the rest of the pot to the most of them."""
    paid = payout(dict(zip(PLAYERS, held, strict=True)))
    assert [one.total for one in paid.values()] == pytest.approx(banks)
    assert sum(one.total for one in paid.values()) == pytest.approx(facts().pot)
    assert [paid[player].goal_cards for player in most_goal_cards(paid)] == [max(held)] * held.count(
        max(held)
    )


def test_chips() -> None:
    assert [chips(amount) for amount in (12, 12.0, 12.5, 383.3333, -3)] == [
        "12",
        "12",
        "12.5",
        "383.33",
        "-3",
    ]


prices = st.lists(
    st.tuples(st.sampled_from(PLAYERS), st.sampled_from(PLAYERS), st.integers(0, 99)), max_size=60
)


@given(prices, st.integers(1, 9))
def test_sums_of_blocks_are_those_of_the_whole(trades: list[tuple[str, str, int]], size: int) -> None:
    """For any blocks, the nets are those of the replay, and the least running sum is right."""
    aggregates = [_aggregate(trades[at : at + size], at) for at in range(0, len(trades), size)]
    whole = total(aggregates)
    now = replay(trades)
    for player in PLAYERS:
        assert whole.nets.get(player, 0) == now.nets[player]
        sums = [replay(trades[:end]) for end in range(len(trades) + 1)]
        assert whole.lows.get(player, 0) == min(one.nets[player] or 0 for one in sums)
    assert whole.regular
    assert whole.count == len(trades)


def replay(trades: list[tuple[str, str, int]]) -> RoundState:
    now = RoundState(Cards({}), dict.fromkeys(PLAYERS, 0), 0)
    for buyer, seller, price in trades:
        now = now.after(Move(buyer, seller, None, None, price))
    return now


def _aggregate(trades: list[tuple[str, str, int]], before: int) -> Aggregate:
    sums = NOTHING
    for number, (buyer, seller, price) in enumerate(trades, before + 1):
        nets = {buyer: -price, seller: price} if buyer != seller else {}
        lows = {player: net for player, net in nets.items() if net < 0}
        sums = sums.then(Aggregate(1, price, frozenset(), nets, lows, number, number))
    return sums


def test_unknown_bank_owes_nothing() -> None:
    untold = Aggregate(1, 0, frozenset({"P1"}), {}, {}, 1, 1)
    bought = Aggregate(1, 400, frozenset(), {"P1": -400, "P2": 400}, {"P1": -400}, 2, 2)
    assert untold.then(bought).lows == {}
    assert bought.then(untold).lows == {"P1": -400}
