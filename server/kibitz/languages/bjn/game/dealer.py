"""What the dealer may get, exactly, as far as a shoe and the rules of the house tell. No positions, no text.

All hands with which a dealer may end are gone through once for each open card; of a shoe it is then only worked out how
often each of them comes, and with the same numbers what changes when one more card has gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from operator import mul, sub
from typing import NamedTuple

from kibitz.core.interest import pause
from kibitz.core.memory import latest

Shoe = tuple[int, ...]
"""How many cards are unseen that count 1, 2, … 10; the dealer's hidden card is one of them."""
Wins = Sequence[float]
"""The expected win of 16 and less against what the dealer may get, of 17, 18, 19, 20 and 21."""
_BUST, _NATURAL = 22, 23


class House(NamedTuple):
    """The rules that decide what a play is worth."""

    h17: bool = False
    """Whether the dealer draws on a soft 17."""
    das: bool = True
    """Whether a hand that a split made may be doubled."""
    peek: bool = True
    """Whether the dealer has looked for a blackjack before players decide."""
    doubled: tuple[int, ...] = ()
    """The totals that may be doubled; empty where any may."""


@latest(1024)
def wins(shoe: Shoe, up: int, house: House) -> Wins:
    """The expected win of totals, given a shoe. Decisions of a table share them."""
    return _wins(chances(shoe, up, house))


@latest(1024)
def changes(shoe: Shoe, up: int, house: House) -> Sequence[Wins]:
    """By how much one more card that is gone changes those: a list for each card, by what it counts, less one.

    A hand with so many of the card is that much rarer, so that nothing is gone through anew.
    """
    products, ended = _products(shoe, up, house.h17), _hands(up, house.h17)[1]
    orders, now = _falling(sum(shoe) - 1), wins(shoe, up, house)
    found = [[0.0] * 24 for _ in shoe]
    for result, size, those, counts, holding in ended:
        number = sum(map(mul, map(products.__getitem__, those), counts))
        if number and orders[size]:
            for at, (some, times) in enumerate(holding):
                if left := shoe[at]:
                    fewer = sum(map(mul, map(products.__getitem__, some), times)) / left
                    found[at][result] += (number - fewer) / orders[size]
    return [
        [*map(sub, _wins(_looked(ends, house)), now)] if left else ()
        for left, ends in zip(shoe, found, strict=True)
    ]


def _wins(ends: Sequence[float]) -> list[float]:
    bust, seventeen = ends[_BUST] - ends[_NATURAL], ends[17:_BUST]
    more = [bust + sum(seventeen[:above]) - sum(seventeen[above + 1 :]) for above in range(5)]
    return [bust - sum(seventeen), *more]


def chances(shoe: Shoe, up: int, house: House) -> list[float]:
    """How likely the dealer gets 17 to 21, a bust (22) or a blackjack (23), by those numbers."""
    orders, products = _falling(sum(shoe)), _products(shoe, up, house.h17)
    found = [0.0] * 24
    for result, size, those, counts, _ in _hands(up, house.h17)[1]:
        if number := sum(map(mul, map(products.__getitem__, those), counts)):
            found[result] += number / orders[size]
    return _looked(found, house)


def _looked(found: list[float], house: House) -> list[float]:
    """The chances when the dealer has looked for a blackjack, where that is done."""
    if house.peek:
        known = 1 - found[_NATURAL]
        found = [chance / known if known > 0 else 0.0 for chance in found]
        found[_NATURAL] = 0.0
    return found


@latest(16)
def _products(shoe: Shoe, up: int, h17: bool) -> list[float]:
    """In how many ways each hand of :func:`_hands` can be drawn from a shoe, its cards in one order."""
    ways, products = [_falling(count) for count in shoe], [1.0]
    for shorter, card, times in _hands(up, h17)[0]:
        products.append(products[shorter] * ways[card][times])
    return products


@lru_cache(maxsize=1024)
def _falling(count: int) -> tuple[float, ...]:
    """In how many ways so many cards can be drawn one after the other, for 0 to 21 of them."""
    found = [1.0]
    for drawn in range(21):
        found.append(found[-1] * max(0, count - drawn))
    return tuple(found)


_Hands = tuple[tuple[int, int, int], ...]
_Some = tuple[tuple[int, ...], tuple[int, ...]]
_Ended = tuple[tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[_Some, ...]], ...]


@cache
def _hands(up: int, h17: bool) -> tuple[_Hands, _Ended]:
    """The cards with which a dealer may end, whatever their order, as a tree.

    Each hand after the empty one is a shorter one and a card some times; the cards that count the least come first.
    With them go, for each result and number of cards, the hands that end so, for each in how many orders its cards come,
    and both once more for those that hold each card.
    """
    # That takes up to 30 ms, once for each card.
    pause()
    orders = _orders(up, h17)
    numbers: dict[tuple[int, ...], int] = {(0,) * 10: 0}
    hands: list[tuple[int, int, int]] = []

    def number(drawn: tuple[int, ...]) -> int:
        if drawn not in numbers:
            card = max(at for at in range(10) if drawn[at])
            shorter = number((*drawn[:card], *(0,) * (10 - card)))
            hands.append((shorter, card, drawn[card]))
            numbers[drawn] = len(hands)
        return numbers[drawn]

    ended: dict[tuple[int, int], list[tuple[int, int, tuple[int, ...]]]] = {}
    for (result, drawn), count in orders.items():
        ended.setdefault((result, sum(drawn)), []).append((number(drawn), count, drawn))
    return tuple(hands), tuple(
        (*key, *_pairs((hand, count) for hand, count, _ in those), _holding(those))
        for key, those in ended.items()
    )


def _holding(those: Sequence[tuple[int, int, tuple[int, ...]]]) -> tuple[_Some, ...]:
    """For each card the hands that hold it, with their orders times how often they do."""
    return tuple(
        _pairs((hand, count * drawn[card]) for hand, count, drawn in those if drawn[card])
        for card in range(10)
    )


def _pairs(pairs: Iterable[tuple[int, int]]) -> _Some:
    found = [*pairs]
    return tuple([one for one, _ in found]), tuple([other for _, other in found])


def _orders(up: int, h17: bool) -> dict[tuple[int, tuple[int, ...]], int]:
    """The results of a dealer with the cards drawn to them (how many that count 1, 2, …), and in how many orders."""
    ended: dict[tuple[int, tuple[int, ...]], int] = {}
    level: dict[tuple[int, ...], int] = {(0,) * 10: 1}
    while level:
        further: dict[tuple[int, ...], int] = {}
        for drawn, count in level.items():
            for card in range(10):
                after = (*drawn[:card], drawn[card] + 1, *drawn[card + 1 :])
                if result := _result(up, after, h17):
                    ended[result, after] = ended.get((result, after), 0) + count
                else:
                    further[after] = further.get(after, 0) + count
        level = further
    return ended


def _result(up: int, drawn: tuple[int, ...], h17: bool) -> int:
    """What the dealer has in the end; 0 as long as another card is drawn."""
    pips = up + sum(card * times for card, times in enumerate(drawn, start=1))
    soft = pips <= 11 and (up == 1 or drawn[0] > 0)
    total = pips + 10 * soft
    if total == 21 and sum(drawn) == 1:
        return _NATURAL
    if total > 21:
        return _BUST
    return 0 if total < 17 or (total == 17 and soft and h17) else total
