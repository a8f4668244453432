"""Tiles of which no more is known than where they lie: in games of users, and where a game can't be replayed for want of
its seed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.languages.qgn.game.position import Details, Move, Refusal, place, tile_taken

TILES_FOLLOWED = 200
"""Games with more tiles than that are no games of people, and remembering them would cost too much."""
DIGITS = 7
"""Coordinates of so many digits are those of no board."""


class Tiles(NamedTuple):
    """Where tiles lie, as rows and columns."""

    sign: str
    """The action that lays a tile."""
    at: tuple[int, int]
    """The numbers of the details that are the row and the column."""
    cells: frozenset[tuple[int, int]] = frozenset()
    turn: int | None = None
    over: bool = False
    winners: tuple[int, ...] = ()

    def play(self, team: int, sign: str, details: Details) -> tuple[Tiles, Refusal | None]:
        texts = self._cell(details)
        sound = all(len(text) < DIGITS and text.lstrip("+-").isdecimal() for text in texts)
        if sign != self.sign or len(texts) < 2 or not sound:
            return self, None
        cell = (int(texts[0]), int(texts[1]))
        if cell in self.cells:
            return self, tile_taken(
                place(cell), lambda _, other, given: other == sign and self._cell(given) == texts
            )
        if len(self.cells) >= TILES_FOLLOWED:
            return self, None
        return self._replace(cells=self.cells | {cell}), None

    def _cell(self, details: Details) -> list[str]:
        return [details[number] for number in self.at if number < len(details)]

    def moves(self, judged: bool = False) -> Iterator[Move]:
        return iter(())
