"""The names that the server makes up for whatever there is: cards and tiles, and much that nobody sees. They come from the random
numbers of the game, so that each moves on what is drawn behind it."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.languages.qgn.game.chance import Chance

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890"
LENGTH = 7


class Names(NamedTuple):
    """A place in the names and numbers that follow from a seed. What nobody asks for is only counted."""

    chance: Chance
    skipped: int = 0
    """How many names have been made up behind that place."""

    def skip(self, count: int = 1) -> Names:
        return Names(self.chance, self.skipped + count)

    def below(self, limit: int) -> tuple[int, Names]:
        """A number from 0 on below a limit."""
        number, chance = self._caught_up().below(limit)
        return number, Names(chance)

    def name(self, kind: str) -> tuple[str, Names]:
        """A name, which begins with the letter of its kind."""
        numbers, chance = self._caught_up().several(LENGTH, len(LETTERS))
        return kind + "".join([LETTERS[number] for number in numbers]), Names(chance)

    def _caught_up(self) -> Chance:
        return self.chance.several(self.skipped * LENGTH, len(LETTERS))[1]
