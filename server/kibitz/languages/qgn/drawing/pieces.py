"""The boards of onitama and stratego as text."""

from __future__ import annotations

from kibitz.languages.qgn.drawing.grids import Drawing, Line, grid, noted
from kibitz.languages.qgn.game.kinds.cards import IN_HAND
from kibitz.languages.qgn.game.kinds.onitama import SIZE, Onitama, Steps
from kibitz.languages.qgn.game.kinds.stratego import EMPTY, UNKNOWN, WATER, Stratego, Unit

RANKS = ("F", "B", "S", "2", "3", "4", "5", "6", "7", "8", "9", "10")
"""The ranks: flag, bomb and spy, then the numbers from scout to marshal."""
PAWNS = (".", "0", "M0", "1", "M1")
"""The text of each cell of onitama: empty, or a student or master of a team."""
LEGEND = "rank:team, as in F:0 flag, B:0 bomb, S:0 spy, 2:0 scout … 10:0 marshal"


def onitama(game: Onitama, drawing: Drawing) -> list[Line]:
    """Draw each pawn as the index of its team, masters with an `M` before it. The hands follow below."""
    rows, cards = range(SIZE), game.cards
    drawn = grid(drawing, rows, rows, lambda cell: (f"{PAWNS[game.pawns[cell[0] * SIZE + cell[1]]]:>3}",))
    hands = [f"{name}: {', '.join(hand(game, team))}" for team, name in enumerate(drawing.teams)]
    return drawn + noted([" · ".join([*hands, f"spare: {cards.middle or '?'}"])])


def hand(game: Onitama, team: int) -> list[str]:
    """Return the cards of a team, with `?` for each unknown one."""
    cards = game.cards.hand(team)
    return [*sorted(cards), *["?"] * (IN_HAND - len(cards))]


def steps(cards: Steps, card: str) -> list[str]:
    """Draw the steps of a card from the middle; they are the same for both sides."""
    ways = cards.get(card, frozenset())
    marks = {(0, 0): "o", **{(down, right): "x" for right, down in ways}}
    return [" ".join(marks.get((row, column), ".") for column in range(-2, 3)) for row in range(-2, 3)]


def stratego(game: Stratego, drawing: Drawing) -> list[Line]:
    """Draw each unit as its rank and the index of its team. `~` is water, `??` a cell with an unknown unit."""
    rows = range(game.size)
    drawn = grid(
        drawing, rows, rows, lambda cell: (f"{unit(game.at(cell), drawing.hidden):>4}",), head="{:>4}"
    )
    return drawn + noted([LEGEND])


def unit(content: Unit | int, hidden: bool = False) -> str:
    """Return the text of a cell: `F:0`, `.`, `~` or `??`."""
    if isinstance(content, Unit):
        rank = "?" if hidden or content.rank >= UNKNOWN else RANKS[content.rank]
        return f"{rank}:{content.team}"
    return {EMPTY: ".", WATER: "~"}.get(content, "??")
