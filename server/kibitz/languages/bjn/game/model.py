"""The entries of a record of blackjack hands, and the table that they make. No positions, no text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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


DEALER = 0
"""The actor number of the dealer."""
SEATS = 100
"""The most seats that kibitz follows."""
HANDS = 100
"""The most hands of a seat that kibitz follows; houses allow four."""
PIPS = {card: 1 if card[0] == "a" else 10 if card[0] in "tjqk" else int(card[0]) for card in DECK}
"""The values of cards: 10 for tens and face cards, 1 for an ace (or 11: :attr:`Hand.total`)."""


class Hand(NamedTuple):
    """One hand of a seat."""

    number: int
    cards: tuple[str, ...] = ()
    pips: int = 0
    """The total with every ace as one."""
    ace: bool = False
    hidden: bool = False
    """Whether it also holds a face-down card, which is not in `cards`."""
    ended: str = ""
    """The mark that ended it: `_`, `#` (a bust, marked or not), `$`, `!` for an unmarked double, or `r` for a surrender."""
    split: bool = False
    """Whether a split made it."""
    known: bool = True
    """Whether all its cards and events can be read."""
    full: bool = False
    """Whether the house deals it no more cards, so it needs no stand."""

    @property
    def total(self) -> int:
        """The total; an ace counts eleven if that does not bust the hand."""
        return self.pips + 10 if self.ace and self.pips <= 11 else self.pips

    @property
    def soft(self) -> bool:
        """Whether an ace counts eleven."""
        return self.ace and self.pips <= 11

    @property
    def size(self) -> int:
        """The number of cards, the hole card included."""
        return len(self.cards) + self.hidden

    @property
    def blackjack(self) -> bool:
        """Whether the first two cards are an ace and a ten-valued card. After a split, they are an ordinary 21."""
        return (
            self.soft
            and self.pips == 11
            and len(self.cards) == 2
            and not (self.split or self.hidden)
            and self.known
        )

    @property
    def bust(self) -> bool:
        return self.known and self.pips > 21

    @property
    def open(self) -> bool:
        """Whether it can still be played: it has not ended, and is no 21."""
        return not (self.ended or self.full) and (not self.known or (self.pips <= 21 and self.total != 21))

    @property
    def label(self) -> str:
        """The total in words: `soft 16`, `hard 12`, `blackjack`, `21`, `bust 24`."""
        if not self.known:
            return "unknown"
        if self.bust:
            return f"bust {self.pips}"
        if self.blackjack:
            return "blackjack"
        if self.total == 21:
            return "21"
        return f"{'soft' if self.soft else 'hard'} {self.total}"


class Table(NamedTuple):
    """The whole table. Seat 0 is the dealer's, and every seat has at least one hand."""

    setup: Setup
    seats: tuple[tuple[Hand, ...], ...]
    started: bool = False
    """Whether a seat has acted, which ends the deal."""
    revealed: bool = False
    parting: tuple[int, int, int] | None = None
    """The seat and the two hands of a split just made, until its block or the next event."""
    gone: tuple[str, ...] = ()
    """The cards of earlier hands of the same shoe."""
    empty: frozenset[int] = frozenset()
    """The empty seats."""
    given_up: frozenset[int] = frozenset()
    """The seats whose stand is a surrender, from the outcome."""

    @property
    def dealt(self) -> int:
        """The number of cards that have left the shoe, with the hole card and earlier hands."""
        return len(self.gone) + sum(hand.size for hands in self.seats for hand in hands)

    @property
    def players(self) -> Sequence[int]:
        """The seats of the players, without empty ones."""
        seats = range(1, len(self.seats))
        return [seat for seat in seats if seat not in self.empty] if self.empty else seats

    @property
    def held(self) -> Iterator[tuple[int, Hand]]:
        """The hands of the players in order, each with its seat."""
        return ((seat, hand) for seat in self.players for hand in self.seats[seat])

    @property
    def opening(self) -> int:
        """The number of cards that the dealer gets in the deal."""
        return 1 if self.setup.plays("nohole") else 2

    @property
    def dealing(self) -> bool:
        """Whether the deal goes on: no seat has acted, and one lacks its first cards."""
        if self.started:
            return False
        return self.dealer.size < self.opening or any(self.seats[seat][0].size < 2 for seat in self.players)

    @property
    def dealer(self) -> Hand:
        return self.seats[DEALER][0]

    @property
    def up(self) -> int:
        """The value of the dealer's upcard, 1 for an ace; 0 if there is none."""
        return PIPS.get("".join(self.dealer.cards[:1]), 0)

    def hand(self, seat: int, number: int) -> Hand | None:
        """Return a hand of a seat, or None. An only hand has any number."""
        if not 0 <= seat < len(self.seats):
            return None
        for hand in self.seats[seat]:
            if hand.number == number or len(self.seats[seat]) == 1:
                return hand
        return None
