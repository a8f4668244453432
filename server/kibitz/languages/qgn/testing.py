"""What shared tests and benchmarks need of Quibbble Game Notation (`tests/notations.py`), and games played at random.

They are played by their rules, as far as those show in the notation.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

PREFIX = "QGN"
STARTS = ("record", "tag", "action")
READ_BY = ("tag", "action", "hints")
HOSTILE = (
    '[key "<img src=x onerror=alert(1)>"]\n[teams "<img src=x onerror=alert(1)>, [x](http://evil), **B**"]\n\n'
    "0a 1b&<img 0c\n"
)
GENERAL = ""
LINE_END = "\n"
"""The reference parser can't read a carriage return."""
COMMENTED = ('[key "tictactoe"]\n\n0m&0.0 {a good {start}\n', '[key "tictactoe"]\n\n0m&0.0\n')
KEYSTROKE = ("1m&0.0", "1m&1.0")
TYPED_ON = tuple(
    f"{head}{tail} "
    for head in ("", "&")
    for tail in ("", "0", "1.1", "1.1.1.2", "1.ABCDEFGH", "1.1.ABCDEFGH", "0.0.2.0.tiger")
)
TYPED_ON_IN = (("[", ('"]\n', ' "a"]\n', ' "a, b"]\n', 'b"]\n', "]\n")),)
WRITTEN_LATER = frozenset[str]()
HARMLESS = ('[key "connect4"]\n[teams "a, b"]\n\n0p&1 ', "1p&1")
HARMFUL = ('[key "connect4"]\n[teams "a, b"]\n\n0p&1 ', "0p&1")
KEYS, KEYS_TRIED = 0.53, 5

TEAMS = ("red, blue", "ada, ben", "noughts, crosses", "north, south", "white, black")
WRAP = 70
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
Cell = tuple[int, int]


def record(rng: random.Random) -> str:
    """A game."""
    return game(rng)


def short(rng: random.Random, first: bool) -> str:
    """A game; the first one is one that kibitz follows."""
    return game(rng, key="connect4" if first else "")


def long(characters: int) -> None:
    """Games one after the other."""


def chunks(count: int) -> str:
    """Games of one pattern, each of two chunks."""
    moves = "0m&0.2 1m&0.1 0m&1.1 1m&0.0 0m&2.1 1m&2.2 0m&1.2"
    return f'[key "tictactoe"]\n[teams "red, blue"]\n\n{moves}\n\n' * count


def game(rng: random.Random, key: str = "") -> str:
    """One game, of any of those that kibitz knows if no key is given."""
    key = key or rng.choice([*GAMES])
    moves = [*GAMES[key](rng)]
    tags = [("key", key), ("teams", rng.choice(TEAMS))]
    if rng.random() < 0.5:
        month, day = rng.randint(1, 12), rng.randint(1, 28)
        tags += [("completed", "true"), ("date", f"{month:02}-{day:02}-202{rng.randint(4, 6)}")]
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags)
    return f"{head}\n{wrapped(moves)}\n"


def wrapped(moves: list[str]) -> str:
    lines, line = [], ""
    for move in moves:
        if line and len(line) + 1 + len(move) > WRAP:
            lines.append(line)
            line = ""
        line += " " + move if line else move
    return "\n".join([*lines, line])


def tictactoe(rng: random.Random) -> Iterator[str]:
    board: dict[Cell, int] = {}
    cells = [(row, column) for row in range(3) for column in range(3)]
    for number, cell in enumerate(rng.sample(cells, 9)):
        board[cell] = number % 2
        yield f"{number % 2}m&{cell[0]}.{cell[1]}"
        if won(board, cell, 3):
            return


def connect4(rng: random.Random) -> Iterator[str]:
    board: dict[Cell, int] = {}
    while len(board) < 42:
        column = rng.choice([column for column in range(7) if (0, column) not in board])
        row = max(row for row in range(6) if (row, column) not in board)
        team = len(board) % 2
        board[row, column] = team
        yield f"{team}p&{column}"
        if won(board, (row, column), 4):
            return


def won(board: dict[Cell, int], last: Cell, line: int) -> bool:
    """Whether the last piece stands in a line of so many."""
    for down, right in DIRECTIONS:
        length = 1
        for sign in (1, -1):
            row, column = last[0] + sign * down, last[1] + sign * right
            while board.get((row, column)) == board[last]:
                length, row, column = length + 1, row + sign * down, column + sign * right
        if length >= line:
            return True
    return False


ONITAMA: dict[str, tuple[Cell, ...]] = {
    "tiger": ((0, 2), (0, -1)),
    "dragon": ((-2, 1), (2, 1), (-1, -1), (1, -1)),
    "frog": ((-2, 0), (-1, 1), (1, -1)),
    "rabbit": ((2, 0), (1, 1), (-1, -1)),
    "crab": ((-2, 0), (2, 0), (0, 1)),
    "elephant": ((-1, 0), (1, 0), (-1, 1), (1, 1)),
    "goose": ((-1, 0), (-1, 1), (1, 0), (1, -1)),
    "rooster": ((-1, 0), (-1, -1), (1, 0), (1, 1)),
    "monkey": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    "mantis": ((-1, 1), (1, 1), (0, -1)),
    "horse": ((0, 1), (0, -1), (-1, 0)),
    "ox": ((0, 1), (0, -1), (1, 0)),
    "crane": ((0, 1), (-1, -1), (1, -1)),
    "boar": ((0, 1), (-1, 0), (1, 0)),
    "eel": ((-1, 1), (-1, -1), (1, 0)),
    "cobra": ((1, 1), (1, -1), (-1, 0)),
}
"""The cards with the steps that they allow: to the right and ahead, as their player sees them."""


