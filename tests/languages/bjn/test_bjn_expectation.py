"""The values of decisions, against published basic strategy, and against every order of a small shoe."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.languages.bjn.game.decisions import advice, nearly
from kibitz.languages.bjn.game.expectation import House, Shoe, allowed, full_shoe, values, with_changes, worth
from kibitz.languages.bjn.game.model import DECK, Event, Setup, Table
from kibitz.languages.bjn.game.play import begin, left_by_value, legal_actions, play
from kibitz.languages.bjn.game.session import played
from kibitz.languages.bjn.language import LANGUAGE
from kibitz.languages.bjn.testing import Habits, Sensible

HOUSES = ["s17.das", "s17.nodas", "h17.das", "h17.nodas"]
RANKS = "a23456789t"
PAIRS = [2 * rank for rank in RANKS]
SOFT = ["a" + rank for rank in "23456789"]
HARD = ["35", "45", "46", "56", "t2", "t3", "t4", "t5", "t6", "t7"]
HOUSE_OPTIONS = [("h17", "s17"), ("das", "nodas"), ("surr", ""), ("peek", "nopeek"), ("", "d9", "d10")]
CLOSE = 0.005
"""Difference below which two plays are equally good. Tables are for all hands with a total, and for four to eight decks."""


def before_playing(setup: str, cards: str, up: str) -> Table:
    """Return a table with one player who has two cards, an upcard and a hole card."""
    cards_, *options = setup.split(".")
    table = begin(Setup(1, int(cards_), tuple(options)))
    for event in (
        Event(1, 1, "", cards[0] + "s"), Event(0, 1, "", "", "?"), Event(1, 1, "", cards[1] + "d"),
        Event(0, 1, "", up + "c"),
    ):  # fmt: skip
        table = play(table, event)
    return table


def differences(house: str, decks: int) -> Iterator[tuple[str, str, str, str, dict[str, float]]]:
    """Yield the cells in which the best play is not the published one, with both plays and all values."""
    for cards in (*HARD, *SOFT, *PAIRS):
        for up in RANKS:
            table = before_playing(f"{52 * decks}.{house}", cards, up)
            (hand,) = table.seats[1]
            found = dict(values(table, 1, hand, followed=0))
            published = advice(table, hand, legal_actions(table, 1, hand) + "_")
            best = max(found, key=lambda one: found[one])
            if best != published:
                yield cards, up, published, best, found


@pytest.mark.parametrize("house", HOUSES)
def test_basic_strategy_follows_from_the_numbers(house: str) -> None:
    """Compare all cells of the published tables, for six decks."""
    for cards, up, published, best, found in differences(house, 6):
        assert found[best] - found[published] < CLOSE, (cards, up, published, best, found)


# A small shoe, gone through card by card


def total(cards: tuple[int, ...]) -> int:
    low = sum(cards)
    return low + 10 if low <= 11 and 1 in cards else low


def without(shoe: Shoe, card: int) -> Shoe:
    return tuple(count - (pips == card) for pips, count in enumerate(shoe, start=1))


def drawn(shoe: Shoe) -> Iterator[tuple[int, float, Shoe]]:
    for pips, count in enumerate(shoe, start=1):
        if count:
            yield pips, count / sum(shoe), without(shoe, pips)


def against(dealer: tuple[int, ...], shoe: Shoe, mine: int, h17: bool) -> float:
    """Return the expected win of a total against the dealer's cards, the hole card included."""
    have = total(dealer)
    if have == 21 and len(dealer) == 2:
        return -1.0
    if have > 21:
        return 1.0
    if have < 17 or (have == 17 and h17 and sum(dealer) == 7):
        return sum(chance * against((*dealer, card), rest, mine, h17) for card, chance, rest in drawn(shoe))
    return float((mine > have) - (mine < have))


def hidden(shoe: Shoe, up: int, peek: bool) -> list[tuple[int, float, Shoe]]:
    """Return the possible hole cards."""
    may = [one for one in drawn(shoe) if not (peek and total((up, one[0])) == 21)]
    whole = sum(chance for _, chance, _ in may)
    return [(card, chance / whole, rest) for card, chance, rest in may]


@cache
def stood(shoe: Shoe, up: int, mine: int, house: House) -> float:
    """Return the expected win of a total, if the hole card is one of the shoe."""
    holes = hidden(shoe, up, house.peek)
    return sum(chance * against((up, card), rest, mine, house.h17) for card, chance, rest in holes)


def hit_once(shoe: Shoe, up: int, house: House) -> Iterator[tuple[int, float, Shoe]]:
    """Yield the next card. The hole card is out of the shoe."""
    found: dict[int, float] = {}
    for _, chance, rest in hidden(shoe, up, house.peek):
        for card, likely, _ in drawn(rest):
            found[card] = found.get(card, 0.0) + chance * likely
    return ((card, chance, without(shoe, card)) for card, chance in found.items())


@cache
def going_on(shoe: Shoe, up: int, mine: tuple[int, ...], house: House) -> float:
    if total(mine) > 21:
        return -1.0
    stand = stood(shoe, up, total(mine), house)
    if sum(mine) >= 18 or total(mine) == 21:
        return stand
    return max(stand, asked(shoe, up, mine, house))


