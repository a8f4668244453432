"""Exact probabilities of the twelve decks, and so of the goal suits, for a player or a spectator.

The deck is one of twelve, equally likely before the deal, and every deal of it is equally likely. A player knows the own
hand, and everybody sees the suit, the buyer and the seller of each trade. A deal fits if every player could make its
sales: each player was dealt at least the cards of a suit that it sold minus those that it had bought. The posterior of a
deck is its share of all deals that fit. Prices and choices of traders are not evidence, and ranks mean nothing.

Deals are counted by generating functions. A hand of `n` cards with `h` of each suit has `n!/∏h!` orders. The number of
deals of a deck of `K` cards of each suit is the coefficient of `x^K` in the product of the possible hands of all
players. It lacks the factor `∏K!`, which is the same for all decks of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

from kibitz.core.bounds import CACHED_RECORDS
from kibitz.core.memory import latest, remembered
from kibitz.languages.pfn.game.figgie import facts, partner, sizes, suit_names
from kibitz.languages.pfn.game.play import Move

Counts = tuple[int, ...]
"""Numbers of cards by suit, in the order of `facts().suits`."""
_Table = Mapping[int, int]
"""The number of orders in which some players together have some cards of each suit.

A key is the counts of the first two suits (:func:`_key`). Its value holds a number for each count of the third suit,
:data:`_WIDTH` bits apart. The fourth count follows from the total.

A product of such numbers is a product of polynomials. A table with a number for each hand takes five times as long.
"""


class Deck(NamedTuple):
    """One of the possible decks."""

    twelve: str
    goal: str
    counts: Counts


@cache
def decks() -> tuple[Deck, ...]:
    """Return the twelve decks of the game."""
    return tuple(
        Deck(twelve, goal, tuple(counts.values()))
        for twelve in suit_names()
        for goal in [partner(twelve) or twelve]
        for counts in sizes(goal, twelve)
    )


class Beliefs(NamedTuple):
    """The number of possible deals for each deck, in the order of :func:`decks`."""

    deals: Counts

    @property
    def goals(self) -> dict[str, Fraction]:
        """The probability of each suit as the goal."""
        total = sum(self.deals)
        return {suit: Fraction(weight, total) for suit, weight in self._weights().items()}

    def chance(self, suit: str) -> float:
        """Return the probability of a suit as the goal."""
        return self._weights()[suit] / sum(self.deals)

    def _weights(self) -> dict[str, int]:
        weights = dict.fromkeys(suit_names(), 0)
        for deck, count in zip(decks(), self.deals, strict=True):
            weights[deck.goal] += count
        return weights

    @property
    def decks(self) -> dict[Deck, Fraction]:
        """The probability of each deck."""
        total = sum(self.deals)
        return {deck: Fraction(count, total) for deck, count in zip(decks(), self.deals, strict=True)}


class Seen(NamedTuple):
    """The public facts about each player."""

    least: Mapping[str, Counts]
    """The least number of dealt cards of each suit."""
    sold: Mapping[str, Counts]
    """The number of cards of each suit that were sold minus those bought."""

    @classmethod
    def nothing(cls, players: Iterable[str]) -> Seen:
        """Return the facts before the first trade."""
        none = dict.fromkeys(players, (0,) * len(facts().suits))
        return cls(none, none)

    def after(self, move: Move) -> Seen | None:
        """Return the facts after a trade, or None if its players or its suit are unknown, and for all later trades."""
        suit = next((at for at, one in enumerate(facts().suits) if one.letter == move.letter), None)
        buyer, seller, sold = move.buyer, move.seller, dict(self.sold)
        if suit is None or buyer is None or seller is None or not {buyer, seller} <= sold.keys():
            return None
        for player, change in ((buyer, -1), (seller, 1)):
            sold[player] = (*sold[player][:suit], sold[player][suit] + change, *sold[player][suit + 1 :])
        least = tuple(map(max, self.least[seller], sold[seller]))
        return Seen({**self.least, seller: least}, sold)

    def beliefs(self, player: str | None = None, hand: Counts | None = None) -> Beliefs | None:
        """Return the beliefs of a player with a hand, or of a spectator.

        Return None if no deal fits: the hand is incomplete, or the trades are impossible.
        """
        size = facts().cards // max(len(self.least), 1)
        own = hand or (0,) * len(facts().suits)
        if hand is not None and (sum(hand) != size or any(map(int.__gt__, self.least[player or ""], hand))):
            return None
        others = tuple(None if one == player else least for one, least in self.least.items())
        fit = deals(tuple(deck.counts for deck in decks()), own, others, size)
        return Beliefs(fit) if any(fit) else None


def counted(cards: Iterable[str]) -> Counts:
    """Return the number of cards of each suit."""
    letters = [card[0] for card in cards]
    return tuple(letters.count(suit.letter) for suit in facts().suits)


@remembered
def deals(
    counts: tuple[Counts, ...], own: Counts, others: tuple[Counts | None, ...], size: int
) -> tuple[int, ...]:
    """Return the number of possible deals of each deck, up to a factor that decks with the same suit sizes share.

    One player has been dealt `own`. Each of the others has `size` cards, with at least the given number of each suit.
    None among the others is skipped.
    """
    half = len(others) // 2
    left, right = (_together(tuple(filter(None, part)), size) for part in (others[:half], others[half:]))
    if len(left) > len(right):
        left, right = right, left

    @cache
    def both(rest: int) -> int:
        return sum([ways * right.get(rest - key, 0) for key, ways in left.items()])

    rests = [tuple(map(int.__sub__, deck, own)) for deck in counts]
    return tuple([_of_third(both(_key(rest)), rest) for rest in rests])


@latest(CACHED_RECORDS)
def _together(hands: tuple[Counts, ...], size: int) -> _Table:
    """Return the possible cards of several players together."""
    if not hands:
        return {0: 1}
    first, *more = hands
    if not any(map(any, hands)):
        # Players without known facts are equal to one player with a large hand.
        return _hands(first, size * len(hands))
    table: dict[int, int] = {}
    for key, ways in _hands(first, size).items():
        for other, count in _together(tuple(more), size).items():
            at = key + other
            table[at] = table.get(at, 0) + ways * count
    return table


@latest(CACHED_RECORDS)
def _hands(least: Counts, size: int) -> _Table:
    """Return the hands of `size` cards with at least the given number of each suit, and their orders."""
    one, other, *rest = least
    # The cards left for the first two suits.
    room = size - sum(rest)
    return {
        _key((first, second)): comb(size, first)
        * comb(size - first, second)
        * _halves(size - first - second, *rest)
        for first in range(one, room + 1)
        for second in range(other, room - first + 1)
    }


@cache
def _halves(size: int, third: int, fourth: int) -> int:
    """Return the orders of `size` cards of the last two suits, with at least the given number of each."""
    return sum(comb(size, number) << _WIDTH * number for number in range(third, size - fourth + 1))


_THIRD = 2
_WIDTH = 80
"""Bits of a number of a table: all orders of 40 cards, each of one of four suits, are 2**80."""


def _key(counts: Counts) -> int:
    """Return the first two counts as one number, one byte a suit, so that keys of several players can be added.

    A negative count borrows from the next one, and so matches no cards.
    """
    first, second, *_ = counts
    return first + (second << 8)


def _of_third(ways: int, counts: Counts) -> int:
    """Return the number of ways with the given count of the third suit."""
    third = counts[_THIRD]
    return ways >> _WIDTH * third & (1 << _WIDTH) - 1 if third >= 0 else 0
