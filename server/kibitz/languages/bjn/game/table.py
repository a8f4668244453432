"""The table: hands, and their seats. No positions, no text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kibitz.languages.bjn.game.model import DECK, Setup

DEALER = 0
"""The actor number of the dealer."""
SEATS = 100
"""The most seats that kibitz follows."""
HANDS = 100
"""The most hands of a seat that kibitz follows; houses allow four."""
PIPS = {card: 1 if card[0] == "a" else 10 if card[0] in "tjqk" else int(card[0]) for card in DECK}
"""The values of cards: 10 for tens and face cards, 1 for an ace (or 11: :attr:`Hand.total`)."""


class Hand(NamedTuple):
    """One hand of a seat."""

    number: int
    cards: tuple[str, ...] = ()
    pips: int = 0
    """The total with every ace as one."""
    ace: bool = False
    hidden: bool = False
    """Whether it also holds a face-down card, which is not in `cards`."""
    ended: str = ""
    """The mark that ended it: `_`, `#` (a bust, marked or not), `$`, `!` for an unmarked double, or `r` for a surrender."""
    split: bool = False
    """Whether a split made it."""
    known: bool = True
    """Whether all its cards and events can be read."""
    full: bool = False
    """Whether the house deals it no more cards, so it needs no stand."""

    @property
    def total(self) -> int:
        """The total; an ace counts eleven if that does not bust the hand."""
        return self.pips + 10 if self.ace and self.pips <= 11 else self.pips

    @property
    def soft(self) -> bool:
        """Whether an ace counts eleven."""
        return self.ace and self.pips <= 11

    @property
    def size(self) -> int:
        """The number of cards, the hole card included."""
        return len(self.cards) + self.hidden

    @property
    def blackjack(self) -> bool:
        """Whether the first two cards are an ace and a ten-valued card. After a split, they are an ordinary 21."""
        return (
            self.soft
            and self.pips == 11
            and len(self.cards) == 2
            and not (self.split or self.hidden)
            and self.known
        )

    @property
    def bust(self) -> bool:
        return self.known and self.pips > 21

    @property
    def open(self) -> bool:
        """Whether it can still be played: it has not ended, and is no 21."""
        return not (self.ended or self.full) and (not self.known or (self.pips <= 21 and self.total != 21))

    @property
    def label(self) -> str:
        """The total in words: `soft 16`, `hard 12`, `blackjack`, `21`, `bust 24`."""
        if not self.known:
            return "unknown"
        if self.bust:
            return f"bust {self.pips}"
        if self.blackjack:
            return "blackjack"
        if self.total == 21:
            return "21"
        return f"{'soft' if self.soft else 'hard'} {self.total}"


class Table(NamedTuple):
    """The whole table. Seat 0 is the dealer's, and every seat has at least one hand."""

    setup: Setup
    seats: tuple[tuple[Hand, ...], ...]
    started: bool = False
    """Whether a seat has acted, which ends the deal."""
    revealed: bool = False
    parting: tuple[int, int, int] | None = None
    """The seat and the two hands of a split just made, until its block or the next event."""
    gone: tuple[str, ...] = ()
    """The cards of earlier hands of the same shoe."""
    empty: frozenset[int] = frozenset()
    """The empty seats."""
    given_up: frozenset[int] = frozenset()
    """The seats whose stand is a surrender, from the outcome."""

    @property
    def dealt(self) -> int:
        """The number of cards that have left the shoe, with the hole card and earlier hands."""
        return len(self.gone) + sum(hand.size for hands in self.seats for hand in hands)

    @property
    def players(self) -> Sequence[int]:
        """The seats of the players, without empty ones."""
        seats = range(1, len(self.seats))
        return [seat for seat in seats if seat not in self.empty] if self.empty else seats

    @property
    def held(self) -> Iterator[tuple[int, Hand]]:
        """The hands of the players in order, each with its seat."""
        return ((seat, hand) for seat in self.players for hand in self.seats[seat])

    @property
    def opening(self) -> int:
        """The number of cards that the dealer gets in the deal."""
        return 1 if self.setup.plays("nohole") else 2

    @property
    def dealing(self) -> bool:
        """Whether the deal goes on: no seat has acted, and one lacks its first cards."""
        if self.started:
            return False
        return self.dealer.size < self.opening or any(self.seats[seat][0].size < 2 for seat in self.players)

    @property
    def dealer(self) -> Hand:
        return self.seats[DEALER][0]

    @property
    def up(self) -> int:
        """The value of the dealer's upcard, 1 for an ace; 0 if there is none."""
        return PIPS.get("".join(self.dealer.cards[:1]), 0)

    def hand(self, seat: int, number: int) -> Hand | None:
        """Return a hand of a seat, or None. The dealer's only hand has any number."""
        if not 0 <= seat < len(self.seats):
            return None
        for hand in self.seats[seat]:
            if hand.number == number or seat == DEALER:
                return hand
        return None
