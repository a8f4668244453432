"""Games of unknown rules: teams that take turns, taken cells, and cards that circulate, as in onitama."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.words import quoted
from kibitz.languages.qgn.game.position import Details, Position, Refusal, place, tile_taken, with_changes


@dataclass(frozen=True)
class Rotation(Position):
    """The team to move."""

    teams: int
    passing: str = ""
    """The action that passes the turn; if empty, each action does."""
    turn: int = 0

    def play(self, team: int, sign: str, details: Details) -> tuple[Rotation, Refusal | None]:
        goes_on = self.passing in ("", sign)
        after = with_changes(self, turn=(team + goes_on) % self.teams)
        return after, None if team == self.turn else Refusal("turn-order")


TILES_FOLLOWED = 200
"""Maximum number of tiles of a followed game; longer ones would need too much memory."""
DIGITS = 7
"""The number of digits from which a coordinate is on no board."""


@dataclass(frozen=True)
class Tiles(Position):
    """The taken cells of a game with tiles, as rows and columns."""

    sign: str
    """The action that lays a tile."""
    at: tuple[int, int]
    """The numbers of the details with the row and the column."""
    cells: frozenset[tuple[int, int]] = frozenset()

    def play(self, team: int, sign: str, details: Details) -> tuple[Tiles, Refusal | None]:
        texts = self._cell(details)
        sound = all(len(text) < DIGITS and text.lstrip("+-").isdecimal() for text in texts)
        if sign != self.sign or len(texts) < 2 or not sound:
            return self, None
        cell = (int(texts[0]), int(texts[1]))
        if cell in self.cells:
            return self, tile_taken(
                place(cell), lambda _, other, given: other == sign and self._cell(given) == texts
            )
        if len(self.cells) >= TILES_FOLLOWED:
            return self, None
        return with_changes(self, cells=self.cells | {cell}), None

    def _cell(self, details: Details) -> list[str]:
        return [details[number] for number in self.at if number < len(details)]


IN_GAME, IN_HAND = 5, 2


@dataclass(frozen=True)
class Cards(Position):
    """The team to move, and the known cards. Play reveals the cards of the start."""

    teams: int
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
        for other in range(self.teams):
            if other != team and card in self.hand(other):
                return f"team {other} has it"
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

    def play(self, team: int, sign: str, details: Details) -> tuple[Cards, Refusal | None]:
        if not details:
            return self, None
        card = details[-1]
        after = self.played(team, card)
        if team != self.turn:
            return after, Refusal("turn-order")
        if (where := self.elsewhere(team, card)) is None:
            return after, None
        fields = {"card": card, "team": team, "where": where}
        return after, Refusal(
            "card-elsewhere", fields, lambda _, __, other: other[-1:] == (card,), "the card was played here"
        )

    def played(self, team: int, card: str) -> Cards:
        """Return the known cards after a team has played one."""
        turn = (team + 1) % self.teams
        if self.elsewhere(team, card) is not None:
            # The record has a mistake, so the known cards may be wrong.
            return Cards(self.teams, turn, card, (), frozenset({card}))
        hands = list(self.hands or (frozenset[str](),) * self.teams)
        hands[team] = (hands[team] - {card}) | ({self.middle} if self.middle else set())
        return Cards(self.teams, turn, card, tuple(hands), self.seen | {card})
