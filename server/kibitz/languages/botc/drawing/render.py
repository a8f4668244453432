"""A grimoire as a drawing: its players around a rectangle, their tokens joined to them by `()`."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.text import LINE_BREAK
from kibitz.core.values import Edit
from kibitz.core.words import plural
from kibitz.languages.botc.drawing.frame import Cell, Part, frame, picture_width
from kibitz.languages.botc.drawing.layouts import Layout, Size, balanced, choose
from kibitz.languages.botc.drawing.seating import seat
from kibitz.languages.botc.game.model import Grimoire

WIDTH = 80
"""How many display columns `auto` may use when nothing is said."""

MOST_DRAWN, MOST_TOKENS = 500, 400
"""How many players and tokens are drawn at the most: as each has a column or a row, the picture grows with their square."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing: lines without a line end after the last one, and where everything in it stands."""

    text: str
    parts: tuple[Part, ...]
    sides: Layout


def render(grimoire: Grimoire, layout: Layout | str = "balanced", width: int = WIDTH) -> Drawing:
    """Draws a grimoire.

    `layout` is the name of a layout (`balanced`, `compact`, `horizontal`, `tower`, `auto`), four numbers (`5,1,5,1`:
    top, right, bottom, left) or a Layout. `width` is the room that `auto` may use, in display columns; no layout is
    ever cut to it. Where there is :func:`too_much` nothing is drawn; the picture says so.
    """
    players = grimoire.players
    if much := too_much(grimoire):
        excuse = Cell(0, "link", None, 2, 2, f"({much} are not drawn)")
        return Drawing(frame(_title(grimoire), [excuse], 4)[0], (), balanced(len(players)))
    sides = choose(layout, len(players), width, lambda sides: _size(grimoire, sides))
    cells, height = seat(players, sides)
    text, parts = frame(_title(grimoire), cells, height)
    return Drawing(text, parts, sides)


def redrawn(grimoire: Grimoire, sides: Layout, text: str) -> Edit:
    """The edit that puts the drawing of `grimoire` in the place of the drawing `text`, in its line ends."""
    line_end = LINE_BREAK.search(text)
    drawn = render(grimoire, sides).text
    return Edit(0, len(text), drawn.replace("\n", line_end[0]) if line_end else drawn)


def too_much(grimoire: Grimoire) -> str:
    """What of a grimoire is so much that it can't be drawn, in words; mostly nothing."""
    if len(grimoire.players) > MOST_DRAWN:
        return f"more than {MOST_DRAWN} players"
    tokens = sum(len(player.tokens) for player in grimoire.players)
    return f"more than {MOST_TOKENS} tokens" if tokens > MOST_TOKENS else ""


def _title(grimoire: Grimoire) -> str:
    return f"Grimoire ({plural(len(grimoire.players), 'player')})"


def _size(grimoire: Grimoire, sides: Layout) -> Size:
    cells, height = seat(grimoire.players, sides)
    return Size(picture_width(_title(grimoire), cells), height)
