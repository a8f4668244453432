"""The position before the first action of each game."""

from __future__ import annotations

from kibitz.core.bounds import SOME
from kibitz.core.memory import latest
from kibitz.languages.qgn.game.games import Known
from kibitz.languages.qgn.game.kinds import carcassonne, indigo, lines, onitama, stratego, tsuro
from kibitz.languages.qgn.game.kinds.quill import play as quill
from kibitz.languages.qgn.game.kinds.unknown import Rotation, Tiles
from kibitz.languages.qgn.game.position import Position

CLASSIC = "classic"


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
    if known.replay == "onitama":
        return onitama.begin(known.cards, seed)
    if known.replay == "stratego":
        return stratego.begin(variant or CLASSIC, seed)
    if known.replay == "indigo":
        return indigo.begin(teams, variant or CLASSIC, seed)
    if known.replay == "carcassonne":
        return carcassonne.begin(teams, seed)
    if known.replay == "tsuro" and seed is not None:
        return tsuro.begin(known.tiles, teams, variant or CLASSIC, seed)
    if known.replay == "Quill" and seed is not None and decks:
        return quill.begin(seed, decks)
    return _simple(known, teams)


def _simple(known: Known, teams: int) -> Position | None:
    """Return the position of a game without its own replay, or None."""
    if known.board is not None:
        return lines.empty(known.board, teams)
    if known.turns:
        passing = next((kind.letter for kind in known.kinds.values() if kind.passes), "")
        return Rotation(teams, passing)
    tile = next(((kind.letter, kind.tile) for kind in known.kinds.values() if kind.tile), None)
    return Tiles(*tile) if tile is not None else None
