"""Games won by a line of pieces: tictactoe, connect4, and games of the users' settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from kibitz.core.bounds import CACHED_VALUES
from kibitz.core.memory import latest
from kibitz.languages.qgn.game.games import Lines
from kibitz.languages.qgn.game.position import (
    AFTER_THE_END,
    OUT_OF_TURN,
    Act,
    Cell,
    Details,
    Move,
    Position,
    Refusal,
    place,
)

FREE = -1
THIRDS = (("top left", "top", "top right"), ("left", "centre", "right"), ("bottom left", "bottom", "bottom right"))  # fmt: skip
"""The names of the cells of a board with three rows and columns."""


@dataclass(slots=True, unsafe_hash=True)
class Board(Position):
    """A position of pieces in cells.

    The pieces of a team are the bits of a number, one for each cell, row by row from the top. This saves memory in
    archives of many games.
    """

    lines: Lines
    pieces: tuple[int, ...]
    """The cells of each team."""
    turn: int = 0
    """The team to move; teams play in the order of their indices."""
    winner: int | None = None

    @property
    def taken(self) -> int:
        """The taken cells."""
        return sum(self.pieces)

    @property
    def full(self) -> bool:
        return self.taken == (1 << self.lines.rows * self.lines.columns) - 1

    @property
    def over(self) -> bool:
        return self.winner is not None or self.full

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners: all teams after a draw, as on the game server."""
        if self.winner is not None:
            return (self.winner,)
        return tuple(range(len(self.pieces))) if self.full else ()

    def play(self, team: int, sign: str, details: Details) -> tuple[Board, Refusal | None]:
        lines, pieces, taken, numbers = self.lines, self.pieces, self.taken, [*map(int, details)]
        if self.winner is not None or taken == (1 << lines.rows * lines.columns) - 1:
            return self, AFTER_THE_END
        bit, next_turn = _bit(lines, taken, numbers), (team + 1) % len(pieces)
        if not bit:
            slug, saying, fields = "column-full", "the last piece in it", {"column": numbers[-1]}
            if not lines.falls:
                slug, saying = "cell-taken", "it took the cell"
                fields |= {"row": numbers[0], "team": self.at(numbers[0], numbers[1])}
            refusal = Refusal(slug, fields, lambda _, __, other: other == details, saying)
            return Board(lines, pieces, next_turn), refusal
        mine = pieces[team] | bit
        # Archives hold thousands of games: a loop takes half the time of `any` with its generator.
        winner = None
        for row in rows_through(lines)[bit]:
            if mine & row == row:
                winner = team
                break
        after = Board(lines, (*pieces[:team], mine, *pieces[team + 1 :]), next_turn, winner)
        return after, None if team == self.turn else OUT_OF_TURN

    def moves(self, judged: bool = False) -> Iterator[Move]:
        following = (self.turn + 1) % len(self.pieces)
        rows, columns = range(self.lines.rows), range(self.lines.columns)
        cells = [(0, column) for column in columns] if self.lines.falls else product(rows, columns)
        for cell in () if self.over else cells:
            if self.at(*cell) != FREE:
                continue
            why, details = "", tuple(map(str, cell[1:] if self.lines.falls else cell))
            if judged and self.play(self.turn, "", details)[0].winner is not None:
                why = "wins"
            elif judged and self.play(following, "", details)[0].winner is not None:
                why = f"stops team {following}"
            yield Move(self.lines.sign, details, why)

    @property
    def is_known(self) -> bool:
        return True

    def mobility(self, team: int) -> int:
        if self.over or team != self.turn:
            return 0
        columns, rows = self.lines.columns, 1 if self.lines.falls else self.lines.rows
        cells = columns * rows
        return cells - (self.taken & (1 << cells) - 1).bit_count()

    def cells_after(self, act: Act, after: Position) -> list[Cell]:
        changed = after.taken & ~self.taken if isinstance(after, Board) else 0
        return [divmod(changed.bit_length() - 1, self.lines.columns)] if changed else []

    def in_words(self, act: Act) -> str:
        """Return the cell of a piece and the length of the team's longest line through it that can still win."""
        bit = _bit(self.lines, self.taken, [*map(int, act.details)])
        if not bit:
            return ""
        rows, columns, length = self.lines.rows, self.lines.columns, self.lines.line
        row, column = divmod(bit.bit_length() - 1, columns)
        where = THIRDS[row][column] if rows == columns == len(THIRDS) else place((row, column))
        mine = self.pieces[self.turn] | bit
        others = self.taken & ~self.pieces[self.turn]
        open_lines = (one for one in rows_through(self.lines)[bit] if not one & others)
        most = max(((mine & one).bit_count() for one in open_lines), default=0)
        if not most:
            return f"{where}, in no line that can win"
        return f"{where}, {most} of {length} in a line" if 1 < most < length else where

    def as_line(self) -> str:
        width, rows = self.lines.columns, range(self.lines.rows)
        mask = (1 << width) - 1
        return "/".join(
            [_row(width, tuple([team >> row * width & mask for team in self.pieces])) for row in rows]
        )

    def line(self) -> list[tuple[int, int]]:
        """Return the cells of the winning line, or nothing."""
        mine = self.pieces[self.winner] if self.winner is not None else 0
        rows = {
            row for all_rows in rows_through(self.lines).values() for row in all_rows if mine & row == row
        }
        cells = self.lines.rows * self.lines.columns
        return [
            divmod(cell, self.lines.columns) for cell in range(cells) if any(row >> cell & 1 for row in rows)
        ]

    def at(self, row: int, column: int) -> int:
        """Return the team on a cell, or :data:`FREE`."""
        bit = 1 << row * self.lines.columns + column
        return next((team for team, cells in enumerate(self.pieces) if cells & bit), FREE)


def _bit(lines: Lines, taken: int, details: Sequence[int]) -> int:
    """Return the bit of the cell that an action takes, or 0 if there is none."""
    columns = lines.columns
    if not lines.falls:
        bit = 1 << details[0] * columns + details[1]
        return 0 if taken & bit else bit
    bit = 1 << (lines.rows - 1) * columns + details[0]
    while taken & bit:
        bit >>= columns
    return bit


@latest(CACHED_VALUES)
def _row(width: int, teams: tuple[int, ...]) -> str:
    """Return a row of pieces; each team's pieces are the bits of a number."""
    owners = (
        next((str(team) for team, cells in enumerate(teams) if cells >> column & 1), ".")
        for column in range(width)
    )
    return " ".join(owners)


@cache
def rows_through(lines: Lines) -> dict[int, tuple[int, ...]]:
    """Return the winning lines through each cell, by the bit of the cell."""
    height, width, length = lines.rows, lines.columns, lines.line
    found: dict[int, tuple[int, ...]] = {1 << cell: () for cell in range(height * width)}
    for row, column in product(range(height), range(width)):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            last = row + down * (length - 1), column + right * (length - 1)
            if last[0] < height and 0 <= last[1] < width:
                bits = [1 << (row + down * step) * width + column + right * step for step in range(length)]
                for bit in bits:
                    found[bit] += (sum(bits),)
    return found
