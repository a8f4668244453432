"""A grimoire as a drawing: its players around a rectangle, with their tokens linked by `()`.

The rules make the twelve-player drawing of the specification from its players and sides, byte for byte:

- Columns are display columns, counted from 0 at the frame. `(n)` gives the column of a player's name; no two players
share one. Seats run clockwise: top from left to right, right downwards, bottom from right to left, left upwards.
- Left-hand players take the columns from 2 on, in seat order.
- The rows at the top and the bottom start two columns right of the last left-hand player, or at 2 without one. The next
column of a row is ten further, or two more than the wider of name and role if that is more. If the column is taken, it
moves one to the right.
- Right-hand players take the columns from two right of all these on, at least two right of all left-hand texts.
- The order downwards is tokens, `(n)`, name, role at the top, and name, role, `(n)`, tokens at the bottom. On a side, it is
name, `role (n)`, and tokens that start under the parenthesis. An empty line separates the players of a side.
- The first token is nearest to its player. At the top and bottom each token is one row outside the previous one. If its
text and a space reach the column of a player further right, it is at least two rows outside that player's outermost row.
The rows between contain `()`.
- One empty line follows the title and separates top, middle and bottom.

The named layouts follow the guidelines of the specification: two to four players on the left, three to five on the right. Each
side has at most five if the number of players allows it. They also follow its examples for 8, 10 and 12 players.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, NamedTuple

from kibitz.core.answers import Drawn
from kibitz.core.picture import Canvas, columns, drawable
from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Edit
from kibitz.core.words import plural
from kibitz.languages.botc.game.log import Grimoire, Player

LONGEST_SIDE = 5
"""The maximum number of players on one side, for up to twenty players."""


class Layout(NamedTuple):
    """The number of players on each side, clockwise from the top."""

    top: int
    right: int
    bottom: int
    left: int


class Size(NamedTuple):
    """Width and height of a drawing, in display columns and lines."""

    width: int
    height: int

    @property
    def area(self) -> int:
        return self.width * self.height


Measure = Callable[[Layout], Size]
"""Function from a layout to the size of its drawing."""

_TOWERS = dict(
    enumerate(
        [
            "1310",
            "1014",
            "1510",
            "2024",
            "2520",
            "3520",
            "3530",
            "2424",
            "2524",
            "2525",
            "3525",
            "3535",
            "4535",
            "4545",
            "5545",
        ],
        5,
    )
)
"""The layouts `tower` by the number of players: the seats at the top, right, bottom and left."""


def explicit(name: str) -> Layout | None:
    """Return the layout of four numbers, `5,1,5,1`, or None for another text."""
    found = re.fullmatch(",".join([r"\s*([0-9]{1,3})\s*"] * 4), name)
    return Layout(*map(int, found.groups())) if found else None


def choose(layout: Layout | str, count: int, width: int, measure: Measure) -> Layout:
    """Return the sides for `count` players in a layout.

    Numbers that do not add up to `count` are proportions. `measure` returns the size of a drawing, for `compact` and `auto`;
    `width` is the maximum for `auto`, in display columns. An unknown name means `balanced`.
    """
    sides = explicit(layout) if isinstance(layout, str) else layout
    if sides is not None:
        return _scaled(sides, count)
    if layout == "auto" and count >= LONGEST_SIDE:
        return _fitting(count, width, measure)
    if LONGEST_SIDE <= count <= 4 * LONGEST_SIDE:
        if layout == "horizontal":
            # One player on each side, if that is enough.
            return _in_rows(count, max(0, min(2, count - 6), count - 2 * LONGEST_SIDE))
        if layout == "tower" and count in _TOWERS:
            return Layout(*map(int, _TOWERS[count]))
        if layout == "compact":
            return min(candidates(count), key=lambda sides: measure(sides).area)
    return balanced(count)


def _in_rows(count: int, beside: int) -> Layout:
    """Return two equal rows, with some players at the sides."""
    return Layout((count - beside + 1) // 2, (beside + 1) // 2, (count - beside) // 2, beside // 2)


def balanced(count: int) -> Layout:
    """Return equal sides; the rest goes to the top, then the bottom, then the right."""
    each, rest = divmod(count, 4)
    return Layout(each + (rest > 0), each + (rest > 2), each + (rest > 1), each)


def candidates(count: int) -> Iterator[Layout]:
    """Yield the reasonable layouts, the most balanced first: rows of similar length, at most five on a side."""
    if count > 4 * LONGEST_SIDE:
        yield balanced(count)
        return
    found = [
        Layout((rows + 1) // 2, right, rows // 2, count - rows - right)
        for rows in range(2, 2 * LONGEST_SIDE + 1)
        for right in range(LONGEST_SIDE + 1)
        if 0 <= count - rows - right <= LONGEST_SIDE
    ]
    even = balanced(count)
    yield from sorted(found, key=lambda sides: sum(abs(a - b) for a, b in zip(sides, even, strict=True)))


def _scaled(sides: Layout, count: int) -> Layout:
    """Return the same proportions for another number of players: each seat goes to the side that lacks most."""
    if sum(sides) == count:
        return sides
    if not any(sides):
        return balanced(count)
    seats = [0, 0, 0, 0]
    for _ in range(count):
        side = min(
            range(4),
            key=lambda side: ((seats[side] + 0.5) / sides[side] if sides[side] else count * 4.0, side),
        )
        seats[side] += 1
    return Layout(*seats)


def _fitting(count: int, width: int, measure: Measure) -> Layout:
    """Return the layout that a person would draw in `width` columns.

    It is a small round table: players on every side, opposite sides alike, and the shape of a screen. If none fits, return the
    smallest that does, perhaps with more than five on a side, or else the narrowest.
    """
    sizes = {sides: measure(sides) for sides in candidates(count)}
    fitting = [sides for sides in sizes if sizes[sides].width <= width]
    if not fitting:
        sizes.update((sides, measure(sides)) for sides in _slender(count))
        fitting = [sides for sides in sizes if sizes[sides].width <= width]
    if not fitting:
        return min(sizes, key=lambda sides: sizes[sides].width)
    round_ones = [sides for sides in fitting if min(sides) and abs(sides.right - sides.left) <= 1]
    return min(round_ones or fitting, key=lambda sides: sizes[sides].area * _oddness(sizes[sides]))


def _slender(count: int) -> Iterator[Layout]:
    """Yield layouts with more than five on a side, for narrow screens.

    The left side reaches under the row at the top, so one long side is narrowest on the left.
    """
    for rows in range(2, 2 * LONGEST_SIDE + 1, 2):
        beside = max(count - rows, 0)
        yield (both := _in_rows(count, beside))
        yield Layout(both.top, 0, both.bottom, beside)


def _oddness(size: Size) -> float:
    """Return 1 for a drawing between square and twice as wide as high, more for other shapes.

    A line of a terminal is about twice as high as a column is wide.
    """
    ratio = size.width / size.height
    return max(1.0, 2 / ratio, ratio / 4)


WIDTH = 80
"""The default number of display columns for `auto`."""

MOST_DRAWN, MOST_TOKENS = 500, 400
"""Maximum numbers of players and tokens in a drawing, because its size grows with their square."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing: lines without a line end after the last one, and the places of its parts without the links."""

    text: str
    parts: tuple[Drawn[Cell], ...]
    sides: Layout


