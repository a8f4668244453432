"""The random numbers of the game server, which are those of Go's `math/rand`: the same seed deals the same game."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, TypeVar

import tomli

from kibitz.core.data import read_data
from kibitz.core.memory import latest

T = TypeVar("T")

LENGTH, TAP = 607, 273
"""How many values the generator remembers, and how far apart those are that it adds up."""
LARGEST = 2**31 - 1
"""The modulus of what fills its memory."""
IN_PLACE_OF_ZERO = 89482311
SEEDS_KEPT = 64
SEEDS = range(-(2**63), 2**63)
"""The seeds that the server can read."""


class Chance(NamedTuple):
    """A place in the numbers that follow from a seed. Frozen: whoever draws gets the place behind, too."""

    seed: int
    drawn: int = 0

    def below(self, limit: int) -> tuple[int, Chance]:
        """A number from 0 on below a limit, as `Intn` gives it."""
        number, at = _numbers(self.seed).below(limit, self.drawn)
        return number, Chance(self.seed, at)

    def behind(self, count: int, limit: int) -> Chance:
        """The place behind so many numbers below a limit."""
        return Chance(self.seed, _numbers(self.seed).behind(count, limit, self.drawn))

    def shuffled(self, things: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
        """Things in another order: each changes places with a random one, in turn."""
        found, at, below = list(things), self.drawn, _numbers(self.seed).below
        for place in range(len(found)):
            other, at = below(len(found), at)
            found[other], found[place] = found[place], found[other]
        return tuple(found), Chance(self.seed, at)


class _Numbers:
    """The numbers of 64 bits that follow from a seed, made as far as they are asked for. The server takes 31 bits of each."""

    def __init__(self, seed: int) -> None:
        # Go keeps the sign of what it divides.
        self._seed = abs(seed) % LARGEST * (1 if seed >= 0 else -1) % LARGEST or IN_PLACE_OF_ZERO
        self._made = array("Q")

    def below(self, limit: int, at: int) -> tuple[int, int]:
        """The number from 0 on below a limit that is drawn at a place, and the place behind."""
        number, at = self._drawn(at), at + 1
        if limit & (limit - 1):
            # What is left over at the top would make small numbers likelier.
            top = LARGEST - 2**31 % limit
            while number > top:
                number, at = self._drawn(at), at + 1
        return number % limit, at

    def behind(self, count: int, limit: int, at: int) -> int:
        """The place behind so many numbers below a limit."""
        self._make(at + count)
        top = LARGEST - 2**31 % limit
        if all(number >> 32 & LARGEST <= top for number in self._made[at : at + count]):
            return at + count
        for _ in range(count):
            _, at = self.below(limit, at)
        return at

    def _drawn(self, at: int) -> int:
        self._make(at + 1)
        return self._made[at] >> 32 & LARGEST

    def _make(self, count: int) -> None:
        """Each number is the sum of the one before it by :data:`LENGTH` and the one by :data:`TAP`."""
        made = self._made
        for at in range(len(made), min(count, LENGTH)):
            tapped = made[at - TAP] if at >= TAP else self._remembered(LENGTH - 1 - at)
            made.append((self._remembered((LENGTH - TAP - 1 - at) % LENGTH) + tapped) % 2**64)
        while len(made) < count:
            first = len(made) - LENGTH
            pairs = zip(made[first : first + TAP], made[-TAP:], strict=True)
            made.extend([(one + other) % 2**64 for one, other in pairs])

    def _remembered(self, at: int) -> int:
        """A value of what the generator remembers at first. It is worked out where it is asked for: a game draws few numbers, an
        archive has many seeds."""
        start, high, middle, low = _starts()[at]
        seed = self._seed
        return start ^ (seed * high % LARGEST << 40) ^ (seed * middle % LARGEST << 20) ^ seed * low % LARGEST


@latest(SEEDS_KEPT)
def _numbers(seed: int) -> _Numbers:
    return _Numbers(seed)


@cache
def _starts() -> tuple[tuple[int, int, int, int], ...]:
    """What each value of the memory begins with, and by what the seed is multiplied for its parts: each is 48271 times the one before, from
    the 21st on."""
    data = tomli.loads(read_data("kibitz.languages.qgn", "data/go_rand.toml"))
    factors = [pow(48271, power, LARGEST) for power in range(21, 21 + 3 * LENGTH)]
    return tuple(zip(data["values"], factors[::3], factors[1::3], factors[2::3], strict=True))
