"""Rules about whose turn it is, and whether a card can still help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kibitz.core.values import Severity
from kibitz.languages.bjn.check.finding import (
    BEFORE,
    BEHIND,
    HIT,
    REMOVED,
    Change,
    Finding,
    FirstOnly,
    Move,
    Place,
    find,
)
from kibitz.languages.bjn.game.model import ACTION, ACTOR, Entry, Event
from kibitz.languages.bjn.game.table import DEALER, Hand, Table
from kibitz.languages.bjn.game.turns import in_order
from kibitz.languages.bjn.text.names import hand_name, seat_name


def check_unasked(number: int, event: Event) -> Iterator[Finding]:
    """Yield the finding of a card without a hit, for a hand that has two cards."""
    yield find("deal-over", number, ACTION, HIT, who=seat_name(event.actor))


class Deal:
    """Follows a deal, and reports an unusual order once and unusual faces once."""

    def __init__(self, before: Table) -> None:
        self.order = (*before.players, DEALER)
        self.cards = len(before.players) * 2 + before.opening
        self.dealt = 0
        self.first = FirstOnly()

    def card(self, number: int, event: Event, hand: Hand) -> Iterator[Finding]:
        """Yield the findings of a dealt card."""
        order, dealt = self.order, self.dealt
        self.dealt += 1
        if dealt < self.cards and event.actor != order[dealt % len(order)] and self.first("order"):
            yield find("deal-order", number, ACTOR, next=seat_name(order[dealt % len(order)]))
        shown = event.modifier != "?" and not hand.hidden
        if event.actor == DEALER and hand.size == 1 and shown and self.first("faces"):
            yield find("deal-faces", number, how="both of the dealer's cards lie face up")

    def unread(self, before: Table) -> None:
        """Take note of an unreadable entry, which may have dealt a card to any hand."""
        if not before.started:
            self.first |= {"order", "faces"}

    def ends(self, number: int, before: Table) -> Iterator[Finding]:
        """Yield the finding of a dealer with too few cards when play begins."""
        if not before.started and before.dealer.size < before.opening and self.first("faces"):
            yield find("deal-faces", number, how="play begins before the dealer has two cards")


HandId = tuple[int, int]


def check_needless(move: Move) -> Iterator[Finding]:
    """Yield the finding of a player who draws on 21."""
    hand = move.hand
    if move.event.actor != DEALER and hand.known and hand.total == 21 and (hand.blackjack or not hand.soft):
        yield find("hit-on-21", move.entry, ACTION, label="a blackjack" if hand.blackjack else "21")


class Turns:
    """Follows the turns: seats and their hands act in ascending order, and the dealer comes last."""

    def __init__(self, entries: Sequence[Entry], touched: Mapping[HandId, int]) -> None:
        """Follow `entries`; `touched` are the latest entry about each hand."""
        self.entries = entries
        self.touched = touched
        self.latest: HandId = (0, 0)
        self.early: set[HandId] = set()
        """The hands that acted too early: they may go on, and others may act after them."""
        self.first = FirstOnly()

    def acts(self, number: int, event: Event, before: Table, after: Table) -> Iterator[Finding]:
        """Yield the finding of a seat or hand that acts out of turn."""
        key = (in_order(event.actor), event.hand if event.actor else 1)
        if key in self.early:
            return
        if key > self.latest:
            skipped = event.actor or not after.dealer.blackjack
            found = list(self._skipped(number, event, before, key)) if skipped else []
            yield from found
            if found:
                self.early.add(key)
            else:
                self.latest = key
        elif key < self.latest and self.first(key):
            who = seat_name(event.actor)
            last = seat_name(self.latest[0] % in_order(DEALER))
            what = (
                f"{who} acts after {last}" if last != who else f"{who} plays hand {key[1]} after a later one"
            )
            split = Severity.INFORMATION if last == who else None
            yield find("turn-order", number, ACTOR, severity=split, what=what)

    def _skipped(self, number: int, event: Event, before: Table, key: HandId) -> Iterator[Finding]:
        for seat, hand in before.held:
            here = seat, hand.number
            if here >= key:
                return
            if hand.open and hand.known and here >= self.latest and self.first(here):
                whose = hand_name(before, *here)
                who = f"hand {key[1]}" if seat == event.actor else seat_name(event.actor)
                what = f"{who} acts while {whose} ({hand.label}) is open"
                touched = self.touched.get(here)
                related = () if touched is None else (Place(touched, None, f"{whose} was here"),)
                stand = f"{seat}.{hand.number}..._"
                insert = Change(f"Add `{stand}`: {whose} stands", BEFORE, stand)
                write = Change(f"Change `{event.actor}` to `{seat}`, whose turn it is", ACTOR, str(seat))
                changes = (*self._moved(number, here, event), insert, write)
                # Houses play the hands of a split in either order.
                split = Severity.INFORMATION if seat == event.actor else None
                yield find("turn-order", number, ACTOR, *changes, severity=split, related=related, what=what)
                return

    def _moved(self, number: int, open_hand: HandId, event: Event) -> Iterator[Change]:
        """Yield the move of an event to the place after the latest event of the hand whose turn it is."""
        later = [
            at
            for at, entry in enumerate(self.entries)
            if at > number and isinstance(entry, Event) and entry[:2] == open_hand
        ]
        if later:
            removed = Change("", REMOVED, "", entry=number)
            title = f"Move it after `{self.entries[later[-1]]}`"
            yield Change(title, BEHIND, str(event), entry=later[-1], more=(removed,))