def render(grimoire: Grimoire, layout: Layout | str = "balanced", width: int = WIDTH) -> Drawing:
    """Draw a grimoire.

    `layout` is the name of a layout (`balanced`, `compact`, `horizontal`, `tower`, `auto`), four numbers (`5,1,5,1`:
    top, right, bottom, left) or a Layout. `width` is the maximum for `auto`, in display columns; it never cuts a layout.
    If :func:`too_much` applies, the drawing contains only a note about it.
    """
    players = grimoire.players
    title = f"Grimoire ({plural(len(players), 'player')})"
    if much := too_much(grimoire):
        excuse = Cell(0, "link", None, 2, 2, f"({much} are not drawn)")
        return Drawing(frame(title, [excuse], 4)[0], (), balanced(len(players)))

    def size(sides: Layout) -> Size:
        cells, height = _Seating(players, sides).arrange()
        return Size(picture_width(title, cells), height)

    sides = choose(layout, len(players), width, size)
    text, parts = frame(title, *_Seating(players, sides).arrange())
    return Drawing(text, parts, sides)


def redrawn(grimoire: Grimoire, sides: Layout, text: str) -> Edit:
    """Return the edit that replaces the drawing `text` with a drawing of `grimoire`, with the same line ends."""
    line_end = LINE_BREAK.search(text)
    drawn = render(grimoire, sides).text
    return Edit(0, len(text), drawn.replace("\n", line_end[0]) if line_end else drawn)


def too_much(grimoire: Grimoire) -> str:
    """Return the reason why a grimoire is too large to draw, or an empty string."""
    if len(grimoire.players) > MOST_DRAWN:
        return f"more than {MOST_DRAWN} players"
    tokens = sum(len(player.tokens) for player in grimoire.players)
    return f"more than {MOST_TOKENS} tokens" if tokens > MOST_TOKENS else ""


