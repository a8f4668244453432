"""The entries of a record of blackjack hands, without text and positions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

UNKNOWN = "??"
"""The card or action of an event if it can't be read."""

ACTIONS = {"^": "hit", "!": "double down", "/": "split", "%": "reveal the hole card"}
MODIFIERS = {"_": "stand", "#": "bust", "?": "hole card", "$": "blackjack"}
RESULTS = {"w": "win", "l": "loss", "p": "push", "r": "surrender"}
RANKS = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
    "t": "ten", "j": "jack", "q": "queen", "k": "king", "a": "ace",
}  # fmt: skip
SUITS = {"s": "spades", "c": "clubs", "h": "hearts", "d": "diamonds"}
SIGNS = {"s": "♠", "c": "♣", "h": "♥", "d": "♦"}
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards in their written form."""
HOUSE_RULES = {
    "s17": "the dealer stands on a soft 17",
    "h17": "the dealer draws on a soft 17",
    "das": "a hand of a split may be doubled",
    "nodas": "no hand of a split may be doubled",
    "rsa": "aces may be split again",
    "norsa": "aces may be split only once",
    "peek": "the dealer looks for a blackjack before any player acts",
    "nopeek": "the dealer looks at the hole card after the players",
    "nohole": "the dealer has no hole card, and draws with `^` after the players",
    "surr": "a hand may be surrendered for half its bet, unless the dealer has a blackjack",
    "esurr": "a hand may be surrendered for half its bet, whatever the dealer has",
    "3to2": "a blackjack is paid 3:2",
    "6to5": "a blackjack is paid 6:5",
    "d2": "any two cards may be doubled",
    "d9": "only 9, 10 and 11 may be doubled",
    "d10": "only 10 and 11 may be doubled",
    "sp2": "a player may split to two hands",
    "sp3": "a player may split to three hands",
    "sp4": "a player may split to four hands",
    "one": "each split ace gets only one card",
}
"""The house rules that a setup may name."""
OPPOSITES = tuple(
    {one, other}
    for group in (
        ("s17", "h17"), ("das", "nodas"), ("rsa", "norsa"), ("peek", "nopeek"), ("peek", "nohole"),
        ("surr", "esurr"), ("3to2", "6to5"), ("d2", "d9", "d10"), ("sp2", "sp3", "sp4"),
    )
    for one, other in combinations(group, 2)
)  # fmt: skip
"""The pairs of house rules that exclude each other."""
DOUBLED = {"d9": (9, 10, 11), "d10": (10, 11)}
"""The totals that a house rule allows to double."""
SPLIT_TO = {"sp2": 2, "sp3": 3, "sp4": 4}
"""The most hands after splits that a house rule allows."""
MOST_DECKS = 12
"""The highest number in a setup that means decks instead of cards. Shoes hold eight decks at most."""

ACTOR, HAND, ACTION, CARD, MODIFIER = range(5)
"""The numbers of an event's fields."""


class Setup(NamedTuple):
    """`{3.52}`: the number of players at the table and of cards in the shoe."""

    players: int
    cards: int
    options: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    """The rules that hold if the setup does not name any."""
    empty: tuple[int, ...] = ()
    """The empty seats, as far as settings name them."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of the house."""
        return self.options or self.house

    @property
    def shoe(self) -> int:
        """The number of cards; up to :data:`MOST_DECKS`, the setup's number means decks."""
        return self.cards * len(DECK) if 1 <= self.cards <= MOST_DECKS else self.cards

    def plays(self, rule: str) -> bool:
        """Return whether the house plays by a rule, and not by its opposite too."""
        rules = self.options or self.house
        return rule in rules and not any({*rules} >= both for both in OPPOSITES if rule in both)

    @property
    def surrenders(self) -> bool:
        """Whether hands may be surrendered."""
        return self.plays("surr") or self.plays("esurr")

    @property
    def blackjack(self) -> float:
        """The payment of a blackjack, in bets."""
        return 1.2 if self.plays("6to5") else 1.5

    def first(self, rules: Iterable[str]) -> str:
        """Return the first of some rules that the house plays by, or an empty text."""
        return next((rule for rule in rules if self.plays(rule)), "")

    @property
    def contradictions(self) -> list[set[str]]:
        """The sets of named rules that exclude each other."""
        return [both for both in OPPOSITES if {*self.options} >= both]

    def __str__(self) -> str:
        return f"{{{'.'.join(map(str, (self.players, self.cards, *self.options)))}}}"

    @property
    def decks(self) -> int:
        """The number of decks, at least one; a part of a deck counts as one."""
        return max(1, -(-self.shoe // len(DECK)))


class Event(NamedTuple):
    """`1.1.^.5c._`: actor 0 is the dealer, and missing fields are empty. Cards are in lower case."""

    actor: int
    hand: int
    action: str = ""
    card: str = ""
    modifier: str = ""

    def __str__(self) -> str:
        return f"{self.actor}.{self.hand}.{self.action}.{self.card}.{self.modifier}"


class Split(NamedTuple):
    """`/1.as/2.ad/`: the two hands of a split, each with its first card."""

    hands: tuple[int, int]
    cards: tuple[str, str]

    def __str__(self) -> str:
        return "".join(f"/{hand}.{card}" for hand, card in zip(self.hands, self.cards, strict=True)) + "/"


class Outcome(NamedTuple):
    """`[l/l,p,w]`: the results of the hands of each player."""

    seats: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return f"[{','.join('/'.join(seat) for seat in self.seats)}]"


class Unread(NamedTuple):
    """An entry that is unreadable or unfinished.

    The actor and hand of an event may be known; -1 means unknown.
    """

    actor: int = -1
    hand: int = -1
    kind: str = "event"


Entry = Setup | Event | Split | Outcome | Unread
