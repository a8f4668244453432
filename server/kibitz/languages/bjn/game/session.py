"""The numbers of a session: what each seat won, lost and gave away over some hands. No positions, no text.

>>> from kibitz.languages.bjn.language import LANGUAGE
>>> from kibitz.languages.bjn.game.session import of_hand, together
>>> record = "{1.312}|1.1..8s.|0.1...?|1.1..3d.|0.1..6c.|1.1..._|0.1.%.tc.|0.1.^.9s.#|[w]"
>>> session = together(of_hand(*hand, weighed=True) for hand in LANGUAGE.hands(record))
>>> seat = session.seats[0]
>>> seat.won, seat.units, seat.mistakes, round(seat.given_away, 2)
(1, 1.0, 1, 0.83)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, islice, zip_longest
from operator import add, sub
from typing import NamedTuple

from kibitz.languages.bjn.game.decisions import Decision, decided
from kibitz.languages.bjn.game.model import Entry, Event, Hand, Outcome, Setup, Table
from kibitz.languages.bjn.game.play import (
    INSURANCE,
    Stakes,
    Wager,
    begin,
    gain,
    insurance,
    outcome,
    staked,
    tables,
)


class Seat(NamedTuple):
    """The results of the hands of a seat; hands of splits count one by one."""

    won: int = 0
    lost: int = 0
    pushed: int = 0
    surrendered: int = 0
    naturals: int = 0
    busts: int = 0
    doubles: int = 0
    splits: int = 0
    units: float = 0.0
    """The bets won, doubled ones twice. A blackjack pays 3:2, or the rate of the house."""
    units_6_5: float = 0.0
    """The same at 6:5."""
    decisions: int = 0
    """The number of decisions to stand, hit, double or split."""
    mistakes: int = 0
    """The deviations from basic strategy."""
    insured: int = 0
    """The number of insurances; their wins are in the units."""
    staked: float = 0.0
    """The known money that was bet, with doubles and splits."""
    money: float = 0.0
    """The money that these bets won."""
    given_away: float = 0.0
    """The cost of the decisions, in bets; 0 if not computed."""
    expected: float = 0.0
    """The expected units after the first decision, less the cost of later ones; 0 if not computed."""

    @property
    def hands(self) -> int:
        return self.won + self.lost + self.pushed + self.surrendered


class Session(NamedTuple):
    """Some hands of blackjack."""

    hands: int = 0
    """The number of hands with an outcome, written or by the totals."""
    unfinished: int = 0
    """The number of hands without an outcome; the other numbers leave them out."""
    dealer_busts: int = 0
    seats: tuple[Seat, ...] = ()


class Played(NamedTuple):
    """A replayed hand: its results and its decisions."""

    dealer: Hand
    """The dealer's final hand."""
    finished: bool
    """Whether there is an outcome, written or by the totals."""
    seats: tuple[Seat, ...]
    """The results of each seat in a finished hand, without its decisions."""
    decisions: tuple[Decision, ...]
    deal: Table
    """The table before the first action."""
    stakes: Stakes

    def session(self, weighed: bool = False) -> Session:
        """Return the numbers of the hand, see :func:`of_hand`."""
        if not self.finished:
            return Session(unfinished=1)
        seats = [self._decided(at, seat, weighed) for at, seat in enumerate(self.seats, start=1)]
        return Session(1, 0, int(self.dealer.bust), tuple(seats))

    def _decided(self, number: int, seat: Seat, weighed: bool) -> Seat:
        """Return a seat with its decisions, and their cost and expected units if `weighed`."""
        own = [one for one in self.decisions if one.seat == number]
        seat = seat._replace(decisions=len(own), mistakes=sum(one.chosen != one.advised for one in own))
        if not weighed:
            return seat
        expected, later = own[0].expected if own else None, sum(one.cost for one in own[1:])
        given = later + (own[0].cost if own else 0)
        # Without a decision of known value, the result counts as expected.
        return seat._replace(expected=seat.units if expected is None else expected - later, given_away=given)


