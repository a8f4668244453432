"""What lies on the table: hands, and the seats that have them. No positions, no text."""

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
    """Whether it holds a face-down card besides `cards`."""
    ended: str = ""
    """The mark that ended it: `_`, `#` (a bust, marked or not), `$`, `!` for a double without a mark, `r` for a surrender."""
    split: bool = False
    """Whether a split made it."""
    known: bool = True
    """Whether all its cards and events can be read."""
    full: bool = False
    """Whether the house deals it no more cards, so it need not stand."""

    @property
    def total(self) -> int:
        """An ace counts eleven as long as that does not bust the hand."""
        return self.pips + 10 if self.ace and self.pips <= 11 else self.pips

    @property
    def soft(self) -> bool:
        """Whether an ace counts eleven."""
        return self.ace and self.pips <= 11

    @property
    def size(self) -> int:
        """The number of cards, the hidden one included."""
        return len(self.cards) + self.hidden

    @property
    def blackjack(self) -> bool:
        """An ace and a ten-valued card, dealt: after a split they are an ordinary 21."""
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
        """Whether it can still be played: it has not ended, and a 21 needs no card."""
        return not (self.ended or self.full) and (not self.known or (self.pips <= 21 and self.total != 21))

    @property
    def label(self) -> str:
        """`soft 16`, `hard 12`, `blackjack`, `21`, `bust 24`."""
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
    """Everything that lies on the table. Seat 0 is the dealer's; every seat has at least one hand."""

    setup: Setup
    seats: tuple[tuple[Hand, ...], ...]
    started: bool = False
    """Whether somebody has acted, which ends the deal."""
    revealed: bool = False
    parting: tuple[int, int, int] | None = None
    """The seat and the two hands of a split just made, until its block or the next event."""
    gone: tuple[str, ...] = ()
    """The cards of earlier hands of the same shoe."""
    empty: frozenset[int] = frozenset()
    """The seats that nobody holds."""
    given_up: frozenset[int] = frozenset()
    """The seats whose stand is a surrender, as the outcome tells."""

    @property
    def dealt(self) -> int:
        """The number of cards that have left the shoe, with the hole card and earlier hands."""
        return len(self.gone) + sum(hand.size for hands in self.seats for hand in hands)

    @property
    def players(self) -> Sequence[int]:
        """The seats of the players, without those that nobody holds."""
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
        """Whether nobody has acted, and somebody has not got the first cards yet."""
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
        """A hand of a seat. The dealer has only one, whatever its number is said to be."""
        if not 0 <= seat < len(self.seats):
            return None
        for hand in self.seats[seat]:
            if hand.number == number or seat == DEALER:
                return hand
        return None
