"""Tiles of which no more is known than where they lie: in games of users, and where a game can't be replayed for want of
its seed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kibitz.languages.qgn.game.position import Details, Move, Refusal

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
        texts = [details[number] for number in self.at if number < len(details)]
        sound = all(len(text) < DIGITS and text.lstrip("+-").isdecimal() for text in texts)
        if sign != self.sign or len(texts) < 2 or not sound:
            return self, None
        cell = (int(texts[0]), int(texts[1]))
        if cell in self.cells:
            fields = {"place": f"row {cell[0]}, column {cell[1]}"}
            return self, Refusal(
                "tile-taken",
                fields,
                lambda _, other, given: other == sign and self._cell(given) == texts,
                "that tile",
            )
        if len(self.cells) >= TILES_FOLLOWED:
            return self, None
        return self._replace(cells=self.cells | {cell}), None

    def _cell(self, details: Details) -> list[str]:
        return [details[number] for number in self.at if number < len(details)]

    def moves(self, judged: bool = False) -> Iterator[Move]:
        return iter(())


@lru_cache(maxsize=1024)
def turned(tiles: tuple[str, ...], tile: str) -> str | None:
    """Which of the tiles of tsuro another one is, turned; None if it is none of them."""
    letters = "ABCDEFGH"
    for _ in range(4):
        if tile in tiles:
            return tile
        tile = "".join(letters[(letters.find(letter) + 2) % 8] for letter in tile)
    return None
