"""All that an action may be, and what may come next in one that has begun."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Weights = dict[str, float]
"""What may stand somewhere, with how likely each is in comparison."""
Move = tuple[tuple[str, ...], float]
"""The details of an action, and how likely it is."""


class Moves:
    """Some moves, looked through once for each beginning that is asked about."""

    def __init__(self, moves: Iterable[Move]) -> None:
        self._begun: dict[tuple[str, ...], list[Move]] = {(): list(moves)}
        self._following: dict[tuple[str, ...], Weights] = {}

    def following(self, given: Sequence[str]) -> Weights:
        """What the next detail is in the moves that begin as given, the likeliest first."""
        begun, number = tuple(given), len(given)
        if begun not in self._following:
            found: Weights = {}
            for move, weight in self._beginning(begun):
                if number < len(move):
                    found[move[number]] = found.get(move[number], 0.0) + weight
            self._following[begun] = by_weight(found)
        return self._following[begun]

    def _beginning(self, begun: tuple[str, ...]) -> list[Move]:
        if begun not in self._begun:
            *before, last = begun
            number = len(before)
            moves = self._beginning(tuple(before))
            self._begun[begun] = [one for one in moves if len(one[0]) > number and one[0][number] == last]
        return self._begun[begun]


def by_weight(weights: Weights) -> Weights:
    """The same in order, the likeliest first."""
    return dict(sorted(weights.items(), key=lambda one: -one[1]))
