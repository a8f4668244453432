"""What a record of blackjack hands says: its entries, without text and positions."""

from __future__ import annotations

from typing import NamedTuple

UNKNOWN = "??"
"""The card of an event whose card can't be read (some card was dealt), and its action likewise."""

ACTIONS = {"^": "hit", "!": "double down", "/": "split", "%": "reveal the hidden card"}
MODIFIERS = {"_": "stand", "#": "bust", "?": "hidden card", "$": "blackjack"}
RESULTS = {"w": "win", "l": "loss", "p": "push"}
RANKS = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
    "t": "ten", "j": "jack", "q": "queen", "k": "king", "a": "ace",
}  # fmt: skip
SUITS = {"s": "spades", "c": "clubs", "h": "hearts", "d": "diamonds"}
SIGNS = {"s": "♠", "c": "♣", "h": "♥", "d": "♦"}
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards as they are written."""
HOUSE_RULES = {
    "s17": "the dealer stands on a soft 17",
    "h17": "the dealer draws on a soft 17",
    "das": "a hand that a split made may be doubled",
    "nodas": "no hand that a split made may be doubled",
    "rsa": "aces may be split again",
    "norsa": "aces are split once only",
    "peek": "the dealer looks for a blackjack before anybody plays",
    "nopeek": "the dealer looks at the hidden card last",
}
"""What the further fields of a setup may say."""
_OPPOSITES = ({"s17", "h17"}, {"das", "nodas"}, {"rsa", "norsa"}, {"peek", "nopeek"})
MOST_DECKS = 12
"""Shoes hold eight decks at most; a number of cards up to this one can only be one of decks."""

ACTOR, HAND, ACTION, CARD, MODIFIER = range(5)
"""The numbers of an event's fields."""


class Setup(NamedTuple):
    """`{3.52}`: how many players sit at the table and how many cards the shoe holds."""

    players: int
    cards: int
    options: tuple[str, ...] = ()

    @property
    def shoe(self) -> int:
        """The number of cards that is meant: one up to :data:`MOST_DECKS` is read as a number of decks."""
        return self.cards * len(DECK) if 1 <= self.cards <= MOST_DECKS else self.cards

    def plays(self, rule: str) -> bool:
        """Whether the setup says that the house plays by one of the :data:`HOUSE_RULES`, and not its opposite, too."""
        return rule in self.options and not any(
            {*self.options} >= both for both in _OPPOSITES if rule in both
        )

    @property
    def contradictions(self) -> list[set[str]]:
        """House rules that can't hold together."""
        return [both for both in _OPPOSITES if {*self.options} >= both]

    def __str__(self) -> str:
        return f"{{{'.'.join(map(str, (self.players, self.cards, *self.options)))}}}"

    @property
    def decks(self) -> int:
        """How many decks are in play, at least one; a part of a deck counts as one."""
        return max(1, -(-self.shoe // len(DECK)))


class Event(NamedTuple):
    """`1.1.^.5c._`: actor 0 is the dealer; what is left out is empty. Cards are in lower case."""

    actor: int
    hand: int
    action: str = ""
    card: str = ""
    modifier: str = ""

    def __str__(self) -> str:
        return f"{self.actor}.{self.hand}.{self.action}.{self.card}.{self.modifier}"


class Split(NamedTuple):
    """`/1.as/2.ad/`: the hands that a split makes, each with its first card."""

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
    """An entry that can't be read or is not finished: whatever it would say is unknown.

    Of an event it may be known whose hand it is about; -1 is any.
    """

    actor: int = -1
    hand: int = -1
    kind: str = "event"


Entry = Setup | Event | Split | Outcome | Unread
