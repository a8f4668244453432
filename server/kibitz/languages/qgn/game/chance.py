"""The random numbers of the game server, which are those of Go's `math/rand`: the same seed deals the same game."""

from __future__ import annotations

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

    def shuffled(self, things: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
        """Things in another order: each changes places with a random one, in turn."""
        found, at, below = list(things), self.drawn, _numbers(self.seed).below
        for place in range(len(found)):
            other, at = below(len(found), at)
            found[other], found[place] = found[place], found[other]
        return tuple(found), Chance(self.seed, at)


class _Numbers(list[int]):
    """The numbers of 63 bits that follow from a seed, made as far as they are asked for."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        # Go keeps the sign of what it divides.
        self._seed = abs(seed) % LARGEST * (1 if seed >= 0 else -1) % LARGEST or IN_PLACE_OF_ZERO
        self._memory: list[int | None] = [None] * LENGTH
        self._tap, self._feed = 0, LENGTH - TAP

    def __getitem__(self, at: int) -> int:  # type: ignore[override]
        while len(self) <= at:
            self._tap = (self._tap - 1) % LENGTH
            self._feed = (self._feed - 1) % LENGTH
            number = (self._remembered(self._feed) + self._remembered(self._tap)) % 2**64
            self._memory[self._feed] = number
            self.append(number % 2**63)
        return super().__getitem__(at)

    def below(self, limit: int, at: int) -> tuple[int, int]:
        """The number from 0 on below a limit that is drawn at a place, and the place behind."""
        number, at = self[at] >> 32, at + 1
        if limit & (limit - 1):
            # What is left over at the top would make small numbers likelier.
            top = LARGEST - 2**31 % limit
            while number > top:
                number, at = self[at] >> 32, at + 1
        return number % limit, at

    def _remembered(self, at: int) -> int:
        """A value of the memory. What it begins with is worked out where it is asked for: a game draws few numbers, an archive has
        many seeds."""
        value = self._memory[at]
        if value is None:
            start, high, middle, low = _starts()[at]
            seed = self._seed
            value = (
                start ^ (seed * high % LARGEST << 40) ^ (seed * middle % LARGEST << 20) ^ seed * low % LARGEST
            )
            value = self._memory[at] = value % 2**64
        return value


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
