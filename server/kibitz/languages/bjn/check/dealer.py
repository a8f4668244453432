"""Rules about the dealer, who draws to 16 and stands on 17; houses differ on a soft 17."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.languages.bjn.check.finding import Change, Finding, Move, Place, find
from kibitz.languages.bjn.game.model import ACTION, ACTOR, MODIFIER, Entry, Event
from kibitz.languages.bjn.game.table import DEALER, Table
from kibitz.languages.bjn.game.turns import any_open, contested, dealer_draws
from kibitz.languages.bjn.text.names import seat_name, total


def check_dealer(move: Move) -> Iterator[Finding]:
    """Yield the mistakes of the dealer in an event."""
    hand, now, entry = move.hand, move.now, move.entry
    if now.hidden and now.known and move.event.modifier == "_":
        yield find("dealer-stands", entry, MODIFIER, Change("Remove `_`", MODIFIER, ""), label=total(now))
    if not (hand.known and now.known) or now.hidden:
        return
    if move.event.action != "%" and move.event.card and hand.size >= 2:
        if hand.soft and hand.total == 17:
            yield from _soft_17(move, None, "draws", "h17", "s17")
        elif hand.total >= 17:
            yield find("dealer-draws", entry, label=hand.label)
    # The dealer stands on any total if no result depends on it.
    if now.ended == "_" and now.size >= 2 and contested(move.after, surely=True):
        if now.soft and now.total == 17:
            yield from _soft_17(move, MODIFIER, "stands", "s17", "h17")
        elif now.total < 17:
            yield find("dealer-stands", entry, MODIFIER, label=now.label)


def _soft_17(move: Move, field: int | None, does: str, plays: str, against: str) -> Iterator[Finding]:
    """Yield the finding of a play on a soft 17 that the setup forbids, or on which houses differ."""
    setup = move.before.setup
    if setup.plays(against):
        yield find("house-soft-17", move.entry, field, does=does, option=against)
    elif not setup.plays(plays):
        yield find("soft-17", move.entry, field, does=does, rule=plays.upper())


def check_peek(move: Move, played: int | None) -> Iterator[Finding]:
    """Yield the finding of a blackjack that is shown too early or too late; `played` is the first play of a player."""
    if not move.now.blackjack or move.event.action != "%" or move.hand.cards[0][0] not in "atjqk":
        return
    setup = move.before.setup
    if setup.plays("peek") and played is not None:
        what = "`peek`: the dealer shows it before any player acts"
        yield find(
            "house-peek",
            move.entry,
            ACTION,
            related=(Place(played, None, "somebody played here"),),
            what=what,
        )
    elif setup.plays("nopeek") and played is None and any_open(move.before):
        yield find("house-peek", move.entry, ACTION, what="`nopeek`: the dealer shows it last")


def check_hole(move: Move) -> Iterator[Finding]:
    """Yield the finding of a hole card in a house that has none."""
    if move.before.setup.plays("nohole"):
        what = "A hole card is dealt"
        yield find("house-rule", move.entry, MODIFIER, what=what, option="nohole")


def after_blackjack(number: int, event: Event, shown: int) -> Finding:
    """Return the finding of a player who acts after the dealer showed a blackjack with the entry `shown`."""
    return find(
        "dealer-blackjack",
        number,
        ACTOR,
        related=(Place(shown, None, "the blackjack"),),
        who=seat_name(event.actor),
    )


def check_left(entries: Sequence[Entry], table: Table) -> Iterator[Finding]:
    """Yield the finding of a dealer who stops below 17 while the total still matters to a player."""
    dealer = table.dealer
    if dealer.ended or dealer.hidden or not dealer.known or dealer.size < 2 or not dealer_draws(table):
        return
    if contested(table, surely=True):
        last = max(
            number for number, one in enumerate(entries) if isinstance(one, Event) and one.actor == DEALER
        )
        if dealer.total == 17:
            yield find("house-soft-17", last, does="stands", option="h17")
        else:
            yield find("dealer-stands", last, label=dealer.label)
