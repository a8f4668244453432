"""Actions and their parts in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple

from kibitz.languages.qgn.features._history import History
from kibitz.languages.qgn.game.games import Field, Known
from kibitz.languages.qgn.game.kinds import lines
from kibitz.languages.qgn.game.kinds.carcassonne.play import Carcassonne
from kibitz.languages.qgn.game.kinds.onitama import Onitama
from kibitz.languages.qgn.game.kinds.standing import action_text, has_things, thing_of
from kibitz.languages.qgn.game.kinds.stratego import Stratego
from kibitz.languages.qgn.game.kinds.tsuro import Tsuro, rotations
from kibitz.languages.qgn.game.position import Act, place

SIDES = ("top", "right", "bottom", "left")
THIRDS = (("top left", "top", "top right"), ("left", "centre", "right"), ("bottom left", "bottom", "bottom right"))  # fmt: skip
"""The names of the cells of a board with three rows and columns."""


def told(standing: History, team: int, sign: str, details: Sequence[str]) -> str:
    """Return a complete action in words, or nothing if it is unknown."""
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
        return action_text(position, sign, details)
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
    """Return the cell of a piece and the length of the team's longest line through it that can still win."""
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
    """Return the piece and its destination in words."""
    start, end = (numbers[0], numbers[1]), (numbers[2], numbers[3])
    if isinstance(position, Onitama):
        piece = "master" if position.is_master(*start) else "student"
        return f"{piece} {start} to {end}, {', '.join(card)}"
    unit = position.at(start)
    return f"{'unit' if isinstance(unit, int) else unit.name} {start} to {end}"


def _path(position: Tsuro, team: int, details: Sequence[str]) -> str:
    """Return the number and rotation of a tile of the hand, and the cell of the team's token after the move."""
    tile = details[2]
    held = next(((hand, turns) for hand in position.hand(team) if tile in (turns := rotations(hand))), None)
    if held is None:
        return ""
    after, _ = position.play(team, "p", tuple(details))
    number = position.hand(team).index(held[0]) + 1
    which = f"tile {number} of the hand{turned(held[1].index(tile), 90)}"
    return which if team not in after.alive else f"to {place(after.tokens[team].cell)}, {which}"


def turned(times: int, by: int) -> str:
    """Return the rotation of a tile in words."""
    return f" turned by {times * by}°" if times else ""


def tile(known: Known, text: str) -> str:
    """Return the number and rotation of a tile of a game, or nothing if the game has no such tile."""
    positions = known.turned.get(text)
    if positions is None or positions[0] not in known.tiles:
        return ""
    by = 360 // len(positions)
    return (
        f"tile {known.tiles.index(positions[0]) + 1} of {len(known.tiles)}{turned(positions.index(text), by)}"
    )


def _land(details: Sequence[str]) -> str:
    """Return the place of a tile and the contents of its sides."""
    names = {"c": "city", "r": "road", "f": "farm"}
    sides = dict[str, list[str]]()
    for side, what in zip(SIDES, details[2:6], strict=False):
        sides.setdefault(names.get(what, what), []).append(side)
    shown = "; ".join(f"{what} {', '.join(where)}" for what, where in sides.items() if what != "farm")
    return f"x {details[0]}, y {details[1]}: {shown or 'farm all around'}"


def _token(fields: Sequence[Field], details: Sequence[str]) -> str:
    """Return the token and its place in words."""
    meant = [field.meaning(text) for field, text in zip(fields, details, strict=False)]
    return ", ".join(meant[3:])


def about(standing: History, act: Act, why: str) -> str:
    """Return the team of an action and a description of it."""
    kind, done = standing.kind(act.sign), told(standing, *act)
    said = ", ".join(filter(None, [why, done])) or (kind.name if kind else f"action {act.sign}")
    return f"{standing.teams[act.team]}: {said}"


def meant(standing: History, sign: str, number: int, value: str) -> str:
    """Return the meaning of a detail: `Hound`, `row 3`, `token: farmer`."""
    thing, known, kind = thing_of(standing.state.position, value), standing.known, standing.kind(sign)
    if said := thing.name if thing else tile(known, value) if known else "":
        return said
    field = kind.field(number) if kind else None
    name, meaning = (field.name, field.meaning(value)) if field else (f"detail {number + 1}", value)
    return f"{name} {value}" if meaning == value else f"{name}: {meaning}"