def played(
    setup: Setup,
    entries: Sequence[Entry],
    wagers: Sequence[Wager] = (),
    unit: float = 0.0,
    gone: tuple[str, ...] = (),
) -> Played:
    """Return a replayed hand; see :func:`kibitz.languages.bjn.game.play.staked`. `entries` are all entries, with or without the setup.

    `gone` are the cards of earlier hands of the same shoe.
    """
    after = list(tables(setup, entries, gone))
    table = after[-1] if after else begin(setup)
    said = next((entry for entry in entries if isinstance(entry, Outcome)), None)
    if after and said is None:
        said = outcome(table)
    stakes = staked(wagers, table.players, unit)
    raises = [entry for entry in entries if isinstance(entry, Event) and entry.action in ("!", "/")]
    found = {
        seat: _seat(table, seat, letters, raises, stakes)
        for seat, letters in zip(table.players, said.seats if after and said else (), strict=False)
    }
    # Empty seats have no hand.
    seats = tuple(found.get(seat, Seat()) for seat in range(1, max(found, default=0) + 1))
    deal = next((one for one in reversed(after) if not one.started), table)
    return Played(table.dealer, bool(after and said), seats, tuple(decided(entries, after)), deal, stakes)


def of_hand(setup: Setup, entries: Sequence[Entry], *, weighed: bool = False) -> Session:
    """Return the numbers of one hand. `entries` are all entries, with or without the setup.

    `weighed` adds the cost of decisions and the expected units, which takes some milliseconds.
    """
    return played(setup, entries).session(weighed)


def _seat(table: Table, seat: int, letters: Sequence[str], raises: Sequence[Event], stakes: Stakes) -> Seat:
    own = [event for event in raises if event.actor == seat]
    doubled = {event.hand for event in own if event.action == "!"}
    units = units_6_5 = insurance(table.dealer) if seat in stakes.insured else 0.0
    even, bets = seat in stakes.even, INSURANCE * (seat in stakes.insured)
    for hand, letter in zip(table.seats[seat], letters, strict=False):
        bet = 2 if hand.number in doubled else 1
        bets += bet
        units += gain(hand, letter, bet, table.setup.blackjack, even=even)
        units_6_5 += gain(hand, letter, bet, 1.2, even=even)
    money = stakes.bets.get(seat, 0.0)
    return Seat(
        won=letters.count("w"),
        lost=letters.count("l"),
        pushed=letters.count("p"),
        surrendered=letters.count("r"),
        naturals=sum(hand.blackjack for hand in table.seats[seat]),
        busts=sum(hand.bust for hand in table.seats[seat]),
        doubles=len(doubled),
        splits=sum(event.action == "/" for event in own),
        units=units,
        units_6_5=units_6_5,
        insured=int(seat in stakes.insured),
        staked=bets * money,
        money=units * money,
    )


def together(sessions: Iterable[Session]) -> Session:
    """Return the sums of some numbers, which may be sums themselves."""
    total = Session()
    for one in sessions:
        both = zip_longest(total.seats, one.seats, fillvalue=Seat())
        seats = tuple([Seat._make(map(add, *pair)) for pair in both])
        hands, unfinished, busts = map(add, total[:3], one[:3])
        total = Session(hands, unfinished, busts, seats)
    return total


def bankrolls(hands: Iterable[Sequence[Seat]]) -> Sequence[Sequence[float]]:
    """Return the units of each seat after each hand that it played, from 0; `hands` are the seats of single hands in order."""
    each = zip_longest(*hands, fillvalue=Seat())
    return [[*accumulate(seat.units for seat in seats if seat.hands)] for seats in each]


def drawdown(course: Sequence[float]) -> float:
    """Return the largest loss after a peak of the units."""
    tops = islice(accumulate(course, max, initial=0.0), 1, None)
    return max(map(sub, tops, course), default=0.0)
