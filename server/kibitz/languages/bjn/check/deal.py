"""Rules about the deal: two rounds, players in order and then the dealer, one of whose cards stays hidden."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.languages.bjn.check.finding import HIT, Finding, Once, find
from kibitz.languages.bjn.game.model import ACTION, ACTOR, Event
from kibitz.languages.bjn.game.table import DEALER, Hand, Table
from kibitz.languages.bjn.text.names import seat_name


def check_unasked(number: int, event: Event) -> Iterator[Finding]:
    """A card for somebody who has two is a hit."""
    yield find("deal-over", number, ACTION, HIT, who=seat_name(event.actor))


class Deal:
    """Follows a deal, in which an unusual order is reported once, and so are unusual faces."""

    def __init__(self, before: Table) -> None:
        self.order = (*before.players, DEALER)
        self.cards = len(before.players) * 2 + before.opening
        self.dealt = 0
        self.first = Once()

    def card(self, number: int, event: Event, hand: Hand) -> Iterator[Finding]:
        """Somebody is dealt a card."""
        order, dealt = self.order, self.dealt
        self.dealt += 1
        if dealt < self.cards and event.actor != order[dealt % len(order)] and self.first("order"):
            yield find("deal-order", number, ACTOR, next=seat_name(order[dealt % len(order)]))
        shown = event.modifier != "?" and not hand.hidden
        if event.actor == DEALER and hand.size == 1 and shown and self.first("faces"):
            yield find("deal-faces", number, how="both of the dealer's cards lie face up")

    def unread(self, before: Table) -> None:
        """An entry can't be read: perhaps a card was dealt, and nobody knows to whom."""
        if not before.started:
            self.first |= {"order", "faces"}

    def ends(self, number: int, before: Table) -> Iterator[Finding]:
        """Somebody acts."""
        if not before.started and before.dealer.size < before.opening and self.first("faces"):
            yield find("deal-faces", number, how="play begins before the dealer has two cards")