def onitama(rng: random.Random) -> Iterator[str]:
    """Five cards go round; team 0 sits at the bottom, its master in the middle of the last row."""
    cards = rng.sample([*ONITAMA], 5)
    hands, middle = [cards[:2], cards[2:4]], cards[4]
    pieces = [{(4, column) for column in range(5)}, {(0, column) for column in range(5)}]
    masters = [(4, 2), (0, 2)]
    for number in range(60):
        team, other = number % 2, 1 - number % 2
        ahead = -1 if team == 0 else 1
        steps = [
            (piece, (piece[0] + ahead * up, piece[1] - ahead * right), card)
            for piece in sorted(pieces[team]) for card in hands[team] for right, up in ONITAMA[card]
        ]  # fmt: skip
        steps = [one for one in steps if _on(one[1], 5) and one[1] not in pieces[team]]
        if not steps:
            return
        start, end, card = rng.choice(steps)
        yield f"{team}m&{start[0]}.{start[1]}.{end[0]}.{end[1]}.{card}"
        hands[team].remove(card)
        hands[team].append(middle)
        middle = card
        pieces[team] = pieces[team] - {start} | {end}
        pieces[other].discard(end)
        if start == masters[team]:
            masters[team] = end
        if end == masters[other] or masters[team] == ((0, 2) if team == 0 else (4, 2)):
            return


def _on(cell: Cell, size: int) -> bool:
    return 0 <= cell[0] < size and 0 <= cell[1] < size


def tsuro(rng: random.Random) -> Iterator[str]:
    """Every tile lies before the stone of its player: here, anywhere beside a tile or at the edge."""
    laid: set[Cell] = set()
    for number in range(rng.randint(8, 24)):
        free = [(row, column) for row in range(6) for column in range(6) if (row, column) not in laid]
        fits = [cell for cell in free if min(cell) == 0 or max(cell) == 5 or _beside(cell) & laid]
        cell = rng.choice(fits)
        laid.add(cell)
        yield f"{number % 2}p&{cell[0]}.{cell[1]}.{''.join(rng.sample('ABCDEFGH', 8))}"


def _beside(cell: Cell) -> set[Cell]:
    row, column = cell
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def indigo(rng: random.Random) -> Iterator[str]:
    """A board of nine rows of five to nine cells; the treasures' three rows have tiles from the start."""
    cells = [(row, column) for row in range(9) for column in range(9 - abs(4 - row))]
    for number, (row, column) in enumerate(rng.sample(cells, rng.randint(8, 30))):
        yield f"{number % 2}p&{''.join(rng.sample('abcdef', 6))}.{row}.{column}"


def stratego(rng: random.Random) -> Iterator[str]:
    """Some switches before the start, then moves of one step onto free tiles or enemies."""
    units = [{(row, column) for row in rows for column in range(10)} for rows in ((6, 7, 8, 9), (0, 1, 2, 3))]
    lakes = {(row, column) for row in (4, 5) for column in (2, 3, 6, 7)}
    for team in (0, 1):
        for _ in range(rng.randint(0, 4)):
            one, other = rng.sample(sorted(units[team]), 2)
            yield f"{team}s&{one[0]}.{one[1]}.{other[0]}.{other[1]}"
    for number in range(rng.randint(10, 40)):
        team = number % 2
        steps = [
            (unit, to) for unit in sorted(units[team]) for to in sorted(_beside(unit))
            if _on(to, 10) and to not in units[team] | lakes
        ]  # fmt: skip
        if not steps:
            return
        unit, to = rng.choice(steps)
        yield f"{team}m&{unit[0]}.{unit[1]}.{to[0]}.{to[1]}"
        fight = to in units[1 - team]
        if not fight or rng.random() < 0.5:
            units[team] = units[team] - {unit} | {to}
            units[1 - team].discard(to)
        else:
            units[team].discard(unit)


SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Top, right, bottom and left of a tile, as steps in x and y."""


def carcassonne(rng: random.Random) -> Iterator[str]:
    """Tiles whose sides fit their neighbours, each with a token or a pass behind it."""
    laid: dict[Cell, str] = {(0, 0): "crfr"}
    for number in range(rng.randint(8, 30)):
        team = number % 2
        places = {(x + right, y + down) for x, y in laid for right, down in SIDES} - laid.keys()
        place = rng.choice(sorted(places))
        sides = "".join(_side(rng, laid, place, side) for side in range(4))
        laid[place] = sides
        center = "m" if "r" not in sides and "c" not in sides else rng.choice(sides)
        city = sides.count("c") > 1 and rng.random() < 0.7
        banner = city and rng.random() < 0.3
        yield f"{team}i&{place[0]}.{place[1]}.{'.'.join(sides)}.{center}.{'ft'[city]}.{'ft'[banner]}"
        yield _token(rng, team, place, sides, center)


def _side(rng: random.Random, laid: dict[Cell, str], place: Cell, side: int) -> str:
    right, down = SIDES[side]
    neighbour = laid.get((place[0] + right, place[1] + down))
    return rng.choice("rrffc") if neighbour is None else neighbour[(side + 2) % 4]


def _token(rng: random.Random, team: int, place: Cell, sides: str, center: str) -> str:
    if rng.random() < 0.5:
        return f"{team}o&t"
    head = f"{team}o&f.{place[0]}.{place[1]}"
    if center == "m":
        return f"{head}.m"
    side = rng.randrange(4)
    kind = {"r": "t", "c": "k", "f": "f"}[sides[side]]
    name = "trbl"[side]
    return f"{head}.{kind}.{name + rng.choice('ab') if kind == 'f' else name}"


GAMES: dict[str, Callable[[random.Random], Iterator[str]]] = {
    one.__name__: one for one in (tictactoe, connect4, onitama, tsuro, indigo, stratego, carcassonne)
}
