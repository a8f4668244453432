"""Portable Figgie Notation for shared tests and benchmarks (`tests/support/notations.py`), with legal random rounds."""

from __future__ import annotations

import random
from collections.abc import Iterator

STARTS = ("statement",)
HOSTILE = (
    '[FiggieGame]\nGameName = "<img src=x onerror=alert(1)>"\nPlayers = 4\n"<img src=x>" = "[x](http://evil)"\n'
    '[[Trades]]\nTradeIndex = 1\nBuyer = "<img src=x>"\nSeller = "[x](http://evil)"\nCard = "<b>"\n'
)
NAMED = (
    '[FiggieGame]\nGameName = "{0}"\n"{0}" = "{0}"\n[[Trades]]\nTradeIndex = 1\nBuyer = "{0}"\nCard = "{0}"\n'
)
OTHER_NAMES = ("P2", "P977")
GENERAL = "toml"
COMMENTED = ("[Result] # the end\n# of it\n", "[Result]\n")
KEYSTROKE = ("Price = ", "Price = 1")
TYPED_ON = ("\n", '"\n', '"]\n', "]\n", "]]\n", " = 1\n", "1\n", "0\n", "9\n", ' = ""\n')
WRITTEN_LATER = frozenset({"missing-bank"})
HARMLESS = ('[DeckSetup]\nGoalSuitColor = "Red"\nGoalSuit = ', '"Hearts"')
HARMFUL = ('[DeckSetup]\nGoalSuitColor = "Red"\nGoalSuit = ', '"Spades"')
KEYS, KEYS_TRIED = 0.15, 1

SUITS = {"S": "Spades", "C": "Clubs", "H": "Hearts", "D": "Diamonds"}
PARTNER = {"S": "C", "C": "S", "H": "D", "D": "H"}
TITLES = ("Friday table", "Practice round", "Club night", "Semifinal", "Warm-up", "Final")

TRADE = 110
"""The approximate length of a trade, in characters."""


def record(rng: random.Random) -> str:
    """Return a round."""
    return Round(rng, rng.randint(10, 30)).written()


def short(rng: random.Random, first: bool) -> str:
    """Return a round of four trades."""
    return Round(rng, 4).written()


def long(characters: int, seed: int = 1) -> str:
    """Return a round of about a number of characters."""
    return long_round(characters // TRADE + 1, seed)


def long_round(trades: int, seed: int = 1) -> str:
    """Return a round with any number of trades."""
    return Round(random.Random(seed), trades).written()


chunks = long_round
"""A round with a number of trades, each of which is a chunk."""


class Round:
    """A round: the deal, the trades as they happen, and the final banks."""

    def __init__(self, rng: random.Random, trades: int) -> None:
        self.rng, self.trades = rng, trades
        self.seconds = max(240, trades // 2)
        players = rng.choice([4, 4, 5])
        order = rng.sample("SCHD", 4)
        self.sizes = dict(zip(order, (12, 10, 10, 8), strict=True))
        self.twelve, self.goal = order[0], PARTNER[order[0]]
        deck = [f"{suit}{number}" for suit in "SCHD" for number in range(1, self.sizes[suit] + 1)]
        rng.shuffle(deck)
        each = 40 // players
        self.hands = {f"P{n + 1}": deck[each * n : each * (n + 1)] for n in range(players)}
        self.money = dict.fromkeys(self.hands, 350 - 200 // players)
        self.price = {suit: rng.randint(4, 10) for suit in SUITS}

    def written(self) -> str:
        return "".join([*self._head(), *self._trades(), *self._result()])

    def _head(self) -> Iterator[str]:
        rng = self.rng
        title = f"{rng.choice(TITLES)} {rng.randint(1, 30)}"
        date = f"202{rng.randint(4, 6)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
        yield f'[FiggieGame]\nTitle = "{title}"\nGameID = "G{rng.randrange(1000, 100000)}"\n'
        yield f'Players = {len(self.hands)}\nDate = "{date}"\nGameDuration = {self.seconds}.0\n\n'
        color = "Black" if self.goal in "SC" else "Red"
        yield f'[DeckSetup]\nGoalSuitColor = "{color}"\nGoalSuit = "{SUITS[self.goal]}"\n\n'
        yield "[DeckSetup.Distribution]\n"
        yield "".join(f"{SUITS[suit]} = {self.sizes[suit]}\n" for suit in SUITS)
        yield "\n[Deal]\n"
        # Most people sort a hand before they write it down.
        in_order = rng.random() < 0.75
        for player, cards in self.hands.items():
            listed = sorted(cards, key=lambda card: ("SCHD".index(card[0]), int(card[1:])))
            yield f'{player} = "{",".join(listed if in_order else cards)}"\n'

    def _trades(self) -> Iterator[str]:
        times = sorted(self.rng.sample(range(1, 10 * self.seconds), self.trades))
        for index, time in enumerate(times, 1):
            seller = self.rng.choice([player for player in self.hands if self.hands[player]])
            buyer = self.rng.choice([player for player in self.hands if player != seller])
            card = self.hands[seller].pop(self.rng.randrange(len(self.hands[seller])))
            self.hands[buyer].append(card)
            price = self._price(card[0])
            self.money[seller] += price
            self.money[buyer] -= price
            yield f"\n[[Trades]]\nTradeIndex = {index}\nT = {time / 10}\n"
            yield f'Buyer = "{buyer}"\nSeller = "{seller}"\nSuit = "{SUITS[card[0]]}"\n'
            yield f'Card = "{card}"\nPrice = {price}\n'

    def _price(self, suit: str) -> int:
        """Return a price near the last one of the suit."""
        step = self.rng.choice([-3, -2, -1, -1, 0, 0, 0, 1, 1, 2, 3])
        self.price[suit] = min(40, max(1, self.price[suit] + step))
        return self.price[suit]

    def _result(self) -> Iterator[str]:
        held = {player: sum(card[0] == self.goal for card in cards) for player, cards in self.hands.items()}
        most = [player for player in held if held[player] == max(held.values())]
        bonus = 200 - 10 * self.sizes[self.goal]
        banks = {
            player: self.money[player] + 10 * held[player] + (bonus / len(most) if player in most else 0)
            for player in self.hands
        }
        winners = ", ".join(f'"{player}"' for player in banks if banks[player] == max(banks.values()))
        yield f'\n[Result]\nRevealed12CardSuit = "{SUITS[self.twelve]}"\nGoalSuit = "{SUITS[self.goal]}"\n'
        yield "".join(f"{player}_FinalBank = {round(bank)}\n" for player, bank in banks.items())
        yield f"Winners = [{winners}]\n"
