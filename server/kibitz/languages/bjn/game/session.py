"""The numbers of a session: what each seat won, lost and gave away over some hands. No positions, no text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from kibitz.languages.bjn.game.decisions import decided
from kibitz.languages.bjn.game.model import Entry, Event, Outcome, Setup
from kibitz.languages.bjn.game.play import Table, tables
from kibitz.languages.bjn.game.scoring import outcome


class Seat(NamedTuple):
    """What became of the hands of a seat, those that splits made counted apart."""

    won: int = 0
    lost: int = 0
    pushed: int = 0
    naturals: int = 0
    busts: int = 0
    doubles: int = 0
    splits: int = 0
    units: float = 0.0
    """The bets won, doubled ones twice, where a blackjack pays 3:2."""
    units_6_5: float = 0.0
    """The same where it pays 6:5."""
    given_away: float = 0.0
    """What the decisions gave away, in bets; 0 where that was not asked for."""

    @property
    def hands(self) -> int:
        return self.won + self.lost + self.pushed


class Session(NamedTuple):
    """Some hands of blackjack."""

    hands: int = 0
    """The hands with an outcome, written or following from the totals."""
    dealer_busts: int = 0
    seats: tuple[Seat, ...] = ()


def of_hand(setup: Setup, entries: Sequence[Entry], *, advice: bool = False) -> Session:
    """The numbers of one hand, of which `entries` are all, the setup perhaps among them."""
    after = list(tables(setup, entries))
    said = next((entry for entry in entries if isinstance(entry, Outcome)), None)
    if not after or (said := said or outcome(after[-1])) is None:
        return Session()
    table = after[-1]
    seats = [
        _seat(table, seat, letters, entries) for seat, letters in zip(table.players, said.seats, strict=False)
    ]
    if advice:
        for one in decided(entries, after):
            if one.seat <= len(seats):
                seat = seats[one.seat - 1]
                seats[one.seat - 1] = seat._replace(given_away=seat.given_away + one.cost)
    return Session(1, int(table.dealer.bust), tuple(seats))


def _seat(table: Table, seat: int, letters: Sequence[str], entries: Sequence[Entry]) -> Seat:
    events = [entry for entry in entries if isinstance(entry, Event) and entry.actor == seat]
    doubled = {event.hand for event in events if event.action == "!"}
    found = Seat(
        won=sum(letter == "w" for letter in letters),
        lost=sum(letter == "l" for letter in letters),
        pushed=sum(letter == "p" for letter in letters),
        naturals=sum(hand.blackjack for hand in table.seats[seat]),
        busts=sum(hand.bust for hand in table.seats[seat]),
        doubles=len(doubled),
        splits=sum(event.action == "/" for event in events),
    )
    for hand, letter in zip(table.seats[seat], letters, strict=False):
        bet = 2.0 if hand.number in doubled else 1.0
        sign = {"w": 1.0, "l": -1.0}.get(letter, 0.0)
        natural = hand.blackjack and letter == "w"
        found = found._replace(
            units=found.units + (1.5 if natural else bet * sign),
            units_6_5=found.units_6_5 + (1.2 if natural else bet * sign),
        )
    return found


def together(sessions: Iterable[Session]) -> Session:
    """The sums of some numbers."""
    hands = busts = 0
    seats: tuple[Seat, ...] = ()
    for one in sessions:
        hands, busts = hands + one.hands, busts + one.dealer_busts
        seats = tuple(
            Seat._make(here + there for here, there in zip(mine, theirs, strict=True))
            for mine, theirs in zip_longest(seats, one.seats, fillvalue=Seat())
        )
    return Session(hands, busts, seats)
