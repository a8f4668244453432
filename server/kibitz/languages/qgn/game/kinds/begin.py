"""The position before the first action of each game, and that of games with tiles but unknown rules."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from kibitz.core.bounds import SOME
from kibitz.core.memory import latest
from kibitz.languages.qgn.game.games import Known
from kibitz.languages.qgn.game.kinds import lines
from kibitz.languages.qgn.game.position import (
    Details,
    Position,
    Refusal,
    Rotation,
    place,
    tile_taken,
    with_changes,
)

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


@latest(SOME)
def begin(
    known: Known,
    teams: int,
    variant: str | None = None,
    seed: int | None = None,
    decks: tuple[tuple[str, ...], ...] = (),
) -> Position | None:
    """Return a game before its first action, or None if it cannot be followed."""
    if not known.least <= teams <= known.most:
        return None
    variant = variant or next(iter(known.variants), "")
    if known.variants and known.replay and variant not in known.variants:
        return None
    if known.replay:
        # Loading the rules of all games would slow down the check of a record.
        rules = import_module(f"kibitz.languages.qgn.game.kinds.{known.replay}")
        found: Position | None = rules.begin(
            known=known, teams=teams, variant=variant, seed=seed, decks=decks
        )
        if found is not None:
            return found
    if known.board is not None:
        return lines.Board(known.board, (0,) * teams)
    if known.turns:
        passing = next((kind.letter for kind in known.kinds.values() if kind.passes), "")
        return Rotation(teams, passing)
    tile = next(((kind.letter, kind.tile) for kind in known.kinds.values() if kind.tile), None)
    return Tiles(*tile) if tile is not None else None
