"""Where pieces stand on a board that two sides began to fill from its ends, and where they may go.

Which side is whose, how a step ahead is counted and whether an attacker has won, no record says: all is read from the
moves that are there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kibitz.languages.qgn.features._moves import Move
from kibitz.languages.qgn.game.games import Cell, Known, Pieces
from kibitz.languages.qgn.game.kinds.cards import Cards
from kibitz.languages.qgn.game.position import Position
from kibitz.languages.qgn.text.model import Action, Detail

Way = tuple[Action, Cell, Cell]
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
AHEAD = 2.0
"""How much likelier a step ahead is than another one."""
LATEST = 2.0
"""How much likelier it is that the piece moves again that its side has moved last, or that a card is played that is
known to be in the hand."""
DIRECTIONS = (((1, 1), (1, 1)), ((1, -1), (-1, 1)))
"""How a step ahead and to the right goes on in rows and columns, for the side in the first rows and for the other one:
as the game server counts, or as each player sees it."""


def moves(
    actions: Sequence[Action], known: Known, board: Pieces, team: int, course: Position | None
) -> list[Move]:
    """The moves of a side: from a cell to another one, and the card that allows it, where there are cards."""
    ways = list(_ways(actions, known))
    pieces, top = _positions(actions, ways, board)
    latest = next((end for action, _, end in reversed(ways) if action.index == team), None)
    steps = list(_steps(ways, known, top, team, course))
    found: list[Move] = []
    for start in sorted(cell for cell, owner in pieces.items() if owner == team):
        for (down, right), card, weight in steps:
            end = (start[0] + down, start[1] + right)
            if _on(end, board) and pieces.get(end) != team:
                texts = tuple(map(str, (*start, *end)))
                found.append(((*texts, *card), weight * (LATEST if start == latest else 1.0)))
    return found


def swaps(actions: Sequence[Action], known: Known, board: Pieces, team: int) -> list[Move]:
    """Two cells of a side."""
    pieces, _ = _positions(actions, list(_ways(actions, known)), board)
    cells = sorted(cell for cell, owner in pieces.items() if owner == team)
    mine = [(str(row), str(column)) for row, column in cells]
    return [((*one, *other), 1.0) for one in mine for other in mine if one is not other]


def _ways(actions: Sequence[Action], known: Known) -> Iterator[Way]:
    """The moves that can be read: from where, to where."""
    for action in actions:
        kind = known.kinds.get(action.sign)
        if kind is None or not kind.moves or len(action.details) < 4:
            continue
        row, column, *end = map(_number, action.details[:4])
        if min(row, column, *end) >= 0:
            yield action, (row, column), (end[0], end[1])


def _number(detail: Detail) -> int:
    """A number of a row or a column; -1 for all else."""
    return int(detail.text) if detail.text.isdecimal() and len(detail.text) < 4 else -1


def _positions(actions: Sequence[Action], ways: Sequence[Way], board: Pieces) -> tuple[dict[Cell, int], int]:
    """The team on each cell that is not empty, and which team began in the first rows. Attackers are taken to win,
    until the attacked piece moves."""
    rows = [(action, start[0]) for action, start, _ in ways[:1]]
    rows += [(action, _number(action.details[0])) for action in actions[:1] if action.details]
    sides = (action.index if row < board.rows / 2 else 1 - action.index for action, row in rows if row >= 0)
    top = next(sides, 0)
    pieces = {
        (row, column): top if row < board.rows / 2 else 1 - top
        for row in (*range(board.ranks), *range(board.rows - board.ranks, board.rows))
        for column in range(board.columns)
    }
    for action, start, end in ways:
        pieces.pop(start, None)
        pieces[end] = action.index
    return pieces, top


def _steps(
    ways: Sequence[Way], known: Known, top: int, team: int, course: Position | None
) -> Iterator[tuple[Cell, tuple[str, ...], float]]:
    """Steps in rows and columns, with the cards that allow them and how likely they are."""
    side = 0 if team == top else 1
    if not known.cards:
        ahead = 1 if side == 0 else -1
        yield from ((step, (), AHEAD if step[0] == ahead else 1.0) for step in STEPS)
        return
    rows, columns = max(DIRECTIONS, key=lambda one: _agreement(ways, known.cards, top, one))[side]
    cards = course.options(team, tuple(known.cards)) if isinstance(course, Cards) else list(known.cards)
    hand = course.hand(team) if isinstance(course, Cards) else frozenset()
    for card in cards:
        for right, ahead in sorted(known.cards[card]):
            yield (ahead * rows, right * columns), (card,), LATEST if card in hand else 1.0


def _agreement(
    ways: Sequence[Way], cards: Mapping[str, frozenset[Cell]], top: int, directions: tuple[Cell, Cell]
) -> int:
    """How many moves are steps of their cards if directions are so."""
    found = 0
    for action, start, end in ways:
        rows, columns = directions[0 if action.index == top else 1]
        step = ((end[1] - start[1]) * columns, (end[0] - start[0]) * rows)
        found += step in cards.get(action.details[-1].text, ())
    return found


def _on(cell: Cell, board: Pieces) -> bool:
    return 0 <= cell[0] < board.rows and 0 <= cell[1] < board.columns and cell not in board.blocked
