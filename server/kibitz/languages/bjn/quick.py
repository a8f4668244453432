"""Proves most hands clean in one pass, so that the rules need look only at what is left.

Nothing is reported from here: :func:`clean` either knows that the rules have nothing to say of a hand, or gives up.
It gives up on whatever is rare: splits, hands without an outcome, a soft 17 of the dealer, a hit on 21.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.languages.bjn.model import DECK, MOST_DECKS, Entry, Event, Outcome, Setup
from kibitz.languages.bjn.replay import PIPS, SEATS


def clean(entries: Sequence[Entry]) -> bool:
    """Whether a hand is whole and surely breaks no rule, not even one that only gives a hint."""
    setup, said = entries[0], entries[-1]
    if type(setup) is not Setup or type(said) is not Outcome:
        return False
    players, shoe, options = setup
    if options or not 0 < players <= SEATS or shoe % len(DECK) or shoe <= MOST_DECKS:
        return False
    events = [event for event in entries if type(event) is Event]
    if len(events) != len(entries) - 2:
        return False
    deal = 2 * players + 2
    count = _Count(players)
    dealt, played = events[:deal], events[deal:]
    return count.deals(dealt) and count.plays(played) and count.ends(said) and count.holds(shoe)


class _Count:
    """What lies before each seat, as plain numbers. Each method tells whether all is surely well."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.pips = [0] * (players + 1)
        self.aces = [False] * (players + 1)
        self.sizes = [2] * (players + 1)
        self.ended = [False] * (players + 1)
        self.cards: list[str] = []

    def total(self, seat: int) -> int:
        pips = self.pips[seat]
        return pips + 10 if pips < 12 and self.aces[seat] else pips

    def natural(self, seat: int) -> bool:
        return self.sizes[seat] == 2 and self.pips[seat] == 11 and self.aces[seat]

    def deals(self, events: Sequence[Event]) -> bool:
        """Two rounds in order; one of the dealer's cards is hidden. A player may stand on the second card."""
        hidden = False
        pips, aces, cards, seat = self.pips, self.aces, self.cards, 0
        if len(events) != 2 * len(pips):
            return False
        for number, (actor, hand, action, card, mark) in enumerate(events):
            seat = seat + 1 if seat < self.players else 0
            if actor != seat or hand != 1 or action:
                return False
            if card:
                cards.append(card)
                pips[seat] += PIPS[card]
                aces[seat] = aces[seat] or card[0] == "a"
                if mark:
                    if mark != "_" or number <= self.players or not seat:
                        return False
                    self.ended[seat] = True
            elif mark == "?" and not actor and not hidden:
                hidden = True
            else:
                return False
        return hidden

    def plays(self, events: Sequence[Event]) -> bool:
        """Each player in turn, and then the dealer."""
        latest = 1
        for number, (actor, hand, action, card, mark) in enumerate(events):
            if not actor:
                return self.dealer(latest, events[number:])
            if actor != latest:
                if actor < latest or actor > self.players or not self.closed(latest, actor):
                    return False
                latest = actor
            if hand != 1:
                return False
            if not self.move(actor, action, card, mark):
                return False
        return False

    def closed(self, first: int, behind: int) -> bool:
        """Whether nobody waits for the hands of these seats."""
        return all(self.ended[seat] or self.total(seat) == 21 for seat in range(first, behind))

    def move(self, seat: int, action: str, card: str, mark: str) -> bool:
        """A player stands, hits or doubles down."""
        if self.ended[seat]:
            return False
        if not action:
            self.ended[seat] = True
            return mark == "_" and not card
        if not card or self.total(seat) == 21:
            return False
        if action == "!":
            if self.sizes[seat] != 2 or not mark:
                return False
        elif action != "^":
            return False
        return self.draw(seat, card, mark)

    def draw(self, seat: int, card: str, mark: str) -> bool:
        """One more card; a bust is marked, and nothing else is marked as one."""
        self.cards.append(card)
        pips = self.pips[seat] = self.pips[seat] + PIPS[card]
        if card[0] == "a":
            self.aces[seat] = True
        self.sizes[seat] += 1
        if mark:
            self.ended[seat] = True
        return mark == "#" if pips > 21 else not mark or mark == "_"

    def dealer(self, latest: int, events: Sequence[Event]) -> bool:
        """Reveals the hidden card and draws below 17; nobody may be left to act unless it is a blackjack."""
        actor, hand, action, card, mark = events[0]
        if action != "%" or hand != 1 or not card or not self.draw(0, card, mark):
            return False
        self.sizes[0] = 2
        if not self.natural(0) and not self.closed(latest, self.players + 1):
            return False
        for actor, hand, action, card, mark in events[1:]:
            if actor or hand != 1 or action != "^" or not card or self.ended[0] or self.total(0) >= 17:
                return False
            if not self.draw(0, card, mark):
                return False
        total = self.total(0)
        if total == 17 and self.pips[0] == 7:
            return False
        return total >= 17 or not self.contested()

    def contested(self) -> bool:
        """Whether the dealer's total matters to some hand."""
        return any(self.pips[seat] <= 21 and not self.natural(seat) for seat in range(1, self.players + 1))

    def ends(self, said: Outcome) -> bool:
        """Whether the outcome is the one that follows from the totals."""
        if len(said.seats) != self.players:
            return False
        dealer, dealers = self.total(0), self.natural(0)
        for seat, letters in enumerate(said.seats, start=1):
            mine = self.total(seat)
            if mine > 21:
                right = "l"
            elif dealers or (mine == 21 and self.natural(seat)):
                right = "l" if not self.natural(seat) else "p" if dealers else "w"
            else:
                right = "w" if dealer > 21 or mine > dealer else "p" if mine == dealer else "l"
            if letters != (right,):
                return False
        return True

    def holds(self, shoe: int) -> bool:
        """Whether the shoe holds all these cards."""
        cards, decks = self.cards, shoe // len(DECK)
        different = set(cards)
        if len(cards) == len(different):
            return True
        return decks > 1 and max(map(cards.count, different)) <= decks
