"""What trades of Figgie were worth, against a simulator of its own, which shares nothing with kibitz but the text of its rounds."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from itertools import permutations
from math import comb, prod
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

import pytest

import kibitz
from command import kibitz as command
from kibitz.languages.pfn.game.beliefs import Counts, majorities

SUITS = ("Spades", "Clubs", "Hearts", "Diamonds")
MATE = {"Spades": "Clubs", "Clubs": "Spades", "Hearts": "Diamonds", "Diamonds": "Hearts"}
Hands = dict[str, Counter[str]]


class Trade(NamedTuple):
    buyer: str
    seller: str
    suit: str
    price: int


class Simulated(NamedTuple):
    """A round, simulated."""

    sizes: dict[str, int]
    goal: str
    dealt: Hands
    trades: list[Trade]
    after: Hands
    text: str
    flat: bool


def paid(hands: Hands, goal: str, flat: bool) -> dict[str, float]:
    """What the pot pays."""
    counts = {player: hand[goal] for player, hand in hands.items()}
    each, pot = (0, 100) if flat else (10, 200)
    first = [player for player, count in counts.items() if count == max(counts.values())]
    rest = pot - each * sum(counts.values())
    return {player: each * count + rest / len(first) * (player in first) for player, count in counts.items()}


def decks() -> list[dict[str, int]]:
    return [
        {suit: 12 if suit == most else 8 if suit == least else 10 for suit in SUITS}
        for most in SUITS
        for least in SUITS
        if most != least
    ]


def simulated(seed: int, players: int = 4, trades: int = 12, flat: bool = False) -> Simulated:
    random = Random(seed)
    sizes = random.choice(decks())
    goal = MATE[max(sizes, key=lambda suit: sizes[suit])]
    cards = [f"{suit[0]}{number}" for suit, size in sizes.items() for number in range(1, size + 1)]
    random.shuffle(cards)
    names = [f"P{number + 1}" for number in range(players)]
    hands = {name: cards[at::players] for at, name in enumerate(names)}
    dealt = {name: Counter(next(one for one in SUITS if one[0] == card[0]) for card in hand) for name, hand in hands.items()}  # fmt: skip
    lines = ["[FiggieGame]", 'Title = "R"', 'GameID = "1"', f"Players = {players}", 'Date = "2026-01-01"', "GameDuration = 240.0"]  # fmt: skip
    lines += [
        "[DeckSetup]",
        f'GoalSuitColor = "{"Black" if goal in SUITS[:2] else "Red"}"',
        f'GoalSuit = "{goal}"',
    ]
    lines += ["[DeckSetup.Distribution]", *(f"{suit} = {size}" for suit, size in sizes.items()), "[Deal]"]
    lines += [f'{name} = "{", ".join(hand)}"' for name, hand in hands.items()]
    made: list[Trade] = []
    bank = dict.fromkeys(names, 350.0 if flat else 350.0 - 200 / players)
    for index in range(trades):
        buyer, seller = random.sample([name for name in names if hands[name]], 2)
        card, price = random.choice(hands[seller]), random.randint(1, 14)
        hands[seller].remove(card)
        hands[buyer].append(card)
        bank[buyer] -= price
        bank[seller] += price
        suit = next(one for one in SUITS if one[0] == card[0])
        made.append(Trade(buyer, seller, suit, price))
        lines += ["[[Trades]]", f"TradeIndex = {index + 1}", f"T = {index + 1}.5", f'Buyer = "{buyer}"']
        lines += [f'Seller = "{seller}"', f'Suit = "{suit}"', f'Card = "{card}"', f"Price = {price}"]
    after = {name: Counter(next(one for one in SUITS if one[0] == card[0]) for card in hand) for name, hand in hands.items()}  # fmt: skip
    pot = paid(after, goal, flat)
    banks = {name: bank[name] + pot[name] for name in names}
    lines += ["[Result]", f'Revealed12CardSuit = "{MATE[goal]}"', f'GoalSuit = "{goal}"']
    lines += [f"{name}_FinalBank = {round(banks[name])}" for name in names]
    top = after if flat else banks
    best = max(top, key=lambda name: after[name][goal] if flat else banks[name])
    lines += [f'Winners = ["{best}"]']
    return Simulated(sizes, goal, dealt, made, after, "\n".join(lines) + "\n", flat)


@pytest.mark.parametrize(("seed", "players", "flat"), [(1, 4, False), (2, 5, False), (3, 4, True), (4, 4, False)])  # fmt: skip
def test_hindsight_markouts_and_implied_chances(seed: int, players: int, flat: bool) -> None:
    one = simulated(seed, players, 15, flat)
    settings = {"pfn.payout": "flat" if flat else "standard"}
    rows = kibitz.rows(one.text, "pfn", "values", settings)
    assert len(rows) == len(one.trades)
    last: dict[str, int] = {}
    pot = paid(one.after, one.goal, flat)
    for at, (row, (buyer, seller, suit, price)) in enumerate(zip(rows, one.trades, strict=True)):
        assert (row["buyer"], row["seller"], row["suit"], row["price"]) == (buyer, seller, suit, price)
        without = {name: hand.copy() for name, hand in one.after.items()}
        without[buyer][suit] -= 1
        without[seller][suit] += 1
        other = paid(without, one.goal, flat)
        brought = (pot[buyer] - other[buyer], other[seller] - pot[seller])
        assert (row["buyer_brought"], row["seller_brought"]) == pytest.approx(brought, abs=1e-5)
        assert row["buyer_profit"] == pytest.approx(brought[0] - price, abs=1e-5)
        assert row["seller_profit"] == pytest.approx(price - brought[1], abs=1e-5)
        next_prices = [later.price for later in one.trades[at + 1 :] if later.suit == suit][:5]
        assert row["markout"] == (next_prices[0] - price if next_prices else None)
        assert row["markout_5"] == (pytest.approx(fmean(next_prices) - price, abs=1e-5) if next_prices else None)  # fmt: skip
        last[suit] = price
        implied = price / sum(last.values()) if len(last) == 4 else None
        assert row["implied"] == (None if implied is None else pytest.approx(implied, abs=1e-5))


def test_profits_by_suit_and_by_counterparty_add_up(tmp_path: Path) -> None:
    one = simulated(5, trades=30)
    (tmp_path / "r.pfn").write_text(one.text, "utf-8")
    (told,) = json.loads(command("stats", tmp_path / "r.pfn", "--format", "json").text)
    tables = {table["title"]: table["rows"] for table in told["tables"]}
    by_suit, by_other = defaultdict[tuple[str, str], int](int), defaultdict[tuple[str, str], int](int)
    for buyer, seller, suit, price in one.trades:
        gain = 10 * (suit == one.goal) - price
        for player, other, sign in ((buyer, seller, 1), (seller, buyer, -1)):
            by_suit[player, suit] += sign * gain
            by_other[player, other] += sign * gain
    found = tables["Profit of trades by suit"]
    assert {(row["player"], row["suit"]): row["profit"] for row in found} == by_suit
    found = tables["Profit of trades by counterparty"]
    assert {(row["player"], row["counterparty"]): row["profit"] for row in found} == by_other
    banks = {row["player"]: row["bank"] for row in kibitz.rows(one.text, "pfn") if row["event"] == "result"}
    pot = paid(one.after, one.goal, False)
    for player, bank in banks.items():
        majority = pot[player] - 10 * one.after[player][one.goal]
        profits = sum(gain for (who, _), gain in by_suit.items() if who == player)
        assert bank == pytest.approx(300 + 10 * one.dealt[player][one.goal] + profits + majority)


@pytest.mark.parametrize(("seed", "players"), [(11, 4), (12, 4), (13, 5)])
def test_then_is_what_deals_that_fit_say_drawn_at_random(seed: int, players: int) -> None:
    """The last of some trades, for its buyer and for its seller: off by less than five deviations."""
    one = simulated(seed, players, 5)
    row, trade = kibitz.rows(one.text, "pfn", "values")[-1], one.trades[-1]
    for side, player in (("buyer", trade.buyer), ("seller", trade.seller)):
        chances, values = _drawn(one, player, Random(seed))
        for name, drawn in (("chance", chances), ("value", values)):
            spread = (fmean([value**2 for value in drawn]) - fmean(drawn) ** 2) ** 0.5
            assert abs(row[f"{side}_{name}"] - fmean(drawn)) < 5 * spread / len(drawn) ** 0.5 + 1e-9


def _drawn(one: Simulated, player: str, random: Random) -> tuple[list[float], list[float]]:
    """Whether the suit was the goal, and what one card more was worth, in deals that fit what a player has seen."""
    own, suit, (buyer, seller) = one.dealt[player], one.trades[-1].suit, one.trades[-1][:2]
    names, others = [*one.dealt], [name for name in one.dealt if name != player]
    net, least = {name: Counter[str]() for name in names}, {name: Counter[str]() for name in names}
    for trade in one.trades:
        net[trade.seller][trade.suit] += 1
        net[trade.buyer][trade.suit] -= 1
        sold = net[trade.seller][trade.suit]
        least[trade.seller][trade.suit] = max(least[trade.seller][trade.suit], sold)
    every = decks()
    weights = [prod(comb(deck[name], own[name]) for name in SUITS) for deck in every]
    goals: list[float] = []
    values: list[float] = []
    while len(goals) < 1500:
        (deck,) = random.choices(every, weights)
        left = [name for name, size in deck.items() for _ in range(size - own[name])]
        random.shuffle(left)
        dealt = {name: Counter(left[at :: len(others)]) for at, name in enumerate(others)} | {player: own}
        if any(dealt[name][each] < count for name in others for each, count in least[name].items()):
            continue
        goal = MATE[max(deck, key=lambda name: deck[name])]
        goals.append(goal == suit)
        now = {name: Counter({goal: dealt[name][goal] - net[name][goal]}) for name in names}
        back = {name: hand.copy() for name, hand in now.items()}
        if goal == suit:
            back[buyer][goal] -= 1
            back[seller][goal] += 1
        difference = paid(now, goal, False)[player] - paid(back, goal, False)[player]
        values.append(difference if player == buyer else -difference)
    return goals, values


SMALL = (3, 2, 2, 1)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(10))
def test_majorities_agree_with_all_deals_of_a_small_deck(players: int, seed: int) -> None:
    random, size = Random(seed), 8 // players
    every = _dealt(players)
    own = random.choice([*every])[0]
    least = [tuple(random.choice((0, 0, 0, 1)) for _ in range(4)) for _ in range(players - 1)]
    suit, most = random.randrange(4), [random.randint(0, 3) for _ in least]
    found = [0] * players
    for hands, count in every.items():
        rest = hands[1:]
        fits = hands[0] == own and all(all(map(int.__ge__, *pair)) for pair in zip(rest, least, strict=True))
        if fits and all(hand[suit] <= limit for hand, limit in zip(rest, most, strict=True)):
            found[sum(hand[suit] == limit for hand, limit in zip(rest, most, strict=True))] += count
    (ways,) = majorities((SMALL,), own, tuple(zip(least, most, strict=True)), suit, size)
    assert [sum(ways) * one for one in found] == [sum(found) * one for one in ways]
    assert any(ways) == any(found)


def _dealt(players: int) -> Counter[tuple[Counts, ...]]:
    cards, size = [suit for suit, count in enumerate(SMALL) for _ in range(count)], 8 // players
    if players not in _KNOWN:
        _KNOWN[players] = Counter(
            tuple(tuple(order[at : at + size].count(suit) for suit in range(4)) for at in range(0, 8, size))
            for order in permutations(cards)
        )
    return _KNOWN[players]


_KNOWN: dict[int, Counter[tuple[Counts, ...]]] = {}


def test_what_is_not_known_is_not_valued() -> None:
    one = simulated(6, trades=3)
    hidden = "\n".join(line for line in one.text.splitlines() if not line.startswith(("P2 = ", "P3 = ", "P4 = ")))  # fmt: skip
    for row in kibitz.rows(hidden, "pfn", "values"):
        assert row["chance"] is not None
        assert row["buyer_brought"] is row["seller_profit"] is None
        assert (row["buyer_value"] is None) == (row["buyer"] != "P1")
    for row in kibitz.rows(one.text.replace('GameID = "1"', 'GameID = "1"\nGameVariant = "Wild"'), "pfn", "values"):  # fmt: skip
        assert row["chance"] is row["buyer_value"] is None


def test_the_page_of_a_replay_tells_it(tmp_path: Path) -> None:
    one = simulated(7, trades=3)
    (tmp_path / "r.pfn").write_text(one.text, "utf-8")
    page = command("replay", tmp_path / "r.pfn").text
    buyer, seller, _, price = one.trades[0]
    assert f"{buyer} buys " in page
    assert f" from {seller} for {price}" in page
    assert page.count("In the end to ") == 6
    assert "by trading, with what goal cards pay" in page


def test_another_notation_has_no_such_rows(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="has no rows of values"):
        kibitz.rows("{1.52}|1.1..as.|", "bjn", "values")
    (tmp_path / "h.bjn").write_text("{1.52}|1.1..as.|", "utf-8")
    assert command("export", tmp_path / "h.bjn", "--rows", "values").status == 2