# Places of all parts

Kind = Literal["name", "role", "token", "column", "link"]
"""Kinds of parts: name, role, tokens and `(n)` of a seat; links are the `()` that lead to a token."""


class Cell(NamedTuple):
    """A text in a drawing, from display column `column` of a line on; both count from 0 at the frame."""

    player: int
    kind: Kind
    token: int | None
    line: int
    column: int
    text: str


STEP = 10
"""Minimum distance of the players of a row, in display columns."""
GAP = 2
"""Minimum number of spaces between two texts."""


def drawn_name(player: Player) -> str:
    """Return the name with marks: `*Bob*` for a dead player, `*~~Bob~~*` after the vote."""
    name = _word(player.name)
    if player.spent:
        return f"*~~{name}~~*"
    return f"*{name}*" if player.dead else name


def _word(text: str) -> str:
    """Return a name, role or token for a drawing. A space would break the drawing, as a line end would."""
    return drawable(text.replace(" ", "�"))


class _Seating:
    """The state of drawing one grimoire."""

    def __init__(self, players: Sequence[Player], layout: Layout) -> None:
        self.names = [drawn_name(player) for player in players]
        self.roles = [_word(player.role) for player in players]
        self.tokens = [[f"({_word(token)})" for token in player.tokens] for player in players]
        corners = [*accumulate(layout, initial=0)]
        self.top = range(corners[0], corners[1])
        self.right = range(corners[1], corners[2])
        self.bottom = range(corners[3] - 1, corners[2] - 1, -1)
        self.left = range(corners[4] - 1, corners[3] - 1, -1)
        self.column = {player: 2 + index for index, player in enumerate(reversed(self.left))}
        self.cells: list[Cell] = []

    def arrange(self) -> tuple[list[Cell], int]:
        """Return all cells, and the number of lines of the drawing."""
        start = len(self.left) + 3 if self.left else 2
        self._take_row(self.top, start)
        self._take_row(self.bottom, start)
        line = 2
        if self.top:
            line = self._draw_top(line) + 1
        if self.left or self.right:
            left = self._draw_side(self.left, line)
            self._take_right()
            line = max(left, self._draw_side(self.right, line)) + 1
        if self.bottom:
            line = self._draw_bottom(line) + 1
        # The frame's last line replaces the empty line after the last block.
        return self.cells, max(line, 3)

    # Columns

    def _take_row(self, row: range, column: int) -> None:
        taken = set(self.column.values())
        for player in row:
            while column in taken:
                column += 1
            self.column[player] = column
            column += max(STEP, max(columns(self.names[player]), columns(self.roles[player])) + GAP)

    def _take_right(self) -> None:
        beside = max(
            (cell.column + columns(cell.text) for cell in self.cells if cell.player in self.left), default=0
        )
        first = max(max(self.column.values(), default=0), beside) + GAP
        self.column.update((player, first + index) for index, player in enumerate(self.right))

    # Rows; each method returns the line after its last one

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
        """Return the distances of the tokens of a row's players from `(n)`, in rows; each list begins with 0 for `(n)`."""
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


# The frame around it


def frame(title: str, cells: Sequence[Cell], height: int) -> tuple[str, tuple[Drawn[Cell], ...]]:
    """Return a drawing of `cells` in a frame of `height` lines without a final line end, and the places of its parts.

    The frame is one column wider than the widest line, or as wide as the title needs.
    """
    canvas: Canvas[Cell] = Canvas()
    for cell in cells:
        canvas.put(cell.line, cell.column, cell.text, cell)
    right, head = picture_width(title, cells) - 1, _head(title)
    rows = [*canvas.lines()[1:], *[""] * height][: height - 2]
    lines = [
        f"{head}{'─' * (right - columns(head))}┐",
        # The first column is empty, because it belongs to the frame.
        *[f"│{row[1:]}{' ' * (right - max(columns(row), 1))}│" for row in rows],
        f"└{'─' * (right - 1)}┘",
    ]
    return "\n".join(lines), tuple(one for one in canvas.drawn() if one.source.kind != "link")


def picture_width(title: str, cells: Sequence[Cell]) -> int:
    """Return the number of columns of a drawing of `cells`, including its frame."""
    widest = max((cell.column + columns(cell.text) for cell in cells), default=0)
    return max(widest + 1, columns(_head(title))) + 1


def _head(title: str) -> str:
    return f"┌─ {title} ─"
