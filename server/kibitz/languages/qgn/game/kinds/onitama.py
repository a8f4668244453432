"""Onitama: five pawns a side and five cards with steps. A played card is swapped for the spare one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from kibitz.core.words import quoted
from kibitz.languages.qgn.game.chance import Chance
from kibitz.languages.qgn.game.games import Known
from kibitz.languages.qgn.game.position import (
    AFTER_THE_END,
    OUT_OF_TURN,
    Act,
    Cell,
    Details,
    Move,
    Position,
    Refusal,
    in_rows,
    place,
    refused,
    with_changes,
)

SIZE = 5
EMPTY, STUDENT, MASTER = 0, 1, 2
"""The contents of a cell: nothing, or a pawn of team 0. Those of team 1 are two higher."""
SIGNS = (".", "0", "M0", "1", "M1")
"""The text of each content."""
TEMPLE = 2
"""The column in which the masters begin. A pawn that reaches the other side's temple wins."""
Steps = Mapping[str, frozenset[tuple[int, int]]]
"""The columns and rows of each card's steps, the same for both sides."""


IN_GAME, IN_HAND = 5, 2


class Cards(NamedTuple):
    """The team to move, and the known cards. Play reveals the cards of the start."""

    turn: int = 0
    middle: str | None = None
    """The spare card."""
    hands: tuple[frozenset[str], ...] = ()
    """The known cards of each hand; empty before the first action."""
    seen: frozenset[str] = frozenset()
    """The cards played so far."""

    def hand(self, team: int) -> frozenset[str]:
        return self.hands[team] if self.hands else frozenset()

    def elsewhere(self, team: int, card: str) -> str | None:
        """Return the reason why a team cannot have a card, or None if it may have it."""
        if card == self.middle:
            return "it is in the middle"
        if card in self.hand(1 - team):
            return f"team {1 - team} has it"
        hand = self.hand(team)
        if card in hand:
            return None
        if len(hand) >= IN_HAND:
            return f"there are {quoted(sorted(hand))}"
        if len(self.seen) >= IN_GAME and card not in self.seen:
            return f"the cards of this game are {quoted(sorted(self.seen))}"
        return None

    def knows(self, team: int) -> bool:
        """Return whether all cards of a hand are known."""
        return len(self.hand(team)) == IN_HAND

    def played(self, team: int, card: str) -> Cards:
        """Return the known cards after a team has played one."""
        if self.elsewhere(team, card) is not None:
            # The record has a mistake, so the known cards may be wrong.
            return Cards(1 - team, card, (), frozenset({card}))
        hands = list(self.hands or (frozenset[str](),) * 2)
        hands[team] = (hands[team] - {card}) | ({self.middle} if self.middle else set())
        return Cards(1 - team, card, tuple(hands), self.seen | {card})


