"""What the dealer may get, exactly, as far as a shoe and the rules of the house tell. No positions, no text.

All hands with which a dealer draws are gone through once for each open card; of a shoe it is then only worked out how often
each of them comes with a last card behind it, and with the same numbers what changes when one more card has gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul, sub
from typing import NamedTuple

from kibitz.core.bounds import MANY, SOME
from kibitz.core.interest import pause
from kibitz.core.memory import latest

Shoe = tuple[int, ...]
"""How many cards are unseen that count 1, 2, … 10; the dealer's hidden card is one of them."""
Wins = Sequence[float]
"""The expected win of 16 and less against what the dealer may get, of 17, 18, 19, 20 and 21."""
_BUST, _NATURAL = 22, 23
_MOST = 21
"""Nobody draws more cards."""


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


@latest(MANY)
def wins(shoe: Shoe, up: int, house: House) -> Wins:
    """The expected win of totals, given a shoe. Decisions of a table share them."""
    bar = natural(up)
    blackjack = shoe[bar] / sum(shoe) if bar >= 0 else 0.0
    return _wins([*map(sum, _ended(shoe, up, house.h17))], blackjack, house)


@latest(SOME)
def with_changes(shoe: Shoe, up: int, house: House) -> tuple[Wins, Sequence[Wins]]:
    """The same, and by how much one more card that is gone changes it: a list for each card, by what it counts, less one.

    What the dealer gets when a card is gone comes as often as it does before that card, if it were the next one: nothing is
    gone through anew.
    """
    cards, bar = sum(shoe), natural(up)
    before = _ended(shoe, up, house.h17, next_one=True)
    ends = [
        (cards * sum(each), [sum(map(mul, map(each.__getitem__, some), many)) for some, many in of.holding])
        for of, each in zip(_hands(up, house.h17).ends, before, strict=True)
    ]
    blackjack = shoe[bar] if bar >= 0 else 0
    now = _wins([whole - sum(holds) for whole, holds in ends], blackjack / cards, house)
    found: list[Wins] = []
    for at, left in enumerate(shoe):
        gone = [whole - cards * holds[at] / left for whole, holds in ends] if left else []
        then = _wins(gone, (blackjack - (at == bar)) / (cards - 1), house) if left else now
        found.append([*map(sub, then, now)])
    return now, found


def natural(up: int) -> int:
    """What the hidden card counts, less one, with which an open one makes a blackjack; -1 if none does."""
    return {1: 9, 10: 0}.get(up, -1)


def _wins(ends: Sequence[float], blackjack: float, house: House) -> Wins:
    """The expected wins where the dealer is so likely to get 17, 18, 19, 20 and 21, and a blackjack before looking for it."""
    if house.peek:
        if blackjack >= 1:
            return [0.0] * 6
        ends, blackjack = [end / (1 - blackjack) for end in ends], 0.0
    found = [1 - 2 * (sum(ends) + blackjack)]
    for less, more in zip((0.0, *ends), ends, strict=False):
        found.append(found[-1] + less + more)
    return found


def _ended(shoe: Shoe, up: int, h17: bool, next_one: bool = False) -> list[list[float]]:
    """How likely each of the hands is with which a dealer gets 17, 18, 19, 20 and 21; `next_one`: divided by the cards that are
    left then."""
    ways, products, hands = [_falling(count) for count in shoe], [1.0], _hands(up, h17)
    for shorter, card, times in hands.tree:
        products.append(products[shorter] * ways[card][times])
    orders = _falling(sum(shoe))[1 + next_one :]
    each = [1 / many if many else 0.0 for many in orders]
    before = [*map(mul, map(mul, products, hands.orders), map(each.__getitem__, hands.sizes))]
    return [
        [*map(mul, map(before.__getitem__, of.hands), map(sub, map(shoe.__getitem__, of.last), of.had))]
        for of in hands.ends
    ]


@latest(MANY)
def _falling(count: int) -> tuple[float, ...]:
    """In how many ways so many cards can be drawn one after the other, for 0 to 21 of them."""
    found = [1.0]
    for drawn in range(_MOST):
        found.append(found[-1] * max(0, count - drawn))
    return tuple(found)


class _End(NamedTuple):
    """The hands with one result: all of these go together."""

    hands: list[int]
    """The cards before the last one, by their numbers."""
    last: list[int]
    """What the last card counts, less one."""
    had: list[int]
    """How often it was there before."""
    holding: list[tuple[list[int], list[int]]]
    """For each card, by what it counts, less one, which of these hold it, and how often."""


class _Hands(NamedTuple):
    """The hands of a dealer, by their numbers, the empty one first: cards whatever their order."""

    tree: list[tuple[int, int, int]]
    """What all but the first are: a shorter one, and a card some times."""
    sizes: list[int]
    """How many cards each has."""
    orders: list[int]
    """In how many orders these may come so that the dealer draws another one after each."""
    ends: list[_End]
    """For the results 17 to 21, a blackjack apart."""


@latest(SOME)
def _hands(up: int, h17: bool) -> _Hands:
    # That takes some milliseconds, once for each card.
    pause()
    numbers: dict[tuple[int, ...], int] = {(0,) * 10: 0}
    hands = _Hands([], [0], [0], [_End([], [], [], [([], []) for _ in range(10)]) for _ in range(5)])

    def number(drawn: tuple[int, ...]) -> int:
        if drawn not in numbers:
            card = max(at for at in range(10) if drawn[at])
            shorter = number((*drawn[:card], *(0,) * (10 - card)))
            numbers[drawn] = len(hands.sizes)
            hands.tree.append((shorter, card, drawn[card]))
            hands.sizes.append(sum(drawn))
            hands.orders.append(0)
        return numbers[drawn]

    level: dict[tuple[int, ...], int] = {(0,) * 10: 1}
    while level:
        further: dict[tuple[int, ...], int] = {}
        for drawn, orders in level.items():
            hands.orders[number(drawn)] = orders
            for card in range(10):
                after = (*drawn[:card], drawn[card] + 1, *drawn[card + 1 :])
                result = _result(up, after, h17)
                if not result:
                    further[after] = further.get(after, 0) + orders
                elif result < _BUST:
                    end = hands.ends[result - 17]
                    for (those, times), often in zip(end.holding, after, strict=True):
                        if often:
                            those.append(len(end.hands))
                            times.append(often)
                    end.hands.append(number(drawn))
                    end.last.append(card)
                    end.had.append(drawn[card])
        level = further
    return hands


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
