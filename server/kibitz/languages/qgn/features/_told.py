"""What an action does on the board as it stands, in a few words that tell it from the others that are possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple

from kibitz.languages.qgn.features._standing import Standing
from kibitz.languages.qgn.game.games import Field, Known
from kibitz.languages.qgn.game.kinds import lines
from kibitz.languages.qgn.game.kinds.carcassonne.play import Carcassonne
from kibitz.languages.qgn.game.kinds.onitama import Onitama
from kibitz.languages.qgn.game.kinds.standing import deed, has_things
from kibitz.languages.qgn.game.kinds.stratego import Stratego
from kibitz.languages.qgn.game.kinds.tsuro import Tsuro, rotations
from kibitz.languages.qgn.game.position import place

SIDES = ("top", "right", "bottom", "left")
THIRDS = (("top left", "top", "top right"), ("left", "centre", "right"), ("bottom left", "bottom", "bottom right"))  # fmt: skip
"""The cells of a board of three rows and columns."""


def told(standing: Standing, team: int, sign: str, details: Sequence[str]) -> str:
    """What an action of which all details stand does; empty where nobody knows."""
    kind = standing.kind(sign)
    if kind is None or not kind.admits(details):
        return ""
    board, course = standing.state.board, standing.state.course
    if board is not None:
        return _piece(board, tuple(map(int, details)))
    position = course.position if course is not None else None
    if isinstance(position, (Onitama, Stratego)):
        return _walk(position, [*map(int, details[:4])], details[4:])
    if has_things(position) and position is not None:
        return deed(position, sign, details)
    if isinstance(position, Tsuro):
        return _path(position, team, details)
    if isinstance(position, Carcassonne):
        return _land(details) if sign == "i" else _token(kind.fields, details)
    if kind.tile is not None and standing.known is not None:
        which = next(filter(None, (tile(standing.known, text) for text in details)), "")
        row, column = (details[number] for number in kind.tile)
        return f"row {row}, column {column}, {which}" if which else ""
    return ""


def _piece(board: lines.Board, details: tuple[int, ...]) -> str:
    """Where a piece comes to lie, and how many of its team are in a line then that may still win."""
    bit = lines.place(board, details)
    if not bit:
        return ""
    rows, columns, line, *_ = astuple(board.lines)
    row, column = divmod(bit.bit_length() - 1, columns)
    where = THIRDS[row][column] if rows == columns == len(THIRDS) else place((row, column))
    mine = board.pieces[board.turn] | bit
    others = board.taken & ~board.pieces[board.turn]
    open_lines = (one for one in lines.rows_through(board.lines)[bit] if not one & others)
    most = max(((mine & one).bit_count() for one in open_lines), default=0)
    if not most:
        return f"{where}, in no line that can win"
    return f"{where}, {most} of {line} in a line" if 1 < most < line else where


def _walk(position: Onitama | Stratego, numbers: Sequence[int], card: Sequence[str]) -> str:
    """Which piece goes where."""
    start, end = (numbers[0], numbers[1]), (numbers[2], numbers[3])
    if isinstance(position, Onitama):
        piece = "master" if position.is_master(*start) else "student"
        return f"{piece} {start} to {end}, {', '.join(card)}"
    unit = position.at(start)
    return f"{'unit' if isinstance(unit, int) else unit.name} {start} to {end}"


def _path(position: Tsuro, team: int, details: Sequence[str]) -> str:
    """Which tile of the hand that is, and where the team's token is behind it."""
    tile = details[2]
    held = next(((hand, turns) for hand in position.hand(team) if tile in (turns := rotations(hand))), None)
    if held is None:
        return ""
    after, _ = position.play(team, "p", tuple(details))
    number = position.hand(team).index(held[0]) + 1
    which = f"tile {number} of the hand{turned(held[1].index(tile), 90)}"
    return which if team not in after.alive else f"to {place(after.tokens[team].cell)}, {which}"


def turned(times: int, by: int) -> str:
    """How far a tile is turned."""
    return f" turned by {times * by}°" if times else ""


def tile(known: Known, text: str) -> str:
    """Which tile of a game that is, and how it is turned; empty where there is none such."""
    positions = known.turned.get(text)
    if positions is None or positions[0] not in known.tiles:
        return ""
    by = 360 // len(positions)
    return (
        f"tile {known.tiles.index(positions[0]) + 1} of {len(known.tiles)}{turned(positions.index(text), by)}"
    )


def _land(details: Sequence[str]) -> str:
    """Where a tile comes to lie, and what is on its sides."""
    names = {"c": "city", "r": "road", "f": "farm"}
    sides = dict[str, list[str]]()
    for side, what in zip(SIDES, details[2:6], strict=False):
        sides.setdefault(names.get(what, what), []).append(side)
    shown = "; ".join(f"{what} {', '.join(where)}" for what, where in sides.items() if what != "farm")
    return f"x {details[0]}, y {details[1]}: {shown or 'farm all around'}"


def _token(fields: Sequence[Field], details: Sequence[str]) -> str:
    """Who is put where."""
    meant = [field.meaning(text) for field, text in zip(fields, details, strict=False)]
    return ", ".join(meant[3:])
