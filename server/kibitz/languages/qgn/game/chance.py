"""The random numbers of the game server, as in Go's `math/rand`: the same seed deals the same game."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, TypeVar

import tomli

from kibitz.core.bounds import SOME
from kibitz.core.data import read_data
from kibitz.core.memory import latest

T = TypeVar("T")

LENGTH, TAP = 607, 273
"""The number of values in the generator's memory, and the distance between the two values of each sum."""
LARGEST = 2**31 - 1
"""The modulus of the initial memory."""
AT_ONCE = 16
"""Minimum number of values that are computed at once."""
IN_PLACE_OF_ZERO = 89482311
SEEDS = range(-(2**63), 2**63)
"""The seeds that the server can read."""


class Chance(NamedTuple):
    """A place in the numbers of a seed. Frozen: each draw also returns the next place."""

    seed: int
    drawn: int = 0

    def below(self, limit: int) -> tuple[int, Chance]:
        """Return a number from 0 to below a limit, like `Intn`."""
        number, at = _numbers(self.seed).below(limit, self.drawn)
        return number, Chance(self.seed, at)

    def several(self, count: int, limit: int) -> tuple[list[int], Chance]:
        """Return several numbers below a limit."""
        found, at = _numbers(self.seed).several(count, limit, self.drawn)
        return found, Chance(self.seed, at)

    def shuffled(self, things: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
        """Return things in random order: each in turn changes places with a random one."""
        found = list(things)
        others, chance = self.several(len(found), len(found) or 1)
        for place, other in enumerate(others):
            found[other], found[place] = found[place], found[other]
        return tuple(found), chance


class _Numbers:
    """The 64-bit numbers of a seed, computed on demand. The server uses 31 bits of each."""

    def __init__(self, seed: int) -> None:
        # Go keeps the sign of the dividend.
        self._seed = abs(seed) % LARGEST * (1 if seed >= 0 else -1) % LARGEST or IN_PLACE_OF_ZERO
        self._made = array("Q")

    def below(self, limit: int, at: int) -> tuple[int, int]:
        """Return one number below a limit, and the next place.

        Stratego draws hundreds of single numbers, for which :meth:`several` is half as fast.
        """
        top, made = LARGEST - 2**31 % limit, self._made
        while True:
            if at >= len(made):
                self._make(at + AT_ONCE)
            number, at = made[at] >> 32 & LARGEST, at + 1
            if number <= top:
                return number % limit, at

    def several(self, count: int, limit: int, at: int) -> tuple[list[int], int]:
        """Return several numbers below a limit, and the next place."""
        # Reject the incomplete range at the top, which would favour small numbers.
        top, found = LARGEST - 2**31 % limit, list[int]()
        while len(found) < count:
            end = at + count - len(found)
            self._make(end)
            drawn = [number >> 32 & LARGEST for number in self._made[at:end]]
            found += [number % limit for number in drawn if number <= top]
            at = end
        return found, at

    def _make(self, count: int) -> None:
        """Compute numbers: each is the sum of the number :data:`LENGTH` places before and the one :data:`TAP` places before."""
        made = self._made
        for at in range(len(made), min(count, LENGTH)):
            tapped = made[at - TAP] if at >= TAP else self._remembered(LENGTH - 1 - at)
            made.append((self._remembered((LENGTH - TAP - 1 - at) % LENGTH) + tapped) % 2**64)
        while len(made) < count:
            first = len(made) - LENGTH
            pairs = zip(made[first : first + TAP], made[-TAP:], strict=True)
            made.extend([(one + other) % 2**64 for one, other in pairs])

    def _remembered(self, at: int) -> int:
        """Return a value of the initial memory. Computed on demand, because a game draws few numbers."""
        start, high, middle, low = _starts()[at]
        seed = self._seed
        return start ^ (seed * high % LARGEST << 40) ^ (seed * middle % LARGEST << 20) ^ seed * low % LARGEST


@latest(SOME)
def _numbers(seed: int) -> _Numbers:
    return _Numbers(seed)


@cache
def _starts() -> tuple[tuple[int, int, int, int], ...]:
    """Return the first part of each initial value, and the factors of the seed in its other parts.

    Each factor is 48271 times the one before, from the 21st power on.
    """
    data = tomli.loads(read_data("kibitz.languages.qgn", "data/go_rand.toml"))
    factors = [pow(48271, power, LARGEST) for power in range(21, 21 + 3 * LENGTH)]
    return tuple(zip(data["values"], factors[::3], factors[1::3], factors[2::3], strict=True))
