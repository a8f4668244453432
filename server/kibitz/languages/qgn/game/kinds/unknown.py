"""Games of unknown rules: teams that take turns, and taken cells."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.languages.qgn.game.position import Details, Position, Refusal, place, tile_taken, with_changes


@dataclass(frozen=True)
class Rotation(Position):
    """The team to move."""

    teams: int
    passing: str = ""
    """The action that passes the turn; if empty, each action does."""
    turn: int = 0

    def play(self, team: int, sign: str, details: Details) -> tuple[Rotation, Refusal | None]:
        goes_on = self.passing in ("", sign)
        after = with_changes(self, turn=(team + goes_on) % self.teams)
        return after, None if team == self.turn else Refusal("turn-order")


TILES_FOLLOWED = 200
"""Maximum number of tiles of a followed game; longer ones would need too much memory."""
DIGITS = 7
"""The number of digits from which a coordinate is on no board."""


@dataclass(frozen=True)
class Tiles(Position):
    """The taken cells of a game with tiles, as rows and columns."""

    sign: str
    """The action that lays a tile."""
    at: tuple[int, int]
    """The numbers of the details with the row and the column."""
    cells: frozenset[tuple[int, int]] = frozenset()

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
        return with_changes(self, cells=self.cells | {cell}), None

    def _cell(self, details: Details) -> list[str]:
        return [details[number] for number in self.at if number < len(details)]
