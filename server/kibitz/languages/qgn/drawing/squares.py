"""Boards of squares as text and as drawings: tictactoe and similar games, onitama with its cards, stratego."""

from __future__ import annotations

from itertools import product

from kibitz.core.scene import Circle, Item, Path, Rect, Shape, Text, fit
from kibitz.languages.qgn.drawing.drawn import (
    MARGIN,
    Cell,
    Drawing,
    Drawn,
    Line,
    disc,
    grid,
    middle,
    noted,
    place_name,
    square,
    squares,
    whose,
)
from kibitz.languages.qgn.game.kinds.lines import FREE, Board
from kibitz.languages.qgn.game.kinds.onitama import IN_HAND, SIGNS, SIZE, TEMPLE, Onitama, Steps
from kibitz.languages.qgn.game.kinds.stratego import EMPTY, WATER, Stratego, Unit, sign
from kibitz.languages.qgn.game.position import place


def lines_text(board: Board, drawing: Drawing) -> list[Line]:
    """Draw each piece as the index of its team, with the numbers of rows and columns. The winning line is starred."""
    won = set(board.line())

    def piece(cell: Cell) -> tuple[str]:
        team = board.at(*cell)
        return (" ." if team == FREE else f"{'*' if cell in won else ' '}{team}",)

    return grid(drawing, range(board.lines.rows), range(board.lines.columns), piece, head=" {}")


LEGEND = "rank:team, as in F:0 flag, B:0 bomb, S:0 spy, 2:0 scout … 10:0 marshal"


def onitama_text(game: Onitama, drawing: Drawing) -> list[Line]:
    """Draw each pawn as the index of its team, masters with an `M` before it. The hands follow below."""
    rows, cards = range(SIZE), game.cards
    drawn = grid(drawing, rows, rows, lambda cell: (f"{SIGNS[game.pawns[cell[0] * SIZE + cell[1]]]:>3}",))
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


def stratego_text(game: Stratego, drawing: Drawing) -> list[Line]:
    """Draw each unit as its rank and the index of its team. `~` is water, `??` a cell with an unknown unit."""
    rows = range(game.size)
    drawn = grid(
        drawing, rows, rows, lambda cell: (f"{sign(game.at(cell), drawing.hidden):>4}",), head="{:>4}"
    )
    return drawn + noted([LEGEND])


NOUGHTS, CROSSES = {"o", "nought", "noughts"}, {"x", "cross", "crosses"}
_CROSS = "M-15-15 15 15M15-15-15 15"
_WATER = "M-14-6q7-7 14 0t14 0M-14 5q7-7 14 0t14 0"
_CROWN = "M-11 8V-7L-5 0 0-10 5 0 11-7V8Z"


def lines_scene(game: Board, drawing: Drawing) -> Drawn:
    """Draw pieces in a grid, with rings around the winning line."""
    rows, columns, falls = game.lines.rows, game.lines.columns, game.lines.falls
    size = 56.0 if max(rows, columns) <= 10 else max(18.0, 560 / max(rows, columns))
    won = set(game.line())
    crossed = (rows, columns, len(game.pieces)) == (3, 3, 2)
    items = squares(rows, columns, size, *(("soft-blue edge-blue", 10) if falls else ("wood", 0)))
    for cell in product(range(rows), range(columns)):
        team, name, kind = game.at(*cell), "", ""
        shapes: list[Shape] = [] if falls else [square(size, "line")]
        if team == FREE:
            shapes += [Circle(0, 0, size * 0.4, "paper")] * falls
        else:
            shapes += _sign(drawing, team, size, crossed)
            name, kind = f"{place(cell)}: {drawing.name(team)}", f"team{team}"
            if cell in won:
                shapes.append(Circle(0, 0, size * 0.46, "hollow edge-gold thicker"))
                name, kind = f"{name}, in the line that has won", "won"
            elif drawing.fresh(cell):
                shapes.append(Circle(0, 0, size * 0.46, "hollow edge-gold thick dashed"))
        at = f"column {cell[1]}" if falls else place_name(cell)
        items.append(Item(name, tuple(shapes), *middle(cell, size), drawing.sources.get(cell), kind, at))
    return Drawn(items, MARGIN + columns * size, MARGIN + rows * size)


def _sign(drawing: Drawing, team: int, size: float, crossed: bool) -> list[Shape]:
    if not crossed:
        return disc(drawing, team, size * 0.4)
    edge = f"hollow edge-{drawing.colour(team)} thicker round"
    names = [name.lower() for name in drawing.teams]
    # Team 0 has the crosses, unless a name contradicts it.
    turned = names[:1] and (names[0] in NOUGHTS or names[-1] in CROSSES)
    return [Path(_CROSS, edge) if (team == 0) != bool(turned) else Circle(0, 0, 16, edge)]


# Onitama


