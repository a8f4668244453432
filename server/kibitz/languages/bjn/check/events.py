"""Rules about events by themselves: who they are about, and that they say something."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.languages.bjn.check.finding import FIRST_HAND, REMOVE, STAND, Change, Finding, Move, find
from kibitz.languages.bjn.game.model import ACTOR, HAND, MODIFIER, Event
from kibitz.languages.bjn.game.table import DEALER, Table
from kibitz.languages.bjn.game.turns import turn
from kibitz.languages.bjn.text.names import seat_name

MOST_SEATS = 10
"""A table is set anew for fewer players than this only: beyond that a number is rather mistyped."""


def check_actor(number: int, event: Event, before: Table) -> Iterator[Finding]:
    """An actor, or the number of a hand, that there can't be."""
    players = len(before.seats) - 1
    if event.actor > players:
        changes = []
        if now := turn(before):
            title = f"Write `{now[0]}`: it is the turn of {seat_name(now[0])}"
            changes.append(Change(title, ACTOR, str(now[0])))
        if event.actor < MOST_SEATS:
            title = f"Set the table for {event.actor} players"
            changes.append(Change(title, 0, str(event.actor), entry=0))
        yield find("unknown-actor", number, ACTOR, *changes, actor=event.actor, players=players)
    elif event.hand < 1:
        change = Change("Write `1`", HAND, "1")
        yield find("hand-number", number, HAND, change, hand=event.hand)


def check_dealer_hand(number: int, event: Event) -> Iterator[Finding]:
    """The dealer has one hand."""
    if event.actor == DEALER and event.hand != 1:
        yield find("dealer-hand", number, HAND, FIRST_HAND, hand=event.hand)


def check_said(move: Move) -> Iterator[Finding]:
    """An event has an action, a card or a modifier."""
    _, _, action, card, modifier = move.event
    if action or card or modifier:
        return
    if move.event.actor != DEALER:
        yield find("empty-event", move.entry, None, STAND, REMOVE, more="")
    else:
        hidden = not (move.before.started or move.hand.hidden)
        hide = (Change("Write `?`, a hidden card", MODIFIER, "?"),) if hidden else ()
        more = "; is it the hidden card, `?`" if hidden else ""
        yield find("empty-event", move.entry, None, *hide, more=more)