@dataclass(frozen=True)
class Onitama(Position):
    """A position."""

    steps: Steps = field(compare=False)
    pawns: tuple[int, ...]
    """The cells row by row from the top, where team 0 begins."""
    cards: Cards
    winner: int | None = None

    @property
    def turn(self) -> int:
        return self.cards.turn

    @property
    def over(self) -> bool:
        return self.winner is not None

    @property
    def winners(self) -> tuple[int, ...]:
        return () if self.winner is None else (self.winner,)

    def team_at(self, row: int, column: int) -> int | None:
        """Return the team of the pawn on a cell, or None."""
        return _team(self.pawns[row * SIZE + column])

    def is_master(self, row: int, column: int) -> bool:
        """Return whether a master is on a cell."""
        return self.pawns[row * SIZE + column] in {MASTER, MASTER + 2}

    def play(self, team: int, sign: str, details: Details) -> tuple[Onitama, Refusal | None]:
        start, end, card = _cell(details), _cell(details[2:]), details[4]
        refusal = self._refused(team, start, end, card)
        if self.over or self.team_at(*start) != team:
            return self, refusal
        return self._moved(team, start, end, card), refusal

    def _refused(self, team: int, start: tuple[int, int], end: tuple[int, int], card: str) -> Refusal | None:
        """Return the refusal of a move, in the server's order of checks, or None."""
        if self.over:
            return AFTER_THE_END
        if team != self.turn:
            return OUT_OF_TURN
        if (where := self.cards.elsewhere(team, card)) is not None:
            fields = {"card": card, "team": team, "where": where}
            return Refusal(
                "card-elsewhere",
                fields,
                lambda _, __, other: other[4:] == (card,),
                "the card was played here",
            )
        standing, target = self.team_at(*start), self.team_at(*end)
        if standing is None:
            return refused(f"there is no pawn at {place(start)}", start, "move")
        if standing != team:
            return refused(f"the pawn at {place(start)} is one of team {standing}", start, "move")
        if target == team:
            return refused(f"a pawn of team {team} is at {place(end)}", end, "move")
        if (end[1] - start[1], end[0] - start[0]) not in self.steps.get(card, frozenset()):
            return refused(f"`{card}` does not lead from {place(start)} to {place(end)}")
        return None

    def _moved(self, team: int, start: tuple[int, int], end: tuple[int, int], card: str) -> Onitama:
        pawns = list(self.pawns)
        pawn = pawns[start[0] * SIZE + start[1]]
        pawns[start[0] * SIZE + start[1]], pawns[end[0] * SIZE + end[1]] = EMPTY, pawn
        won = self._wins(team, end)
        # As on the server, a team that cannot move still gets the turn, against the server's own comment.
        cards = self.cards.played(team, card)
        return with_changes(self, pawns=tuple(pawns), cards=cards, winner=team if won else None)

    def moves(self, judged: bool = False) -> Iterator[Move]:
        if self.over or not self.is_known:
            return
        for start, end, card in self._ways():
            why = self._worth(end) if judged else ""
            yield Move("m", (*map(str, (*start, *end)), card), why)

    def _ways(self) -> Iterator[tuple[Cell, Cell, str]]:
        """Yield the moves of the team to move: start, end, card."""
        cards = sorted(self.cards.hand(self.turn))
        for number, pawn in enumerate(self.pawns):
            start = divmod(number, SIZE)
            for card in cards if _team(pawn) == self.turn else ():
                for right, down in sorted(self.steps[card]):
                    end = (start[0] + down, start[1] + right)
                    on_board = min(end) >= 0 and max(end) < SIZE
                    if on_board and self._refused(self.turn, start, end, card) is None:
                        yield start, end, card

    @property
    def is_known(self) -> bool:
        return self.cards.knows(self.turn)

    def mobility(self, team: int) -> int | None:
        own = self._ways() if team == self.turn and not self.over else ()
        return sum(1 for _ in own) if self.is_known else None

    def hand_of(self, team: int) -> tuple[str, ...] | None:
        return tuple(sorted(self.cards.hand(team))) if self.cards.knows(team) else None

    def cells_after(self, act: Act, after: Position) -> list[Cell]:
        return [_cell(act.details[2:])]

    def as_line(self) -> str:
        return in_rows(self.pawns, SIZE, SIGNS.__getitem__)

    def in_words(self, act: Act) -> str:
        start, end = _cell(act.details), _cell(act.details[2:])
        piece = "master" if self.is_master(*start) else "student"
        return f"{piece} {start} to {end}, {act.details[4]}"

    def _wins(self, team: int, end: tuple[int, int]) -> bool:
        """Return whether a pawn wins on a cell, by taking the other master or in the temple. On the server any pawn
        wins in the temple.
        """
        taken = self.is_master(*end) and self.team_at(*end) != team
        return taken or end == ((SIZE - 1) * (1 - team), TEMPLE)

    def _worth(self, end: tuple[int, int]) -> str:
        if self._wins(self.turn, end):
            return "wins"
        return "" if self.team_at(*end) is None else "takes a pawn"


def begin(known: Known, seed: int | None, **_rest: object) -> Onitama:
    """Return the position before the first action. Without a seed the cards are unknown."""
    row = [STUDENT, STUDENT, MASTER, STUDENT, STUDENT]
    pawns = (*row, *[EMPTY] * (SIZE * (SIZE - 2)), *(pawn + 2 for pawn in row))
    return Onitama(known.cards, pawns, Cards() if seed is None else _dealt(tuple(known.cards), seed))


def _dealt(names: tuple[str, ...], seed: int) -> Cards:
    """Return five different cards: two for each team, and the spare one."""
    chance, drawn = Chance(seed), list[str]()
    while len(drawn) < IN_GAME:
        number, chance = chance.below(len(names))
        if names[number] not in drawn:
            drawn.append(names[number])
    return Cards(0, drawn[4], (frozenset(drawn[:2]), frozenset(drawn[2:4])), frozenset(drawn))


def _team(pawn: int) -> int | None:
    return None if pawn == EMPTY else (pawn - 1) // 2


def _cell(texts: Details) -> tuple[int, int]:
    return int(texts[0]), int(texts[1])
