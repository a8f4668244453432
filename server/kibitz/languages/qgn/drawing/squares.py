"""Boards of squares: tictactoe and its like, onitama with its cards, stratego."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.scene import Circle, Item, Path, Rect, Shape, Text, fit
from kibitz.languages.qgn.drawing.drawn import Board, Drawing, disc, labels, place_name
from kibitz.languages.qgn.game.kinds import lines
from kibitz.languages.qgn.game.kinds.armies import EMPTY, RANKS, UNKNOWN, WATER, Unit
from kibitz.languages.qgn.game.kinds.onitama import SIZE, Onitama
from kibitz.languages.qgn.game.kinds.stratego import Stratego

MARGIN = 26.0
"""Where the numbers of rows and columns stand."""
SHORT = ("F", "B", "S", "2", "3", "4", "5", "6", "7", "8", "9", "10")
NOUGHTS, CROSSES = {"o", "nought", "noughts"}, {"x", "cross", "crosses"}
_CROSS = "M-15-15 15 15M15-15-15 15"
_WATER = "M-14-6q7-7 14 0t14 0M-14 5q7-7 14 0t14 0"
_CROWN = "M-11 8V-7L-5 0 0-10 5 0 11-7V8Z"


def line_board(game: lines.Board, drawing: Drawing) -> Board:
    """Pieces in a grid; those of the line that has won have a ring."""
    rows, columns = game.lines.rows, game.lines.columns
    size = 56.0 if max(rows, columns) <= 10 else max(18.0, 560 / max(rows, columns))
    won = set(game.line())
    crossed = (rows, columns, len(game.pieces)) == (3, 3, 2)
    ground, corner = ("soft-blue edge-blue", 10) if game.lines.falls else ("wood", 0)
    items = [Item("", (Rect(MARGIN, MARGIN, columns * size, rows * size, ground, corner),))]
    items += [*labels(columns, size, MARGIN, True, 18), *labels(rows, size, MARGIN, False, 14)]
    for row in range(rows):
        for column in range(columns):
            cell = (row, column)
            team = game.at(row, column)
            shapes: list[Shape] = []
            if not game.lines.falls:
                shapes.append(Rect(-size / 2, -size / 2, size, size, "line"))
            if team == lines.FREE:
                if game.lines.falls:
                    shapes.append(Circle(0, 0, size * 0.4, "paper"))
                name = ""
            else:
                shapes += _sign(drawing, team, size, crossed)
                name = f"row {row}, column {column}: {drawing.name(team)}"
                if cell in won:
                    shapes.append(Circle(0, 0, size * 0.46, "hollow edge-gold thicker"))
                    name += ", in the line that has won"
                elif drawing.fresh(cell):
                    shapes.append(Circle(0, 0, size * 0.46, "hollow edge-gold thick dashed"))
            x, y = MARGIN + (column + 0.5) * size, MARGIN + (row + 0.5) * size
            kind = "won" if cell in won else f"team{team}" if name else ""
            place = f"column {column}" if game.lines.falls else place_name(cell)
            items.append(Item(name, tuple(shapes), x, y, drawing.sources.get(cell), kind, place))
    return Board(items, MARGIN + columns * size, MARGIN + rows * size)


def _sign(drawing: Drawing, team: int, size: float, crossed: bool) -> list[Shape]:
    if not crossed:
        return disc(drawing, team, size * 0.4)
    edge = f"hollow edge-{drawing.colour(team)} thicker round"
    names = [name.lower() for name in drawing.teams]
    # Team 0 has the crosses, unless the names tell otherwise.
    turned = names[:1] and (names[0] in NOUGHTS or names[-1] in CROSSES)
    return [Path(_CROSS, edge) if (team == 0) != bool(turned) else Circle(0, 0, 16, edge)]


# Onitama


def onitama(game: Onitama, drawing: Drawing) -> Board:
    """Pawns as discs with their team, masters with a crown; the cards of each side beside its end of the board."""
    size = 62.0
    side = SIZE * size
    items = [Item("", (Rect(MARGIN, MARGIN, side, side, "wood"),))]
    items += [*labels(SIZE, size, MARGIN, True, 18), *labels(SIZE, size, MARGIN, False, 14)]
    for row in range(SIZE):
        for column in range(SIZE):
            items.append(_pawn(game, drawing, row, column, size))
    x = MARGIN + side + 24
    cards = game.cards
    hands = [(team, [*sorted(cards.hand(team)), *["?"] * (2 - len(cards.hand(team)))]) for team in (0, 1)]
    rows = [(hands[0], 0.0), ((None, [cards.middle or "?"]), 1.0), (hands[1], 2.0)]
    for (team, hand), place in rows:
        y = MARGIN + place * side / 3
        title = "spare" if team is None else drawing.name(team)
        shapes: list[Shape] = [] if team is None else disc(drawing, team, 9, 10, -5)
        items.append(
            Item(
                "",
                (*shapes, fit(0 if team is None else 26, 0, title, 180, 14, "start", "ink bold")),
                x,
                y + 12,
            )
        )
        for number, card in enumerate(hand):
            items.append(_card(game, card, x + number * 106, y + 20, title))
    return Board(items, x + 212, MARGIN + side)


def _pawn(game: Onitama, drawing: Drawing, row: int, column: int, size: float) -> Item:
    team, cell = game.team_at(row, column), (row, column)
    shapes: list[Shape] = [Rect(-size / 2, -size / 2, size, size, "line")]
    name = ""
    if column == 2 and row in (0, SIZE - 1):
        shapes.append(Rect(-size / 2 + 5, -size / 2 + 5, size - 10, size - 10, "line dashed", 6))
    if team is not None:
        master = game.is_master(row, column)
        name = f"row {row}, column {column}: {'master' if master else 'student'} of {drawing.name(team)}"
        shapes.append(Circle(0, 0, 22 if master else 17, f"fill-{drawing.colour(team)}"))
        if master:
            shapes.append(Path(_CROWN, "onstrong", 0, -9, 0.8))
        shapes.append(Text(0, 14 if master else 6, str(team), 15, "middle", "onstrong bold"))
    if drawing.fresh(cell):
        shapes.append(Circle(0, 0, 26, "hollow edge-gold thick dashed"))
    x, y = MARGIN + (column + 0.5) * size, MARGIN + (row + 0.5) * size
    kind = f"team{team}" if name else ""
    return Item(name, tuple(shapes), x, y, drawing.sources.get(cell), kind, place_name(cell))


def _card(game: Onitama, card: str, x: float, y: float, whose: str) -> Item:
    """A card with the steps that it allows the pawn in its middle."""
    shapes: list[Shape] = [Rect(0, 0, 98, 76, "card", 8), fit(49, 15, card, 90, 13, "middle", "onlight bold")]
    ways = {(down, right) for right, down in game.steps.get(card, frozenset())}
    grid = ""
    dots: list[Shape] = []
    for row in range(-2, 3):
        for column in range(-2, 3):
            left, top = 49 + column * 11 - 5, 47 + row * 11 - 5
            grid += f"M{left:.0f} {top:.0f}h10v10h-10Z"
            if (row, column) == (0, 0):
                dots.append(Circle(49, 47, 4, "onlight"))
            elif (row, column) in ways:
                dots.append(Path(f"M{left + 1:.0f} {top + 1:.0f}h8v8h-8Z", "fill-green"))
    return Item(f"{card}, {whose}", (*shapes, Path(grid, "line"), *dots), x, y, classes="card")


# Stratego


def stratego(game: Stratego, drawing: Drawing) -> Board:
    """Units as plates with their rank and the index of their team."""
    size = 54.0
    side = game.size * size
    items = [Item("", (Rect(MARGIN, MARGIN, side, side, "wood"),))]
    items += [*labels(game.size, size, MARGIN, True, 18), *labels(game.size, size, MARGIN, False, 14)]
    items += _units(game, drawing, size)
    told = "F flag, B bomb, S spy, 2 scout … 10 marshal; below, the team"
    items.append(
        Item(
            "rank:team, as in F:0 flag, B:0 bomb, S:0 spy, 2:0 scout … 10:0 marshal",
            (Text(MARGIN, MARGIN + side + 22, told, 13, "start", "dim"),),
        )
    )
    return Board(items, MARGIN + side, MARGIN + side + 26)


def _units(game: Stratego, drawing: Drawing, size: float) -> Iterator[Item]:
    for row in range(game.size):
        for column in range(game.size):
            cell = (row, column)
            content = game.at(cell)
            shapes: list[Shape] = [Rect(-size / 2, -size / 2, size, size, "line")]
            name = ""
            if isinstance(content, Unit):
                unknown = drawing.hidden or content.rank >= UNKNOWN
                rank = "?" if unknown else SHORT[content.rank]
                colour = drawing.colour(content.team)
                word = "unit" if unknown else RANKS[content.rank]
                name = f"row {row}, column {column}: {rank}:{content.team}, {word} of {drawing.name(content.team)}"
                edge = "edge-gold thicker" if drawing.fresh(cell) else ""
                shapes.append(Rect(-20, -21, 40, 42, f"fill-{colour} {edge}".rstrip(), 6))
                shapes.append(Text(0, 3, rank, 19, "middle", "onstrong bold"))
                shapes.append(Text(0, 16, str(content.team), 11, "middle", "onstrong"))
            elif content == WATER:
                name = f"row {row}, column {column}: water"
                shapes = [
                    Rect(-size / 2, -size / 2, size, size, "soft-blue"),
                    Path(_WATER, "hollow edge-blue round"),
                ]
            elif content != EMPTY:
                name = f"row {row}, column {column}: nobody knows who holds it"
                shapes.append(Text(0, 6, "??", 17, "middle", "ink bold"))
            elif drawing.fresh(cell):
                shapes.append(Rect(-20, -21, 40, 42, "hollow edge-gold thick dashed", 6))
            x, y = MARGIN + (column + 0.5) * size, MARGIN + (row + 0.5) * size
            yield Item(name, tuple(shapes), x, y, drawing.sources.get(cell), place=place_name(cell))
