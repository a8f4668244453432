"""Cards that go round: five are in the game, two in each hand and one between; who plays one gets that one for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.words import quoted
from kibitz.languages.qgn.game.position import Details, Move, Refusal

IN_GAME, IN_HAND = 5, 2


class Cards(NamedTuple):
    """Whose turn it is, and what is known of the cards. Who has which at the start comes out as they are played."""

    teams: int
    turn: int = 0
    middle: str | None = None
    """The card that lies between the players."""
    hands: tuple[frozenset[str], ...] = ()
    """What is known of each hand; nothing before the first action."""
    seen: frozenset[str] = frozenset()
    """The cards that have been played."""
    over: bool = False
    winners: tuple[int, ...] = ()

    def hand(self, team: int) -> frozenset[str]:
        return self.hands[team] if self.hands else frozenset()

    def elsewhere(self, team: int, card: str) -> str | None:
        """Why a team can't have a card, in a person's words; None if it may."""
        if card == self.middle:
            return "it lies in the middle"
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

    def is_known(self, team: int) -> bool:
        """Whether all cards of a hand are known."""
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

    def moves(self, judged: bool = False) -> Iterator[Move]:
        return iter(())

    def options(self, team: int, cards: tuple[str, ...]) -> list[str]:
        """Which of some cards a team may have, those that it surely has first."""
        free = [card for card in cards if self.elsewhere(team, card) is None]
        return sorted(free, key=lambda card: (card not in self.hand(team), card not in self.seen))

    def played(self, team: int, card: str) -> Cards:
        """What is known after a team played a card."""
        turn = (team + 1) % self.teams
        if self.elsewhere(team, card) is not None:
            # Something is wrong with the record: what was known may be wrong, too.
            return Cards(self.teams, turn, card, (), frozenset({card}))
        hands = list(self.hands or (frozenset[str](),) * self.teams)
        hands[team] = (hands[team] - {card}) | ({self.middle} if self.middle else set())
        return Cards(self.teams, turn, card, tuple(hands), self.seen | {card})
