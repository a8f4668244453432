"""Why the game server would refuse a tile or a token."""

from __future__ import annotations

from functools import partial

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
from kibitz.languages.qgn.game.position import (
    Details,
    Earlier,
    Refusal,
    misplaced,
    no_such_tile,
    not_held,
    tile_taken,
)

NAMES = {FARMER: "farmer", KNIGHT: "knight", THIEF: "thief", MONK: "monk"}
LAND = {FARM: "farmland", CITY: "city", ROAD: "road", CLOISTER: "cloister"}


def tile_refused(table: Table, team: int, cell: Cell, tile: str) -> Refusal | None:
    if team != table.turn:
        return Refusal("turn-order")
    if table.token_due:
        problem = "the last tile waits for a token, or for `o&t`, which puts none"
        return misplaced("the tile", problem, lambda _, sign, __: sign == "i", "the last tile")
    held = table.held[team]
    if tile not in known_tiles():
        return no_such_tile(tile)
    if held and tile not in turned(held):
        return not_held(tile, team, [held])
    if cell in table.tiles:
        return tile_taken(f"{cell[0]}, {cell[1]}", _put_at(cell))
    return _edges_refused(table, cell, tile)


def _edges_refused(table: Table, cell: Cell, tile: str) -> Refusal | None:
    beside = [(side, beyond(cell, side)) for side in range(4) if beyond(cell, side) in table.tiles]
    if not beside:
        return misplaced("the tile", "no other tile lies beside it")
    for side, other in beside:
        theirs = table.tiles[other][across(side)]
        # What lies there by mistake says nothing of its neighbours.
        if theirs in LAND and theirs != tile[side]:
            where = ("top", "right", "bottom", "left")[side]
            problem = f"its {where} is {LAND[tile[side]]}, and {LAND[theirs]} is there"
            return misplaced("the tile", problem, _put_at(other), "the tile beside it")
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
    x, y = table.last
    if (int(details[1]), int(details[2])) != (x, y):
        return _no_token(f"the last tile lies at {x}, {y}", _put_at(table.last), "the last tile")
    kind, side, tile = details[3], side_of(details), table.tiles[table.last]
    name, land = NAMES[kind], LAND[NEEDS[kind]]
    if kind == MONK:
        lacks = tile[4] != CLOISTER
        return _no_token("a monk stands on a cloister, and the tile has none") if lacks else None
    if side < 0:
        wanted = "halves `ta` to `lb`" if kind == FARMER else "sides `t`, `r`, `b` and `l`"
        return _no_token(f"a {name} stands on one of the {wanted}")
    if not _stands(tile, kind, side):
        on = land if kind == FARMER else f"a {land}"
        return _no_token(f"a {name} stands on {on}, and none is at that side")
    for other in region(table.tiles, table.last, kind, side).tokens(table.tokens):
        x, y = other.cell
        problem = f"the {land} is claimed by team {other.team}, whose {name} stands at {x}, {y}"
        return _no_token(problem, _put_at(other.cell, "o", 1), "that token")
    return None


def side_of(details: Details) -> int:
    """The number of the side that a token stands on, or of its half; -1 where there is none such."""
    names = HALVES if details[3] == FARMER else SIDES
    return names.index(details[4]) if len(details) > 4 and details[4] in names and details[3] != MONK else -1


def _stands(tile: str, kind: str, side: int) -> bool:
    """Whether a token can stand at a side: farmers beside roads, too."""
    return tile[side // 2] in {FARM, ROAD} if kind == FARMER else tile[side] == NEEDS[kind]


def _put_at(cell: Cell, what: str = "i", first: int = 0) -> Earlier:
    """A tile or a token that was put there; `first`: the number of the detail with its x."""
    texts = tuple(map(str, cell))
    return lambda _, sign, other: sign == what and other[first : first + 2] == texts


_no_token = partial(misplaced, "the token")
