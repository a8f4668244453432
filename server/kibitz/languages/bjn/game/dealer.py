"""The exact chances of the dealer, given a shoe and the rules of the house. No positions, no text.

All hands of a dealer are listed once for each upcard. A shoe only decides how often each of them comes. The same numbers show
the changes after one more card has gone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, chain
from operator import add, itemgetter, mul
from typing import NamedTuple

from kibitz.core.bounds import CACHED_VALUES, SOME
from kibitz.core.memory import latest

Shoe = tuple[int, ...]
"""The number of unseen cards with the values 1, 2, … 10, the hole card among them."""
Wins = Sequence[float]
"""The expected wins of six totals against the dealer: 16 and less, 17, 18, 19, 20 and 21."""
Pick = Callable[[Sequence[float]], tuple[float, ...]]
"""A function that picks some elements of a list."""
_MOST = 21
"""The most cards that a dealer can draw."""


class House(NamedTuple):
    """The rules that affect the values of plays."""

    h17: bool = False
    """Whether the dealer draws on a soft 17."""
    das: bool = True
    """Whether a hand after a split may be doubled."""
    peek: bool = True
    """Whether the dealer has looked for a blackjack before players decide."""
    doubled: tuple[int, ...] = ()
    """The totals that may be doubled; empty if all may."""
    one: bool = False
    """Whether each ace of a split gets only one card."""


@latest(SOME)
def with_changes(shoe: Shoe, up: int, house: House) -> tuple[Wins, Sequence[Wins]]:
    """Return the expected wins of totals for a shoe, and their changes after one more card has gone.

    The changes are listed by the value of that card, less one; they mean nothing for a value that has run out. A dealer's hand is as
    likely after a card has gone as before it, if that card were the next one. So no hand is computed twice.
    """
    cards, bar, hands = sum(shoe), natural(up), _hands(up, house.h17)
    ways, drawn = [1.0], [*chain.from_iterable(map(_falling, shoe))]
    for others, some in hands.tree:
        ways.append(ways[others] * drawn[some])
    held = hands.held([*map(mul, ways, _before_another(up, house.h17, cards))])
    ends = []
    for border in hands.borders:
        *holds, whole = [sum(held[those]) for those in border]
        gone = [cards * (whole - hold / (left or 1)) for hold, left in zip(holds, shoe, strict=True)]
        ends.append([*gone, cards * whole - sum(holds)])
    likely = [0.0] * 11
    if bar >= 0:
        likely = [*[(shoe[bar] - (at == bar)) / (cards - 1) for at in range(10)], shoe[bar] / cards]
        if house.peek:
            # A sure blackjack leaves nothing to win or lose.
            none = [1 / (1 - one) if one < 1 else 0.0 for one in likely]
            ends, likely = [[*map(mul, end, none)] for end in ends], [0.5 * (one >= 1) for one in likely]
    wins = [[1 - 2 * (sum(column) + one) for one, *column in zip(likely, *ends, strict=True)]]
    for lower, end in zip(([0.0] * 11, *ends), ends, strict=False):
        wins.append([*map(add, wins[-1], map(add, lower, end))])
    less = zip(*[[win - now for win in each] for *each, now in wins], strict=True)
    return [now for *_, now in wins], [*less]


def natural(up: int) -> int:
    """Return the value, less one, of a hole card that makes a blackjack with an upcard, or -1."""
    return {1: 9, 10: 0}.get(up, -1)


@latest(CACHED_VALUES)
def _falling(count: int) -> tuple[float, ...]:
    """Return the number of ways to draw 0 to 21 of a number of cards, one after the other."""
    return (1.0, *accumulate([float(max(0, count - drawn)) for drawn in range(_MOST)], mul))


Drawn = tuple[int, ...]
"""The number of cards with the values 1, 2, … 10, in any order."""
_NOTHING: Drawn = (0,) * 10


class _Hands(NamedTuple):
    """The final hands of a dealer, grouped by result, without blackjacks and busts."""

    tree: list[tuple[int, int]]
    """The two parts of each hand, by its number: a smaller hand, and cards of one value.

    The empty hand comes first and is not listed. The cards are an index into the ways of drawing all cards.
    """
    orders: list[int]
    """The number of orders for each hand in which the dealer draws up to the last card; 0 for a hand that is only a part."""
    sizes: Pick
    """A function that picks, for each hand, the element for its number of cards."""
    held: Pick
    """A function that picks the hands of each result: for each value those that hold it, once for each card, and then all."""
    borders: list[list[slice]]
    """The slices of `held` for each result: one for each value, and one for all hands."""


@latest(SOME)
def _hands(up: int, h17: bool) -> _Hands:
    # This takes some milliseconds for each upcard.
    ends: list[dict[Drawn, int]] = [{} for _ in range(5)]
    level = {_NOTHING: 1}
    while level:
        further: dict[Drawn, int] = {}
        for drawn, orders in level.items():
            pips, ace = up + sum(map(mul, drawn, range(1, 11))), up == 1 or drawn[0] > 0
            for card in range(min(10, 21 - pips)):
                result = _result(pips + card + 1, ace or not card, h17)
                if drawn is not _NOTHING or result < 21:
                    after = (*drawn[:card], drawn[card] + 1, *drawn[card + 1 :])
                    found = ends[result - 17] if result else further
                    found[after] = found.get(after, 0) + orders
        level = further
    numbers, tree = {_NOTHING: 0}, list[tuple[int, int]]()

    def number(drawn: Drawn) -> int:
        if drawn not in numbers:
            card = next(at for at, times in enumerate(drawn) if times)
            others = number((*drawn[:card], 0, *drawn[card + 1 :]))
            numbers[drawn] = len(numbers)
            tree.append((others, card * (_MOST + 1) + drawn[card]))
        return numbers[drawn]

    held, borders = list[int](), list[list[slice]]()
    for end in ends:
        numbered = [*map(number, end)]
        borders.append([])
        for times in (*zip(*end, strict=True), [1] * len(end)):
            start = len(held)
            for at, many in zip(numbered, times, strict=True):
                held += [at] * many
            borders[-1].append(slice(start, len(held)))
    in_orders = dict(chain.from_iterable(end.items() for end in ends))
    return _Hands(
        tree,
        [in_orders.get(drawn, 0) for drawn in numbers],
        itemgetter(*map(sum, numbers)),
        itemgetter(*held),
        borders,
    )


@latest(SOME)
def _before_another(up: int, h17: bool, cards: int) -> list[float]:
    """Return the probability of each hand per way of drawing its cards, one card before the end."""
    hands = _hands(up, h17)
    return [*map(mul, hands.orders, hands.sizes([1 / many if many else 0.0 for many in _falling(cards)[1:]]))]


def _result(pips: int, ace: bool, h17: bool) -> int:
    """Return the dealer's final total from a total with every ace as one, or 0 if the dealer draws again."""
    soft = ace and pips <= 11
    total = pips + 10 * soft
    return 0 if total < 17 or (total == 17 and soft and h17) else total