def onitama_scene(game: Onitama, drawing: Drawing) -> Drawn:
    """Draw pawns as discs with their team, masters with a crown. The cards of each side are next to its end of the board."""
    size = 62.0
    side = SIZE * size
    items = squares(SIZE, SIZE, size)
    items += [_pawn(game, drawing, cell, size) for cell in product(range(SIZE), range(SIZE))]
    x = MARGIN + side + 24
    spare: Shape = fit(0, 0, "spare", 180, 14, "start", "ink bold")
    rows = [
        (drawing.name(0), whose(drawing, 0, 180), hand(game, 0)),
        ("spare", [spare], [game.cards.middle or "?"]),
        (drawing.name(1), whose(drawing, 1, 180), hand(game, 1)),
    ]
    for number, (title, head, cards) in enumerate(rows):
        y = MARGIN + number * side / 3
        items.append(Item("", tuple(head), x, y + 12))
        items += [_card(game, card, x + at * 106, y + 20, title) for at, card in enumerate(cards)]
    return Drawn(items, x + 212, MARGIN + side)


def _pawn(game: Onitama, drawing: Drawing, cell: Cell, size: float) -> Item:
    team, name, kind = game.team_at(*cell), "", ""
    shapes: list[Shape] = [square(size, "line")]
    if cell[1] == TEMPLE and cell[0] in (0, SIZE - 1):
        shapes.append(square(size, "line dashed", 5, 6))
    if team is not None:
        master = game.is_master(*cell)
        name = f"{place(cell)}: {'master' if master else 'student'} of {drawing.name(team)}"
        kind = f"team{team}"
        shapes.append(Circle(0, 0, 22 if master else 17, f"fill-{drawing.colour(team)}"))
        if master:
            shapes.append(Path(_CROWN, "onstrong", 0, -9, 0.8))
        shapes.append(Text(0, 14 if master else 6, str(team), 15, "middle", "onstrong bold"))
    if drawing.fresh(cell):
        shapes.append(Circle(0, 0, 26, "hollow edge-gold thick dashed"))
    return Item(name, tuple(shapes), *middle(cell, size), drawing.sources.get(cell), kind, place_name(cell))


def _card(game: Onitama, card: str, x: float, y: float, whose: str) -> Item:
    """Return a card with the steps of a pawn in its middle."""
    shapes: list[Shape] = [Rect(0, 0, 98, 76, "card", 8), fit(49, 15, card, 90, 13, "middle", "onlight bold")]
    ways = {(down, right) for right, down in game.steps.get(card, frozenset())}
    grid = ""
    dots: list[Shape] = []
    for row, column in product(range(-2, 3), repeat=2):
        left, top = 49 + column * 11 - 5, 47 + row * 11 - 5
        grid += f"M{left:.0f} {top:.0f}h10v10h-10Z"
        if (row, column) == (0, 0):
            dots.append(Circle(49, 47, 4, "onlight"))
        elif (row, column) in ways:
            dots.append(Path(f"M{left + 1:.0f} {top + 1:.0f}h8v8h-8Z", "fill-green"))
    return Item(f"{card}, {whose}", (*shapes, Path(grid, "line"), *dots), x, y, classes="card")


# Stratego


def stratego_scene(game: Stratego, drawing: Drawing) -> Drawn:
    """Draw units as plates with their rank and the index of their team."""
    size = 54.0
    side = MARGIN + game.size * size
    items = squares(game.size, game.size, size)
    items += [_unit(game, drawing, cell, size) for cell in product(range(game.size), range(game.size))]
    team_lines = "F flag, B bomb, S spy, 2 scout … 10 marshal; below, the team"
    items.append(Item(LEGEND, (Text(MARGIN, side + 22, team_lines, 13, "start", "dim"),)))
    return Drawn(items, side, side + 26)


def _unit(game: Stratego, drawing: Drawing, cell: Cell, size: float) -> Item:
    content, name = game.at(cell), ""
    shapes: list[Shape] = [square(size, "line")]
    if isinstance(content, Unit):
        shown = sign(content, drawing.hidden)
        rank = shown.partition(":")[0]
        colour = drawing.colour(content.team)
        word = "unit" if rank == "?" else content.name
        name = f"{place(cell)}: {shown}, {word} of {drawing.name(content.team)}"
        edge = "edge-gold thicker" if drawing.fresh(cell) else ""
        shapes.append(Rect(-20, -21, 40, 42, f"fill-{colour} {edge}".rstrip(), 6))
        shapes.append(Text(0, 3, rank, 19, "middle", "onstrong bold"))
        shapes.append(Text(0, 16, str(content.team), 11, "middle", "onstrong"))
    elif content == WATER:
        name = f"{place(cell)}: water"
        shapes = [square(size, "soft-blue"), Path(_WATER, "hollow edge-blue round")]
    elif content != EMPTY:
        name = f"{place(cell)}: its holder is unknown"
        shapes.append(Text(0, 6, "??", 17, "middle", "ink bold"))
    elif drawing.fresh(cell):
        shapes.append(Rect(-20, -21, 40, 42, "hollow edge-gold thick dashed", 6))
    return Item(name, tuple(shapes), *middle(cell, size), drawing.sources.get(cell), place=place_name(cell))
