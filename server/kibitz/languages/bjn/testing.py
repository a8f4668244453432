"""Data for shared tests and benchmarks of blackjack notation, and hands played by the rules (`tests/support/notations.py`).

The player here does not use kibitz: it has its own deal, play and count.
"""

from __future__ import annotations

import random
from typing import NamedTuple

STARTS = ("setup", "event", "split", "outcome")
HOSTILE = "{1.52.<img src=x onerror=alert(1)>}|1.1..<b>.|// <img src=x> [x](http://evil)\n1.1..as.<i>|"
NAMED = "{{1.52.{0}}}|1.1..{0}.|// {0}\n1.1..as.{0}|[{0}]"
SETTINGS = {"bjn.advice": "hint"}
"""Settings that turn on every rule."""
COMMENTED = (
    "// BEGIN SETUP\n{1.52}  // one\n\n// BEGIN DEAL\n\n1.1..as.\n",
    "{1.52}\n\n1.1..as.\n",
)
KEYSTROKE = ("kd", "qd")
TYPED_ON = (
    "|", "_|", "#|", "?|", "}|", ".52}|", "]\n", ".1...?|",
    *(f"{head}{tail}" for head in ("", ".", ".1.", ".2.") for tail in (".|", "._|", ".#|", "./..|")),
    # A few cards are enough, because most behave alike.
    *(
        f"{head}{card}.{mark}"
        for card in ("2c", "7d", "th", "ah", "ad")
        for mark in ("", "_", "#")
        for head in (".^.", ".%.", ".", "..", "", ".1..", ".2..", ".1.^.", ".2.^.", ".3.^.", ".4.^.", ".1.%.")
    ),
)  # fmt: skip
HARMLESS = ("{1.52}|1.1..as.|0.1...?|1.1..", "ks.")
HARMFUL = ("{1.52}|1.1..as.|0.1...?|1.1..", "as.")
KEYS, KEYS_TRIED = 0.25, 5

DECK = [rank + suit for rank in "23456789tjqka" for suit in "scdh"]
Cards = list[str]


def record(rng: random.Random) -> str:
    """Return an evening of hands."""
    return session(rng)


def short(rng: random.Random, first: bool) -> str:
    """Return a hand."""
    return session(rng, hands=1)


def chunks(count: int) -> str:
    """Return hands with one pattern."""
    hand = "{1.52}|1.1..a%s.|0.1...?|1.1..kd.|0.1..kc.|1.1..._|0.1.%%.7c._|[w]\n"
    return "".join(hand % "shdc"[number % 4] for number in range(count))


def session(rng: random.Random, hands: int = 0) -> str:
    """Return some hands at one table, one to four by default, in either form."""
    players, decks, separator = rng.randint(1, 5), rng.choice([1, 1, 2, 6, 8]), rng.choice(["|", "|", "\n"])
    habits = Habits(rng.random() < 0.5, rng.random() < 0.7)
    played = [
        Sensible(rng.randrange(2**32), players, decks, habits).play()
        for _ in range(hands or rng.randint(1, 4))
    ]
    between = "\n" if separator == "|" else "\n\n"
    return between.join(map(separator.join, played)) + "\n"


def total(cards: Cards) -> int:
    low = sum(1 if card[0] == "a" else 10 if card[0] in "tjqk" else int(card[0]) for card in cards)
    return low + 10 if low < 12 and any(card[0] == "a" for card in cards) else low


