"""Where everything of a grimoire's drawing goes: the one place that knows the rules of the drawing.

The rules make the twelve-player drawing of the specification from its players and sides, byte for byte:

- Columns count from 0, the frame being 0, and are display columns. `(n)` names the column where a player's name stands;
  no two players share one. Seats run clockwise: top from left to right, right downwards, bottom from right to left,
  left upwards.
- Left-hand players take the columns from 2 on, in seat order. The rows at the top and the bottom start two columns
  right of the last of them (at 2 if nobody sits left); the next column of a row is ten further, or two more than the
  wider of name and role if that is more; a column that is taken moves one to the right. Right-hand players take the
  columns from two right of all these on, and stay two right of whatever is drawn for left-hand ones.
- At the top stand, downwards, tokens, `(n)`, name, role; at the bottom name, role, `(n)`, tokens. On a side: name, then
  `role (n)`, then tokens, starting under the parenthesis; an empty line between the players of a side.
- The first token is nearest to its player. At the top and bottom a token stands one row outside the one before it; if
  its text and a blank reach the column of a player further right, at least two rows outside that player's outermost
  row. Rows between are filled with `()`.
- One empty line after the title and between top, middle and bottom.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.picture import columns, drawable
from kibitz.languages.botc.drawing.frame import Cell, Kind
from kibitz.languages.botc.drawing.layouts import Layout
from kibitz.languages.botc.game.model import Player

STEP = 10
"""How far apart the players of a row are at least, in display columns."""
GAP = 2
"""How many blanks separate what stands side by side, at least."""


def seat(players: Sequence[Player], layout: Layout) -> tuple[list[Cell], int]:
    """Everything to draw for players that sit as `layout` says, and how many lines the drawing has."""
    return _Seating(players, layout).arrange()


def drawn_name(player: Player) -> str:
    """The name as it is drawn: `*Bob*` for a dead player, `*~~Bob~~*` when the vote is spent too."""
    name = _word(player.name)
    if player.spent:
        return f"*~~{name}~~*"
    return f"*{name}*" if player.dead else name


def _word(text: str) -> str:
    """A name, role or token as it is drawn; a blank in it would break the drawing as a line end would."""
    return drawable(text.replace(" ", "�"))


class _Seating:
    """The drawing of one grimoire while it is made."""

    def __init__(self, players: Sequence[Player], layout: Layout) -> None:
        self.names = [drawn_name(player) for player in players]
        self.roles = [_word(player.role) for player in players]
        self.tokens = [[f"({_word(token)})" for token in player.tokens] for player in players]
        corners = [0]
        for count in layout:
            corners.append(corners[-1] + count)
        self.top = range(corners[0], corners[1])
        self.right = range(corners[1], corners[2])
        self.bottom = range(corners[3] - 1, corners[2] - 1, -1)
        self.left = range(corners[4] - 1, corners[3] - 1, -1)
        self.column = {player: 2 + index for index, player in enumerate(reversed(self.left))}
        self.cells: list[Cell] = []

    def arrange(self) -> tuple[list[Cell], int]:
        start = len(self.left) + 3 if self.left else 2
        self._take_row(self.top, start)
        self._take_row(self.bottom, start)
        line = 2
        if self.top:
            line = self._draw_top(line) + 1
        if self.left or self.right:
            line = self._draw_sides(line) + 1
        if self.bottom:
            line = self._draw_bottom(line) + 1
        # The frame ends in place of the empty line behind the last block.
        return self.cells, max(line, 3)

    # Columns

    def _take_row(self, row: range, column: int) -> None:
        taken = set(self.column.values())
        for player in row:
            while column in taken:
                column += 1
            self.column[player] = column
            column += max(STEP, self._width(player) + GAP)

    def _take_right(self) -> None:
        beside = max(
            (cell.column + columns(cell.text) for cell in self.cells if cell.player in self.left), default=0
        )
        first = max(max(self.column.values(), default=0), beside) + GAP
        self.column.update((player, first + index) for index, player in enumerate(self.right))

    def _width(self, player: int) -> int:
        return max(columns(self.names[player]), columns(self.roles[player]))

    # Rows; each answers the line after the last one it drew on

    def _draw_top(self, line: int) -> int:
        levels = self._levels(self.top)
        marker = line + max((level[-1] for level in levels.values()), default=0)
        for player in self.top:
            self._draw_name(player, marker + 1)
            self._draw_tokens(player, levels[player], marker, -1)
        return marker + 3

    def _draw_bottom(self, line: int) -> int:
        levels = self._levels(self.bottom)
        for player in self.bottom:
            self._draw_name(player, line)
            self._draw_tokens(player, levels[player], line + 2, 1)
        return line + 3 + max(level[-1] for level in levels.values())

    def _draw_sides(self, line: int) -> int:
        left = self._draw_side(self.left, line)
        self._take_right()
        return max(left, self._draw_side(self.right, line))

    def _draw_side(self, side: range, line: int) -> int:
        for player in side:
            self._draw_name(player, line)
            role = self.roles[player]
            column = self.column[player] + (columns(role) + 1 if role else 0)
            self._draw(player, "column", None, line + 1, column, f"({self.column[player]})")
            for index, token in enumerate(self.tokens[player]):
                self._draw(player, "token", index, line + 2 + index, column, token)
            line += 3 + len(self.tokens[player])
        return line - 1 if side else line

    def _levels(self, row: range) -> dict[int, list[int]]:
        """How many rows outside `(n)` each token of a row's players stands; a 0 for `(n)` itself comes first."""
        levels: dict[int, list[int]] = {}
        for player in reversed(row):
            level = [0]
            for token in self.tokens[player]:
                reach = self.column[player] + columns(token)
                least = level[-1] + 1
                for other in reversed(levels):
                    if self.column[other] > reach:
                        break
                    least = max(least, levels[other][-1] + 2)
                level.append(least)
            levels[player] = level
        return levels

    # Cells

    def _draw_name(self, player: int, line: int) -> None:
        self._draw(player, "name", None, line, self.column[player], self.names[player])
        if self.roles[player]:
            self._draw(player, "role", None, line + 1, self.column[player], self.roles[player])

    def _draw_tokens(self, player: int, levels: list[int], marker: int, outwards: int) -> None:
        column = self.column[player]
        self._draw(player, "column", None, marker, column, f"({column})")
        at = {level: index for index, level in enumerate(levels[1:])}
        for level in range(1, levels[-1] + 1):
            index = at.get(level)
            text = "()" if index is None else self.tokens[player][index]
            kind: Kind = "link" if index is None else "token"
            self._draw(player, kind, index, marker + outwards * level, column, text)

    def _draw(self, player: int, kind: Kind, token: int | None, line: int, column: int, text: str) -> None:
        self.cells.append(Cell(player, kind, token, line, column, text))
