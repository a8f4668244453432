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
        numbers, at = _numbers(self.seed), self.drawn
        number, at = numbers[at] >> 32, at + 1
        if limit & (limit - 1):
            # What is left over at the top would make small numbers likelier.
            top = LARGEST - 2**31 % limit
            while number > top:
                number, at = numbers[at] >> 32, at + 1
        return number % limit, Chance(self.seed, at)

    def shuffled(self, things: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
        """Things in another order: each changes places with a random one, in turn."""
        found, chance = list(things), self
        for place in range(len(found)):
            other, chance = chance.below(len(found))
            found[other], found[place] = found[place], found[other]
        return tuple(found), chance


class _Numbers(list[int]):
    """The numbers of 63 bits that follow from a seed, made as far as they are asked for."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._memory = _filled(seed)
        self._tap, self._feed = 0, LENGTH - TAP

    def __getitem__(self, at: int) -> int:  # type: ignore[override]
        while len(self) <= at:
            self._tap = (self._tap - 1) % LENGTH
            self._feed = (self._feed - 1) % LENGTH
            number = (self._memory[self._feed] + self._memory[self._tap]) % 2**64
            self._memory[self._feed] = number
            self.append(number % 2**63)
        return super().__getitem__(at)


@latest(SEEDS_KEPT)
def _numbers(seed: int) -> _Numbers:
    return _Numbers(seed)


def _filled(seed: int) -> list[int]:
    """The memory of the generator at its start."""
    # Go keeps the sign of what it divides.
    number = abs(seed) % LARGEST * (1 if seed >= 0 else -1) % LARGEST or IN_PLACE_OF_ZERO
    for _ in range(20):
        number = _next(number)
    memory = []
    for start in _starts():
        value = 0
        for shift in (40, 20, 0):
            number = _next(number)
            value ^= number << shift
        memory.append((value ^ start) % 2**64)
    return memory


def _next(number: int) -> int:
    return number * 48271 % LARGEST


@cache
def _starts() -> tuple[int, ...]:
    data = tomli.loads(read_data("kibitz.languages.qgn", "data/go_rand.toml"))
    return tuple(data["values"])
