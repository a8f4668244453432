"""Legal Figgie rounds of any size, in which a checker finds no error."""

from __future__ import annotations

import random
from collections.abc import Iterator

SIZES = {"Spades": 12, "Clubs": 10, "Hearts": 10, "Diamonds": 8}
"""The twelve-card suit is spades, so clubs are the goal suit, and its ten cards leave 100 for who has most of them."""


def figgie(trades: int, seed: int = 1) -> str:
    """One round of four players with so many trades; some 110 characters a trade."""
    return "".join(_lines(trades, random.Random(seed)))


def _lines(trades: int, rng: random.Random) -> Iterator[str]:
    deck = [f"{suit[0]}{number}" for suit, size in SIZES.items() for number in range(1, size + 1)]
    rng.shuffle(deck)
    hands = {f"P{number + 1}": deck[10 * number : 10 * number + 10] for number in range(4)}
    money = dict.fromkeys(hands, 300)
    yield '[FiggieGame]\nTitle = "A long round"\nGameID = "G1"\nPlayers = 4\nDate = "2025-02-15"\n'
    yield f"GameDuration = {trades * 0.5 + 60}\n\n"
    yield '[DeckSetup]\nGoalSuitColor = "Black"\nGoalSuit = "Clubs"\n\n[DeckSetup.Distribution]\n'
    yield "".join(f"{suit} = {size}\n" for suit, size in SIZES.items()) + "\n[Deal]\n"
    yield "".join(f'{player} = "{",".join(cards)}"\n' for player, cards in hands.items())
    for index in range(1, trades + 1):
        seller = rng.choice([player for player in hands if hands[player]])
        buyer = rng.choice([player for player in hands if player != seller])
        card = hands[seller].pop(rng.randrange(len(hands[seller])))
        hands[buyer].append(card)
        price = rng.randint(1, 40)
        money[seller] += price
        money[buyer] -= price
        suit = next(suit for suit in SIZES if suit.startswith(card[0]))
        yield f"\n[[Trades]]\nTradeIndex = {index}\nT = {index / 2}\n"
        yield f'Buyer = "{buyer}"\nSeller = "{seller}"\nSuit = "{suit}"\nCard = "{card}"\nPrice = {price}\n'
    yield from _result(hands, money)


def _result(hands: dict[str, list[str]], money: dict[str, int]) -> Iterator[str]:
    held = {player: sum(card.startswith("C") for card in cards) for player, cards in hands.items()}
    most = [player for player in held if held[player] == max(held.values())]
    banks = {
        player: money[player] + 10 * held[player] + (100 / len(most) if player in most else 0)
        for player in hands
    }
    winners = ", ".join(f'"{player}"' for player in banks if banks[player] == max(banks.values()))
    yield '\n[Result]\nRevealed12CardSuit = "Spades"\nGoalSuit = "Clubs"\n'
    yield "".join(f"{player}_FinalBank = {round(bank)}\n" for player, bank in banks.items())
    yield f"Winners = [{winners}]\n"
