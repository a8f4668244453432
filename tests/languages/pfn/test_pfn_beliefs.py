"""Beliefs of players and spectators of Figgie equal counts over all possible deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb, prod
from random import Random

import pytest

import kibitz
from kibitz.games import figgie
from kibitz.languages.pfn.game.beliefs import Counts, Seen, counted, deals, decks
from kibitz.languages.pfn.game.play import Move


def _orders(deck: Counts) -> Iterator[tuple[int, ...]]:
    """Yield every order of the suits of a deck. Each has the same number of orders of its cards."""
    if not any(deck):
        yield ()
    for suit in range(4):
        if deck[suit]:
            first = tuple(int(one == suit) for one in range(4))
            rest = tuple(map(int.__sub__, deck, first))
            yield from ((suit, *order) for order in _orders(rest))


def _dealt(deck: Counts, players: int) -> Counter[tuple[Counts, ...]]:
    """Count each deal of a small deck among all orders of its cards."""
    size = sum(deck) // players
    found: Counter[tuple[Counts, ...]] = Counter()
    for order in _orders(deck):
        hands = [order[at * size : (at + 1) * size] for at in range(players)]
        found[tuple(tuple(hand.count(suit) for suit in range(4)) for hand in hands)] += 1
    return found


SMALL = ((3, 2, 2, 1), (3, 1, 2, 2), (1, 3, 2, 2), (2, 2, 1, 3))


@cache
def _deals(players: int) -> list[Counter[tuple[Counts, ...]]]:
    """Those of the small decks, one by one."""
    return [_dealt(deck, players) for deck in SMALL]


@pytest.mark.parametrize("seed", range(60))
def test_small_tables_agree_with_all_their_deals(seed: int) -> None:
    random = Random(seed)
    players = random.choice((2, 4))
    size = 8 // players
    least = [tuple(random.choice((0, 0, 0, 1, 2)) for _ in range(4)) for _ in range(players)]
    own = random.choice([None, *_deals(players)[0]])
    others = tuple(None if own and not at else one for at, one in enumerate(least))
    fit = [
        sum(
            count
            for hands, count in dealt.items()
            if (own is None or hands[0] == own[0])
            and all(
                other is None or all(map(int.__ge__, hand, other))
                for hand, other in zip(hands, others, strict=True)
            )
        )
        for dealt in _deals(players)
    ]
    ways = deals(SMALL, own[0] if own else (0, 0, 0, 0), others, size)
    assert [sum(fit) * one for one in ways] == [sum(ways) * one for one in fit]
    assert any(ways) == any(fit)


@pytest.mark.parametrize("players", [4, 5])
def test_a_hand_alone_follows_the_formula(players: int) -> None:
    for seed in range(20):
        hand = counted(figgie.deal(seed, players).hands["P1"])
        names = [f"P{number}" for number in range(1, players + 1)]
        found = Seen.nothing(names).beliefs("P1", hand)
        assert found
        terms = [prod(map(comb, deck.counts, hand)) for deck in decks()]
        assert [*found.decks.values()] == [Fraction(term, sum(terms)) for term in terms]


def test_a_hand_of_the_settled_example() -> None:
    found = Seen.nothing(["P1", "P2", "P3", "P4"]).beliefs("P1", (5, 2, 2, 1))
    assert found
    assert [f"{float(chance):.1%}" for chance in found.goals.values()] == ["18.5%", "49.4%", "13.5%", "18.5%"]


def test_resold_card_carries_no_information() -> None:
    seen: Seen | None = Seen.nothing(["P1", "P2", "P3", "P4"])
    for buyer, seller in [("P2", "P1"), ("P3", "P2"), ("P4", "P3")]:
        assert seen is not None
        seen = seen.after(Move(buyer, seller, "S", None, 5))
    assert seen
    assert seen.least == {"P1": (1, 0, 0, 0), **dict.fromkeys(("P2", "P3", "P4"), (0, 0, 0, 0))}


def test_beliefs_agree_with_random_deals() -> None:
    """Compare the odds of two decks after sales that a quarter of all deals allow: the difference is below five deviations."""
    least = ((3, 0, 0, 0), (0, 3, 0, 0), (0, 0, 0, 0), (1, 0, 0, 0))
    random, drawn = Random(1), Counter[int]()
    chosen = tuple(deck.counts for deck in decks())[:6]
    for _ in range(12_000):
        number = random.randrange(len(chosen))
        cards = [suit for suit, count in enumerate(chosen[number]) for _ in range(count)]
        random.shuffle(cards)
        hands = [cards[at * 10 : at * 10 + 10] for at in range(4)]
        drawn[number] += all(
            hand.count(suit) >= one
            for hand, other in zip(hands, least, strict=True)
            for suit, one in enumerate(other)
        )
    ways = deals(chosen, (0, 0, 0, 0), least, 10)
    for number, count in drawn.items():
        share, total = ways[number] / sum(ways), sum(drawn.values())
        assert abs(count - share * total) < 5 * (total * share * (1 - share)) ** 0.5


def test_impossible_suits_have_no_chance() -> None:
    seen = Seen.nothing(["P1", "P2", "P3", "P4"])
    assert seen.beliefs("P1", (5, 2, 2, 0)) is None
    assert seen.after(Move("P2", "P1", None, None, 5)) is None
    sold = seen.after(Move("P2", "P1", "D", None, 5))
    assert sold
    assert sold.beliefs("P1", (5, 3, 2, 0)) is None


@pytest.mark.parametrize("players", [4, 5])
def test_game_has_the_beliefs_of_its_players(players: int) -> None:
    game = figgie.deal(3, players)
    before = game.beliefs("P1")
    random = Random(players)
    for _ in range(12):
        game = game.play(random.choice([*game.legal])._replace(price=1))
    after, spectator = game.beliefs("P1"), game.beliefs()
    assert before
    assert after
    assert spectator
    assert sum(after.goals.values()) == 1 == sum(spectator.decks.values())
    assert before.goals != after.goals
    assert game.beliefs("P9") is None


@pytest.mark.parametrize("seed", range(3))
def test_rows_have_the_beliefs_of_the_game(seed: int) -> None:
    game, random = figgie.deal(seed), Random(seed)
    for _ in range(10):
        game = game.play(random.choice([*game.legal])._replace(price=2))
    (row,) = kibitz.rows(game.record, "pfn", "records")
    for player, name in [(None, "chance"), ("P1", "chance_p1"), ("P4", "chance_p4")]:
        beliefs = game.beliefs(player)
        assert beliefs
        assert row[name] == pytest.approx(float(beliefs.goals[game.goal or ""]))
    assert row["chance_p5"] is None


def test_unknown_facts_give_no_beliefs() -> None:
    sold = Seen.nothing(["P1", "P2", "P3", "P4"]).after(Move("P2", "P1", None, "S4", 5))
    assert sold
    assert sold.sold["P1"] == (1, 0, 0, 0)
    assert sold.after(Move("P2", "P1", "H", "S5", 5)) is None
    assert sold.after(Move(None, "P1", "H", None, 5)) is None
    assert sold.after(Move("P9", "P1", "H", None, 5)) is None
