"""The random numbers of the game server, which are those of Go's `math/rand`: the same seed deals the same game."""

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
"""How many values the generator remembers, and how far apart those are that it adds up."""
LARGEST = 2**31 - 1
"""The modulus of what fills its memory."""
AT_ONCE = 16
"""So many numbers are made where one is asked for that there is not yet."""
IN_PLACE_OF_ZERO = 89482311
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

    def several(self, count: int, limit: int) -> tuple[list[int], Chance]:
        """So many numbers below a limit."""
        found, at = _numbers(self.seed).several(count, limit, self.drawn)
        return found, Chance(self.seed, at)

    def shuffled(self, things: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
        """Things in another order: each changes places with a random one, in turn."""
        found = list(things)
        others, chance = self.several(len(found), len(found) or 1)
        for place, other in enumerate(others):
            found[other], found[place] = found[place], found[other]
        return tuple(found), chance


class _Numbers:
    """The numbers of 64 bits that follow from a seed, made as far as they are asked for. The server takes 31 bits of each."""

    def __init__(self, seed: int) -> None:
        # Go keeps the sign of what it divides.
        self._seed = abs(seed) % LARGEST * (1 if seed >= 0 else -1) % LARGEST or IN_PLACE_OF_ZERO
        self._made = array("Q")

    def below(self, limit: int, at: int) -> tuple[int, int]:
        """One number below a limit, and the place behind. Stratego draws hundreds of them one by one, for which :meth:`several` takes
        twice the time."""
        top, made = LARGEST - 2**31 % limit, self._made
        while True:
            if at >= len(made):
                self._make(at + AT_ONCE)
            number, at = made[at] >> 32 & LARGEST, at + 1
            if number <= top:
                return number % limit, at

    def several(self, count: int, limit: int, at: int) -> tuple[list[int], int]:
        """So many numbers below a limit, and the place behind."""
        # What is left over at the top would make small numbers likelier: others are drawn for that.
        top, found = LARGEST - 2**31 % limit, list[int]()
        while len(found) < count:
            end = at + count - len(found)
            self._make(end)
            drawn = [number >> 32 & LARGEST for number in self._made[at:end]]
            found += [number % limit for number in drawn if number <= top]
            at = end
        return found, at

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


@latest(SOME)
def _numbers(seed: int) -> _Numbers:
    return _Numbers(seed)


@cache
def _starts() -> tuple[tuple[int, int, int, int], ...]:
    """What each value of the memory begins with, and by what the seed is multiplied for its parts: each is 48271 times the one before, from
    the 21st on."""
    data = tomli.loads(read_data("kibitz.languages.qgn", "data/go_rand.toml"))
    factors = [pow(48271, power, LARGEST) for power in range(21, 21 + 3 * LENGTH)]
    return tuple(zip(data["values"], factors[::3], factors[1::3], factors[2::3], strict=True))