class Player:
    """Plays one hand with random legal decisions, and writes it down."""

    def __init__(self, seed: int, players: int = 0, decks: int = 0) -> None:
        """Start a hand. Missing numbers of players and decks are random."""
        self.rng = random.Random(seed)
        drawn = self.rng.randint(1, 6), self.rng.choice([1, 1, 2, 6])
        self.players, self.decks = players or drawn[0], decks or drawn[1]
        self.shoe = DECK * self.decks
        self.rng.shuffle(self.shoe)
        self.entries = [f"{{{self.players}.{52 * self.decks}}}"]
        self.hands: list[dict[int, Cards]] = [{1: []} for _ in range(self.players + 1)]
        self.split: set[int] = set()

    def play(self) -> list[str]:
        """Return the entries of the hand."""
        for second in (False, True):
            for seat in [*range(1, self.players + 1), 0]:
                self.deal(seat, second)
        if total(self.hands[0][1]) == 21 and self.peeks():
            # The dealer looks, and shows a blackjack at once.
            self.entries.append(f"0.1.%.{self.hands[0][1][0]}._")
        else:
            for seat in range(1, self.players + 1):
                self.seat(seat)
            self.dealer()
        letters = ["/".join(self.letter(seat, hand) for _, hand in sorted(self.hands[seat].items()))
                   for seat in range(1, self.players + 1)]  # fmt: skip
        self.entries.append(f"[{','.join(letters)}]")
        return self.entries

    # Decisions

    def peeks(self) -> bool:
        return self.rng.random() < 0.5

    def marks_blackjack(self) -> bool:
        return self.rng.random() < 0.5

    def wants_split(self, cards: Cards) -> bool:
        return self.rng.random() < 0.7

    def wants_double(self, cards: Cards) -> bool:
        return self.rng.random() < 0.3

    def stands(self, cards: Cards) -> bool:
        """Return whether the player stands without a draw."""
        return self.rng.random() < 0.4

    def stays(self, cards: Cards) -> bool:
        """Return whether the player stands after a draw."""
        return self.rng.random() < 0.3

    def dealt_aside(self) -> bool:
        """Return whether a split hand gets its second card without a hit."""
        return self.rng.random() < 0.5

    # Play

    def draw(self, cards: Cards) -> None:
        cards.append(self.shoe.pop())

    def deal(self, seat: int, second: bool) -> None:
        cards = self.hands[seat][1]
        self.draw(cards)
        if seat == 0 and not second:
            self.entries.append("0.1...?")
        else:
            natural = bool(seat) and second and total(cards) == 21
            self.entries.append(f"{seat}.1..{cards[-1]}.{'_' if natural and self.marks_blackjack() else ''}")

    def seat(self, seat: int) -> None:
        """Play the hands of a seat. New hands of splits come last."""
        waiting = [1]
        while waiting:
            number = waiting.pop(0)
            cards = self.hands[seat][number]
            if seat not in self.split and total(cards) == 21:
                continue
            if self.may_split(seat, cards) and self.wants_split(cards):
                new = max(self.hands[seat]) + 1
                self.split.add(seat)
                self.hands[seat][number], self.hands[seat][new] = [cards[0]], [cards[1]]
                self.entries += [f"{seat}.{number}./..", f"/{number}.{cards[0]}/{new}.{cards[1]}/"]
                waiting = [number, *waiting, new]
            elif len(cards) == 1 and self.dealt_aside():
                self.draw(cards)
                self.entries.append(f"{seat}.{number}..{cards[-1]}.")
                waiting.insert(0, number)
            else:
                self.hand(seat, number, cards)

    def may_split(self, seat: int, cards: Cards) -> bool:
        return len(cards) == 2 and total(cards[:1]) == total(cards[1:]) and len(self.hands[seat]) < 4

    def hand(self, seat: int, number: int, cards: Cards) -> None:
        head = f"{seat}.{number}."
        if len(cards) == 2 and total(cards) < 21 and self.wants_double(cards):
            self.draw(cards)
            self.entries.append(f"{head}!.{cards[-1]}.{'#' if total(cards) > 21 else '_'}")
            return
        while True:
            if len(cards) > 1 and (total(cards) == 21 or self.stands(cards)):
                self.entries.append(f"{head}.._")
                return
            self.draw(cards)
            bust, stands = total(cards) > 21, total(cards) == 21 or self.stays(cards)
            self.entries.append(f"{head}^.{cards[-1]}.{'#' if bust else '_' if stands else ''}")
            if bust or stands:
                return

    def contested(self) -> bool:
        """Return whether a result still depends on the dealer's cards."""
        return any(
            total(cards) <= 21 and not (total(cards) == 21 and len(cards) == 2 and seat not in self.split)
            for seat in range(1, self.players + 1)
            for cards in self.hands[seat].values()
        )

    def dealer(self) -> None:
        cards = self.hands[0][1]
        draws = self.contested()
        self.entries.append(f"0.1.%.{cards[0]}.{'' if draws and total(cards) < 17 else '_'}")
        while draws and total(cards) < 17:
            self.draw(cards)
            mark = "#" if total(cards) > 21 else "_" if total(cards) >= 17 else ""
            self.entries.append(f"0.1.^.{cards[-1]}.{mark}")

    def letter(self, seat: int, cards: Cards) -> str:
        mine, dealer = total(cards), total(self.hands[0][1])
        natural = mine == 21 and len(cards) == 2 and seat not in self.split
        dealers = dealer == 21 and len(self.hands[0][1]) == 2
        if mine > 21:
            return "l"
        if natural or dealers:
            return "p" if natural and dealers else "w" if natural else "l"
        return "w" if dealer > 21 or mine > dealer else "p" if mine == dealer else "l"


class Habits(NamedTuple):
    """The fixed habits of one table: those of the house and of the record."""

    marks_blackjack: bool
    dealer_peeks: bool


class Sensible(Player):
    """Plays like people who know the usual advice, and follows it nine times out of ten."""

    def __init__(self, seed: int, players: int, decks: int, habits: Habits) -> None:
        super().__init__(seed, players, decks)
        self.habits = habits

    def peeks(self) -> bool:
        return self.habits.dealer_peeks

    def marks_blackjack(self) -> bool:
        return self.habits.marks_blackjack

    def wants_split(self, cards: Cards) -> bool:
        return self._usually(cards[0][0] in "a8" or (cards[0][0] in "23679" and self.shown < 7))

    def wants_double(self, cards: Cards) -> bool:
        return total(cards) < 12 and self._usually(total(cards) in (10, 11) and self.shown < 10)

    def stands(self, cards: Cards) -> bool:
        have = total(cards)
        return have >= 17 or (have >= 12 and self._usually(have >= 13 and self.shown < 7))

    def stays(self, cards: Cards) -> bool:
        return self.stands(cards)

    def dealt_aside(self) -> bool:
        return False

    @property
    def shown(self) -> int:
        """The value of the dealer's upcard, an ace as 11."""
        return total(self.hands[0][1][1:2])

    def _usually(self, advice: bool) -> bool:
        return advice if self.rng.random() < 0.9 else not advice