def asked(shoe: Shoe, up: int, mine: tuple[int, ...], house: House) -> float:
    return sum(
        chance * going_on(rest, up, tuple(sorted((*mine, card))), house)
        for card, chance, rest in hit_once(shoe, up, house)
    )


@given(
    st.tuples(*[st.integers(1, 3)] * 9, st.integers(3, 8)), st.integers(1, 10), st.integers(4, 10),
    st.integers(2, 10), st.builds(House, st.booleans(), st.just(True), st.booleans()),
)  # fmt: skip
@settings(max_examples=6)
def test_values_equal_all_orders_of_a_shoe(shoe: Shoe, up: int, one: int, other: int, house: House) -> None:
    found = dict(worth(shoe, up, one + other, False, 0, house, followed=21))
    mine = tuple(sorted((one, other)))
    assert found["_"] == pytest.approx(stood(shoe, up, one + other, house))
    assert found["^"] == pytest.approx(asked(shoe, up, mine, house))


@given(st.integers(0, 2**32), st.integers(1, 7), st.sampled_from([1, 2, 6]))
@settings(max_examples=25)
def test_loss_needs_only_promising_plays(seed: int, players: int, decks: int) -> None:
    """Compare the sum of hovers and hints with statistics."""
    text = "|".join(Sensible(seed, players, decks, Habits(True, True)).play())
    for setup, entries in LANGUAGE.hands(text):
        for one in played(setup, entries).decisions:
            given = max(one.values.values()) - one.values[one.chosen] if one.values else 0.0
            assert one.cost == pytest.approx(given), str(one)


def test_best_play_is_never_ruled_out() -> None:
    """Try shoes of all sizes and depths, unlikely ones included."""
    rng, wrong = Random(7), 0
    for _ in range(600):
        decks, rules = rng.choice([1, 1, 2, 4, 6, 8]), [rng.choice(pair) for pair in HOUSE_OPTIONS]
        often = {rank: rng.random() if rng.random() < 0.3 else 1.0 for rank in RANKS}
        cards = sorted(
            [*DECK] * decks, key=lambda card: rng.random() ** (1 / (often.get(card[0], 1.0) + 0.01))
        )
        gone = rng.randint(0, len(cards) - 24) if rng.random() < 0.5 else 0
        table = begin(Setup(1, decks, tuple(filter(None, rules))), tuple(cards[:gone]))
        mine, other, up = rng.sample(cards[gone : gone + 12], 3)
        if rng.random() < 0.2:
            other = mine[0] + other[1]
        for event in (
            Event(1, 1, "", mine), Event(0, 1, "", "", "?"), Event(1, 1, "", other), Event(0, 1, "", up),
        ):  # fmt: skip
            table = play(table, event)
        (hand,) = table.seats[1]
        legal, full = legal_actions(table, 1, hand), full_shoe(decks, table.up)
        if usual := allowed(table, 1, hand, legal, full, 0):
            found, doubt = nearly(table, hand, left_by_value(table), usual)
            exactly = values(table, 1, hand)
            best = max(exactly, key=lambda one: exactly[one])
            assert max(found.values()) - found[best] <= doubt, (table, exactly, found)
            wrong += best != max(found, key=lambda one: found[one])
    assert wrong, "nothing here is close enough to be ruled out wrongly"


@given(
    st.tuples(*[st.integers(0, 8)] * 9, st.integers(20, 32)), st.integers(1, 10), st.integers(2, 11), st.booleans(),
    st.builds(House, st.booleans(), st.just(True), st.booleans()),
)  # fmt: skip
@settings(max_examples=50)
def test_safe_hand_hits_in_any_shoe(shoe: Shoe, up: int, pips: int, ace: bool, house: House) -> None:
    """A hit is worth half a double or more for any hand."""
    found = dict(worth(shoe, up, pips, ace, 0, house))
    assert found["^"] >= found["!"] / 2 - 1e-9
    if pips + 10 * ace <= 16:
        assert found["^"] >= found["_"] - 1e-9


def test_effect_of_a_card_equals_smaller_shoe() -> None:
    rng = Random(5)
    for _ in range(10):
        shoe, up = tuple(rng.randint(0, 12) for _ in range(10)), rng.randint(1, 10)
        house = House(rng.random() < 0.5, True, rng.random() < 0.5)
        now, changes = with_changes(shoe, up, house)
        for at, change in enumerate(changes):
            if shoe[at]:
                less = (*shoe[:at], shoe[at] - 1, *shoe[at + 1 :])
                then = [one - other for one, other in zip(with_changes(less, up, house)[0], now, strict=True)]
                assert change == pytest.approx(then)


@pytest.mark.parametrize(
    ("house", "up", "worth"),
    [
        ("surr", "t", -0.5),
        ("surr.nopeek", "t", -0.5 - 2 / 49),
        ("surr.nopeek", "9", -0.5),
        ("surr.nopeek", "a", -0.5 - 7.5 / 49),
    ],
)
def test_surrender_before_a_peek_loses_to_blackjack(house: str, up: str, worth: float) -> None:
    """A ten and a six against 49 unseen cards of a deck, 4 aces or 15 tens among them."""
    table = before_playing(f"52.{house}", "t6", up)
    assert values(table, 1, table.seats[1][0])["r"] == pytest.approx(worth)
