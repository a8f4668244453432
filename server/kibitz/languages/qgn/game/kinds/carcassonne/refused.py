"""Why the game server would refuse a tile or a token."""

from __future__ import annotations

from kibitz.languages.qgn.game.kinds.carcassonne.land import (
    FARMER,
    KNIGHT,
    MONK,
    NEEDS,
    THIEF,
    Cell,
    beyond,
    region,
)
from kibitz.languages.qgn.game.kinds.carcassonne.table import Table
from kibitz.languages.qgn.game.kinds.carcassonne.tile import (
    CITY,
    CLOISTER,
    FARM,
    HALVES,
    ROAD,
    SIDES,
    across,
    known_tiles,
    turned,
)
from kibitz.languages.qgn.game.position import Details, Earlier, Refusal

NAMES = {FARMER: "farmer", KNIGHT: "knight", THIEF: "thief", MONK: "monk"}
LAND = {FARM: "farmland", CITY: "city", ROAD: "road", CLOISTER: "cloister"}


def tile_refused(table: Table, team: int, cell: Cell, tile: str) -> Refusal | None:
    if team != table.turn:
        return Refusal("turn-order")
    if table.token_due:
        problem = "the last tile waits for a token, or for `o&t`, which puts none"
        return Refusal(
            "misplaced",
            {"thing": "the tile", "problem": problem},
            lambda _, sign, __: sign == "i",
            "the last tile",
        )
    held = table.held[team]
    if tile not in known_tiles():
        return Refusal("not-in-hand", {"tile": tile, "hand": "no tile of the game is such"})
    if held and tile not in turned(held):
        return Refusal("not-in-hand", {"tile": tile, "hand": f"team {team} holds `{held}`"})
    if cell in table.tiles:
        fields = {"place": f"{cell[0]}, {cell[1]}"}
        texts = (str(cell[0]), str(cell[1]))
        return Refusal(
            "tile-taken", fields, lambda _, sign, other: sign == "i" and other[:2] == texts, "that tile"
        )
    return _edges_refused(table, cell, tile)


def _edges_refused(table: Table, cell: Cell, tile: str) -> Refusal | None:
    beside = [(side, beyond(cell, side)) for side in range(4) if beyond(cell, side) in table.tiles]
    if not beside:
        return Refusal("misplaced", {"thing": "the tile", "problem": "no other tile lies beside it"})
    for side, other in beside:
        theirs = table.tiles[other][across(side)]
        # What lies there by mistake says nothing of its neighbours.
        if theirs in LAND and theirs != tile[side]:
            where = ("top", "right", "bottom", "left")[side]
            problem = f"its {where} is {LAND[tile[side]]}, and {LAND[theirs]} is there"
            texts = (str(other[0]), str(other[1]))
            return Refusal(
                "misplaced",
                {"thing": "the tile", "problem": problem},
                _tile_at(texts),
                "the tile beside it",
            )
    return None


def token_refused(table: Table, team: int, details: Details) -> Refusal | None:
    if team != table.turn:
        return Refusal("turn-order")
    if not table.token_due:
        return _no_token("a tile comes first")
    if details[0] == "t":
        return None
    if len(details) < 4:
        return _no_token("`f` is followed by the place of the last tile and the token")
    texts = (str(table.last[0]), str(table.last[1]))
    if (int(details[1]), int(details[2])) != table.last:
        return _no_token(
            f"the last tile lies at {table.last[0]}, {table.last[1]}", _tile_at(texts), "the last tile"
        )
    kind, side = details[3], side_of(details)
    tile, name = table.tiles[table.last], NAMES[details[3]]
    if kind == MONK:
        return (
            None if tile[4] == CLOISTER else _no_token("a monk stands on a cloister, and the tile has none")
        )
    if side < 0:
        wanted = (
            "one of the halves `ta` to `lb`" if kind == FARMER else "one of the sides `t`, `r`, `b` and `l`"
        )
        return _no_token(f"a {name} stands on {wanted}")
    if not _stands(tile, kind, side):
        return _no_token(
            f"a {name} stands on a {LAND[NEEDS[kind]]}, and none is at that side".replace(
                "a farmland", "farmland"
            )
        )
    claimed = region(table.tiles, table.last, kind, side).tokens(table.tokens)
    if claimed:
        on = claimed[0]
        at = f"{on.cell[0]}, {on.cell[1]}"
        problem = f"the {LAND[NEEDS[kind]]} is claimed by team {on.team}, whose {name} stands at {at}"
        return _no_token(problem, _token_at((str(on.cell[0]), str(on.cell[1]))), "that token")
    return None


def side_of(details: Details) -> int:
    """The number of the side that a token stands on, or of its half; -1 where there is none such."""
    names = HALVES if details[3] == FARMER else SIDES
    return names.index(details[4]) if len(details) > 4 and details[4] in names and details[3] != MONK else -1


def _stands(tile: str, kind: str, side: int) -> bool:
    """Whether a token can stand at a side: farmers beside roads, too."""
    return tile[side // 2] in {FARM, ROAD} if kind == FARMER else tile[side] == NEEDS[kind]


def _tile_at(texts: Details) -> Earlier:
    return lambda _, sign, other: sign == "i" and other[:2] == texts


def _token_at(texts: Details) -> Earlier:
    return lambda _, sign, other: sign == "o" and other[1:3] == texts


def _no_token(problem: str, earlier: Earlier | None = None, saying: str = "") -> Refusal:
    return Refusal("misplaced", {"thing": "the token", "problem": problem}, earlier, saying)
