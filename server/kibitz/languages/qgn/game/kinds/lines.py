"""Games won by a line of pieces: tictactoe, connect4, and games of the users' settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from kibitz.languages.qgn.game.games import Lines
from kibitz.languages.qgn.game.position import Details, Move, Refusal

FREE = -1


class Board(NamedTuple):
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
        numbers = tuple(map(int, details))
        after, refused = play(self, team, numbers)
        if not refused:
            return after, None
        fields: dict[str, object] = {"column": numbers[-1]}
        if refused == "cell-taken":
            fields |= {"row": numbers[0], "team": self.at(numbers[0], numbers[1])}
        saying = {"cell-taken": "it took the cell", "column-full": "the last piece in it"}.get(refused, "")
        return after, Refusal(
            refused, fields, (lambda _, __, other: other == details) if saying else None, saying
        )

    def moves(self, judged: bool = False) -> Iterator[Move]:
        following = (self.turn + 1) % len(self.pieces)
        for cell in free(self):
            why = ""
            if judged and play(self, self.turn, cell)[0].winner is not None:
                why = "wins"
            elif judged and play(self._replace(turn=following), following, cell)[0].winner is not None:
                why = f"stops team {following}"
            yield Move(self.lines.sign, tuple(map(str, cell)), why)

    def mobility(self) -> int:
        """Count the :meth:`moves` without building them."""
        if self.over:
            return 0
        columns, rows = self.lines.columns, 1 if self.lines.falls else self.lines.rows
        cells = columns * rows
        return cells - (self.taken & (1 << cells) - 1).bit_count()

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


def empty(lines: Lines, teams: int) -> Board:
    """Return the position before the first action."""
    return Board(lines, (0,) * teams)


def free(board: Board) -> list[tuple[int, ...]]:
    """Return the details of the possible actions: free cells, or columns that are not full."""
    if board.over:
        return []
    rows, columns = range(board.lines.rows), range(board.lines.columns)
    if board.lines.falls:
        return [(column,) for column in columns if board.at(0, column) == FREE]
    return [(row, column) for row in rows for column in columns if board.at(row, column) == FREE]


def play(board: Board, team: int, details: Sequence[int]) -> tuple[Board, str]:
    """Return the position after an action and the broken rule; `details` must be valid for the game."""
    lines, pieces, turn, winner = board
    taken = sum(pieces)
    if winner is not None or taken == (1 << lines.rows * lines.columns) - 1:
        return board, "after-the-end"
    bit = _bit(lines, taken, details)
    next_turn = (team + 1) % len(pieces)
    if not bit:
        return Board(lines, pieces, next_turn), "column-full" if lines.falls else "cell-taken"
    mine = pieces[team] | bit
    # Archives hold thousands of games: a loop takes half the time of `any` with its generator.
    won = False
    for row in rows_through(lines)[bit]:
        if mine & row == row:
            won = True
            break
    after = Board(lines, (*pieces[:team], mine, *pieces[team + 1 :]), next_turn, team if won else None)
    return after, "" if team == turn else "turn-order"


def place(board: Board, details: Sequence[int]) -> int:
    """Return the bit of the cell that an action takes, or 0 if there is none."""
    return _bit(board.lines, board.taken, details)


def _bit(lines: Lines, taken: int, details: Sequence[int]) -> int:
    columns = lines.columns
    if not lines.falls:
        bit = 1 << details[0] * columns + details[1]
        return 0 if taken & bit else bit
    bit = 1 << (lines.rows - 1) * columns + details[0]
    while taken & bit:
        bit >>= columns
    return bit


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
