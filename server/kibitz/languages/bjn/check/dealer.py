"""Rules about the dealer, who draws to 16 and stands on 17; houses differ on a soft 17."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.languages.bjn.check.finding import Change, Finding, Move, Place
from kibitz.languages.bjn.game.model import ACTOR, MODIFIER, Entry, Event
from kibitz.languages.bjn.game.play import DEALER, Table
from kibitz.languages.bjn.game.turns import contested
from kibitz.languages.bjn.text.names import seat_name, total


def check_dealer(move: Move) -> Iterator[Finding]:
    """What the dealer does wrong in an event."""
    hand, now, entry = move.hand, move.now, move.entry
    if now.hidden and move.event.modifier == "_":
        change = Change("Remove `_`", MODIFIER, "")
        yield Finding("dealer-stands", entry, MODIFIER, {"label": total(now)}, changes=(change,))
    if not (hand.known and now.known) or now.hidden:
        return
    if move.event.action != "%" and move.event.card and hand.size >= 2:
        if hand.soft and hand.total == 17:
            yield Finding("soft-17", entry, None, {"does": "draws", "rule": "H17"})
        elif hand.total >= 17:
            yield Finding("dealer-draws", entry, None, {"label": hand.label})
    if now.ended == "_" and now.size >= 2:
        if now.soft and now.total == 17:
            yield Finding("soft-17", entry, MODIFIER, {"does": "stands", "rule": "S17"})
        elif now.total < 17 and contested(move.after, surely=True):
            yield Finding("dealer-stands", entry, MODIFIER, {"label": now.label})


def after_blackjack(number: int, event: Event, shown: int) -> Finding:
    """A player acts though the dealer has shown a blackjack with the entry `shown`."""
    place = Place(shown, None, "the blackjack")
    return Finding("dealer-blackjack", number, ACTOR, {"who": seat_name(event.actor)}, (place,))


def check_left(entries: Sequence[Entry], table: Table) -> Iterator[Finding]:
    """The dealer may not leave a hand below 17 as long as somebody can still win or lose by it."""
    dealer = table.dealer
    if dealer.ended or dealer.hidden or not dealer.known or dealer.size < 2 or dealer.total >= 17:
        return
    if contested(table, surely=True):
        last = max(
            number for number, one in enumerate(entries) if isinstance(one, Event) and one.actor == DEALER
        )
        yield Finding("dealer-stands", last, None, {"label": dealer.label})
