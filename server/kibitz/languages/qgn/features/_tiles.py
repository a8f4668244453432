"""Where tiles may be laid, what they may look like, and what is put onto them.

A tile of carcassonne is seven letters: its sides (top, right, bottom, left), its centre, whether its cities are
connected, and its banner. Whether y grows upwards, as on the game server, or downwards, is read from the record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kibitz.languages.qgn.features._moves import Weights, by_weight
from kibitz.languages.qgn.game.games import Cell, Kind, Known
from kibitz.languages.qgn.text.model import Action

ROAD, FARM, CITY, CLOISTER = "r", "f", "c", "m"
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Where the neighbours at the top, the right, the bottom and the left are, as x and y, if y grows upwards."""
AGREES = 8.0
"""How much likelier a cell beside the latest tile of the team is than another one."""
TOKENS = {"f": FARM, "k": CITY, "t": ROAD, "m": CLOISTER}
"""What each token needs: farmer, knight, thief, monk."""


def details(
    actions: Sequence[Action], known: Known, kind: Kind, team: int, given: Sequence[str]
) -> Weights | None:
    """What the next detail may be; None if that has nothing to do with tiles."""
    layer = next((one for one in known.kinds.values() if one.tile is not None), None)
    if layer is None:
        return None
    laid = _laid(actions, layer)
    if not known.start:
        within = kind.tile is not None and len(given) in kind.tile
        return _cell(_square(laid, kind, team), kind.tile, given) if within else None
    if kind is not layer:
        return _token(laid, given)
    if len(given) < 2:
        return _cell({(y, x): 1.0 for x, y in _frontier(_sides(laid, known))}, kind.tile, given)
    return _tile(laid, known, kind, given)


Laid = list[tuple[Action, Cell]]


def _laid(actions: Sequence[Action], kind: Kind) -> Laid:
    """The tiles in order, with their rows and columns."""
    cells = [
        (action, kind.cell([detail.text for detail in action.details]))
        for action in actions
        if action.sign == kind.letter
    ]
    return [(action, cell) for action, cell in cells if cell]


def _cell(cells: dict[Cell, float], tile: tuple[int, int] | None, given: Sequence[str]) -> Weights:
    """The row or the column of the cells that are still possible."""
    found: Weights = {}
    order = (0, 1) if tile is None or tile[0] < tile[1] else (1, 0)
    first = min(tile or (0, 0))
    for cell, weight in cells.items():
        texts = [str(cell[number]) for number in order]
        if len(given) == first or texts[0] == given[first]:
            text = texts[len(given) - first]
            found[text] = found.get(text, 0.0) + weight
    return by_weight(found)


def _square(laid: Laid, kind: Kind, team: int) -> dict[Cell, float]:
    """The free cells of a board with edges. One beside the team's latest tile is likelier than others, and one at the
    edge or beside any tile likelier than one in the open."""
    if kind.tile is None:
        return {}
    rows, columns = (kind.fields[number].values() for number in kind.tile)
    taken = {cell for _, cell in laid}
    mine = next((cell for action, cell in reversed(laid) if action.index == team), None)
    found = {}
    for cell in [(int(row), int(column)) for row in rows for column in columns]:
        if cell not in taken:
            beside = {(cell[0] + down, cell[1] + right) for down, right in SIDES}
            found[cell] = AGREES if mine in beside else 1.0 if beside & taken or not laid else 0.5
    return found


# Tiles with sides


def _sides(laid: Laid, known: Known) -> dict[Cell, str]:
    """The sides of the tiles by x and y, that of the start included."""
    found = {(0, 0): known.start}
    for action, (y, x) in laid:
        found[x, y] = "".join(detail.text for detail in action.details[2:])
    return found


def _upwards(tiles: dict[Cell, str]) -> int:
    """1 if y grows upwards, -1 if downwards: whichever makes more sides fit."""

    def fitting(sign: int) -> int:
        return sum(
            sides[:1] == tiles[x, y + sign][2:3] for (x, y), sides in tiles.items() if (x, y + sign) in tiles
        )

    return max((1, -1), key=fitting)


def _frontier(tiles: dict[Cell, str]) -> list[Cell]:
    """The free cells beside tiles, those beside the latest tile first."""
    cells = [
        (x + right, y + up)
        for x, y in reversed(tiles)
        for right, up in SIDES
        if (x + right, y + up) not in tiles
    ]
    return list(dict.fromkeys(cells))


def _tile(laid: Laid, known: Known, kind: Kind, given: Sequence[str]) -> Weights:
    """The next of the seven letters of a tile at a place."""
    if (cell := kind.cell(given)) is None:
        return {}
    tiles, (y, x) = _sides(laid, known), cell
    up = _upwards(tiles)
    begun, number = "".join(given[2:]), len(given) - 2
    neighbours = [tiles.get((x + right, y + rise * up), "") for right, rise in SIDES]
    wanted = [sides[(side + 2) % 4 : (side + 2) % 4 + 1] for side, sides in enumerate(neighbours)]
    found: Weights = {}
    if all(sides in known.turned for sides in tiles.values() if len(sides) == 7):
        lie = Counter(one for sides in tiles.values() for one in known.turned.get(sides, ()))
        for tile in sorted(known.turned):
            left = known.amounts.get(tile, 1) - lie[tile]
            fits = all(one in ("", side) for one, side in zip(wanted, tile, strict=False))
            if fits and tile.startswith(begun) and left > 0:
                found[tile[number]] = found.get(tile[number], 0.0) + left
    return by_weight(found) or _freely(wanted, begun, number)


def _freely(wanted: Sequence[str], begun: str, number: int) -> Weights:
    """The same for tiles that are not those of the game: what fits the neighbours, and what is written before."""
    if number < 4:
        return {wanted[number]: 1.0} if wanted[number] else {ROAD: 1.0, FARM: 1.0, CITY: 0.8}
    sides = begun[:4]
    if number == 4:
        if ROAD not in sides and CITY not in sides:
            return {CLOISTER: 4.0, FARM: 1.0, "n": 1.0}
        return by_weight({side: float(sides.count(side)) for side in sides})
    possible = sides.count(CITY) > 1 if number == 5 else begun[5:6] == "t"
    if not possible:
        return {"f": 1.0}
    return {"t": 2.0, "f": 1.0} if number == 5 else {"f": 2.0, "t": 1.0}


def _token(laid: Laid, given: Sequence[str]) -> Weights | None:
    """A pass, or the latest tile with what may stand on it."""
    if not laid:
        return None
    action, (y, x) = laid[-1]
    sides = "".join(detail.text for detail in action.details[2:7])
    if len(given) == 0:
        return {"t": 1.0, "f": 1.0}
    if given[0] != "f" or len(given) > 4:
        return {}
    if len(given) < 3:
        return {str((x, y)[len(given) - 1]): 1.0}
    if len(given) == 3:
        return {
            token: 1.0 + sides[:4].count(needed)
            for token, needed in TOKENS.items()
            if needed in (sides[4:5] if needed == CLOISTER else sides[:4])
        }
    fitting = [name for name, side in zip("trbl", sides, strict=False) if side == TOKENS.get(given[3])]
    halves = "ab" if given[3] == "f" else [""]
    return {f"{name}{half}": 1.0 for name in fitting for half in halves}
