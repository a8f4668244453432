"""The boards of onitama and stratego."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.core.values import Span
from kibitz.languages.qgn.game.kinds.armies import EMPTY, UNKNOWN, WATER, Unit
from kibitz.languages.qgn.game.kinds.onitama import SIZE, Onitama, Steps
from kibitz.languages.qgn.game.kinds.stratego import Stratego

Line = list[tuple[str, Span | None]]
RANKS = ("F", "B", "S", "2", "3", "4", "5", "6", "7", "8", "9", "10")
"""Flag, bomb and spy, and the numbers of the others, from scout to marshal."""
PAWNS = (".", "0", "M0", "1", "M1")
"""What stands on a cell of onitama: nothing, or a pawn or the master of a team."""


def onitama(game: Onitama, sources: Mapping[tuple[int, int], Span], teams: Sequence[str]) -> list[Line]:
    """A pawn as the index of its team, masters with an `M` before it; below, whose the cards are."""
    drawn: list[Line] = [[("  " + "".join(f"  {column}" for column in range(SIZE)), None)]]
    for row in range(SIZE):
        line: Line = [(f" {row}", None)]
        for column in range(SIZE):
            line.append((f"{PAWNS[game.pawns[row * SIZE + column]]:>3}", sources.get((row, column))))
        drawn.append(line)
    cards = game.cards
    hands = [f"{name}: {_listed(cards.hand(team))}" for team, name in enumerate(teams)]
    return [*drawn, [(" · ".join([*hands, f"spare: {cards.middle or '?'}"]), None)]]


def _listed(cards: frozenset[str]) -> str:
    return ", ".join([*sorted(cards), *["?"] * (2 - len(cards))])


def steps(cards: Steps, card: str) -> list[str]:
    """Where a card leads the pawn in the middle, both sides alike."""
    ways = cards.get(card, frozenset())
    marks = {(0, 0): "o", **{(down, right): "x" for right, down in ways}}
    return [" ".join(marks.get((row, column), ".") for column in range(-2, 3)) for row in range(-2, 3)]


def stratego(game: Stratego, sources: Mapping[tuple[int, int], Span], hidden: bool) -> list[Line]:
    """A unit as its rank and the index of its team; `~` is water, `??` a cell of which nobody knows who holds it."""
    drawn: list[Line] = [[("  " + "".join(f"{column:>4}" for column in range(game.size)), None)]]
    for row in range(game.size):
        line: Line = [(f" {row}", None)]
        for column in range(game.size):
            line.append((f"{unit(game.at((row, column)), hidden):>4}", sources.get((row, column))))
        drawn.append(line)
    return [*drawn, [("rank:team, as in F:0 flag, B:0 bomb, S:0 spy, 2:0 scout … 10:0 marshal", None)]]


def unit(content: Unit | int, hidden: bool = False) -> str:
    """What stands on a cell: `F:0`, `.`, `~` or `??`."""
    if isinstance(content, Unit):
        rank = "?" if hidden or content.rank >= UNKNOWN else RANKS[content.rank]
        return f"{rank}:{content.team}"
    return {EMPTY: ".", WATER: "~"}.get(content, "??")
