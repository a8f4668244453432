"""The expected win of a pair whose hands may be split again. No positions, no text.

A player decides by the cards of one hand, so all orders of the unseen cards are alike. The second cards of all hands may
come first: that leaves a few courses. Their values follow from that of one hand after none, one, … cards of the pair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from kibitz.languages.bjn.game.dealer import Shoe

FOLLOWED = 2
"""Cards of the pair after which the value of a hand is exact. Differences extend it, with an error below 0.0001."""


class Shares(NamedTuple):
    """The part of one hand of a split in the expected win, by its second card."""

    unlike: float
    """The share of the second cards that make no new pair."""
    every: float
    """The share of all second cards, if a new pair is not split."""


class _Course(NamedTuple):
    """One way in which the second cards of all hands may come."""

    chance: float
    pairs: int
    """The number of them that made a pair, which was split."""
    others: int
    """The number of them that made none."""
    open: int
    """The number of hands without a second card that can be split no further."""


def both_hands(shoe: Shoe, pair: int, again: int, one: Callable[[int], Shares]) -> float:
    """Return the expected win of a split pair, if its hands are split again up to `again` times, or less often if that is better.

    `one` returns the shares of a hand after some further cards of the pair have gone.
    """
    left, cards = shoe[pair - 1], sum(shoe)

    def like(pairs: int, others: int) -> float:
        """Return how likely the next card is one of the pair, after some cards of each kind have gone."""
        return max(0, left - pairs) / (cards - pairs - others)

    @cache
    def shares(pairs: int, others: int) -> Shares:
        if not others:
            return one(pairs) if pairs <= FOLLOWED else _extended(one, pairs)
        before, chance = shares(pairs, others - 1), like(pairs, others - 1)
        if not 0 < chance < 1:
            return before
        after = shares(pairs + 1, others - 1)
        return Shares(*[(b - chance * a) / (1 - chance) for b, a in zip(before, after, strict=True)])

    def value(splits: int) -> float:
        found = 0.0
        for chance, pairs, others, open_ in _courses(like, splits, _Course(1.0, 0, 0, 2)):
            if others:
                found += chance * others * shares(pairs, others - 1).unlike / (1 - like(pairs, others - 1))
            if open_:
                found += chance * open_ * shares(pairs, others).every
        return found

    return max(map(value, range(again + 1)))


def _extended(one: Callable[[int], Shares], pairs: int) -> Shares:
    """Return the shares of a hand after more cards than are followed, by the differences of those before."""
    at = pairs - FOLLOWED
    last = zip(*map(one, range(FOLLOWED - 2, FOLLOWED + 1)), strict=True)
    return Shares(*[c + at * (c - b) + at * (at + 1) / 2 * (c - 2 * b + a) for a, b, c in last])


def _courses(like: Callable[[int, int], float], splits: int, course: _Course) -> Iterator[_Course]:
    """Yield the ways in which the remaining second cards may come, with `splits` to go."""
    chance, pairs, others, open_ = course
    if not (open_ and splits):
        yield course
        return
    if one := like(pairs, others):
        yield from _courses(like, splits - 1, _Course(chance * one, pairs + 1, others, open_ + 1))
    if one < 1:
        yield from _courses(like, splits, _Course(chance * (1 - one), pairs, others + 1, open_ - 1))
